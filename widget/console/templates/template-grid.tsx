/** Templates as cards: the sheet first, then its title, status and size. */
import type { ComponentChildren } from 'preact'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { isEmpty } from '../parts/record-list.tsx'
import { SmallPicture } from '../parts/small-picture.tsx'
import type { List } from '../resources.ts'
import { Link } from '../router.ts'
import { useUnit } from '../units.ts'
import { phrase, useLanguage, useWords } from '../words.ts'
import { StatusBadge, UnpublishedBadge } from './badges.tsx'
import { CardTitle } from './card-title.tsx'
import { cardPath, shownRevision } from './pictures.ts'
import { sizeText } from './size-text.ts'
import { tagsOf } from './tags.ts'
import type { TemplateWire } from './wire.ts'

const BASE = '/console/templates'
const WAITING = [0, 1, 2, 3, 4, 5, 6, 7]

export interface TemplateGridProps {
  readonly list: List<TemplateWire>
  readonly caption: string
  readonly empty: ComponentChildren
  readonly writes: boolean
}

export function TemplateGrid({ list, caption, empty, writes }: TemplateGridProps) {
  const shared = useWords('shared')
  return (
    <>
      <ErrorNotice error={list.error} onRetry={list.reload} />
      {isEmpty(list) ? empty : null}
      {list.loading ? (
        <div class="template-grid" role="status">
          <span class="spoken">{shared.loading}</span>
          {WAITING.map((one) => (
            <div key={one} class="template-card" aria-hidden="true">
              <div class="template-face">
                <span class="skeleton-block" />
              </div>
            </div>
          ))}
        </div>
      ) : null}
      {list.items.length === 0 ? null : (
        <ul class="template-grid" aria-label={caption}>
          {list.items.map((template) => (
            <li key={template.id} class="template-card">
              <Card template={template} list={list} writes={writes} />
            </li>
          ))}
        </ul>
      )}
      {list.hasMore ? (
        <p class="grid-more">
          <Button busy={list.loadingMore} onClick={list.more}>
            {shared.more}
          </Button>
        </p>
      ) : null}
    </>
  )
}

function Card({
  template,
  list,
  writes,
}: {
  readonly template: TemplateWire
  readonly list: List<TemplateWire>
  readonly writes: boolean
}) {
  const words = useWords('templates')
  const unit = useUnit()
  const language = useLanguage()
  const href = `${BASE}/${template.id}`
  return (
    <>
      <Link class="template-face" href={href} tabIndex={-1} aria-hidden="true">
        <SmallPicture path={cardPath(template.id, shownRevision(template))} />
      </Link>
      <CardTitle template={template} href={href} list={list} writes={writes} />
      <p class="template-line">
        <StatusBadge template={template} />
        <span class="dim">{sizeText(template.page_width_pt, template.page_height_pt, unit, language)}</span>
      </p>
      <UnpublishedBadge template={template} />
      <span class="template-tags">
        {tagsOf(template).map((tag) => (
          <Link
            key={tag}
            class="badge"
            href={`${BASE}?tag=${encodeURIComponent(tag)}`}
            aria-label={phrase(words.card.tag, { tag })}
          >
            {tag}
          </Link>
        ))}
      </span>
    </>
  )
}
