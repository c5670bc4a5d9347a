/** The start page: what to do now, the templates, and this month's print files. */
import { useState } from 'preact/hooks'
import { useFormat } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { readPreference, savePreference } from '../preferences.ts'
import { useResource } from '../resources.ts'
import { Link, navigate } from '../router.ts'
import { useSession } from '../session.ts'
import { StatusBadge } from '../templates/badges.tsx'
import { shownRevision } from '../templates/pictures.ts'
import { Thumbnail } from '../templates/thumbnail.tsx'
import { UploadQueue } from '../templates/upload-queue.tsx'
import type { TemplateWire } from '../templates/wire.ts'
import { phrase, useWords } from '../words.ts'
import { ToPrint } from './to-print.tsx'
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
    <Page
      title={words.page}
      heading={<span class="home-greeting">{phrase(words.title, { name: user.name })}</span>}
    >
      {none ? <First mayUpload={may('templates:write')} onUploaded={templates.reload} /> : null}
      <ReviewNotice />
      {rows.some(({ status }) => status === 'live') && may('fills:write') ? <TourCard /> : null}
      <div class="home">
        <div>
          <ToPrint />
        </div>
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

function First({ mayUpload, onUploaded }: { readonly mayUpload: boolean; onUploaded(): void }) {
  const words = useWords('home')
  return (
    <div class="section">
      <EmptyState
        drawing="press"
        title={words.upload.title}
        text={mayUpload ? words.upload.text : words.upload.wait}
        {...(mayUpload ? { action: <UploadQueue main onDone={onUploaded} /> } : {})}
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
      <div>
        <h2>{words.invite.title}</h2>
        <p>{words.invite.text}</p>
      </div>
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
              <Thumbnail templateId={template.id} revision={shownRevision(template)} />
              <bdi>{template.title}</bdi>
              <StatusBadge template={template} />
            </Link>
          </li>
        ))}
      </ul>
      <p class="home-more">
        <Link href="/console/templates">{words.templates.all}</Link>
      </p>
    </>
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
      <div class="card">
        <p class="home-figure">{says}</p>
        {limit === null ? null : (
          <progress class="bar home-progress" max={limit} value={used} aria-label={says} />
        )}
        <p class="hint">{phrase(words.usage.until, { day: format.day(until) })}</p>
      </div>
    </section>
  )
}
