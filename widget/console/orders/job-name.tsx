/** What a job is called: its order, or the end of its id, in lists beside its picture. */
import { SmallPicture } from '../parts/small-picture.tsx'
import { useWords } from '../words.ts'
import { shortId } from './states.ts'
import type { FillWire } from './wire.ts'

export function nameOf(fill: Pick<FillWire, 'id' | 'external_order_id'>): string {
  return fill.external_order_id ?? shortId(fill.id)
}

/** The signed picture of a fill, on the console's own origin. */
export function picturePath({ preview_url: url }: Pick<FillWire, 'preview_url'>): string | null {
  if (url === null) return null
  const { pathname, search } = new URL(url, location.href)
  return pathname + search
}

/** Who a job is of, beside its picture. */
export function JobName({ fill }: { readonly fill: FillWire }) {
  const words = useWords('orders')
  return (
    <span class="job-name">
      <SmallPicture path={picturePath(fill)} />
      {fill.external_order_id === null ? (
        <span>
          {fill.status === 'open' ? <span class="dim">{words.noOrder}</span> : null}{' '}
          <code>{shortId(fill.id)}</code>
        </span>
      ) : (
        <bdi>{fill.external_order_id}</bdi>
      )}
    </span>
  )
}
