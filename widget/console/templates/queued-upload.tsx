/** One PDF in the upload queue: its progress, its result or its error. */
import { useFormat } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { Progress } from '../parts/progress.tsx'
import { phrase, useWords } from '../words.ts'
import { Steps } from './reading-steps.tsx'
import { faultText } from './trouble.ts'
import { Done } from './upload-box.tsx'
import type { Queued } from './upload-queue.tsx'
import { isWorthAgain, type UploadState } from './upload-run.ts'

export interface QueuedUploadProps {
  readonly queued: Queued
  onAgain(): void
  onRemove(): void
}

export function QueuedUpload({ queued: { file, state }, onAgain, onRemove }: QueuedUploadProps) {
  const words = useWords('templates')
  const format = useFormat()
  const { name } = file
  if (state?.kind === 'failed')
    return (
      <li>
        <Failed file={file} state={state} onAgain={onAgain} onRemove={onRemove} />
      </li>
    )
  if (state?.kind === 'done')
    return (
      <li>
        <Notice
          kind="good"
          action={
            <Button small onClick={onRemove}>
              {words.upload.dismiss}
            </Button>
          }
        >
          <Done reply={state.reply} />
        </Notice>
      </li>
    )
  return (
    <li class="upload-running" data-waiting={state === null || undefined}>
      {state === null ? <p class="upload-head">{phrase(words.upload.waiting, { name })}</p> : null}
      {state?.kind === 'sending' ? (
        <Progress
          value={state.total === 0 ? null : state.sent / state.total}
          label={phrase(words.upload.sending, { name })}
          detail={phrase(words.upload.sent, {
            sent: format.bytes(state.sent),
            total: format.bytes(state.total),
          })}
        />
      ) : null}
      {state?.kind === 'reading' || state?.kind === 'asking' ? (
        <>
          <p class="upload-head" role="status">
            {phrase(state.kind === 'asking' ? words.upload.asking : words.upload.reading, { name })}
          </p>
          <Steps step={state.step} />
        </>
      ) : null}
      <Button small onClick={onRemove}>
        {words.upload.cancel}
      </Button>
    </li>
  )
}

function Failed({
  file,
  state,
  onAgain,
  onRemove,
}: {
  readonly file: File
  readonly state: Extract<UploadState, { readonly kind: 'failed' }>
  onAgain(): void
  onRemove(): void
}) {
  const words = useWords('templates')
  const shared = useWords('shared')
  const format = useFormat()
  const { error, sent, total } = state
  const { name } = file
  const lost = error.code === 'no_network'
  const text = !lost
    ? faultText(words, shared, error)
    : sent < total
      ? phrase(words.upload.lost, { sent: format.bytes(sent), total: format.bytes(total) })
      : words.upload.lostReading
  return (
    <Notice
      kind="bad"
      title={phrase(lost ? words.upload.lostTitle : words.upload.failedTitle, { name })}
      action={
        <>
          {isWorthAgain(error) ? (
            <Button kind="main" small onClick={onAgain}>
              {words.upload.again}
            </Button>
          ) : null}
          <Button small onClick={onRemove}>
            {words.upload.dismiss}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Notice>
  )
}
