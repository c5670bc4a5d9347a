/** Designs that wait for review: large, one below the other, with *Approve* and *Refuse*. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { useFormat } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Facts } from '../parts/facts.tsx'
import { Loading } from '../parts/loading.tsx'
import { Picture } from '../parts/picture.tsx'
import { Time } from '../parts/time.tsx'
import { useList, useResource } from '../resources.ts'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import { phrase, useWords } from '../words.ts'
import { groupOfFill } from './inks/color-group.ts'
import { nameOf } from './job-name.tsx'
import { typedPicture } from './job-picture.tsx'
import { JobValues } from './job-values.tsx'
import { ReviewActions } from './review-actions.tsx'
import { useFields } from './use-fields.ts'
import type { FillWire, RenderWire } from './wire.ts'
import './review.css'

/** So many that the pictures of a page of them are drawn while the first is looked at. */
const PAGE = 10

export function ReviewPage({ onDecided }: { onDecided(): void }) {
  const words = useWords('orders')
  const list = useList<FillWire>('/v1/fills', { limit: PAGE, review: 'requested' })
  const [next, setNext] = useState<string | null>(null)
  const decided = (id: string) => {
    const at = list.items.findIndex((fill) => fill.id === id)
    // The focus goes on to the design that takes this one's place, or the one before the end.
    setNext((list.items[at + 1] ?? list.items[at - 1])?.id ?? '')
    list.remove(id)
    onDecided()
  }
  const isEmpty = !list.loading && list.error === null && list.items.length === 0
  // The rest of a long list moves up.
  useEffect(() => {
    if (isEmpty && list.hasMore) list.reload()
  }, [isEmpty, list.hasMore])
  return (
    <>
      <ErrorNotice error={list.error} onRetry={list.reload} />
      {list.loading ? <Loading /> : null}
      {isEmpty ? <Empty focused={next !== null} /> : null}
      <ul class="reviews">
        {list.items.map((fill) => (
          <li key={fill.id}>
            <ReviewCard fill={fill} focused={next === fill.id} onDecided={() => decided(fill.id)} />
          </li>
        ))}
      </ul>
      {list.hasMore ? (
        <Button busy={list.loadingMore} onClick={list.more}>
          {words.more}
        </Button>
      ) : null}
    </>
  )
}

function Empty({ focused }: { readonly focused: boolean }) {
  const words = useWords('orders')
  const session = useSession()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) place.current?.focus()
  }, [focused])
  const action = <Link href="/console/shop">{words.review.settings}</Link>
  return (
    <div ref={place} tabIndex={-1}>
      <EmptyState
        drawing="done"
        title={words.review.emptyTitle}
        text={words.review.emptyText}
        {...(session.may(null) ? { action } : {})}
      />
    </div>
  )
}

interface ReviewCardProps {
  readonly fill: FillWire
  readonly focused: boolean
  onDecided(): void
}

function ReviewCard({ fill, focused, onDecided }: ReviewCardProps) {
  const words = useWords('orders')
  const format = useFormat()
  const head = useRef<HTMLHeadingElement>(null)
  const { fields, error } = useFields(fill.template_id, fill.scene_revision)
  useEffect(() => {
    if (focused) head.current?.focus()
  }, [focused])
  const name = nameOf(fill)
  const customer = [fill.customer_name, fill.customer_email].filter(Boolean).join(', ')
  const id = `review-${fill.id}`
  return (
    <article class="review card" aria-labelledby={id}>
      <ReviewPictures fill={fill} />
      <div class="review-side">
        <h2 id={id} ref={head} tabIndex={-1}>
          <bdi>{phrase(words.review.card, { name })}</bdi>
        </h2>
        <Facts
          facts={[
            customer === '' ? null : [words.customer, <bdi key="customer">{customer}</bdi>],
            [words.template, <bdi key="template">{fill.template_title}</bdi>],
            [words.quantity, format.number(fill.quantity)],
            fill.finalized_at === null ? null : [words.orderedAt, <Time key="time" at={fill.finalized_at} />],
          ]}
        />
        <ErrorNotice error={error} />
        {fields === null ? null : (
          <JobValues
            fields={fields}
            values={fill.values}
            named={fill}
            mode={null}
            onSave={() => Promise.resolve()}
          />
        )}
        <ReviewActions fill={fill} onDecided={onDecided} />
        <Link href={`/console/orders/${fill.id}`}>{words.review.view}</Link>
      </div>
    </article>
  )
}

/** All pages, for what must not be printed may stand on the back. */
function ReviewPictures({ fill }: { readonly fill: FillWire }) {
  const words = useWords('orders')
  const job = useResource<{ readonly last_render: RenderWire | null }>(
    `/v1/fills/${encodeURIComponent(fill.id)}`,
  )
  const alt = (page: number) => phrase(words.review.picture, { name: nameOf(fill), page: page + 1 })
  const pages = job.value?.last_render?.page_count ?? 1
  const { pathname, search } = new URL(fill.preview_url ?? '/', location.href)
  return (
    <div class="review-pictures">
      {fill.preview_url === null ? (
        <p class="dim">{words.noPreview}</p>
      ) : (
        <div class="picture" data-state="shown">
          <img src={pathname + search} alt={alt(0)} decoding="async" loading="lazy" />
        </div>
      )}
      {Array.from({ length: pages - 1 }, (_, at) => (
        <Picture
          key={at}
          request={typedPicture(fill, { values: fill.values, group: groupOfFill(fill) }, at + 1)}
          alt={alt(at + 1)}
        />
      ))}
    </div>
  )
}
