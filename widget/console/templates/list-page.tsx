/** The list of templates, with a place to drop a new one. */
import { useFormat } from '../format.ts'
import type { Column } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Page } from '../parts/page.tsx'
import { isEmpty, RecordList } from '../parts/record-list.tsx'
import { Time } from '../parts/time.tsx'
import { useList } from '../resources.ts'
import { Link, useQuery } from '../router.ts'
import { useSession } from '../session.ts'
import { useUnit } from '../units.ts'
import { useLanguage, useWords } from '../words.ts'
import { PreflightBadge, StatusBadge, UnpublishedBadge } from './badges.tsx'
import { shownRevision } from './pictures.ts'
import { sizeText } from './size-text.ts'
import { Thumbnail } from './thumbnail.tsx'
import { UploadBox } from './upload-box.tsx'
import type { TemplateStatus, TemplateWire } from './wire.ts'

const BASE = '/console/templates'
const FILTERS = ['all', 'live', 'draft', 'paused', 'archived'] as const
type Filter = (typeof FILTERS)[number]
const PAGE_SIZE = 25

export function ListPage() {
  const words = useWords('templates')
  const { may } = useSession()
  const asked = useQuery().get('status')
  const filter: Filter = FILTERS.find((one) => one === asked) ?? 'all'
  const status: TemplateStatus | undefined = filter === 'all' ? undefined : filter
  const list = useList<TemplateWire>('/v1/templates', { limit: PAGE_SIZE, status })
  const columns = useColumns()
  const writes = may('templates:write')
  const first = (
    <EmptyState title={words.empty.title} text={writes ? words.empty.text : words.empty.readOnly} />
  )
  const none = (
    <EmptyState
      title={words.emptyFilter.title}
      text={words.emptyFilter.text}
      action={<Link href={BASE}>{words.emptyFilter.all}</Link>}
    />
  )
  return (
    <Page title={words.title} lead={words.lead} wide>
      {writes ? (
        <UploadBox
          path="/v1/templates"
          drop={words.upload.drop}
          main={isEmpty(list) && filter === 'all'}
          onDone={list.reload}
        />
      ) : null}
      <FilterBar filter={filter} />
      <div class="template-table">
        <RecordList
          list={list}
          empty={filter === 'all' ? first : none}
          caption={words.title}
          columns={columns}
          rowHref={({ id }) => `${BASE}/${id}`}
          rowLabel={({ title }) => title}
        />
      </div>
    </Page>
  )
}

function FilterBar({ filter }: { readonly filter: Filter }) {
  const words = useWords('templates')
  return (
    <nav class="filter-bar" aria-label={words.filter.label}>
      <ul>
        {FILTERS.map((one) => (
          <li key={one}>
            <Link
              href={one === 'all' ? BASE : `${BASE}?status=${one}`}
              aria-current={one === filter ? 'true' : undefined}
            >
              {words.filter[one]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function useColumns(): readonly Column<TemplateWire>[] {
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
