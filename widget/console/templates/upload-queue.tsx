/** New templates from one or more PDFs: uploaded in turn; a single one opens in the editor. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { Checkbox } from '../parts/checkbox.tsx'
import { DropZone } from '../parts/drop-zone.tsx'
import { toast } from '../parts/toast.tsx'
import { navigate, useBlocker } from '../router.ts'
import { phrase, useWords } from '../words.ts'
import { QueuedUpload } from './queued-upload.tsx'
import { UPLOAD_WAYS } from './upload-box.tsx'
import { runUpload, type UploadState } from './upload-run.ts'
import './upload.css'

const PATH = '/v1/templates'

export interface Queued {
  readonly id: number
  readonly file: File
  /** Null while it waits for its turn. */
  readonly state: UploadState | null
}

export interface UploadQueueProps {
  /** The one thing that the page is about. */
  readonly main: boolean
  onDone(): void
}

export function UploadQueue({ main, onDone }: UploadQueueProps) {
  const words = useWords('templates')
  const [queue, setQueue] = useState<readonly Queued[]>([])
  const [keepsBorders, setKeepsBorders] = useState(false)
  const running = useRef(new Map<number, AbortController>())
  const count = useRef(0)
  const busy = queue.some(({ state }) => state === null || isRunning(state))
  useBlocker(busy)
  useEffect(
    () => () => {
      for (const abort of running.current.values()) abort.abort()
    },
    [],
  )
  const set = (id: number, state: UploadState | null) =>
    setQueue((before) => before.map((one) => (one.id === id ? { ...one, state } : one)))
  const remove = (one: Queued) => {
    running.current.get(one.id)?.abort()
    running.current.delete(one.id)
    if (one.state === null || isRunning(one.state))
      toast(phrase(words.upload.canceled, { name: one.file.name }), 'bad')
    setQueue((before) => before.filter(({ id }) => id !== one.id))
  }
  // One at a time: a shop's line is no faster with two, and the first is there sooner.
  useEffect(() => {
    const next = queue.find(({ state }) => state === null)
    if (next === undefined || queue.some(({ state }) => state !== null && isRunning(state))) return
    const abort = new AbortController()
    running.current.set(next.id, abort)
    const fields = { form_borders: keepsBorders ? 'keep' : 'remove' }
    const onState = (state: UploadState) => {
      if (!abort.signal.aborted) set(next.id, state)
    }
    set(next.id, { kind: 'sending', sent: 0, total: next.file.size })
    void runUpload(UPLOAD_WAYS, { file: next.file, path: PATH, fields }, onState, abort.signal)
  }, [queue])
  const done = queue.filter(({ state }) => state?.kind === 'done').length
  useEffect(() => {
    if (done === 0) return
    const [only] = queue
    const isNew = only?.state?.kind === 'done' && !isKnown(only.state.reply)
    if (queue.length === 1 && only?.state?.kind === 'done' && isNew)
      navigate(`/console/templates/${only.state.reply.template.id}/edit`)
    else onDone()
  }, [done])
  const add = (files: readonly File[]) => {
    const added = files.map((file) => {
      count.current += 1
      return { id: count.current, file, state: null }
    })
    // What came to its end makes room for the new ones.
    setQueue((before) => [...before.filter(({ state }) => state === null || isRunning(state)), ...added])
  }
  return (
    <div class="upload-box" data-slim={!main || undefined}>
      <DropZone
        label={words.upload.dropMany}
        button={words.upload.chooseMany}
        hint={words.upload.hint}
        accept="application/pdf,.pdf"
        kind={main ? 'main' : 'plain'}
        onFile={(file) => add([file])}
        onFiles={add}
      />
      <Checkbox
        label={words.upload.borders}
        hint={words.upload.bordersHint}
        checked={keepsBorders}
        onChange={setKeepsBorders}
      />
      {queue.length === 0 ? null : (
        <ul class="upload-queue" aria-label={words.upload.queue}>
          {queue.map((one) => (
            <QueuedUpload
              key={one.id}
              queued={one}
              onAgain={() => set(one.id, null)}
              onRemove={() => remove(one)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function isRunning({ kind }: UploadState): boolean {
  return kind === 'sending' || kind === 'reading' || kind === 'asking'
}

function isKnown(reply: { readonly deduplicated?: true; readonly restored?: true }): boolean {
  return reply.deduplicated === true || reply.restored === true
}
