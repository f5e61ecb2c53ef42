import { useState } from 'preact/hooks'
import { text } from '../../i18n'
import { Section } from './section'
import { ShareDialog } from './share_dialog'

/** The way to bring others here. */
export function ShareSection({ code }: { code: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Section title={text.share.title} className="share" live>
      <button type="button" onClick={() => setOpen(true)}>
        {text.share.open}
      </button>
      {open && <ShareDialog code={code} onClose={() => setOpen(false)} />}
    </Section>
  )
}
