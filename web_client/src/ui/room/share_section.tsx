import { useRef, useState } from 'preact/hooks'
import { text } from '../../i18n'
import { copyText } from '../common/copy_text'
import { Section } from './section'

/** The link that brings others here. It never holds a secret. */
export function ShareSection({ code }: { code: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [hint, setHint] = useState<string | null>(null)
  const copy = async () => {
    setHint((await copyText(field.current!)) ? text.share.copied : text.share.selected)
  }
  return (
    <Section title={text.share.title} className="share">
      <div class="share-row">
        <input
          ref={field}
          readOnly
          aria-label={text.share.label}
          value={`${location.origin}/r/${code}`}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" onClick={copy}>
          {text.share.copy}
        </button>
      </div>
      <p class="note" role="status">
        {hint}
      </p>
    </Section>
  )
}
