/** The upload of an image or a font: drop, progress, and the result. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { ApiError, asApiError } from '../api-error.ts'
import { useFormat } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { DropZone } from '../parts/drop-zone.tsx'
import { Notice } from '../parts/notice.tsx'
import { Progress } from '../parts/progress.tsx'
import { troubleText } from '../words/trouble.ts'
import { phrase, useWords } from '../words.ts'

export interface UploadFileProps<T> {
  readonly path: string
  readonly label: string
  readonly button: string
  readonly hint: string
  readonly accept: string
  /** More is refused without being sent. */
  readonly mostBytes: number
  readonly words: {
    readonly sending: string
    readonly sent: string
    readonly reading: string
    readonly failed: string
    readonly cancel: string
    readonly again: string
    readonly close: string
    readonly lost: string
    readonly tooLarge: string
  }
  /** What refusals are called, by code. */
  readonly faults: Readonly<Record<string, string>>
  /** The message after the upload. */
  said(reply: T): ComponentChildren
  onDone(reply: T): void
}

type State<T> =
  | { readonly kind: 'none' }
  | { readonly kind: 'sending'; readonly file: File; readonly sent: number }
  | { readonly kind: 'done'; readonly reply: T }
  | { readonly kind: 'failed'; readonly file: File; readonly error: ApiError }

export function UploadFile<T>(props: UploadFileProps<T>) {
  const { path, words, faults, mostBytes, said, onDone } = props
  const shared = useWords('shared')
  const format = useFormat()
  const [state, setState] = useState<State<T>>({ kind: 'none' })
  const giveUp = useRef<AbortController | null>(null)
  useEffect(() => () => giveUp.current?.abort(), [])

  const start = async (file: File) => {
    giveUp.current?.abort()
    const abort = new AbortController()
    giveUp.current = abort
    const changeState = (next: State<T>) => {
      if (!abort.signal.aborted) setState(next)
    }
    const refused = (code: string) => new ApiError({ status: 400, code, message: words.tooLarge })
    if (file.size > mostBytes)
      return changeState({ kind: 'failed', file, error: refused('payload_too_large') })
    changeState({ kind: 'sending', file, sent: 0 })
    try {
      const form = new FormData()
      form.set('file', file)
      const reply = await api.upload<T>(
        path,
        form,
        (sent) => changeState({ kind: 'sending', file, sent: Math.min(sent, file.size) }),
        abort.signal,
      )
      changeState({ kind: 'done', reply })
      if (!abort.signal.aborted) onDone(reply)
    } catch (thrown) {
      changeState({ kind: 'failed', file, error: asApiError(thrown) })
    }
  }
  const end = () => {
    giveUp.current?.abort()
    setState({ kind: 'none' })
  }
  const textOf = (error: ApiError) => {
    const { code } = error
    if (code === 'no_network') return words.lost
    if (code === 'payload_too_large') return words.tooLarge
    return faults[code] ?? troubleText(shared, error)
  }
  if (state.kind === 'sending') {
    const { file, sent } = state
    const isSent = sent >= file.size
    return (
      <section class="upload-running card" aria-label={file.name}>
        <Progress
          value={isSent ? null : sent / file.size}
          label={
            isSent ? phrase(words.reading, { name: file.name }) : phrase(words.sending, { name: file.name })
          }
          detail={phrase(words.sent, { sent: format.bytes(sent), total: format.bytes(file.size) })}
        />
        <Button onClick={end}>{words.cancel}</Button>
      </section>
    )
  }
  return (
    <div class="stack">
      {state.kind === 'done' ? (
        <Notice
          kind="good"
          action={
            <Button small onClick={end}>
              {words.close}
            </Button>
          }
        >
          {said(state.reply)}
        </Notice>
      ) : null}
      {state.kind === 'failed' ? (
        <Notice
          kind="bad"
          title={phrase(words.failed, { name: state.file.name })}
          action={
            <>
              {state.error.status === 0 || state.error.status >= 500 ? (
                <Button kind="main" onClick={() => void start(state.file)}>
                  {words.again}
                </Button>
              ) : null}
              <Button onClick={end}>{words.close}</Button>
            </>
          }
        >
          <p>{textOf(state.error)}</p>
        </Notice>
      ) : null}
      <DropZone
        label={props.label}
        button={props.button}
        hint={props.hint}
        accept={props.accept}
        onFile={(file) => void start(file)}
      />
    </div>
  )
}
