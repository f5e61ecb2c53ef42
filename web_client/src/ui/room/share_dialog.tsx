import { useRef, useState } from 'preact/hooks'
import { languages, text } from '../../i18n'
import { shareLink, type ShareOptions } from '../../model/share_link'
import { copyText } from '../common/copy_text'
import { Dialog } from '../common/dialog'
import { Qr } from '../common/qr'
import { useAddresses } from '../common/use_addresses'

const VIEWS: readonly ShareOptions['view'][] = ['room', 'projector', 'embed']

/** Every way to bring others into the room: code, link and QR, for each address of the server. */
export function ShareDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const addresses = useAddresses()
  const [chosen, setOrigin] = useState<string | null>(null)
  const [options, setOptions] = useState<ShareOptions>({ view: 'room', locale: null })
  const origin = chosen ?? addresses[0]
  const link = shareLink(origin, code, options)
  const t = text.share
  return (
    <Dialog title={t.title} onClose={onClose}>
      <div class="share-dialog">
        <Qr value={link} label={t.qr(link)} />
        <p class="code">{code}</p>
        <Link link={link} />
        {addresses.length > 1 && (
          <label class="row">
            {t.address}
            <select value={origin} onChange={(event) => setOrigin(event.currentTarget.value)}>
              {addresses.map((address) => (
                <option key={address} value={address}>
                  {address}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="row">
          {t.view}
          <select
            value={options.view}
            onChange={(event) =>
              setOptions({ ...options, view: VIEWS[event.currentTarget.selectedIndex]! })
            }
          >
            {VIEWS.map((view) => (
              <option key={view} value={view}>
                {t.views[view]}
              </option>
            ))}
          </select>
        </label>
        <label class="row">
          {text.languageChoice}
          <select
            value={options.locale ?? ''}
            onChange={(event) =>
              setOptions({ ...options, locale: event.currentTarget.value || null })
            }
          >
            <option value="">{t.anyLanguage}</option>
            {Object.entries(languages).map(([tag, language]) => (
              <option key={tag} value={tag}>
                {language.text.languageName}
              </option>
            ))}
          </select>
        </label>
      </div>
    </Dialog>
  )
}

function Link({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [hint, setHint] = useState<string | null>(null)
  const copy = async () => {
    setHint((await copyText(field.current!)) ? text.share.copied : text.share.selected)
  }
  return (
    <div>
      <div class="share-row">
        <input
          ref={field}
          readOnly
          aria-label={text.share.label}
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" onClick={copy}>
          {text.share.copy}
        </button>
      </div>
      <p class="note" role="status">
        {hint}
      </p>
    </div>
  )
}
