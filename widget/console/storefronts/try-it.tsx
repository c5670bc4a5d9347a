/** The editor in a frame of this page, opened as a shop's page does, with a session of its server. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { readFromFrame, type ToFrame } from '../../messages.ts'
import { api } from '../api.ts'
import { TemplateSelect } from '../orders/template-select.tsx'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Notice } from '../parts/notice.tsx'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import { useAction } from '../use-action.ts'
import { phrase, useLanguage, useWords } from '../words.ts'
import type { ApplicationWire } from './wire.ts'

interface Opened {
  readonly id: string
  readonly secret: string
}

export interface TryItProps {
  readonly application: ApplicationWire
  /** Takes the addresses that the shop is to have from now on. */
  onAllow(origins: readonly string[]): Promise<unknown>
}

/**
 * Decision: only addresses of the shop may hold its frame, so this page has to be one of them, and is made so by a
 * press of a button and not behind anybody's back.
 */
export function TryIt({ application, onAllow }: TryItProps) {
  const all = useWords('storefronts')
  const words = all.app
  const session = useSession()
  const allow = useAction()
  const open = useAction()
  const [template, setTemplate] = useState('')
  const [opened, setOpened] = useState<Opened | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const allowed = application.allowed_origins.includes(location.origin)
  const may = session.may('embed_sessions:write')
  const begin = async () => {
    const made = await api.post<{ embed_session: { id: string }; client_secret: string }>(
      '/v1/embed/sessions',
      {
        template_id: template,
        embed_application_id: application.id,
        origin: location.origin,
      },
    )
    setSaved(null)
    setOpened({ id: made.embed_session.id, secret: made.client_secret })
  }
  if (!may) return <p class="dim">{all.readOnly}</p>
  return (
    <>
      <p>{words.tryText}</p>
      {allowed ? null : (
        <Notice
          kind="warn"
          action={
            session.may('embed_applications:write') ? (
              <Button
                busy={allow.busy}
                onClick={() =>
                  void allow.run(async () => {
                    await onAllow([...application.allowed_origins, location.origin])
                  })
                }
              >
                {words.tryAllow}
              </Button>
            ) : (
              <span class="dim">{words.tryAllowNot}</span>
            )
          }
        >
          {phrase(words.tryOrigin, { origin: location.origin })}
        </Notice>
      )}
      <ErrorNotice error={allow.error} />
      {allowed ? (
        <form
          class="search-bar"
          onSubmit={(event) => {
            event.preventDefault()
            if (opened !== null) setOpened(null)
            else if (template !== '') void open.run(begin)
          }}
        >
          <TemplateSelect
            label={words.tryTemplate}
            value={template}
            none={all.mapping.pick}
            more={all.more}
            live
            onChange={(id) => {
              setTemplate(id)
              setOpened(null)
            }}
          />
          <Button
            kind={opened === null ? 'main' : 'plain'}
            type="submit"
            busy={open.busy}
            disabled={template === ''}
          >
            {opened === null ? words.tryOpen : words.tryClose}
          </Button>
        </form>
      ) : null}
      <ErrorNotice error={open.error} />
      {saved === null ? null : (
        <Notice
          kind="good"
          action={
            <Link class="button plain" href={`/console/orders/${saved}`}>
              {words.tryJob}
            </Link>
          }
        >
          {words.trySaved}
        </Notice>
      )}
      {opened === null ? null : (
        <Frame
          key={opened.id}
          application={application}
          opened={opened}
          onSaved={setSaved}
          onClosed={() => setOpened(null)}
        />
      )}
    </>
  )
}

function Frame(props: {
  readonly application: ApplicationWire
  readonly opened: Opened
  onSaved(fillId: string): void
  onClosed(): void
}) {
  const words = useWords('storefronts').app
  const language = useLanguage()
  const frame = useRef<HTMLIFrameElement>(null)
  const [fault, setFault] = useState<string | null>(null)
  const { application, opened } = props
  const hear = useRef(props)
  hear.current = props
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      const message = readFromFrame(data)
      if (message?.type === 'service:ready') {
        const wish = { product: '', variant: null, cart: null, fill: null, language }
        const session = { id: opened.id, client_secret: opened.secret }
        const told: ToFrame = { type: 'service:open', wish: { ...wish, session } }
        frame.current?.contentWindow?.postMessage(told, location.origin)
      }
      if (message?.type === 'service:saved') hear.current.onSaved(message.fill.id)
      if (message?.type === 'service:closed') hear.current.onClosed()
      if (message?.type === 'service:error') setFault(message.code)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [opened, language])
  const query = new URLSearchParams({ application: application.id, parent: location.origin, lang: language })
  return (
    <>
      {fault === null ? null : (
        <Notice kind="bad">
          {words.tryFailed} <code>{fault}</code>
        </Notice>
      )}
      <iframe
        ref={frame}
        class="try-frame"
        title={words.tryFrame}
        src={`/widget/frame?${query.toString()}`}
      />
    </>
  )
}
