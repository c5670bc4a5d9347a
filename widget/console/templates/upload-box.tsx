/** The upload of a PDF: drop area, progress of sending and reading, and the result. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { ApiError } from '../api-error.ts'
import { useFormat } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import { DropZone } from '../parts/drop-zone.tsx'
import { Notice } from '../parts/notice.tsx'
import { Progress } from '../parts/progress.tsx'
import { toast } from '../parts/toast.tsx'
import { Link, useBlocker } from '../router.ts'
import { phrase, useWords } from '../words.ts'
import { Steps } from './reading-steps.tsx'
import { faultText } from './trouble.ts'
import { isWorthAgain, runUpload, type UploadState, type UploadWays } from './upload-run.ts'
import type { UploadReply, UploadWire } from './wire.ts'
import './upload.css'

export interface UploadBoxProps {
  /** Where it is sent: a new template, or newer artwork of one. */
  readonly path: string
  /** Such as `Drop a press PDF here`. */
  readonly drop: string
  /** The one thing that the page is about. */
  readonly main?: boolean | undefined
  /** What the choice of the form's borders begins with. */
  readonly keepsBorders?: boolean | undefined
  /** Sent at once, without being chosen. */
  readonly begin?: SentUpload | undefined
  /** Nothing of it lasts but its reply: where that is lost, the file is sent again. */
  readonly onlyReply?: boolean | undefined
  onDone(reply: UploadReply, sent: SentUpload): void
  /** The message about the result, instead of the words for a new template. */
  readonly result?: ((reply: UploadReply) => preact.ComponentChildren) | undefined
}

/** A file as it was sent, to be sent again elsewhere. */
export interface SentUpload {
  readonly file: File
  readonly fields: Readonly<Record<string, string>>
}

interface Running {
  readonly file: File
  readonly state: UploadState
}

export function UploadBox(props: UploadBoxProps) {
  const { path, drop, main = false, onDone, result, begin } = props
  const words = useWords('templates')
  const [running, setRunning] = useState<Running | null>(null)
  const [keepsBorders, setKeepsBorders] = useState(props.keepsBorders ?? false)
  const giveUp = useRef<AbortController | null>(null)
  useEffect(() => () => giveUp.current?.abort(), [])
  const { kind } = running?.state ?? { kind: 'none' }
  const busy = kind === 'sending' || kind === 'reading' || kind === 'asking'
  useBlocker(busy)

  const start = (file: File, fields: SentUpload['fields']) => {
    giveUp.current?.abort()
    const abort = new AbortController()
    giveUp.current = abort
    const onState = (state: UploadState) => {
      if (abort.signal.aborted) return
      setRunning({ file, state })
      if (state.kind === 'done') onDone(state.reply, { file, fields })
    }
    const ways = props.onlyReply ? REPLY_ONCE : UPLOAD_WAYS
    void runUpload(ways, { file, path, fields }, onState, abort.signal)
  }
  const choose = (file: File) => start(file, { form_borders: keepsBorders ? 'keep' : 'remove' })
  useEffect(() => {
    if (begin !== undefined) start(begin.file, begin.fields)
  }, [])
  const end = () => {
    giveUp.current?.abort()
    if (busy && running !== null) toast(phrase(words.upload.canceled, { name: running.file.name }), 'bad')
    setRunning(null)
  }
  if (running === null || kind === 'done')
    return (
      <div class="upload-box">
        {running?.state.kind === 'done' ? (
          <Notice
            kind="good"
            action={
              <Button small onClick={end}>
                {words.upload.dismiss}
              </Button>
            }
          >
            {result === undefined ? <Done reply={running.state.reply} /> : result(running.state.reply)}
          </Notice>
        ) : null}
        <DropZone
          label={drop}
          button={words.upload.choose}
          hint={words.upload.hint}
          accept="application/pdf,.pdf"
          kind={main ? 'main' : 'plain'}
          onFile={choose}
        />
        <Checkbox
          label={words.upload.borders}
          hint={words.upload.bordersHint}
          checked={keepsBorders}
          onChange={setKeepsBorders}
        />
      </div>
    )
  return (
    <div class="upload-box">
      {running.state.kind === 'failed' ? (
        <Failed
          running={running}
          onAgain={() => (begin === undefined ? choose(running.file) : start(running.file, begin.fields))}
          onEnd={end}
        />
      ) : (
        <Running running={running} onEnd={end} />
      )}
    </div>
  )
}

function Running({ running, onEnd }: { readonly running: Running; onEnd(): void }) {
  const words = useWords('templates')
  const format = useFormat()
  const { file, state } = running
  return (
    <section class="upload-running" aria-label={file.name}>
      {state.kind === 'sending' ? (
        <Progress
          value={state.total === 0 ? null : state.sent / state.total}
          label={phrase(words.upload.sending, { name: file.name })}
          detail={phrase(words.upload.sent, {
            sent: format.bytes(state.sent),
            total: format.bytes(state.total),
          })}
        />
      ) : null}
      {state.kind === 'reading' || state.kind === 'asking' ? (
        <>
          <p class="upload-head" role="status">
            {state.kind === 'asking'
              ? phrase(words.upload.asking, { name: file.name })
              : phrase(words.upload.reading, { name: file.name })}
          </p>
          <Steps step={state.step} />
        </>
      ) : null}
      <Button onClick={onEnd}>{words.upload.cancel}</Button>
    </section>
  )
}

function Failed({ running, onAgain, onEnd }: { readonly running: Running; onAgain(): void; onEnd(): void }) {
  const words = useWords('templates')
  const shared = useWords('shared')
  const format = useFormat()
  const { file, state } = running
  if (state.kind !== 'failed') return null
  const { error, sent, total } = state
  const lost = error.code === 'no_network'
  const text = !lost
    ? faultText(words, shared, error)
    : sent < total
      ? phrase(words.upload.lost, { sent: format.bytes(sent), total: format.bytes(total) })
      : words.upload.lostReading
  const again = isWorthAgain(error)
  return (
    <Notice
      kind="bad"
      title={
        lost
          ? phrase(words.upload.lostTitle, { name: file.name })
          : phrase(words.upload.failedTitle, { name: file.name })
      }
      action={
        <>
          {again ? (
            <Button kind="main" onClick={onAgain}>
              {words.upload.again}
            </Button>
          ) : null}
          <Button onClick={onEnd}>{again ? words.upload.dismiss : words.upload.other}</Button>
        </>
      }
    >
      <p>{text}</p>
    </Notice>
  )
}

export function Done({ reply }: { readonly reply: UploadReply }) {
  const words = useWords('templates')
  const { template, scene } = reply
  const said = reply.restored
    ? words.upload.restored
    : reply.refreshed
      ? words.upload.refreshed
      : reply.deduplicated
        ? words.upload.known
        : words.upload.done
  const inks = scene.inks.filter(({ name }) => !PROCESS.has(name)).map(({ name }) => name)
  const href = `/console/templates/${template.id}`
  return (
    <>
      <p>
        <strong>{phrase(said, { title: template.title })}</strong>
      </p>
      <p>
        {[
          phrase(words.upload.foundPages, { count: template.page_count }),
          phrase(words.upload.foundFields, { count: scene.field_count }),
          phrase(words.upload.foundInks, { count: inks.length, inks: inks.join(', ') }),
        ].join(' · ')}
      </p>
      {scene.field_count === 0 ? <p>{words.upload.noFields}</p> : null}
      <p class="row">
        <Link href={`${href}/edit`}>{words.upload.toEditor}</Link>
        <Link href={href}>{words.upload.toTemplate}</Link>
      </p>
    </>
  )
}

const PROCESS: ReadonlySet<string> = new Set(['Cyan', 'Magenta', 'Yellow', 'Black'])

export const UPLOAD_WAYS: UploadWays = {
  send: (path, form, onProgress, signal) => api.upload<UploadReply>(path, form, onProgress, signal),
  async look(id, signal) {
    const path = '/v1/template_uploads'
    const { data } = await api.get<{ readonly data: readonly UploadWire[] }>(path, undefined, { signal })
    return data.find((upload) => upload.id === id) ?? null
  },
  find: (id, signal) => api.get<UploadReply>(`/v1/templates/${id}`, { revision: 'latest' }, { signal }),
  pause: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    }),
  makeId: () =>
    `console-${[...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`,
}

const REPLY_ONCE: UploadWays = {
  ...UPLOAD_WAYS,
  find: () =>
    Promise.reject(new ApiError({ status: 404, code: 'not_found', message: 'The reply was lost.' })),
}
