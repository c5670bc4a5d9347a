/** The columns of the list of templates. */
import { useFormat } from '../format.ts'
import type { Column } from '../parts/data-table.tsx'
import { Time } from '../parts/time.tsx'
import { useUnit } from '../units.ts'
import { useLanguage, useWords } from '../words.ts'
import { PreflightBadge, StatusBadge, UnpublishedBadge } from './badges.tsx'
import { shownRevision } from './pictures.ts'
import { sizeText } from './size-text.ts'
import { Thumbnail } from './thumbnail.tsx'
import type { TemplateWire } from './wire.ts'

export function useColumns(): readonly Column<TemplateWire>[] {
  const words = useWords('templates')
  const format = useFormat()
  const unit = useUnit()
  const language = useLanguage()
  return [
    {
      key: 'template',
      title: words.column.template,
      cell: (template) => (
        <span class="template-name">
          <Thumbnail templateId={template.id} revision={shownRevision(template)} />
          <bdi>{template.title}</bdi>
        </span>
      ),
    },
    {
      key: 'status',
      title: words.column.status,
      phone: 'aside',
      cell: (template) => (
        <span class="tpl-badges">
          <StatusBadge template={template} />
          <UnpublishedBadge template={template} />
        </span>
      ),
    },
    {
      key: 'preflight',
      title: words.column.preflight,
      cell: (template) => <PreflightBadge status={template.preflight_status} />,
    },
    {
      key: 'pages',
      title: words.column.pages,
      minor: true,
      cell: (template) =>
        `${template.page_count} · ${sizeText(template.page_width_pt, template.page_height_pt, unit, language)}`,
    },
    {
      key: 'fields',
      title: words.column.fields,
      align: 'end',
      minor: true,
      cell: (template) => format.number(template.field_count),
    },
    {
      key: 'changed',
      title: words.column.changed,
      minor: true,
      cell: (template) => <Time at={template.updated_at} as="since" />,
    },
  ]
}
