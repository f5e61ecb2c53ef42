// A room with a host and members, for the tests of what hosts may ask for.
import { after, afterEach, before } from 'node:test'
import { Follower } from './follower.mjs'
import { Server } from './server.mjs'

/** One server for a group of tests; each opens rooms of its own. */
export class Classroom {
  static perGroup(...flags) {
    const classroom = Classroom.atOnce(...flags)
    afterEach(() => classroom.server.dismiss())
    return classroom
  }

  /** For tests that run at the same time: all go home at the end. */
  static atOnce(...flags) {
    const classroom = new Classroom()
    before(async () => {
      classroom.server = await Server.start('--commands-per-s-max', '10000', '--rooms-max', '1000', ...flags)
    })
    after(() => classroom.server.stop())
    return classroom
  }

  /** { room, host, members }: a new room, its host and so many members, called A, B, C … */
  async open(count, request = {}) {
    const { room, host_key } = await this.server.createRoom({ scene: 'chain', ...request })
    const host = await this.join(room, { host_key, name: 'Host' })
    const members = []
    for (let i = 0; i < count; i++) {
      members.push(await this.join(room, { name: String.fromCharCode(65 + i) }))
    }
    return { room, host_key, host, members }
  }

  join(room, hello = {}) {
    return Follower.join(this.server, { room, ...hello })
  }

  /** A connection that need not get in. */
  knock(room, hello = {}) {
    return new Follower(this.server, { room, ...hello })
  }
}

/** Once all of them have heard of this event, the number of which the first one tells. */
export async function heard(followers, type, after, fits) {
  const { number } = await followers[0].event(type, after, fits)
  return Promise.all(followers.map((follower) => follower.event(type, number - 1)))
}

/** Resolves once what the follower may do is this. */
export function rightsBecome(follower, rights) {
  const wanted = [...rights].sort().join()
  return follower.until(() => [...follower.rights].sort().join() === wanted, `rights ${wanted}`)
}
