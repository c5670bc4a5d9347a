/** What to do now: counts of approved, held, failed and printed jobs, and the jobs to print with their next step. */
import { useMemo } from 'preact/hooks'
import { JobName } from '../orders/job-name.tsx'
import { JobState } from '../orders/job-state.tsx'
import { NextStep } from '../orders/next-step.tsx'
import type { FillWire } from '../orders/wire.ts'
import { DataTable } from '../parts/data-table.tsx'
import { Drawing } from '../parts/drawing.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { SkeletonRows } from '../parts/skeleton.tsx'
import { State } from '../parts/state.tsx'
import { useResource } from '../resources.ts'
import { Link } from '../router.ts'
import { phrase, useWords } from '../words.ts'
import type { Page as PageWire, ProductionWire } from './wire.ts'

const ORDERS = '/console/orders'
const MOST = 8
/** The service counts no further. */
const MOST_COUNTED = 1000

export function ToPrint() {
  const words = useWords('home')
  const orders = useWords('orders')
  const since = useMemo(startOfToday, [])
  const counts = useResource<{ production: ProductionWire }>('/v1/production', { printed_since: since })
  const approved = useResource<PageWire<FillWire>>('/v1/fills', {
    limit: MOST,
    production_status: 'approved',
  })
  const waiting = useResource<PageWire<FillWire>>('/v1/fills', { limit: MOST, production_status: 'to_print' })
  const error = counts.error ?? approved.error ?? waiting.error
  const reload = () => {
    for (const one of [counts, approved, waiting]) one.reload()
  }
  const rows = [...(waiting.value?.data ?? []), ...(approved.value?.data ?? [])].slice(0, MOST)
  const loaded = approved.value !== null && waiting.value !== null
  return (
    <>
      {counts.value === null ? null : <Figures counts={counts.value.production} />}
      <section class="section">
        <h2>{words.orders.title}</h2>
        <ErrorNotice error={error} onRetry={reload} />
        {!loaded && error === null ? <SkeletonRows /> : null}
        {loaded && rows.length === 0 ? (
          <div class="card nothing">
            <Drawing name="done" />
            <p>{words.orders.empty}</p>
          </div>
        ) : null}
        {rows.length === 0 ? null : (
          <div class="to-print">
            <DataTable
              caption={words.orders.title}
              rows={rows}
              rowHref={({ id }) => `${ORDERS}/${id}`}
              columns={[
                { key: 'job', title: words.orders.reference, cell: (fill) => <JobName fill={fill} /> },
                {
                  key: 'template',
                  title: words.orders.template,
                  cell: ({ template_title: title, customer_name: name }) => (
                    <span class="two-lines">
                      <bdi>{title}</bdi>
                      {name === null ? null : <bdi class="dim">{name}</bdi>}
                    </span>
                  ),
                },
                {
                  key: 'state',
                  title: words.orders.state,
                  phone: 'aside',
                  cell: (fill) => <JobState fill={fill} />,
                },
                {
                  key: 'next',
                  title: orders.actions,
                  align: 'end',
                  cell: (fill) => <NextStep fill={fill} small onChanged={reload} />,
                },
              ]}
            />
          </div>
        )}
        <p class="home-more">
          <Link href={ORDERS}>{words.orders.all}</Link>
        </p>
      </section>
    </>
  )
}

function Figures({ counts }: { readonly counts: ProductionWire }) {
  const words = useWords('home')
  const said = (count: number) =>
    count >= MOST_COUNTED ? phrase(words.now.most, { count: MOST_COUNTED }) : String(count)
  const figures = [
    ['approved', counts.approved, 'busy'],
    ['held', counts.held, 'warn'],
    ['failed', counts.failed, 'bad'],
    ['done', counts.printed, 'good'],
  ] as const
  return (
    <nav class="figures" aria-label={words.now.title}>
      {figures.map(([status, count, kind]) => (
        <Link key={status} class="figure-card" href={`${ORDERS}?status=${status}`} data-zero={count === 0}>
          <span class="figure">{said(count)}</span>{' '}
          <State
            kind={count === 0 ? 'neutral' : kind}
            label={status === 'done' ? words.now.printed : words.now[status]}
          />
        </Link>
      ))}
    </nav>
  )
}

function startOfToday(): string {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString()
}
