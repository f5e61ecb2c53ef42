import type { Vector } from '../model/vector'

// Checked access to the fields of a decoded message. The server is trusted no
// more than its contract says: a wrong field raises ProtocolError by name.

export type Fields = Readonly<Record<string, unknown>>

export class ProtocolError extends Error {
  override name = 'ProtocolError'
}

function fail(key: string, expected: string): never {
  throw new ProtocolError(`"${key}" is not ${expected}`)
}

export function asFields(value: unknown, key: string): Fields {
  const isMap =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Uint8Array)
  return isMap ? (value as Fields) : fail(key, 'a map')
}

export function uint(fields: Fields, key: string): number {
  const value = fields[key]
  return Number.isSafeInteger(value) && (value as number) >= 0
    ? (value as number)
    : fail(key, 'an unsigned integer')
}

export function float(fields: Fields, key: string): number {
  const value = fields[key]
  return Number.isFinite(value) ? (value as number) : fail(key, 'a finite number')
}

export function text(fields: Fields, key: string): string {
  const value = fields[key]
  return typeof value === 'string' ? value : fail(key, 'a string')
}

export function bool(fields: Fields, key: string): boolean {
  const value = fields[key]
  return typeof value === 'boolean' ? value : fail(key, 'a boolean')
}

export function map(fields: Fields, key: string): Fields {
  return asFields(fields[key], key)
}

export function list<T>(fields: Fields, key: string, read: (item: unknown) => T): T[] {
  const value = fields[key]
  return Array.isArray(value) ? value.map(read) : fail(key, 'an array')
}

export function vector(fields: Fields, key: string): Vector {
  const value = fields[key]
  return Array.isArray(value) && value.length === 3 && value.every(Number.isFinite)
    ? (value as unknown as Vector)
    : fail(key, 'three finite numbers')
}

/** A bin, where it lies. */
export function bin(fields: Fields, key: string): Uint8Array {
  const value = fields[key]
  return value instanceof Uint8Array ? value : fail(key, 'a bin')
}

/** The bytes of a bin as an aligned copy of whole words. */
function words(fields: Fields, key: string, bytes = 4): ArrayBuffer {
  const value = bin(fields, key)
  return value.byteLength % bytes === 0 ? value.slice().buffer : fail(key, 'a bin of whole words')
}

// Typed arrays use the machine's byte order, which is little endian, as on the
// wire, wherever browsers run.
export function uint32s(fields: Fields, key: string): Uint32Array {
  return new Uint32Array(words(fields, key))
}

export function float32s(fields: Fields, key: string): Float32Array {
  return new Float32Array(words(fields, key))
}

export function float64s(fields: Fields, key: string): Float64Array {
  return new Float64Array(words(fields, key, 8))
}

/** A field that may be absent. */
export function optional<T>(
  fields: Fields,
  key: string,
  read: (fields: Fields, key: string) => T,
): T | undefined {
  return fields[key] === undefined ? undefined : read(fields, key)
}
