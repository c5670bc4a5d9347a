/** The picture of a job: with unsaved values, as printed, or as saved. */
import { useState } from 'preact/hooks'
import { Picture, type PictureRequest } from '../parts/picture.tsx'
import { useSession } from '../session.ts'
import { useWords } from '../words.ts'
import { PageSelect } from './findings.tsx'
import { sentGroup } from './inks/color-group.ts'
import { picturePath } from './job-name.tsx'
import type { JobContent } from './job-values.tsx'
import { useRested } from './use-rested.ts'
import type { FillWire } from './wire.ts'

/** The last picture stays until the next one is there. */
export function JobPicture(props: {
  readonly fill: FillWire
  readonly pages: number
  readonly typed: JobContent | null
  readonly printed: JobContent | null
}) {
  const words = useWords('orders')
  const session = useSession()
  const [page, setPage] = useState(0)
  const { fill, pages, typed, printed } = props
  const content = useRested(typed) ?? printed
  const path = picturePath(fill)
  if (content === null || !session.may('previews:write')) {
    if (path === null) return <p class="dim">{words.noPreview}</p>
    return (
      <div class="picture job-picture" data-state="shown">
        <img src={path} alt={words.previewAlt} decoding="async" />
      </div>
    )
  }
  return (
    <>
      <Picture request={typedPicture(fill, content, page)} alt={words.previewAlt} class="job-picture" />
      {pages < 2 ? null : <PageSelect pages={pages} page={page} onChange={setPage} />}
    </>
  )
}

/** As it would be printed with this content, on the revision that the job began with. */
export function typedPicture(
  { template_id, scene_revision: revision }: FillWire,
  { values, group }: JobContent,
  page: number,
): PictureRequest {
  return {
    method: 'POST',
    path: '/v1/previews',
    body: { template_id, revision, values, page, dpi: 110, ...sentGroup(group) },
  }
}
