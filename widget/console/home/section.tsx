/** The start page: what to do first, the latest orders, the templates, and what was printed this month. */
import { useState } from 'preact/hooks'
import { useFormat } from '../format.ts'
import { fillState } from '../orders/states.ts'
import type { FillWire } from '../orders/wire.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { readPreference, savePreference } from '../preferences.ts'
import { useResource } from '../resources.ts'
import { Link, navigate } from '../router.ts'
import { useSession } from '../session.ts'
import { StatusBadge } from '../templates/badges.tsx'
import type { TemplateWire } from '../templates/wire.ts'
import { phrase, useWords } from '../words.ts'
import type { Page as PageWire, UsageWire } from './wire.ts'
import './home.css'

const TOUR = '/console/tour'

export function Section(_props: { readonly path: string }) {
  const words = useWords('home')
  const { user, may } = useSession()
  const templates = useResource<PageWire<TemplateWire>>('/v1/templates', { limit: 6 })
  const rows = templates.value?.data ?? []
  const none = templates.value !== null && rows.length === 0
  return (
    <Page title={words.page} heading={phrase(words.title, { name: user.name })}>
      {none ? <First mayUpload={may('templates:write')} /> : null}
      <ReviewNotice />
      {rows.some(({ status }) => status === 'live') && may('fills:write') ? <TourCard /> : null}
      <div class="home">
        <Orders />
        <div class="home-side">
          <section class="section">
            <h2>{words.templates.title}</h2>
            <ErrorNotice error={templates.error} onRetry={templates.reload} />
            {templates.loading && templates.value === null ? <Loading /> : null}
            {none ? <p class="hint">{words.templates.empty}</p> : <TemplateList rows={rows} />}
          </section>
          <Usage />
        </div>
      </div>
    </Page>
  )
}

function ReviewNotice() {
  const words = useWords('home')
  const usage = useResource<UsageWire>('/v1/usage')
  const count = usage.value?.in_review ?? 0
  if (count === 0) return null
  return (
    <Notice kind="warn">
      {phrase(words.review.waiting, { count })} <Link href="/console/orders/review">{words.review.go}</Link>
    </Notice>
  )
}

function First({ mayUpload }: { readonly mayUpload: boolean }) {
  const words = useWords('home')
  const action = (
    <Button kind="main" onClick={() => navigate('/console/templates')}>
      {words.upload.go}
    </Button>
  )
  return (
    <div class="section">
      <EmptyState
        title={words.upload.title}
        text={mayUpload ? words.upload.text : words.upload.wait}
        {...(mayUpload ? { action } : {})}
      />
    </div>
  )
}

function TourCard() {
  const words = useWords('home')
  const [hidden, setHidden] = useState(readPreference('tour') !== null)
  if (hidden)
    return (
      <p class="section">
        <Link href={TOUR}>{words.invite.again}</Link>
      </p>
    )
  return (
    <section class="section card tour-card">
      <h2>{words.invite.title}</h2>
      <p>{words.invite.text}</p>
      <div class="row">
        <Button kind="main" onClick={() => navigate(TOUR)}>
          {words.invite.go}
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            savePreference('tour', 'hidden')
            setHidden(true)
          }}
        >
          {words.invite.hide}
        </Button>
      </div>
    </section>
  )
}

function TemplateList({ rows }: { readonly rows: readonly TemplateWire[] }) {
  const words = useWords('home')
  return (
    <>
      <ul class="home-list">
        {rows.map((template) => (
          <li key={template.id}>
            <Link href={`/console/templates/${template.id}`}>
              <bdi>{template.title}</bdi>
            </Link>
            <StatusBadge template={template} />
          </li>
        ))}
      </ul>
      <p>
        <Link href="/console/templates">{words.templates.all}</Link>
      </p>
    </>
  )
}

function Orders() {
  const words = useWords('home')
  const orders = useWords('orders')
  const fills = useResource<PageWire<FillWire>>('/v1/fills', { limit: 8, draft: 'false' })
  const rows = fills.value?.data ?? []
  return (
    <section class="section">
      <h2>{words.orders.title}</h2>
      <ErrorNotice error={fills.error} onRetry={fills.reload} />
      {fills.value === null && fills.loading ? <Loading /> : null}
      {fills.value !== null && rows.length === 0 ? <p class="hint">{words.orders.empty}</p> : null}
      {rows.length === 0 ? null : (
        <>
          <DataTable
            caption={words.orders.title}
            rows={rows}
            rowHref={({ id }) => `/console/orders/${id}`}
            columns={[
              {
                key: 'reference',
                title: words.orders.reference,
                cell: ({ external_order_id: order, customer_name: name }) => (
                  <bdi>{order ?? name ?? words.orders.none}</bdi>
                ),
              },
              {
                key: 'template',
                title: words.orders.template,
                cell: ({ template_title: title }) => <bdi>{title}</bdi>,
              },
              {
                key: 'state',
                title: words.orders.state,
                cell: (fill) => <Badge {...fillState(orders, fill)} />,
              },
              {
                key: 'time',
                title: words.orders.time,
                cell: ({ updated_at: at }) => <Time at={at} />,
                minor: true,
              },
            ]}
          />
          <p class="home-more">
            <Link href="/console/orders">{words.orders.all}</Link>
          </p>
        </>
      )}
    </section>
  )
}

function Usage() {
  const words = useWords('home')
  const format = useFormat()
  const usage = useResource<UsageWire>('/v1/usage')
  if (usage.value === null) return null
  const { used, limit, resets_at: until } = usage.value
  const says =
    limit === null
      ? phrase(words.usage.printed, { count: used })
      : phrase(words.usage.of, { count: used, limit })
  return (
    <section class="section">
      <h2>{words.usage.title}</h2>
      <p class="home-figure">{says}</p>
      {limit === null ? null : <progress class="home-progress" max={limit} value={used} aria-label={says} />}
      <p class="hint">{phrase(words.usage.until, { day: format.day(until) })}</p>
    </section>
  )
}
