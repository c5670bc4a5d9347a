/** The preview: a page on its stage with the places of its fields, and controls for pages and zoom. */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { observeSize } from '../browser-apis.ts'
import { CardEntry, type Spot } from './card-entry.tsx'
import { useEditor } from './context.ts'
import { fieldIds } from './field-frame.tsx'
import { PictureNote, Sheet } from './sheet.tsx'
import { Tool } from './tool.tsx'
import { pageName } from './trouble-words.ts'
import type { FieldWire, PageWire, PlaceWire } from './wire.ts'
import { type Size, useZoom, type View } from './zoom.ts'

/** Room around the sheet, as a share of the stage. */
const MARGIN = 0.04
/** How far a field is brought near where the card is large already, and where it is small. */
const NEAR = 1.8
const NEARER = 3
/** Finer than this no eye sees on a phone. */
const FINEST = 3

export function Preview({ wide, typing }: { readonly wide: boolean; readonly typing: boolean }) {
  const { store, words, prefix } = useEditor()
  const { say } = words
  const { template, page: shown, activeField } = store.state
  const pages = template?.scene_summary.pages ?? []
  const page = pages[shown] ?? pages[0]
  const section = useRef<HTMLElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const box = useSize(stage)
  const sheet = page === undefined ? box : fitted(page, box)
  const zoom = useZoom({ section, stage }, sheet, box, wide)
  const { scale, x, y } = zoom.view
  const [entry, setEntry] = useState<Entry | null>(null)
  const width =
    (sheet.width * Math.min(FINEST, window.devicePixelRatio || 1) * scale) / (page?.trim.width ?? 1)
  useEffect(() => {
    if (page === undefined || sheet.width < 1) return
    // While zooming, the current picture is enough.
    const timer = setTimeout(() => store.pictures.look([[page.index, width]]), scale > 1 ? 300 : 0)
    return () => clearTimeout(timer)
  }, [page?.index, width, scale])
  // What is typed into is brought near, also where a keyboard has just taken a part of the stage.
  useEffect(() => {
    const place = placeOf(template?.fields ?? [], activeField, page)
    if (place !== null && page !== undefined) zoom.glide(onTrim(place, page), wide ? NEAR : NEARER)
  }, [activeField, page?.index, typing, box.width, box.height])
  if (template === null || page === undefined) return null
  const name = pageName(say, page.index, pages.length)
  const open = (field: FieldWire, place: PlaceWire) => {
    // Beside the form a text is typed where it stands; below the card the form's own field is in sight.
    if (wide && field.type === 'text' && !store.state.locked.has(field.id)) setEntry({ field, place })
    else focusField(prefix, field)
  }
  return (
    <section class="preview" ref={section} aria-label={say('preview')}>
      <div class="stage" ref={stage} data-zoomed={scale > 1}>
        <div
          class="carrier"
          data-gliding={zoom.gliding}
          style={{
            width: `${sheet.width}px`,
            height: `${sheet.height}px`,
            '--scale': String(scale),
            transform: `translate(${x}px, ${y}px) scale(${scale})`,
          }}
        >
          <Sheet page={page} name={name} onPlace={open} />
        </div>
        {entry === null ? null : (
          <CardEntry
            key={entry.field.id}
            field={entry.field}
            spot={spotOf(onTrim(entry.place, page), zoom.view, sheet, box)}
            onClose={() => setEntry(null)}
          />
        )}
      </div>
      <span class="spoken" id={`${prefix}preview-keys`}>
        {say('preview_keys')}
      </span>
      {wide ? <PictureNote page={page.index} /> : null}
      {/* A card that is tall leaves room beside it. */}
      <div class="tools" data-beside={box.width - sheet.width > 120}>
        {pages.length < 2 ? null : <PageChoice pages={pages} />}
        <fieldset class="zoom" aria-describedby={`${prefix}preview-keys`}>
          <legend class="spoken">{say('zoom')}</legend>
          <Tool label={say('zoom_out')} icon="minus" onClick={zoom.zoomOut} disabled={scale <= 1} />
          <Tool label={say('zoom_reset')} icon="whole" onClick={zoom.reset} disabled={scale <= 1} />
          <Tool label={say('zoom_in')} icon="plus" onClick={zoom.zoomIn} disabled={scale >= 8} />
        </fieldset>
      </div>
    </section>
  )
}

interface Entry {
  readonly field: FieldWire
  readonly place: PlaceWire
}

type Part = Pick<PlaceWire, 'left' | 'top' | 'width' | 'height'>

/** The field's place on the page that is shown; null where it has none there. */
function placeOf(
  fields: readonly FieldWire[],
  id: string | null,
  page: PageWire | undefined,
): PlaceWire | null {
  const field = fields.find((one) => one.id === id)
  return field?.places.find((one) => one.page === page?.index) ?? null
}

/** A part of the page as a part of its trim. */
function onTrim({ left, top, width, height }: Part, { trim }: PageWire): Part {
  return {
    left: (left - trim.left) / trim.width,
    top: (top - trim.top) / trim.height,
    width: width / trim.width,
    height: height / trim.height,
  }
}

/** Where a part of the sheet stands on the stage, px from its upper left corner. */
function spotOf({ left, top, width, height }: Part, { scale, x, y }: View, sheet: Size, stage: Size): Spot {
  const across = (fraction: number) => stage.width / 2 + x + (fraction - 0.5) * sheet.width * scale
  const down = (fraction: number) => stage.height / 2 + y + (fraction - 0.5) * sheet.height * scale
  return { middle: across(left + width / 2), top: down(top), bottom: down(top + height), stage }
}

function PageChoice({ pages }: { readonly pages: readonly PageWire[] }) {
  const { store, words } = useEditor()
  const { say } = words
  if (pages.length > 4)
    return (
      <select
        class="page-choice"
        aria-label={say('page')}
        value={String(store.state.page)}
        onChange={(event) => store.showPage(Number(event.currentTarget.value))}
      >
        {pages.map(({ index }) => (
          <option key={index} value={String(index)}>
            {pageName(say, index, pages.length)}
          </option>
        ))}
      </select>
    )
  return (
    <fieldset class="pages">
      <legend class="spoken">{say('page')}</legend>
      {pages.map(({ index }) => (
        <button
          key={index}
          type="button"
          class="plain"
          aria-pressed={index === store.state.page}
          onClick={() => store.showPage(index)}
        >
          {pageName(say, index, pages.length)}
        </button>
      ))}
    </fieldset>
  )
}

/** Puts the focus on a field's control, or on that of its radio buttons which is chosen. */
export function focusField(prefix: string, field: FieldWire): void {
  const frame = document.querySelector(`[data-field="${CSS.escape(field.id)}"]`)
  const control =
    frame?.querySelector<HTMLElement>('input:checked') ??
    document.getElementById(fieldIds(prefix, field).control) ??
    frame?.querySelector<HTMLElement>('input, select, textarea')
  frame?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}

function fitted({ width_pt, height_pt, trim }: PageWire, box: Size): Size {
  const [width, height] = [width_pt * trim.width, height_pt * trim.height]
  const room = 1 - 2 * MARGIN
  const scale = Math.max(0, Math.min((box.width * room) / width, (box.height * room) / height))
  return { width: Math.floor(width * scale), height: Math.floor(height * scale) }
}

function useSize(element: { readonly current: HTMLElement | null }): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const measured = element.current
    if (measured === null) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = measured
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    return observeSize([measured], measure)
  }, [])
  return size
}
