/** A print file: its state, its properties, its download, and another attempt if it failed. */
import { api } from '../api.ts'
import { useFormat } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Facts } from '../parts/facts.tsx'
import { Notice } from '../parts/notice.tsx'
import { State } from '../parts/state.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toast.tsx'
import { useSession } from '../session.ts'
import { PreflightBadge } from '../templates/badges.tsx'
import { useAction } from '../use-action.ts'
import { useSaid } from '../words/said.ts'
import { phrase, useWords } from '../words.ts'
import { downloadRender } from './download.ts'
import { renderState } from './states.ts'
import type { RenderWire } from './wire.ts'

export interface PrintFileProps {
  readonly render: RenderWire
  /** Its design waits for review. */
  readonly held?: boolean
  /** Another button of the page is the main one. */
  readonly isAside?: boolean
  /** Something has become of it. */
  onChanged(): void
}

export function PrintFile({ render, held = false, isAside = false, onChanged }: PrintFileProps) {
  const words = useWords('orders')
  const format = useFormat()
  const session = useSession()
  const say = useSaid()
  const download = useAction()
  const retry = useAction()
  const { id, kind, status } = render
  const address = `/v1/renders/${encodeURIComponent(id)}`
  const ready = status === 'succeeded'
  // A file that passed needs no other run, and a canceled one gets none.
  const again =
    !held && (status === 'failed' || status === 'queued' || (ready && render.preflight_status !== 'pass'))
  return (
    <>
      <p class="badges">
        <State {...renderState(words, render)} />
        {ready ? <PreflightBadge status={render.preflight_status} /> : null}
      </p>
      {status === 'queued' ? <p role="status">{held ? words.review.waiting : words.waiting}</p> : null}
      {status === 'failed' ? (
        <Notice kind="bad">
          {phrase(words.failedWith, {
            code: say({ code: render.error_code, message: render.error_code ?? 'render_failed' }),
          })}
        </Notice>
      ) : null}
      {ready && render.signed_url === null && kind !== 'preview' ? (
        <p class="dim">{words.fileErased}</p>
      ) : null}
      <div class="form-actions">
        {ready && render.signed_url !== null ? (
          <Button
            kind={isAside ? 'plain' : 'main'}
            busy={download.busy}
            onClick={() => void download.run(() => downloadRender(id))}
          >
            {kind === 'proof' ? words.downloadProof : words.download}
          </Button>
        ) : null}
        {again && session.may('renders:write') && (render.signed_url !== null || !ready) ? (
          <Button
            busy={retry.busy}
            onClick={() =>
              void retry.run(async () => {
                await api.post(`${address}/retry`, {})
                toast(words.retried)
                onChanged()
              })
            }
          >
            {words.retry}
          </Button>
        ) : null}
      </div>
      <ErrorNotice error={download.error} />
      <ErrorNotice error={retry.error} />
      <Facts
        facts={[
          [words.kind, words.renderKind[kind]],
          render.completed_at === null ? null : [words.made, <Time key="made" at={render.completed_at} />],
          [words.pages, format.number(render.page_count)],
          render.size_bytes === 0 ? null : [words.size, format.bytes(render.size_bytes)],
        ]}
      />
      <details>
        <summary>{words.technical}</summary>
        <Facts
          facts={[
            [words.revision, format.number(render.scene_revision)],
            [words.attempt, format.number(render.attempt_count)],
            render.content_sha256 === null
              ? null
              : [words.sha256, <code key="sha">{render.content_sha256}</code>],
            [words.id, <code key="id">{id}</code>],
          ]}
        />
      </details>
    </>
  )
}
