import { useEffect, useState } from 'preact/hooks'
import { listAddresses } from '../../net/api'

const LOCAL = /^https?:\/\/(localhost|127\.|\[::1\])/

/**
 * The addresses under which others reach this server, the best one first. The page's own comes
 * before the others, unless only this machine can use it.
 */
export function useAddresses(): readonly [string, ...string[]] {
  const own = location.origin
  const [addresses, setAddresses] = useState<readonly [string, ...string[]]>([own])
  useEffect(() => {
    let gone = false
    listAddresses().then(
      (found) => {
        if (!gone) setAddresses(inOrder(own, found))
      },
      () => {}, // the page's own has to do
    )
    return () => {
      gone = true
    }
  }, [own])
  return addresses
}

export function inOrder(own: string, found: readonly string[]): readonly [string, ...string[]] {
  const others = found.filter((address) => address !== own && !LOCAL.test(address))
  return LOCAL.test(own) && others.length > 0
    ? [others[0]!, ...others.slice(1), own]
    : [own, ...others]
}
