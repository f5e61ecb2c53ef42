import { useEffect, useState } from 'preact/hooks'
import { placeOf, type Place } from '../../model/place'
import { listAddresses } from '../../net/api'
import {
  measureDownload,
  measureTrips,
  type DownloadResult,
  type SocketResult,
} from '../../net/line_check'
import { findDrawing, type Drawing } from './webgl'

const PINGS = 15

/** What is known so far; null: not yet. */
export interface Results {
  readonly socket: SocketResult | null
  readonly download: DownloadResult | null
  /** Where the server says that it is; false: it did not tell. */
  readonly named: readonly Place[] | false | null
  readonly drawing: Drawing
  readonly finished: Date | null
}

const NOTHING = { socket: null, download: null, named: null, finished: null }

/** Runs the check once, and again whenever it is asked to. */
export function useCheck(here: Place): { results: Results; again: () => void } {
  const [run, setRun] = useState(0)
  const [results, setResults] = useState<Results>({ ...NOTHING, drawing: 'hardware' })
  useEffect(() => {
    let gone = false
    const learn = (news: Partial<Results>) => {
      if (!gone) setResults((before) => ({ ...before, ...news }))
    }
    learn({ ...NOTHING, drawing: findDrawing() })
    const check = async () => {
      const named = listAddresses().then(
        (urls) => urls.map(placeOf),
        () => false as const,
      )
      learn({ named: await named })
      // One after the other: a download would slow the round trips down.
      learn({ socket: await measureTrips(here.socket, PINGS) })
      if (gone) return
      learn({ download: await measureDownload(), finished: new Date() })
    }
    void check()
    return () => {
      gone = true
    }
  }, [run])
  return { results, again: () => setRun((before) => before + 1) }
}
