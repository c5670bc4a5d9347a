/** The picture of a job: as it is being typed, as it was saved, or once there is a print file, that file. */
import { useState } from 'preact/hooks'
import { Picture, type PictureRequest } from '../parts/picture.tsx'
import { useSession } from '../session.ts'
import { useWords } from '../words.ts'
import { filePicture, PageSelect } from './findings.tsx'
import { useRested } from './use-rested.ts'
import type { FillWire, RenderWire } from './wire.ts'

/** While somebody types, the picture follows; once there is a print file, it is that file. The last one stays meanwhile. */
export function JobPicture(props: {
  readonly fill: FillWire
  readonly render: RenderWire | null
  readonly typed: Readonly<Record<string, string>> | null
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
export function typedPicture(
  fill: FillWire,
  values: Readonly<Record<string, string>>,
  page: number,
): PictureRequest {
  const { template_id, scene_revision: revision, colors, assignments, substrate } = fill
  const chosen = { ...(colors === null ? {} : { colors }), ...(substrate === null ? {} : { substrate }) }
  return {
    method: 'POST',
    path: '/v1/previews',
    body: { template_id, revision, values, assignments, page, dpi: 110, ...chosen },
  }
}
