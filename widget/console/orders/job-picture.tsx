/** The picture of a job: with unsaved values, as printed, or as saved. */
import { useState } from 'preact/hooks'
import { Picture, type PictureRequest } from '../parts/picture.tsx'
import { useSession } from '../session.ts'
import { useWords } from '../words.ts'
import { PageSelect } from './findings.tsx'
import { picturePath } from './job-name.tsx'
import { useRested } from './use-rested.ts'
import type { FillWire, ValuesWire } from './wire.ts'

/** The last picture stays until the next one is there. */
export function JobPicture(props: {
  readonly fill: FillWire
  readonly pages: number
  readonly typed: ValuesWire | null
  readonly printed: ValuesWire | null
}) {
  const words = useWords('orders')
  const session = useSession()
  const [page, setPage] = useState(0)
  const { fill, pages, typed, printed } = props
  const values = useRested(typed) ?? printed
  const path = picturePath(fill)
  if (values === null || !session.may('previews:write')) {
    if (path === null) return <p class="dim">{words.noPreview}</p>
    return (
      <div class="picture job-picture" data-state="shown">
        <img src={path} alt={words.previewAlt} decoding="async" />
      </div>
    )
  }
  return (
    <>
      <Picture request={typedPicture(fill, values, page)} alt={words.previewAlt} class="job-picture" />
      {pages < 2 ? null : <PageSelect pages={pages} page={page} onChange={setPage} />}
    </>
  )
}

/** As it would be printed with these values, on the revision that the job began with. */
export function typedPicture(fill: FillWire, values: ValuesWire, page: number): PictureRequest {
  const { template_id, scene_revision: revision, colors, assignments, substrate } = fill
  const chosen = { ...(colors === null ? {} : { colors }), ...(substrate === null ? {} : { substrate }) }
  return {
    method: 'POST',
    path: '/v1/previews',
    body: { template_id, revision, values, assignments, page, dpi: 110, ...chosen },
  }
}
