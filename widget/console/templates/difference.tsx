/** Two revisions of a template side by side, with their differences marked. */
import { useEffect, useState } from 'preact/hooks'
import { withQuery } from '../api.ts'
import { Picture } from '../parts/picture.tsx'
import { Select } from '../parts/select.tsx'
import { phrase, useWords } from '../words.ts'
import { PageSwitch } from './page-view.tsx'
import { pageRequest } from './pictures.ts'
import type { TemplateWire } from './wire.ts'

const VIEWS = ['both', 'older', 'newer'] as const
type View = (typeof VIEWS)[number]
const PICTURE_PX = 1440
/** Older ones are reached by the list below. */
const MOST_CHOICES = 200

interface DifferenceProps {
  readonly template: TemplateWire
  readonly pair: readonly [from: number, to: number]
  onPair(pair: readonly [from: number, to: number]): void
}

export function Difference({ template, pair, onPair }: DifferenceProps) {
  const words = useWords('templates')
  const [from, to] = pair
  const [page, setPage] = useState(0)
  const [view, setView] = useState<View>('both')
  const [verdict, setVerdict] = useState<string | null>(null)
  useEffect(() => setVerdict(null), [from, to, page])
  const latest = template.latest_revision
  const numbers = Array.from({ length: Math.min(latest, MOST_CHOICES) }, (_, at) => latest - at)
  const options = [...new Set([...numbers, from, to])]
    .sort((one, other) => other - one)
    .map((number) => ({ value: String(number), label: phrase(words.history.revision, { revision: number }) }))
  const geometry = template.pages[page] ?? template.pages[0]
  const size = { width: geometry?.width_pt ?? 1, height: geometry?.height_pt ?? 1 }
  return (
    <section class="difference" aria-labelledby="difference-head">
      <h2 id="difference-head">{words.difference.title}</h2>
      <div class="difference-tools">
        <Select
          label={words.difference.older}
          value={String(from)}
          options={options}
          onChange={(value) => onPair([Number(value), to])}
        />
        <Select
          label={words.difference.newer}
          value={String(to)}
          options={options}
          onChange={(value) => onPair([from, Number(value)])}
        />
        <Select
          label={words.difference.show}
          value={view as View}
          options={VIEWS.map((value) => ({ value, label: words.difference[value] }))}
          onChange={(chosen: View) => setView(chosen)}
        />
        <PageSwitch count={template.page_count} page={page} onPage={setPage} />
      </div>
      <div class="difference-picture">
        {view === 'both' ? (
          <Picture
            request={{
              path: withQuery(`/v1/templates/${template.id}/difference.png`, {
                from,
                to,
                page,
                w: PICTURE_PX,
              }),
            }}
            alt={phrase(words.difference.picture, { from, to, page: page + 1 })}
            onLoad={(headers) => setVerdict(headers.get('X-Service-Difference'))}
            {...size}
          />
        ) : (
          <Picture
            request={pageRequest(template.id, {
              page,
              width: PICTURE_PX,
              revision: view === 'older' ? from : to,
            })}
            alt={phrase(words.difference.one, { revision: view === 'older' ? from : to, page: page + 1 })}
            {...size}
          />
        )}
      </div>
      {view === 'both' ? (
        <>
          <p class="hint">{phrase(words.difference.legend, { from, to })}</p>
          <p role="status">
            {verdict === 'none' ? words.difference.none : verdict === 'some' ? words.difference.some : ''}
          </p>
        </>
      ) : null}
    </section>
  )
}
