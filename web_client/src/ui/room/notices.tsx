import { BurstNotice } from './burst_notice'
import { BroadcastNotice, RuleNotice, SlowMark } from './class_notices'
import { PictureNotice } from './picture_notice'

/** What everybody should know just now, over the upper edge of the play area. */
export function Notices() {
  return (
    <>
      <div class="notices" role="status" aria-live="polite">
        <PictureNotice />
        <BroadcastNotice />
        <RuleNotice />
        <BurstNotice />
      </div>
      <SlowMark />
    </>
  )
}
