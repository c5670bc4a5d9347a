/** The picture of a new order with its content as it is typed and chosen. */
import { useState } from 'preact/hooks'
import { Picture } from '../parts/picture.tsx'
import type { TemplateWire } from '../templates/wire.ts'
import { useWords } from '../words.ts'
import { PageSelect } from './findings.tsx'
import { sentGroup } from './inks/color-group.ts'
import type { JobContent } from './job-values.tsx'
import { useRested } from './use-rested.ts'

/** The last picture stays until the next one is there. */
export function OrderPicture(props: {
  readonly template: TemplateWire
  readonly revision: number
  readonly content: JobContent
}) {
  const words = useWords('orders')
  const { template, revision } = props
  const [page, setPage] = useState(0)
  const content = useRested(props.content)
  return (
    <>
      <Picture
        key={template.id}
        class="job-picture"
        alt={words.previewAlt}
        request={
          content === null
            ? null
            : {
                method: 'POST',
                path: '/v1/previews',
                body: {
                  ...{ template_id: template.id, revision, values: content.values, page, dpi: 110 },
                  ...sentGroup(content.group),
                },
              }
        }
      />
      {template.page_count < 2 ? null : (
        <PageSelect pages={template.page_count} page={page} onChange={setPage} />
      )}
    </>
  )
}
