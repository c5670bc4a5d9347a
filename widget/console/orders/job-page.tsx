/** One job: its picture, its values, its print file with findings, its production, and its next step. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useFormat } from '../format.ts'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Facts } from '../parts/facts.tsx'
import { Loading } from '../parts/loading.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { PendingPage } from '../parts/pending-page.tsx'
import { State } from '../parts/state.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Time } from '../parts/time.tsx'
import { useResource } from '../resources.ts'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import { useWaiting } from '../use-waiting.ts'
import { phrase, useWords } from '../words.ts'
import { FilePicture, Findings } from './findings.tsx'
import { FolderOutcome } from './folder-outcome.tsx'
import { groupOfFill, groupOfRender } from './inks/color-group.ts'
import { InkFacts } from './inks/ink-facts.tsx'
import { JobActions } from './job-actions.tsx'
import { nameOf } from './job-name.tsx'
import { JobPicture } from './job-picture.tsx'
import { JobPlan } from './job-plan.tsx'
import { type JobContent, JobValues } from './job-values.tsx'
import { NextStep, nextStep } from './next-step.tsx'
import { PrintFile } from './print-file.tsx'
import { ReviewActions } from './review-actions.tsx'
import { productionState } from './states.ts'
import { useFields } from './use-fields.ts'
import { usePrinted } from './use-printed.ts'
import type { FillWire, RenderWire } from './wire.ts'

const PATH = '/console/orders'
type Side = 'design' | 'findings'

interface JobWire {
  readonly fill: FillWire
  readonly last_render: RenderWire | null
}

export function JobPage({ id }: { readonly id: string }) {
  const words = useWords('orders')
  const job = useResource<JobWire>(`/v1/fills/${encodeURIComponent(id)}`)
  const back = { href: PATH, label: words.back }
  const held = job.value?.fill.review.status === 'requested'
  useWaiting(job, !held && job.value?.last_render?.status === 'queued')
  if (job.value === null) return <PendingPage title={words.jobs} back={back} found={job} words={words} />
  const { fill, last_render: render } = job.value
  return (
    <Page
      title={phrase(words.job, { name: nameOf(fill) })}
      heading={
        <span class="badges">
          <bdi>{phrase(words.job, { name: nameOf(fill) })}</bdi> <State {...productionState(words, fill)} />
        </span>
      }
      back={back}
      wide
      actions={
        <>
          <NextStep fill={fill} onChanged={job.reload} />
          <JobActions fill={fill} onChanged={job.reload} />
        </>
      }
    >
      <ErrorNotice error={job.error} onRetry={job.reload} />
      {fill.erased_at === null ? null : <Notice>{words.erasedNote}</Notice>}
      <ReviewNotice fill={fill} onDecided={job.reload} />
      <ChangeNotice fill={fill} />
      <JobBody fill={fill} render={render} onChanged={job.reload} />
    </Page>
  )
}

function JobBody(props: { readonly fill: FillWire; readonly render: RenderWire | null; onChanged(): void }) {
  const words = useWords('orders')
  const session = useSession()
  const { fill, render, onChanged } = props
  const { fields, offered, error } = useFields(fill.template_id, fill.scene_revision)
  const [typed, setTyped] = useState<JobContent | null>(null)
  const [side, setSide] = useState<Side>('design')
  const ordered = fill.status === 'finalized' && render !== null
  const printed = usePrinted(render)
  const attempt = render?.attempt_count
  const isPrinted = render !== null && printed.value !== null
  const values = isPrinted ? printed.value.values : fill.values
  const group = isPrinted ? groupOfRender(render, printed.value) : groupOfFill(fill)
  const erased = fill.erased_at !== null
  const held = fill.review.status === 'requested'
  const mayCorrect =
    ordered && printed.isCurrent && !held && render.status !== 'canceled' && session.may('renders:write')
  const mayEdit = fill.status === 'open' && session.may('fills:write')
  return (
    <div class="job">
      <div class="job-side">
        <section aria-labelledby="job-preview">
          <h2 id="job-preview" class="spoken">
            {words.preview}
          </h2>
          {isReady(render) ? (
            <Tabs<Side>
              label={words.designTabs}
              tabs={[
                { value: 'design', label: words.design },
                { value: 'findings', label: words.findings },
              ]}
              value={side}
              onChange={setSide}
            >
              {side === 'design' ? (
                <JobPicture fill={fill} pages={render.page_count} typed={typed} printed={{ values, group }} />
              ) : (
                <>
                  <FilePicture key={`picture ${attempt}`} render={render} />
                  <Findings key={`${render.id} ${attempt}`} renderId={render.id} />
                </>
              )}
            </Tabs>
          ) : (
            <JobPicture fill={fill} pages={1} typed={typed} printed={null} />
          )}
        </section>
      </div>
      <div class="job-main">
        <section aria-labelledby="job-values">
          <h2 id="job-values">{words.values}</h2>
          <ErrorNotice error={error} />
          <ErrorNotice error={erased ? null : printed.error} onRetry={printed.reload} />
          {erased ? (
            <InkFacts inks={fill.inks} paper={fill.paper} fields={fields ?? []} />
          ) : fields === null ? (
            error === null && <Loading />
          ) : (
            <JobValues
              fields={fields}
              values={values}
              named={fill}
              group={group}
              offered={offered}
              problems={fill.status === 'open' ? fill.problems : []}
              mode={mayEdit ? 'edit' : mayCorrect ? 'correct' : null}
              onTyped={setTyped}
              onSave={async (changes) => {
                if (mayEdit) await api.patch(`/v1/fills/${encodeURIComponent(fill.id)}`, changes)
                else if (render !== null)
                  await api.post(`/v1/renders/${encodeURIComponent(render.id)}/retry`, changes)
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
            <PrintFile
              render={render}
              held={held}
              isAside={session.may('fills:write') && nextStep(fill) !== null}
              onChanged={onChanged}
            />
          )}
        </section>
        {render === null || render.kind !== 'final' ? null : (
          <section aria-labelledby="job-folder">
            <h2 id="job-folder">{words.folder}</h2>
            <FolderOutcome render={render} />
          </section>
        )}
        <section aria-labelledby="job-facts">
          <h2 id="job-facts">{words.orderFacts}</h2>
          <JobFacts fill={fill} />
        </section>
      </div>
      <JobPlan fill={fill} onChanged={onChanged} />
    </div>
  )
}

function isReady(render: RenderWire | null): render is RenderWire {
  return render !== null && render.status === 'succeeded' && render.signed_url !== null
}

/** What staff have to decide, or have decided against. */
function ReviewNotice({ fill, onDecided }: { readonly fill: FillWire; onDecided(): void }) {
  const words = useWords('orders')
  const { status, reason } = fill.review
  if (status === 'requested')
    return (
      <Notice>
        <p>{words.review.waiting}</p>
        <ReviewActions fill={fill} onDecided={onDecided} />
      </Notice>
    )
  if (status !== 'refused') return null
  return (
    <Notice kind="bad">
      {reason === null ? words.review.refusedNote : phrase(words.review.refusedFor, { reason })}
    </Notice>
  )
}

/** What was approved stands on the page, and the customer works on a copy of it. */
function ChangeNotice({ fill: { changing_since, approved_at } }: { readonly fill: FillWire }) {
  const words = useWords('orders')
  const format = useFormat()
  if (changing_since === null || approved_at === null) return null
  const { title, text, late } = words.changing
  return (
    <Notice title={title}>
      <p>{phrase(text, { date: format.time(approved_at) })}</p>
      <p>{late}</p>
    </Notice>
  )
}

function JobFacts({ fill }: { readonly fill: FillWire }) {
  const words = useWords('orders')
  const format = useFormat()
  const time = (text: string | null) => (text === null ? null : <Time at={text} />)
  const said = (name: string, text: string | null) =>
    text === null ? null : ([name, <bdi key={name}>{text}</bdi>] as const)
  const when = (name: string, text: string | null) => (text === null ? null : ([name, time(text)] as const))
  return (
    <>
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
          [
            words.quantity,
            fill.refunded_quantity === 0
              ? format.number(fill.quantity)
              : phrase(words.quantityRefunded, { quantity: fill.quantity, refunded: fill.refunded_quantity }),
          ],
          when(words.createdAt, fill.created_at),
          when(words.approvedAt, fill.approved_at),
          when(words.orderedAt, fill.finalized_at),
          when(words.printedAt, fill.printed_at),
          fill.status === 'open' ? when(words.expires, fill.expires_at) : null,
        ]}
      />
      <details>
        <summary>{words.technical}</summary>
        <Facts
          facts={[
            [words.revision, format.number(fill.scene_revision)],
            said(words.line, fill.line_ref),
            said(
              words.product,
              [fill.external_product_id, fill.external_variant_id].filter(Boolean).join(' / ') || null,
            ),
            said(words.cart, fill.external_cart_id),
            [words.from, words.source[fill.source]],
            [words.id, <code key="id">{fill.id}</code>],
          ]}
        />
      </details>
    </>
  )
}
