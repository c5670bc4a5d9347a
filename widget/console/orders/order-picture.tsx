/** The picture of a new order with the values as they are typed. */
import { useState } from 'preact/hooks'
import { Picture } from '../parts/picture.tsx'
import type { TemplateWire } from '../templates/wire.ts'
import { useWords } from '../words.ts'
import { PageSelect } from './findings.tsx'
import { useRested } from './use-rested.ts'
import type { ValuesWire } from './wire.ts'

/** The last picture stays until the next one is there. */
export function OrderPicture(props: {
  readonly template: TemplateWire
  readonly revision: number
  readonly values: ValuesWire
}) {
  const words = useWords('orders')
  const { template, revision } = props
  const [page, setPage] = useState(0)
  const values = useRested(props.values)
  return (
    <>
      <Picture
        key={template.id}
        class="job-picture"
        alt={words.previewAlt}
        request={
          values === null
            ? null
            : {
                method: 'POST',
                path: '/v1/previews',
                body: { template_id: template.id, revision, values, page, dpi: 110 },
              }
        }
      />
      {template.page_count < 2 ? null : (
        <PageSelect pages={template.page_count} page={page} onChange={setPage} />
      )}
    </>
  )
}
