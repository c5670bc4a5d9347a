/** The rows of a batch with their results; rows with errors come first. */

import { useEffect, useState } from 'preact/hooks'
import { useFormat } from '../format.ts'
import { type Column, None } from '../parts/data-table.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { filterOptions, Select } from '../parts/select.tsx'
import { State } from '../parts/state.tsx'
import { useList } from '../resources.ts'
import { Link } from '../router.ts'
import { PreflightBadge } from '../templates/badges.tsx'
import type { SaidBy } from '../words/said.ts'
import { useWords } from '../words.ts'
import { RowError } from './row-error.tsx'
import type { BatchItemWire, BatchWire, ItemStatus } from './wire.ts'

const STATUSES: readonly ItemStatus[] = ['failed', 'succeeded', 'pending', 'skipped']
const TONES = { pending: 'neutral', succeeded: 'good', failed: 'bad', skipped: 'neutral' } as const

type Row = BatchItemWire & { readonly id: string }

export function Rows({ batch, address }: { readonly batch: BatchWire; readonly address: string }) {
  const words = useWords('batches')
  const format = useFormat()
  const [status, setStatus] = useState<ItemStatus | ''>('')
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
      cell: ({ external_ref: ref }) => (ref === null ? <None /> : <bdi>{ref}</bdi>),
    },
    {
      key: 'status',
      title: words.status,
      phone: 'aside',
      cell: (item) => <State kind={TONES[item.status]} label={words.itemStatus[item.status]} />,
    },
    {
      key: 'preflight',
      title: words.preflight,
      cell: ({ preflight_status: found }) => (found === null ? <None /> : <PreflightBadge status={found} />),
    },
    {
      key: 'outcome',
      title: words.outcome,
      cell: ({ error, render_id: file }) => {
        if (error !== null) return <RowError class="error" one={decisive(error)} />
        if (file === null || batch.kind !== 'renders') return <None />
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
          options={filterOptions(words.all, STATUSES, words.itemStatus)}
          onChange={setStatus}
        />
      </div>
      <RecordList
        list={{ ...list, items: list.items.map((item) => ({ ...item, id: String(item.index) })) }}
        empty={words.noRows}
        caption={words.rowsTitle}
        columns={columns}
      />
    </section>
  )
}

/** The first of several faults says more than what they have in common. */
export function decisive(error: NonNullable<BatchItemWire['error']>): SaidBy {
  const { code = error.code, message = error.message, ...facts } = error.details[0] ?? {}
  return { code, message, ...facts }
}
