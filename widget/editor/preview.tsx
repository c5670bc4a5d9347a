/** The preview: a page on its stage, the places of its fields on it, and the means to turn, zoom and move it. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useEditor } from './context.ts'
import { fieldIds } from './field-frame.tsx'
import { PictureNote, Sheet } from './sheet.tsx'
import { pageName } from './trouble-words.ts'
import type { FieldWire, PageWire } from './wire.ts'
import { type Size, useZoom } from './zoom.ts'

/** Room around the sheet, px. */
const MARGIN = 12
/** Finer than this no eye sees on a phone. */
const FINEST = 3

export function Preview({ wide }: { readonly wide: boolean }) {
  const { store, words, prefix } = useEditor()
  const { say } = words
  const { template, page: shown } = store.state
  const pages = template?.scene_summary.pages ?? []
  const page = pages[shown] ?? pages[0]
  const section = useRef<HTMLElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const box = useSize(stage)
  const sheet = page === undefined ? box : fitted(page, box)
  const zoom = useZoom({ section, stage }, sheet, box, wide)
  const { scale, x, y } = zoom.view
  const width = sheet.width * Math.min(FINEST, window.devicePixelRatio || 1) * scale
  useEffect(() => {
    if (page === undefined || sheet.width < 1) return
    // While it is being zoomed the picture at hand does.
    const timer = setTimeout(() => store.pictures.look([[page.index, width]]), scale > 1 ? 300 : 0)
    return () => clearTimeout(timer)
  }, [page?.index, width, scale])
  if (template === null || page === undefined) return null
  const name = pageName(say, page.index, pages.length)
  return (
    <section class="preview" ref={section} aria-label={say('preview')}>
      <div class="stage" ref={stage} data-zoomed={scale > 1}>
        <div
          class="carrier"
          style={{
            width: `${sheet.width}px`,
            height: `${sheet.height}px`,
            transform: `translate(${x}px, ${y}px) scale(${scale})`,
          }}
        >
          <Sheet page={page} name={name} onPlace={(field) => focusField(prefix, field)} />
        </div>
      </div>
      <span class="spoken" id={`${prefix}preview-keys`}>
        {say('preview_keys')}
      </span>
      {wide ? <PictureNote page={page.index} /> : null}
      <div class="tools">
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

export function Tool({
  label,
  icon,
  disabled = false,
  onClick,
}: {
  readonly label: string
  readonly icon: 'plus' | 'minus' | 'whole' | 'undo' | 'redo' | 'close'
  readonly disabled?: boolean
  onClick(): void
}) {
  // Decision: what does nothing now stays in the order of tabs, or the focus would be lost at the last step.
  return (
    <button
      type="button"
      class="tool"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={() => {
        if (!disabled) onClick()
      }}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" data-icon={icon}>
        <path d={ICONS[icon]} />
      </svg>
    </button>
  )
}

const ICONS = {
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  whole: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  close: 'M6 6l12 12M18 6 6 18',
} as const

function fitted({ width_pt, height_pt }: PageWire, box: Size): Size {
  const scale = Math.max(
    0,
    Math.min((box.width - 2 * MARGIN) / width_pt, (box.height - 2 * MARGIN) / height_pt),
  )
  return { width: Math.floor(width_pt * scale), height: Math.floor(height_pt * scale) }
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
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [])
  return size
}
