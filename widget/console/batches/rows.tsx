/** The rows of a batch, with what became of each; those with faults first of all, where there are any. */
import { useEffect, useState } from 'preact/hooks'
import { useFormat } from '../format.ts'
import { preflightState } from '../orders/states.ts'
import { de as ordersDe } from '../orders/words/de.ts'
import { en as ordersEn } from '../orders/words/en.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { Select } from '../parts/select.tsx'
import { useList } from '../resources.ts'
import { Link } from '../router.ts'
import { useWords } from '../words.ts'
import type { BatchItemWire, BatchWire, ItemStatus } from './wire.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

const STATUSES: readonly ItemStatus[] = ['failed', 'succeeded', 'pending', 'skipped']
const TONES = { pending: 'neutral', succeeded: 'good', failed: 'bad', skipped: 'neutral' } as const

type Row = BatchItemWire & { readonly id: string }

export function Rows({ batch, address }: { readonly batch: BatchWire; readonly address: string }) {
  const words = useWords({ en, de })
  const orders = useWords({ en: ordersEn, de: ordersDe })
  const format = useFormat()
  const [status, setStatus] = useState<ItemStatus | ''>(batch.failed > 0 ? 'failed' : '')
  const list = useList<Row>(`${address}/items`, { limit: 100, status: status || null })
  const { reload } = list
  // Looked through again at its end, and not under whoever reads it meanwhile.
  useEffect(() => reload(), [batch.status, reload])
  const columns: readonly Column<Row>[] = [
    {
      key: 'row',
      title: words.row,
      align: 'end',
      cell: ({ row, index }) => format.number(row ?? index + 1),
    },
    {
      key: 'ref',
      title: words.ref,
      minor: true,
      cell: ({ external_ref: ref }) => (ref === null ? '–' : <bdi>{ref}</bdi>),
    },
    {
      key: 'status',
      title: words.status,
      cell: (item) => <Badge kind={TONES[item.status]} label={words.itemStatus[item.status]} />,
    },
    {
      key: 'preflight',
      title: words.preflight,
      cell: ({ preflight_status: found }) =>
        found === null ? '–' : <Badge {...preflightState(orders, found)} />,
    },
    {
      key: 'outcome',
      title: words.outcome,
      cell: ({ error, render_id: file }) => {
        if (error !== null)
          return (
            <span class="error" lang="en">
              {error.message}
            </span>
          )
        if (file === null || batch.kind !== 'renders') return '–'
        return <Link href={`/console/orders/files/${file}`}>{words.openFile}</Link>
      },
    },
  ]
  return (
    <section class="section" aria-labelledby="batch-rows">
      <h2 id="batch-rows">{words.rowsTitle}</h2>
      <div class="search-bar">
        <Select<ItemStatus | ''>
          label={words.show}
          value={status}
          options={[
            { value: '', label: words.all },
            ...STATUSES.map((one) => ({ value: one, label: words.itemStatus[one] })),
          ]}
          onChange={setStatus}
        />
      </div>
      <ErrorNotice error={list.error} onRetry={list.reload} />
      {list.loading ? <Loading /> : null}
      {!list.loading && list.items.length === 0 && list.error === null ? (
        <p class="dim">{words.noRows}</p>
      ) : null}
      {list.items.length === 0 ? null : (
        <DataTable
          caption={words.rowsTitle}
          columns={columns}
          rows={list.items.map((item) => ({ ...item, id: String(item.index) }))}
          hasMore={list.hasMore}
          loadingMore={list.loadingMore}
          onMore={list.more}
        />
      )}
    </section>
  )
}
