/**
 * What one tab remembers while it lives. Where the browser blocks storage, it
 * is remembered until the page is left.
 */
const memory = new Map<string, string>()

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

function write(key: string, value: string | null): void {
  if (value === null) memory.delete(key)
  else memory.set(key, value)
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Blocked or full: the copy in memory serves.
  }
}

function item(key: string) {
  return { get: () => read(key), set: (value: string | null) => write(key, value) }
}

/** The secret that gives back this tab's seat in a room. */
export const resumeKey = (room: string) => item(`ropewalk.resume.${room}`)

/** The secret that proves a host of a room. */
export const hostKey = (room: string) => item(`ropewalk.host.${room}`)

/** The name this member goes by. */
export const memberName = item('ropewalk.name')

/** Which readouts this member has chosen, as names. */
export const chosenReadouts = item('ropewalk.readouts')

/** How much this member wants to have drawn; null: as much as the machine can follow. */
export const chosenQuality = item('ropewalk.drawing')

/** The key that the server wants before it creates rooms. */
export const creationKey = item('ropewalk.creation_key')

/** Which side of the panel a host looks at. */
export const panelSide = item('ropewalk.side')
