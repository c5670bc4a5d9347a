/** The batches, newest first, with their progress. */

import { useFormat } from '../format.ts'
import { type Column, None } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { State } from '../parts/state.tsx'
import { Time } from '../parts/time.tsx'
import { useList } from '../resources.ts'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import { Thumbnail } from '../templates/thumbnail.tsx'
import { useWords, type Words } from '../words.ts'
import type { BatchWire } from './wire.ts'

export const PATH = '/console/batches'
const TONES = { queued: 'neutral', processing: 'busy', completed: 'good', canceled: 'neutral' } as const

export function batchState(
  words: Words<'batches'>,
  { status, failed }: Pick<BatchWire, 'status' | 'failed'>,
) {
  const kind = status === 'completed' && failed > 0 ? 'warn' : TONES[status]
  return { kind, label: kind === 'warn' ? words.doneWithErrors : words.statuses[status] } as const
}

export function resultName(
  words: Words<'batches'>,
  { kind, result }: Pick<BatchWire, 'kind' | 'result'>,
): string {
  return kind === 'renders' ? words.results[result] : words.kinds[kind]
}

export function BatchesList() {
  const words = useWords('batches')
  const format = useFormat()
  const session = useSession()
  const list = useList<BatchWire>('/v1/batches', { limit: 50 })
  const columns: readonly Column<BatchWire>[] = [
    {
      key: 'started',
      title: words.createdAt,
      cell: ({ created_at: at, template_id: template, scene_revision: revision }) => (
        <span class="job-name">
          {template === null ? null : <Thumbnail templateId={template} revision={revision} />}
          <Time at={at} />
        </span>
      ),
    },
    { key: 'result', title: words.result, cell: (batch) => resultName(words, batch) },
    {
      key: 'status',
      title: words.status,
      phone: 'aside',
      cell: (batch) => <State {...batchState(words, batch)} />,
    },
    {
      key: 'records',
      title: words.records,
      align: 'end',
      cell: ({ succeeded, failed, skipped, total }) =>
        `${format.number(succeeded + failed + skipped)} / ${format.number(total)}`,
    },
    {
      key: 'faults',
      title: words.faults,
      align: 'end',
      cell: ({ failed }) => (failed === 0 ? <None /> : format.number(failed)),
    },
  ]
  const add = session.may('batches:write') ? (
    <Link class="button main" href={`${PATH}/new`}>
      {words.create}
    </Link>
  ) : undefined
  return (
    <RecordList
      list={list}
      empty={<EmptyState drawing="press" title={words.emptyTitle} text={words.emptyText} action={add} />}
      caption={words.title}
      columns={columns}
      rowHref={({ id }) => `${PATH}/${id}`}
    />
  )
}
