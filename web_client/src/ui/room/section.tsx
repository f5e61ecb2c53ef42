import type { ComponentChildren } from 'preact'
import { text } from '../../i18n'
import type { Right } from '../../model/rights'
import { useConductor } from './room_context'

interface SectionProps {
  title: string
  /** What a member must be allowed to do to use the controls inside. */
  right?: Right
  /** Off while there is nobody to tell. */
  live?: boolean
  className?: string
  children: ComponentChildren
}

/** A titled group of controls, off while this member may not use them. */
export function Section({ title, right, live = right !== undefined, className = '', children }: SectionProps) {
  const { room, session } = useConductor()
  const allowed = right === undefined || room.may(right)
  const off = !allowed || (live && !session.live)
  return (
    <fieldset class={`section ${className}`} disabled={off}>
      <legend>{title}</legend>
      {room.self && !allowed && <p class="note">{text.room.notAllowed}</p>}
      {children}
    </fieldset>
  )
}
