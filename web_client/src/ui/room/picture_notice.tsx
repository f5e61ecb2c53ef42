import { text } from '../../i18n'
import { useChanges } from '../common/use_model'
import { useConductor } from './room_context'

/** Over the play area while the browser has taken the picture away. */
export function PictureNotice() {
  const conductor = useConductor()
  useChanges(conductor.looksChanged)
  if (!conductor.pictureLost) return null
  return (
    <div class="notice">
      <p>{text.quality.lost}</p>
    </div>
  )
}
