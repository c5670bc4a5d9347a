/** One batch: its progress, the result of each row, and its downloads. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useFormat } from '../format.ts'
import { follow } from '../orders/download.ts'
import { downloadArchive } from '../orders/selection-bar.tsx'
import { shortId } from '../orders/states.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmButton } from '../parts/confirm.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Facts } from '../parts/facts.tsx'
import { Page } from '../parts/page.tsx'
import { PendingPage } from '../parts/pending-page.tsx'
import { Progress } from '../parts/progress.tsx'
import { Select } from '../parts/select.tsx'
import { State } from '../parts/state.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resources.ts'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import { useAction } from '../use-action.ts'
import { useWaiting } from '../use-waiting.ts'
import { phrase, useWords } from '../words.ts'
import { batchState, PATH, resultName } from './batches-list.tsx'
import { FailedRows } from './failed-rows.tsx'
import { Rows } from './rows.tsx'
import type { BatchItemWire, BatchWire } from './wire.ts'

/** As many as one archive holds. */
const PORTION = 100

export function BatchPage({ id }: { readonly id: string }) {
  const words = useWords('batches')
  const session = useSession()
  const address = `/v1/batches/${encodeURIComponent(id)}`
  const found = useResource<{ batch: BatchWire }>(address)
  const batch = found.value?.batch ?? null
  const running = batch?.status === 'queued' || batch?.status === 'processing'
  useWaiting(found, running)
  const back = { href: PATH, label: words.back }
  if (batch === null) return <PendingPage title={words.title} back={back} found={found} words={words} />
  return (
    <Page
      title={phrase(words.batch, { id: shortId(id) })}
      heading={
        <span class="badges">
          {phrase(words.batch, { id: shortId(id) })} <State {...batchState(words, batch)} />
        </span>
      }
      back={back}
      wide
      actions={
        running && session.may('batches:write') ? (
          <ConfirmButton
            label={words.cancel}
            kind="danger"
            title={words.cancelTitle}
            text={words.cancelText}
            yes={words.cancelYes}
            no={words.keep}
            danger
            onYes={async () => {
              found.set(await api.post<{ batch: BatchWire }>(`${address}/cancel`))
              toast(words.canceled)
            }}
          />
        ) : null
      }
    >
      <ErrorNotice error={found.error} onRetry={found.reload} />
      <Overview batch={batch} />
      <Downloads batch={batch} address={address} />
      {running || batch.failed === 0 ? null : <FailedRows batch={batch} address={address} />}
      <Rows batch={batch} address={address} />
    </Page>
  )
}

function Overview({ batch }: { readonly batch: BatchWire }) {
  const words = useWords('batches')
  const format = useFormat()
  const { total, succeeded, failed, skipped } = batch
  const done = succeeded + failed + skipped
  const time = (text: string) => <Time at={text} />
  return (
    <section class="card section" aria-labelledby="batch-progress">
      <h2 id="batch-progress">{words.progress}</h2>
      <div role="status" class="batch-progress">
        <Progress
          label={words.progress}
          value={total === 0 ? null : done / total}
          detail={
            batch.status === 'completed'
              ? phrase(words.printed, { printed: succeeded, failed: failed + skipped })
              : phrase(words.done, { done, total })
          }
        />
      </div>
      <Facts
        facts={[
          [words.succeeded, format.number(succeeded)],
          [words.failed, format.number(failed)],
          [words.skipped, format.number(skipped)],
          [words.result, resultName(words, batch)],
          batch.template_id === null
            ? [words.template, words.severalTemplates]
            : [
                words.template,
                <Link key="template" href={`/console/templates/${batch.template_id}`}>
                  <TemplateTitle id={batch.template_id} />
                </Link>,
              ],
          batch.retry_of === null
            ? null
            : [
                words.retryOf,
                <Link key="retry" href={`${PATH}/${batch.retry_of}`}>
                  {phrase(words.batch, { id: shortId(batch.retry_of) })}
                </Link>,
              ],
          [words.createdAt, time(batch.created_at)],
          batch.completed_at === null ? null : [words.completedAt, time(batch.completed_at)],
          batch.size_bytes === null ? null : [words.size, format.bytes(batch.size_bytes)],
        ]}
      />
    </section>
  )
}

function TemplateTitle({ id }: { readonly id: string }) {
  const found = useResource<{ template: { title: string } }>(`/v1/templates/${encodeURIComponent(id)}`)
  return <bdi>{found.value?.template.title ?? id}</bdi>
}

function Downloads({ batch, address }: { readonly batch: BatchWire; readonly address: string }) {
  const words = useWords('batches')
  const action = useAction()
  const [portion, setPortion] = useState(0)
  const portions = Math.ceil(batch.total / PORTION)
  const upTo = (at: number) => Math.min(batch.total, (at + 1) * PORTION)
  useEffect(() => {
    if (portion >= portions) setPortion(0)
  }, [portion, portions])
  const merged = batch.result === 'merged'
  if (batch.kind !== 'renders' || batch.succeeded === 0 || (merged && batch.result_url === null)) return null
  const fetchMerged = async () => {
    const { batch: fresh } = await api.get<{ batch: BatchWire }>(address)
    if (fresh.result_url !== null) follow(fresh.result_url)
  }
  const fetchPortion = async () => {
    const from = portion * PORTION
    const { data } = await api.get<{ data: readonly BatchItemWire[] }>(`${address}/items`, {
      limit: PORTION,
      starting_after: from === 0 ? null : from - 1,
    })
    const ids = data.flatMap(({ render_id, status }) =>
      render_id === null || status !== 'succeeded' ? [] : [render_id],
    )
    if (ids.length === 0) toast(words.noRows, 'bad')
    else await downloadArchive({ render_ids: ids })
  }
  return (
    <section class="section row" aria-label={words.download}>
      {!merged && portions > 1 ? (
        <Select
          label={words.records}
          value={String(portion)}
          options={Array.from({ length: portions }, (_, at) => ({
            value: String(at),
            label: phrase(words.zipPart, { from: at * PORTION + 1, to: upTo(at) }),
          }))}
          onChange={(at) => setPortion(Number(at))}
        />
      ) : null}
      <Button
        kind="main"
        busy={action.busy}
        onClick={() => void action.run(merged ? fetchMerged : fetchPortion)}
      >
        {merged
          ? words.download
          : portions > 1
            ? phrase(words.zipPart, { from: portion * PORTION + 1, to: upTo(portion) })
            : phrase(words.downloadAll, { count: batch.succeeded })}
      </Button>
      <ErrorNotice error={action.error} />
    </section>
  )
}
