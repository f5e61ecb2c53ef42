import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_RULES } from '../../src/model/rules'
import { Room } from '../../src/model/room'
import { FRAME_INTERVAL_MS, Session, type Refusal } from '../../src/net/session'
import { hostKey, resumeKey } from '../../src/net/storage'
import { FakeSocket, stubBrowser, welcome } from './fake_browser'

let room: Room
let session: Session
let browser: ReturnType<typeof stubBrowser>

const socket = () => FakeSocket.all.at(-1)!
const tick = { type: 'tick', e0: 17, e: 17, events: [], step: 1, time: 0, lost: 0 }

function comeIn(): void {
  socket().open()
  socket().receive(welcome())
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
  browser = stubBrowser()
  room = new Room(FRAME_INTERVAL_MS)
  session = new Session('CHAIN', room, 'http://10.0.0.7:8080')
  session.start()
})

afterEach(() => {
  session.dispose()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a session', () => {
  it('says hello once the socket is open', () => {
    expect(socket().url).toBe('ws://10.0.0.7:8080/ws')
    expect(socket().protocol).toBe('ropewalk.v1')
    socket().open()
    expect(socket().sent).toMatchObject([
      { type: 'hello', version: 1, room: 'CHAIN', encodings: ['grid0.5', 'f32'] },
    ])
    // How often frames come is left to the server.
    expect(socket().sent[0]).not.toHaveProperty('rate')
  })

  it('of an onlooker only watches, in a seat of its own and never as a host', () => {
    hostKey('CHAIN').set('k3y')
    resumeKey('CHAIN').set('mine')
    const screen = new Session('CHAIN', new Room(FRAME_INTERVAL_MS), 'http://10.0.0.7:8080', {
      name: 'Projector',
    })
    screen.start()
    socket().open()
    const [hello] = socket().sent
    expect(hello).toMatchObject({ type: 'hello', name: 'Projector', watch: true })
    expect(hello).not.toHaveProperty('host_key')
    expect(hello).not.toHaveProperty('resume')
    socket().receive(welcome())
    expect(resumeKey('CHAIN').get()).toBe('mine')
    screen.connection.reopen()
    socket().open()
    expect(socket().sent[0]!.resume).toBe(welcome().resume)
    screen.dispose()
    hostKey('CHAIN').set(null)
    resumeKey('CHAIN').set(null)
  })

  it('is live from the welcome on', () => {
    socket().open()
    expect(session.live).toBe(false)
    socket().receive(welcome())
    expect(session.live).toBe(true)
    expect(session.reached).toBe(17)
    expect(room.self!.name).toBe('Ada')
  })

  it('numbers its commands', () => {
    comeIn()
    session.command({ type: 'pause' })
    session.command({ type: 'resume' })
    expect(socket().sentOf('pause')[0]!.seq).toBeLessThan(socket().sentOf('resume')[0]!.seq)
  })

  it('sends no commands before the welcome', () => {
    socket().open()
    expect(session.command({ type: 'pause' })).toBe(false)
  })

  it('asks for a state once when events are missing, and goes on from it', () => {
    comeIn()
    socket().receive({ ...tick, e0: 20, e: 20 })
    socket().receive({ ...tick, e0: 20, e: 20 })
    expect(socket().sentOf('state')).toHaveLength(1)
    socket().receive({ type: 'state', state: { ...welcome().state, e: 20, paused: true } })
    expect(room.state!.paused).toBe(true)
    socket().receive({ ...tick, e0: 20, e: 21, events: [{ type: 'resumed', step: 1 }] })
    expect(room.state!.paused).toBe(false)
  })

  it('opens its hand when a grab is refused, and tells why', () => {
    comeIn()
    const refusals: Refusal[] = []
    session.refused.on((refusal) => refusals.push(refusal))
    const own = room.own.reach(2, [0, 0, 0], 4)!
    session.command({ type: 'grab', hand: own.hand, particle: 2, at: [0, 0, 0] })
    const { seq } = socket().sentOf('grab')[0]!
    socket().receive({ type: 'refused', seq, code: 'too_many_hands', message: 'No.' })
    expect(room.own.all).toEqual([])
    expect(refusals).toMatchObject([{ code: 'too_many_hands', command: { type: 'grab' } }])
  })

  it('asks for one frame a second while its tab is hidden', () => {
    comeIn()
    browser.page.visibilityState = 'hidden'
    browser.page.dispatchEvent(new Event('visibilitychange'))
    browser.page.visibilityState = 'visible'
    browser.page.dispatchEvent(new Event('visibilitychange'))
    expect(socket().sentOf('rate').map(({ rate, auto }) => [rate, auto])).toEqual([
      [1, undefined],
      [30, true],
    ])
    expect(session.rate).toBe(30)
  })

  it('shows the next frame at once when its tab is shown again', () => {
    comeIn()
    const frame = (x: number) => new Uint8Array(new Float32Array(12).fill(x).buffer)
    socket().receive({ ...tick, time: 0, frame: frame(1) })
    browser.page.visibilityState = 'hidden'
    browser.page.dispatchEvent(new Event('visibilitychange'))
    socket().receive({ ...tick, step: 61, time: 1000, frame: frame(2) })
    browser.page.visibilityState = 'visible'
    browser.page.dispatchEvent(new Event('visibilitychange'))
    expect(room.playback.positions()![0]).toBe(1)
    socket().receive({ ...tick, step: 80, time: 1300, frame: frame(3) })
    expect(room.playback.positions()![0]).toBe(3)
  })

  it('asks for one frame a second from the start if its tab is hidden then', () => {
    browser.page.visibilityState = 'hidden'
    socket().open()
    expect(socket().sent[0]!.rate).toBe(1)
    browser.page.visibilityState = 'visible'
    socket().receive(welcome())
    expect(socket().sentOf('rate')).toMatchObject([{ rate: 30, auto: true }])
  })

  it('plays frames at the pace that the server says, and not at none', () => {
    comeIn()
    socket().receive({ type: 'rate', rate: 10 })
    expect(room.playback.interval).toBe(100)
    expect(session.rate).toBe(10)
    socket().receive({ type: 'rate', rate: 0 })
    expect(session.connection.status).toEqual({ kind: 'ended', ending: 'misunderstood' })
  })

  it('ends when the server breaks the protocol', () => {
    comeIn()
    socket().receive({ ...tick, frame: new Uint8Array(12) })
    expect(session.connection.status).toEqual({ kind: 'ended', ending: 'misunderstood' })
  })

  it('makes nothing of a ping that came before a busy server’s welcome', () => {
    const refusals: Refusal[] = []
    session.refused.on((refusal) => refusals.push(refusal))
    socket().open()
    socket().receive({ type: 'refused', code: 'not_joined', message: 'Say hello first.' })
    expect(refusals).toEqual([])
    socket().receive(welcome())
    expect(session.live).toBe(true)
  })

  it('says hello again without a name that was refused', () => {
    socket().open()
    socket().receive({ type: 'refused', code: 'bad_name', message: 'No.' })
    expect(socket().sentOf('hello')).toHaveLength(2)
  })
})

describe('figures', () => {
  const asked = () => socket().sentOf('measure').map(({ rate, particle }) => ({ rate, particle }))
  const refuse = (code: string) => {
    const { seq } = socket().sentOf('measure').at(-1)!
    socket().receive({ type: 'refused', seq, code, message: 'No.' })
  }

  it('are asked for only when something is wished for, and stopped', () => {
    comeIn()
    expect(asked()).toEqual([])
    session.measure({ rate: 10, particle: null })
    session.measure({ rate: 10, particle: null })
    session.measure({ rate: 0, particle: null })
    expect(asked().map(({ rate }) => rate)).toEqual([10, 0])
  })

  it('are asked for with the particle of the spectrum', () => {
    comeIn()
    session.measure({ rate: 30, particle: 2 })
    expect(asked()).toEqual([{ rate: 30, particle: 2 }])
  })

  it('are asked for once the room is entered, and again on a new connection', () => {
    session.measure({ rate: 10, particle: null })
    comeIn()
    expect(asked()).toHaveLength(1)
    socket().drop(1006)
    vi.advanceTimersByTime(400)
    comeIn()
    expect(FakeSocket.all).toHaveLength(2)
    expect(asked()).toHaveLength(1)
  })

  it('are not asked for while the tab is hidden', () => {
    comeIn()
    session.measure({ rate: 10, particle: 1 })
    browser.page.visibilityState = 'hidden'
    browser.page.dispatchEvent(new Event('visibilitychange'))
    browser.page.visibilityState = 'visible'
    browser.page.dispatchEvent(new Event('visibilitychange'))
    expect(asked().map(({ rate }) => rate)).toEqual([10, 0, 10])
  })

  it('come without a spectrum when the room looks at enough particles', () => {
    comeIn()
    session.measure({ rate: 10, particle: 1 })
    refuse('too_many_probes')
    expect(asked()).toEqual([
      { rate: 10, particle: 1 },
      { rate: 10, particle: undefined },
    ])
  })

  it.each(['busy', 'too_fast'])('that are refused as %s are asked for again', (code) => {
    comeIn()
    session.measure({ rate: 10, particle: 1 })
    refuse(code)
    expect(asked()).toHaveLength(1)
    vi.advanceTimersByTime(1000)
    expect(asked()).toEqual([
      { rate: 10, particle: 1 },
      { rate: 10, particle: 1 },
    ])
  })

  it('reach the room', () => {
    comeIn()
    const values = { energy_total: 1.5 }
    socket().receive({ type: 'measures', step: 60, time: 0, values })
    expect(room.measures?.values).toEqual(values)
    expect(room.chronicle.column('energy_total')).toEqual([1.5])
  })
})

describe('frames on a grid', () => {
  // Four particles at rest where the grid begins: 7 by itself, and 9 against it.
  const KEY = Uint8Array.of(0x4b, 7, 0, 0, 0, 0, 0, 0, 0, 0x07)
  const NEXT = Uint8Array.of(0x44, 9, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0x07)

  beforeEach(() => {
    socket().open()
    socket().receive({ ...welcome(), encoding: 'grid0.5' })
  })

  it('are read against each other', () => {
    socket().receive({ ...tick, frame: KEY })
    socket().receive({ ...tick, step: 3, time: 33, frame: NEXT })
    expect(room.playback.newest).toMatchObject({ step: 3, positions: new Float32Array(12) })
    const { traffic } = session.connection
    expect([traffic.dropped, traffic.statesAsked]).toEqual([0, 0])
  })

  it('that cannot be read are dropped until a state comes, which is asked for once', () => {
    socket().receive({ ...tick, frame: NEXT })
    socket().receive({ ...tick, step: 3, time: 33, frame: KEY })
    expect(socket().sentOf('state')).toHaveLength(1)
    expect(room.playback.newest).toBeNull()
    const { traffic } = session.connection
    expect([traffic.dropped, traffic.statesAsked]).toEqual([2, 1])
    socket().receive({ type: 'state', state: welcome().state })
    socket().receive({ ...tick, step: 5, time: 66, frame: NEXT })
    expect(socket().sentOf('state')).toHaveLength(2)
    socket().receive({ type: 'state', state: welcome().state })
    socket().receive({ ...tick, step: 5, time: 66, frame: KEY })
    expect(room.playback.newest?.step).toBe(5)
  })

  it('are counted with their bytes', () => {
    socket().receive({ ...tick, frame: KEY })
    const now = performance.now()
    const { traffic } = session.connection
    expect(traffic.framesPerSecond(now)).toBe(0.5)
    expect(traffic.bytesPerFrame(now)).toBe(KEY.length)
    expect(traffic.bytesPerSecond(now)).toBeGreaterThan(KEY.length)
    expect(traffic.bytesPerFrame(now + 2001)).toBeNull()
    expect(traffic.bytesPerSecond(now + 2001)).toBe(0)
  })
})

describe('a page that has slept', () => {
  const frame = (x: number) => ({ frame: new Uint8Array(new Float32Array(12).fill(x).buffer) })
  const shown = () => room.playback.newest?.positions[0]

  beforeEach(() => {
    comeIn()
    socket().receive({ ...tick, ...frame(1) })
    vi.setSystemTime(Date.now() + 60_000)
  })

  it('skips the frames that waited, and goes on from one fresh state', () => {
    socket().receive({ ...tick, time: 33, ...frame(2) })
    socket().receive({ ...tick, time: 66, ...frame(3) })
    expect(socket().sentOf('state')).toHaveLength(1)
    expect(shown()).toBe(1)
    socket().receive({ type: 'state', state: welcome().state })
    socket().receive({ ...tick, time: 60_000, ...frame(4) })
    expect(shown()).toBe(4)
    expect(session.live).toBe(true)
  })

  it('opens a new connection when the old one is gone', () => {
    vi.advanceTimersByTime(5000)
    expect(FakeSocket.all).toHaveLength(2)
  })
})

describe('a network that blocks WebSocket', () => {
  const blocked = () => {
    const { status } = session.connection
    return status.kind === 'waiting' && status.blocked
  }
  const fail = async (times: number) => {
    for (let attempt = 0; attempt < times; attempt++) {
      const tried = FakeSocket.all.length
      socket().drop(1006)
      while (FakeSocket.all.length === tried) await vi.advanceTimersByTimeAsync(100)
    }
  }

  it('is told from a server that is down', async () => {
    await fail(5)
    expect(blocked()).toBe(false)
    browser.http.alive = true
    await fail(3)
    expect(blocked()).toBe(true)
  })

  it('is told when sockets hang', async () => {
    browser.http.alive = true
    await vi.advanceTimersByTimeAsync(30_000)
    expect(blocked()).toBe(true)
  })

  it('is tried again and again', async () => {
    browser.http.alive = true
    await fail(4)
    comeIn()
    expect(session.live).toBe(true)
  })
})

describe('a lost connection', () => {
  it('is opened again with the key to its seat', () => {
    comeIn()
    socket().drop(1006)
    expect(session.connection.status).toMatchObject({ kind: 'waiting', attempt: 1 })
    vi.advanceTimersByTime(400)
    expect(FakeSocket.all).toHaveLength(2)
    socket().open()
    expect(socket().sentOf('hello')[0]!.resume).toBe(welcome().resume)
  })

  it('opens every hand', () => {
    comeIn()
    room.own.reach(2, [0, 0, 0], 4)
    socket().drop(1006)
    expect(room.own.all).toEqual([])
  })

  it('is noticed within five seconds of silence', () => {
    comeIn()
    vi.advanceTimersByTime(5000)
    expect(session.connection.status.kind).toBe('waiting')
  })

  it('is not suspected while pongs come', () => {
    comeIn()
    for (let second = 0; second < 20; second++) {
      vi.advanceTimersByTime(1000)
      socket().receive({ type: 'pong', time: 0, server_time: 0, step: 0 })
    }
    expect(session.live).toBe(true)
    expect(socket().sentOf('ping').length).toBeGreaterThan(15)
  })

  it('is opened at once when the network is back', () => {
    comeIn()
    for (let attempt = 0; attempt < 6; attempt++) {
      socket().drop(1006)
      vi.runOnlyPendingTimers()
    }
    socket().drop(1006)
    const before = FakeSocket.all.length
    browser.window.dispatchEvent(new Event('online'))
    expect(FakeSocket.all).toHaveLength(before + 1)
  })

  it('is opened anew when the network is back while a socket hangs', () => {
    comeIn()
    socket().drop(1006)
    vi.advanceTimersByTime(400)
    browser.window.dispatchEvent(new Event('online'))
    expect(FakeSocket.all).toHaveLength(3)
  })

  it('stays lost for as long as a closing server asks', () => {
    comeIn()
    socket().receive({ type: 'closing', message: 'Back soon.', retry_s: 7 })
    socket().drop(1001)
    vi.advanceTimersByTime(6900)
    expect(FakeSocket.all).toHaveLength(1)
    vi.advanceTimersByTime(600)
    expect(FakeSocket.all).toHaveLength(2)
  })

  it('is not opened again after another window took the seat', () => {
    comeIn()
    socket().drop(4001)
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.all).toHaveLength(1)
    expect(session.connection.status).toEqual({ kind: 'ended', ending: 'elsewhere' })
  })
})

describe('a room that is led', () => {
  const happen = (...events: object[]) => {
    const e0 = session.reached!
    const told = events.map((event) => ({ step: 1, ...event }))
    socket().receive({ ...tick, e0, e: e0 + events.length, events: told })
  }

  afterEach(() => {
    for (const code of ['CHAIN', 'KNOT']) {
      resumeKey(code).set(null)
      hostKey(code).set(null)
    }
  })

  it('may ask a host first: the page waits, and is live once it is let in', () => {
    socket().open()
    socket().receive({ type: 'waiting', seat: 7 })
    expect(room.waiting).toBe(7)
    expect(session.live).toBe(false)
    socket().receive(welcome())
    expect(room.waiting).toBeNull()
    expect(session.live).toBe(true)
  })

  it.each([
    ['room_closed', 4008, 'closed'],
    ['not_admitted', 4009, 'not_admitted'],
    ['room_ended', 4007, 'ended'],
  ])('ends the visit when hello is refused as %s', (code, close, ending) => {
    socket().open()
    socket().receive({ type: 'refused', code, message: 'No.' })
    socket().drop(close)
    vi.advanceTimersByTime(60_000)
    expect(session.connection.status).toMatchObject({ kind: 'ended', ending })
    expect(FakeSocket.all).toHaveLength(1)
  })

  it('ends the visit when a host removes us, even if the closing gets lost', () => {
    comeIn()
    socket().receive({ type: 'refused', code: 'removed', message: 'You can come back in 60 minutes' })
    socket().drop(1006)
    vi.advanceTimersByTime(60_000)
    expect(session.connection.status).toMatchObject({ kind: 'ended', ending: 'removed', minutes: 60 })
  })

  it('takes its keys along to a new code, and comes back with them', () => {
    hostKey('CHAIN').set('secret')
    comeIn()
    happen({ type: 'code', code: 'KNOT' })
    expect(room.state!.code).toBe('KNOT')
    expect(resumeKey('KNOT').get()).toBe(welcome().resume)
    expect(hostKey('KNOT').get()).toBe('secret')
    expect(resumeKey('CHAIN').get()).toBeNull()
    expect(hostKey('CHAIN').get()).toBeNull()
    socket().drop(1006)
    vi.advanceTimersByTime(400)
    socket().open()
    const back = { room: 'KNOT', resume: welcome().resume, host_key: 'secret' }
    expect(socket().sentOf('hello')).toMatchObject([back])
  })

  it('learns of a code that was changed while it was away', () => {
    comeIn()
    const { state } = welcome()
    const moved = { ...state, room: { ...state.room, code: 'KNOT' } }
    socket().receive({ type: 'state', state: moved })
    expect(resumeKey('KNOT').get()).toBe(welcome().resume)
  })

  it('goes by the rights that it was told last', () => {
    comeIn()
    expect(room.may('grab')).toBe(true)
    socket().receive({ type: 'rights', rights: [] })
    expect(room.may('grab')).toBe(false)
  })

  it('knows our new name even where the room is not told', () => {
    comeIn()
    const { names_hidden, pull_limit } = { names_hidden: true, pull_limit: 0 }
    happen({ type: 'rules', rules: { ...NO_RULES, names_hidden, pull_limit } })
    session.rename('Ada L.')
    const { seq } = socket().sentOf('rename')[0]!
    expect(room.self!.name).toBe('Ada')
    socket().receive({ type: 'ack', seq, step: 1 })
    expect(room.self!.name).toBe('Ada L.')
  })

  it('tells with the pings how far it is, at rest too', () => {
    comeIn()
    const told = () => {
      vi.advanceTimersByTime(1000)
      return socket().sentOf('ping').at(-1)!.step
    }
    socket().receive({ ...tick, step: 40, frame: new Uint8Array(48) })
    expect(told()).toBe(40)
    socket().receive({ ...tick, step: 100 })
    expect(told()).toBe(100)
  })

  it('tells its round trip with the pings', () => {
    comeIn()
    vi.advanceTimersByTime(1000)
    const [first] = socket().sentOf('ping')
    expect(first!.round_trip).toBeUndefined()
    vi.advanceTimersByTime(40)
    socket().receive({ type: 'pong', time: first!.time, server_time: 0, step: 0 })
    vi.advanceTimersByTime(1500)
    expect(socket().sentOf('ping').at(-1)!.round_trip).toBeGreaterThanOrEqual(40)
  })
})
