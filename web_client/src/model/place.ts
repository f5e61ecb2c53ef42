/** Where a server is reached, as those who look after a network ask for it. */
export interface Place {
  readonly url: string
  readonly hostname: string
  readonly port: string
  readonly encrypted: boolean
  /** The address of its WebSocket. */
  readonly socket: string
  /** Nobody but the computer itself can use it. */
  readonly loopback: boolean
}

const LOOPBACK = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

export function placeOf(url: string): Place {
  const { origin, host, hostname, port, protocol } = new URL(url)
  const encrypted = protocol === 'https:'
  return {
    url: origin,
    hostname,
    port: port || (encrypted ? '443' : '80'),
    encrypted,
    socket: `${encrypted ? 'wss' : 'ws'}://${host}/ws`,
    loopback: LOOPBACK.test(hostname),
  }
}

/** How the address that a page has come by relates to those that the server names. */
export type Whereabouts = 'same' | 'other' | 'on_the_server' | 'only_local'

export function whereabouts(here: Place, named: readonly Place[]): Whereabouts {
  if (here.loopback) return named.every(({ loopback }) => loopback) ? 'only_local' : 'on_the_server'
  return named.some(({ url }) => url === here.url) ? 'same' : 'other'
}

/** The address to give to others: that of the page, unless only its own computer can use it. */
export function forOthers(here: Place, named: readonly Place[]): Place | null {
  if (!here.loopback) return here
  return named.find(({ loopback }) => !loopback) ?? null
}
