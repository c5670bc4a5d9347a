/** A page of a template as an image to zoom and move, with marked places. */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Severity } from '../../../core/engine/finding/finding.ts'
import { observeSize } from '../../browser-apis.ts'
import { Button } from '../parts/button.tsx'
import { Picture } from '../parts/picture.tsx'
import type { MarkWire } from '../report-wire.ts'
import { phrase, useWords } from '../words.ts'
import { type GamutFigures, GamutSwitch, gamutFigures } from './gamut-switch.tsx'
import { gamutRequest, pageRequest } from './pictures.ts'
import type { TemplateWire } from './wire.ts'
import { centred, nextZoom, zoomFor } from './zoom.ts'

export interface PageMark {
  readonly number: number
  /** Said of its place on the page. */
  readonly label: string
  readonly severity: Severity
  readonly places: readonly MarkWire[]
}

export interface PageViewProps {
  readonly template: TemplateWire
  readonly revision: number
  readonly page: number
  onPage(page: number): void
  readonly marks: readonly PageMark[]
  /** The one that is looked at. */
  readonly selected: number | null
  onSelect(number: number): void
}

/** What scrolls is reached by the keyboard. */
const SCROLLS = { tabIndex: 0 } as const
/** Pictures have a few widths in px; otherwise each window size would be drawn separately. */
const WIDTHS = [640, 960, 1440, 1920, 2560]

export function PageView(props: PageViewProps) {
  const { template, revision, page, onPage, marks, selected, onSelect } = props
  const words = useWords('templates')
  const [zoom, setZoom] = useState(1)
  const [width, setWidth] = useState(640)
  const [marksGamut, setMarksGamut] = useState(false)
  const [figures, setFigures] = useState<GamutFigures | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const shown = marks.find(({ number }) => number === selected) ?? null
  const first = shown?.places[0] ?? null

  const spot = first !== null && first.page === page ? first : null
  const middle = useRef<() => void>(() => {})
  middle.current = () => {
    const box = area.current
    if (box === null || spot === null) return
    const [left, top] = centred(spot, { width: box.scrollWidth, height: box.scrollHeight }, box)
    box.scrollTo({ left, top })
  }
  useEffect(() => {
    const box = area.current
    if (box === null) return
    const measure = () => {
      setWidth(box.clientWidth)
      middle.current()
    }
    measure()
    return observeSize([box], measure)
  }, [])
  useEffect(() => {
    if (spot !== null) setZoom(zoomFor(spot))
  }, [selected, page])
  useLayoutEffect(() => middle.current(), [selected, page, zoom])

  const geometry = template.pages[page] ?? template.pages[0]
  const [across, down] = [geometry?.width_pt ?? 1, geometry?.height_pt ?? 1]
  const wanted = width * zoom * Math.min(2, window.devicePixelRatio || 1)
  const picked = WIDTHS.find((one) => one >= wanted) ?? 2560
  // Another revision of the template may have no profile.
  const hasGamut = marksGamut && template.output_profile !== null
  const request = (hasGamut ? gamutRequest : pageRequest)(template.id, { page, width: picked, revision })
  return (
    <section class="page-view">
      <div class="page-tools">
        <PageSwitch count={template.page_count} page={page} onPage={onPage} />
        <div class="row">
          <Button small kind="quiet" disabled={zoom <= 1} onClick={() => setZoom(nextZoom(zoom, -1))}>
            {words.view.zoomOut}
          </Button>
          <Button small kind="quiet" disabled={zoom === 1} onClick={() => setZoom(1)}>
            {words.view.fit}
          </Button>
          <Button small kind="quiet" disabled={zoom >= 8} onClick={() => setZoom(nextZoom(zoom, 1))}>
            {words.view.zoomIn}
          </Button>
        </div>
      </div>
      <section
        class="page-area"
        ref={area}
        {...SCROLLS}
        aria-label={words.view.area}
        style={{ aspectRatio: `${across} / ${down}` }}
      >
        <div class="page-sheet" style={{ width: `${zoom * 100}%`, aspectRatio: `${across} / ${down}` }}>
          <Picture
            request={request}
            alt={phrase(words.view.label, { title: template.title, page: page + 1 })}
            width={across}
            height={down}
            onLoad={(headers) => setFigures(hasGamut ? gamutFigures(headers) : null)}
          />
          <div class="page-marks">
            {marks.flatMap((mark) =>
              mark.places
                .filter((place) => place.page === page)
                .map((place, at) => (
                  <Mark
                    key={`${mark.number}-${String(at)}`}
                    mark={mark}
                    place={place}
                    numbered={at === 0}
                    selected={mark.number === selected}
                    onSelect={onSelect}
                  />
                )),
            )}
          </div>
        </div>
      </section>
      {template.output_profile === null ? null : (
        <GamutSwitch checked={marksGamut} onChange={setMarksGamut} figures={hasGamut ? figures : null} />
      )}
    </section>
  )
}

interface MarkProps {
  readonly mark: PageMark
  readonly place: MarkWire
  readonly numbered: boolean
  readonly selected: boolean
  onSelect(number: number): void
}

/** The first of its places leads to the finding; the others only show where they are. */
function Mark({ mark, place, numbered, selected, onSelect }: MarkProps) {
  const { left, top, width, height } = place
  const percent = (share: number) => `${share * 100}%`
  const facts = {
    class: 'mark',
    'data-kind': mark.severity,
    'data-selected': selected || undefined,
    style: { left: percent(left), top: percent(top), width: percent(width), height: percent(height) },
  }
  if (!numbered) return <span {...facts} aria-hidden="true" />
  return (
    <button
      type="button"
      {...facts}
      aria-label={mark.label}
      aria-pressed={selected}
      onClick={() => onSelect(mark.number)}
    >
      <span class="mark-number">{mark.number}</span>
    </button>
  )
}

export function PageSwitch({
  count,
  page,
  onPage,
}: {
  readonly count: number
  readonly page: number
  onPage(page: number): void
}) {
  const words = useWords('templates')
  if (count < 2) return <span />
  const label = (at: number) => {
    if (count === 2) return at === 0 ? words.view.front : words.view.backside
    return phrase(words.view.page, { page: at + 1 })
  }
  if (count > 6)
    return (
      <label class="page-switch">
        <span class="spoken">{words.view.pages}</span>
        <select
          class="input select"
          value={String(page)}
          onChange={(event) => onPage(Number(event.currentTarget.value))}
        >
          {Array.from({ length: count }, (_, at) => (
            <option key={label(at)} value={String(at)}>
              {label(at)}
            </option>
          ))}
        </select>
      </label>
    )
  return (
    <div class="row page-switch">
      {Array.from({ length: count }, (_, at) => (
        <Button key={label(at)} small aria-pressed={at === page} onClick={() => onPage(at)}>
          {label(at)}
        </Button>
      ))}
    </div>
  )
}
