import { readFileSync } from 'node:fs'

export interface Vector {
  readonly name: string
  readonly value: Record<string, unknown>
  readonly hex: string
}

/** The golden vectors that the server's tests read as well. */
export function vectors(file: 'client' | 'server'): Vector[] {
  const url = new URL(`../../../tests/vectors/v1/${file}.json`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')) as Vector[]
}

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

/** The value of a vector with every `{"$bin": hex}` made bytes. */
export function withBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBytes)
  if (typeof value !== 'object' || value === null) return value
  if ('$bin' in value) return bytesOf(String(value.$bin))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withBytes(item)]))
}
