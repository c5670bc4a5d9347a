/** The failed rows of a batch: corrected in place and printed as a batch of their own, or downloaded. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { saveBlob } from '../orders/download.ts'
import { shortId } from '../orders/states.ts'
import type { FieldWire } from '../orders/wire.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { useList, useResource } from '../resources.ts'
import { navigate } from '../router.ts'
import { useSession } from '../session.ts'
import { useAction } from '../use-action.ts'
import { phrase, useLanguage, useWords } from '../words.ts'
import { PATH } from './batches-list.tsx'
import { failedCsv } from './failed-csv.ts'
import { type Correction, FailedRow } from './failed-row.tsx'
import type { BatchItemWire, BatchWire } from './wire.ts'

export function FailedRows({ batch, address }: { readonly batch: BatchWire; readonly address: string }) {
  const words = useWords('batches')
  const language = useLanguage()
  const session = useSession()
  const mayRetry = session.may('batches:write') && batch.kind !== 'preview_refresh'
  const list = useList<BatchItemWire & { readonly id: string }>(`${address}/items`, {
    status: 'failed',
    limit: 20,
  })
  const template =
    batch.template_id === null ? null : `/v1/templates/${encodeURIComponent(batch.template_id)}/fields`
  const fields = useResource<{ data: readonly FieldWire[] }>(template)
  const [corrections, setCorrections] = useState<Readonly<Record<number, Correction>>>({})
  const retry = useAction()
  const download = useAction()
  const chosen = Object.values(corrections)
  const all = fields.value?.data ?? []
  return (
    <section class="card section" aria-labelledby="batch-failed">
      <h2 id="batch-failed">{words.failedTitle}</h2>
      <p>{words.failedText}</p>
      <ErrorNotice error={list.error ?? fields.error} onRetry={list.reload} />
      <div class="failed-rows">
        {list.items.map((item) => (
          <FailedRow
            key={item.index}
            item={item}
            batch={batch}
            fields={all}
            correction={mayRetry ? (corrections[item.index] ?? null) : undefined}
            onChange={(correction) =>
              setCorrections(({ [item.index]: _, ...others }) =>
                correction === null ? others : { ...others, [item.index]: correction },
              )
            }
          />
        ))}
      </div>
      {list.hasMore ? (
        <div class="table-more">
          <Button onClick={list.more}>{words.more}</Button>
        </div>
      ) : null}
      <ErrorNotice error={retry.error ?? download.error} />
      <div class="form-actions">
        {mayRetry ? (
          <Button
            kind="main"
            busy={retry.busy}
            disabled={chosen.length === 0}
            onClick={() =>
              void retry.run(async () => {
                const made = await api.post<{ batch: BatchWire }>(`${address}/retry`, { items: chosen })
                navigate(`${PATH}/${made.batch.id}`)
              })
            }
          >
            {phrase(words.retry, { count: chosen.length })}
          </Button>
        ) : null}
        <Button
          busy={download.busy}
          onClick={() =>
            void download.run(async () =>
              saveBlob(
                await failedCsv(batch, address, all, language),
                phrase(words.failedFile, { id: shortId(batch.id) }),
              ),
            )
          }
        >
          {words.downloadFailed}
        </Button>
      </div>
    </section>
  )
}
