/** One job: what was filled in, how it looks, its print file with findings, and what can be done with it. */
import { useCallback, useEffect, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useFormat } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Facts } from '../parts/facts.tsx'
import { Loading } from '../parts/loading.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { PendingPage } from '../parts/pending-page.tsx'
import { Picture, type PictureRequest } from '../parts/picture.tsx'
import { Time } from '../parts/time.tsx'
import { type Resource, useResource } from '../resources.ts'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import { phrase, useWords } from '../words.ts'
import { Findings, filePicture, PageSelect } from './findings.tsx'
import { FolderOutcome } from './folder-outcome.tsx'
import { JobActions } from './job-actions.tsx'
import { JobValues } from './job-values.tsx'
import { nameOf } from './jobs-list.tsx'
import { PrintFile } from './print-file.tsx'
import { fillState } from './states.ts'
import { useFields } from './use-fields.ts'
import type { FillWire, PrintedWire, RenderWire, ValuesWire } from './wire.ts'

const PATH = '/console/orders'
/** How often a waiting print file is looked for. */
const LOOK_MS = 2000
/** A picture is asked for once typing rests. */
const REST_MS = 350

interface JobWire {
  readonly fill: FillWire
  readonly last_render: RenderWire | null
}

export function JobPage({ id }: { readonly id: string }) {
  const words = useWords('orders')
  const job = useResource<JobWire>(`/v1/fills/${encodeURIComponent(id)}`)
  const back = { href: PATH, label: words.back }
  useWaiting(job, job.value?.last_render?.status === 'queued')
  if (job.value === null) return <PendingPage title={words.jobs} back={back} found={job} words={words} />
  const { fill, last_render: render } = job.value
  return (
    <Page
      title={phrase(words.job, { name: nameOf(fill) })}
      heading={
        <span class="badges">
          <bdi>{phrase(words.job, { name: nameOf(fill) })}</bdi> <Badge {...fillState(words, fill)} />
        </span>
      }
      back={back}
      wide
      actions={<JobActions fill={fill} onChanged={job.reload} />}
    >
      <ErrorNotice error={job.error} onRetry={job.reload} />
      {fill.erased_at === null ? null : <Notice>{words.erasedNote}</Notice>}
      <JobBody fill={fill} render={render} onChanged={job.reload} />
    </Page>
  )
}

function JobBody(props: { readonly fill: FillWire; readonly render: RenderWire | null; onChanged(): void }) {
  const words = useWords('orders')
  const session = useSession()
  const { fill, render, onChanged } = props
  const { fields, error } = useFields(fill.template_id, fill.scene_revision)
  const [typed, setTyped] = useState<ValuesWire | null>(null)
  const ordered = fill.status === 'finalized' && render !== null
  // The printed values: after a correction they differ from the customer's.
  const printed = useResource<PrintedWire>(
    render === null ? null : `/v1/renders/${encodeURIComponent(render.id)}/values`,
  )
  const { reload } = printed
  const attempt = render?.attempt_count
  useEffect(() => reload(), [attempt])
  const values = render !== null && printed.value !== null ? printed.value.values : fill.values
  const erased = fill.erased_at !== null
  const mayCorrect = ordered && render.status !== 'canceled' && session.may('renders:write')
  const mayEdit = fill.status === 'open' && session.may('fills:write')
  return (
    <div class="job">
      <div class="job-side">
        <section aria-labelledby="job-preview">
          <h2 id="job-preview">{words.preview}</h2>
          <JobPicture fill={fill} render={render} typed={typed} />
        </section>
      </div>
      <div class="job-main">
        <section aria-labelledby="job-values">
          <h2 id="job-values">{words.values}</h2>
          <ErrorNotice error={error} />
          {erased || fields === null ? (
            erased ? null : (
              error === null && <Loading />
            )
          ) : (
            <JobValues
              fields={fields}
              values={values}
              problems={fill.status === 'open' ? fill.problems : []}
              mode={mayEdit ? 'edit' : mayCorrect ? 'correct' : null}
              onTyped={setTyped}
              onSave={async (changes) => {
                if (mayEdit) await api.patch(`/v1/fills/${encodeURIComponent(fill.id)}`, { values: changes })
                else if (render !== null)
                  await api.post(`/v1/renders/${encodeURIComponent(render.id)}/retry`, { values: changes })
                onChanged()
              }}
            />
          )}
          {session.may('fills:write') ? null : <p class="dim">{words.readOnly}</p>}
        </section>
        <section aria-labelledby="job-file">
          <h2 id="job-file">{words.printFile}</h2>
          {render === null ? (
            <p class="dim">{words.noFile}</p>
          ) : (
            <PrintFile render={render} onChanged={onChanged} />
          )}
        </section>
        {render === null || render.status !== 'succeeded' || render.signed_url === null ? null : (
          <section aria-labelledby="job-findings">
            <h2 id="job-findings">{words.findings}</h2>
            <Findings key={`${render.id} ${attempt}`} renderId={render.id} />
          </section>
        )}
        {render === null || render.kind !== 'final' ? null : (
          <section aria-labelledby="job-folder">
            <h2 id="job-folder">{words.folder}</h2>
            <FolderOutcome render={render} />
          </section>
        )}
        <section aria-labelledby="job-facts">
          <h2 id="job-facts">{words.facts}</h2>
          <JobFacts fill={fill} />
        </section>
      </div>
    </div>
  )
}

/** While somebody types, the picture follows; once there is a print file, it is that file. The last one stays meanwhile. */
function JobPicture(props: {
  readonly fill: FillWire
  readonly render: RenderWire | null
  readonly typed: ValuesWire | null
}) {
  const words = useWords('orders')
  const session = useSession()
  const [page, setPage] = useState(0)
  const { fill, render, typed } = props
  const shown = useRested(typed)
  const ready = render !== null && render.status === 'succeeded' && render.signed_url !== null
  const draws = shown !== null && session.may('previews:write')
  if (!ready && !draws) {
    if (fill.preview_url === null) return <p class="dim">{words.noPreview}</p>
    const { pathname, search } = new URL(fill.preview_url, location.href)
    return (
      <div class="picture job-picture" data-state="shown">
        <img src={pathname + search} alt={words.previewAlt} decoding="async" />
      </div>
    )
  }
  const request = draws || render === null ? typedPicture(fill, shown ?? {}, page) : filePicture(render, page)
  return (
    <>
      <Picture request={request} alt={draws ? words.previewAlt : words.picture} class="job-picture" />
      {render === null || render.page_count < 2 ? null : (
        <PageSelect pages={render.page_count} page={page} onChange={setPage} />
      )}
    </>
  )
}

/** As it would be printed with these values, on the revision that the job began with. */
function typedPicture(fill: FillWire, values: ValuesWire, page: number): PictureRequest {
  const { template_id, scene_revision: revision, colors, assignments, substrate } = fill
  const chosen = { ...(colors === null ? {} : { colors }), ...(substrate === null ? {} : { substrate }) }
  return {
    method: 'POST',
    path: '/v1/previews',
    body: { template_id, revision, values, assignments, page, dpi: 110, ...chosen },
  }
}

function JobFacts({ fill }: { readonly fill: FillWire }) {
  const words = useWords('orders')
  const format = useFormat()
  const time = (text: string | null) => (text === null ? null : <Time at={text} />)
  const said = (name: string, text: string | null) =>
    text === null ? null : ([name, <bdi key={name}>{text}</bdi>] as const)
  const when = (name: string, text: string | null) => (text === null ? null : ([name, time(text)] as const))
  return (
    <Facts
      facts={[
        said(words.order, fill.external_order_id),
        said(words.customer, [fill.customer_name, fill.customer_email].filter(Boolean).join(', ') || null),
        [
          words.template,
          <Link key="template" href={`/console/templates/${fill.template_id}`}>
            <bdi>{fill.template_title}</bdi>
          </Link>,
        ],
        [words.revision, format.number(fill.scene_revision)],
        [words.quantity, format.number(fill.quantity)],
        said(words.line, fill.line_ref),
        when(words.due, fill.due_at),
        said(
          words.product,
          [fill.external_product_id, fill.external_variant_id].filter(Boolean).join(' / ') || null,
        ),
        said(words.cart, fill.external_cart_id),
        [words.from, words.source[fill.source]],
        when(words.createdAt, fill.created_at),
        when(words.orderedAt, fill.finalized_at),
        fill.status === 'open' ? when(words.expires, fill.expires_at) : null,
        [words.id, <code key="id">{fill.id}</code>],
      ]}
    />
  )
}

/** Looks again while something is on its way, and not while the page is hidden. */
export function useWaiting(resource: Pick<Resource<unknown>, 'reload'>, waiting: boolean): void {
  const { reload } = resource
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      if (!document.hidden) reload()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [waiting, reload])
}

/** The last value that stood for a moment; null at once. */
export function useRested<T>(value: T | null): T | null {
  const [rested, setRested] = useState<T | null>(null)
  const rest = useCallback(() => setRested(value), [value])
  useEffect(() => {
    if (value === null) {
      setRested(null)
      return
    }
    const timer = setTimeout(rest, REST_MS)
    return () => clearTimeout(timer)
  }, [value, rest])
  return value === null ? null : rested
}
