/** The page as it prints, with its zones and its fields, to be worked on by pointer and by keys. */

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { phrase } from '../words.ts'
import { heightOf, type Rect, widthOf } from './affine.ts'
import { drawnState, lengthOf, useEditor } from './context.ts'
import { attachDrag, type DragContext } from './drag.ts'
import { useDrawnPage } from './drawn-page.ts'
import { faultFields } from './fault-text.ts'
import type { NewKind } from './new-field.ts'
import { PickLayer } from './pick-layer.tsx'
import { angleOf, boundsOf, type Placed, seenBox, sizeOf } from './placed.ts'
import { safeZone, snapTable } from './snap.ts'
import { SpotBox } from './spot-box.tsx'
import { focusSelected, pageSpots, safeMargin, useStageKeys } from './stage-keys.ts'

/** Room around the sheet, px, for what stands in the bleed and for handles. */
const MARGIN = 28
/** The resolution of previews: 72 to 300 dots per inch. */
const [COARSEST, FINEST] = [72, 300]

export interface StageProps {
  /** Runs of text that are chosen while text is taken from the artwork. */
  readonly picked: ReadonlySet<string>
  onPick(id: string): void
}

export function Stage({ picked, onPick }: StageProps) {
  const editor = useEditor()
  const { store, state, look, words, mayEdit, artwork } = editor
  const { scene, page: index, selection, tool, template } = state
  const page = scene.pages[index]
  const frame = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLFieldSetElement>(null)
  const guideX = useRef<HTMLDivElement>(null)
  const guideY = useRef<HTMLDivElement>(null)
  const marquee = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const room = useRoom(frame)
  const fit = page === undefined ? 1 : fitting(page.width_pt, page.height_pt, room)
  const scale = look.zoom ?? fit

  const zones = useMemo(
    () => (page === undefined ? null : zonesOf(page, safeMargin(template?.profile))),
    [page, template],
  )
  const spots = useMemo(() => pageSpots(scene, index), [scene, index])
  const body = drawnState(state, look)
  const dpi = Math.round(
    Math.min(FINEST, Math.max(COARSEST, 72 * scale * Math.min(2, devicePixelRatio || 1))),
  )
  const drawn = useDrawnPage(
    look.plates?.length === 0
      ? null
      : {
          ...body,
          dpi,
          ...(look.plates === null ? {} : { plates: look.plates, plate_color: look.gray ? 'gray' : 'ink' }),
        },
    look.plates === null ? 'preview' : 'press',
  )
  const shownUrl = look.plates?.length === 0 ? null : drawn.url

  // What a drag asks for when it begins is what was drawn last.
  const latest = useRef<DragContext | null>(null)
  latest.current = {
    scale: () => scale,
    mode: () =>
      !mayEdit || state.busy !== null
        ? 'off'
        : tool === 'select'
          ? 'select'
          : tool === 'pick'
            ? 'off'
            : 'draw',
    sheet: () => (page === undefined ? NOWHERE : seenBox(page, page.media_box)),
    unitScale: () => page?.user_unit ?? 1,
    places: () => new Map(spots.map(({ key, placed }) => [key, placed])),
    selection: () => new Set(spots.filter(({ key }) => selection.has(key)).map(({ key }) => key)),
    table(moving) {
      if (!look.snap || zones === null || page === undefined) return null
      const fields = spots.filter(({ key }) => !moving.has(key)).map(({ placed }) => boundsOf(placed))
      const objects = (artwork.value?.objects ?? []).slice(0, MOST_OBJECTS)
      return snapTable({ ...zones, fields, artwork: objects.map(({ box }) => seenBox(page, box)) })
    },
    select: (keys) => store.select(keys),
    toggle: (key) => store.toggle(key),
    place(places) {
      store.place(places)
      const [placed] = places.values()
      if (placed !== undefined) editor.say(spokenPlace(placed))
    },
    add: (placed) => {
      const kind = tool as NewKind
      store.add(kind, words.newLabels[kind], placed)
      focusSelected()
    },
    tip(placed, kind) {
      if (kind === 'turn') return `${angleOf(placed)}°`
      const { width, height } = sizeOf(placed)
      if (kind === 'resize') return `${lengthOf(editor, width)} × ${lengthOf(editor, height)}`
      return spokenAt(placed).join('  ')
    },
  }
  const spokenAt = (placed: Placed): readonly [string, string] => {
    const { left, top } = boundsOf(placed)
    const trim = zones?.trim ?? NOWHERE
    return [lengthOf(editor, left - trim.left), lengthOf(editor, top - trim.top)]
  }
  const spokenPlace = (placed: Placed) => {
    const [x, y] = spokenAt(placed)
    return phrase(words.movedTo, { x, y })
  }

  useEffect(() => {
    const parts = [layer.current, guideX.current, guideY.current, marquee.current, tip.current]
    const [one, x, y, area, words] = parts
    if (!one || !x || !y || !area || !words) return
    const forward = (): DragContext => latest.current as DragContext
    return attachDrag(
      {
        scale: () => forward().scale(),
        mode: () => forward().mode(),
        sheet: () => forward().sheet(),
        unitScale: () => forward().unitScale(),
        places: () => forward().places(),
        selection: () => forward().selection(),
        table: (moving) => forward().table(moving),
        select: (keys) => forward().select(keys),
        toggle: (key) => forward().toggle(key),
        place: (places) => forward().place(places),
        add: (placed) => forward().add(placed),
        tip: (placed, kind) => forward().tip(placed, kind),
      },
      { layer: one, guideX: x, guideY: y, marquee: area, tip: words },
    )
  }, [page === undefined])
  const onKeyDown = useStageKeys(layer, spots, spokenPlace)

  if (page === undefined || zones === null) return null
  const width = page.width_pt * scale
  const height = page.height_pt * scale
  const tabbed = spots.find(({ key }) => selection.has(key))?.key ?? spots[0]?.key
  const alone = [...selection].length === 1
  const wrong = faultFields(state.fault, scene)
  return (
    <div class="stage-frame">
      <div class="stage" ref={frame} data-tool={tool} data-zoomed={look.zoom !== null || undefined}>
        <div
          class="sheet"
          style={{ width: `${width}px`, height: `${height}px` }}
          data-waiting={drawn.waiting || undefined}
        >
          {shownUrl === null ? null : (
            <img
              class="sheet-picture"
              src={shownUrl}
              alt={phrase(words.sheet, { number: index + 1 })}
              draggable={false}
            />
          )}
          <Zones zones={zones} scale={scale} width={width} height={height} />
          <fieldset
            class="layer"
            ref={layer}
            aria-label={words.canvas}
            data-draws={tool !== 'select' && tool !== 'pick' ? true : undefined}
            onKeyDown={onKeyDown}
          >
            {spots.map(({ key, field, placed }) => {
              const { width: w, height: h } = sizeOf(placed)
              const [x, y] = spokenAt(placed)
              return (
                <SpotBox
                  key={key}
                  spotKey={key}
                  placed={placed}
                  label={field.label}
                  type={field.type}
                  required={field.required}
                  spoken={phrase(words.spot, {
                    label: field.label,
                    type: words.types[field.type],
                    x,
                    y,
                    w: lengthOf(editor, w),
                    h: lengthOf(editor, h),
                  })}
                  scale={scale}
                  selected={selection.has(key)}
                  handled={alone && selection.has(key) && mayEdit}
                  tabbed={key === tabbed}
                  wrong={wrong.has(field.uid)}
                />
              )
            })}
          </fieldset>
          {tool === 'pick' ? (
            <PickLayer
              page={page}
              scale={scale}
              runs={artwork.value?.runs ?? []}
              picked={picked}
              onPick={onPick}
            />
          ) : null}
          <div class="guide across" ref={guideX} hidden />
          <div class="guide down" ref={guideY} hidden />
          <div class="marquee" ref={marquee} hidden />
        </div>
      </div>
      <div class="drag-tip" ref={tip} hidden aria-hidden="true" />
      <div class="stage-notes">
        {drawn.error === null ? null : <ErrorNotice error={drawn.error} onRetry={drawn.again} />}
        {drawn.fits || drawn.error !== null ? null : (
          <p class="stage-note" role="status">
            {words.trial.problems}
          </p>
        )}
        {look.plates === null ? null : (
          <p class="stage-note" role="status">
            {look.plates.length === 0
              ? words.plates.none
              : phrase(words.plates.shown, { names: look.plates.join(', ') })}{' '}
            <Button small onClick={() => editor.setLook({ plates: null })}>
              {words.plates.all}
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}

const NOWHERE: Rect = { left: 0, top: 0, right: 0, bottom: 0 }
/** More lines than these are more than anybody aims at. */
const MOST_OBJECTS = 400

interface PageZones {
  readonly trim: Rect
  readonly bleed: Rect
  readonly safe: Rect | null
}

function zonesOf(page: Parameters<typeof seenBox>[0], margin: number): PageZones {
  const trim = seenBox(page, page.trim_box)
  return { trim, bleed: seenBox(page, page.bleed_box), safe: safeZone(trim, margin) }
}

/** Lines of a page; the area outside the trim is dimmed. */
function Zones({
  zones,
  scale,
  width,
  height,
}: {
  zones: PageZones
  scale: number
  width: number
  height: number
}) {
  const { words } = useEditor()
  const of = (rect: Rect) => ({
    x: rect.left * scale,
    y: rect.top * scale,
    width: widthOf(rect) * scale,
    height: heightOf(rect) * scale,
  })
  const trim = of(zones.trim)
  const hole = `M0 0H${width}V${height}H0ZM${trim.x} ${trim.y}v${trim.height}h${trim.width}v${-trim.height}Z`
  return (
    <svg class="zones" width={width} height={height} aria-hidden="true">
      <path class="off-cut" d={hole} fill-rule="evenodd" />
      <rect class="zone bleed" {...of(zones.bleed)}>
        <title>{words.zones.bleed}</title>
      </rect>
      <rect class="zone trim" {...trim}>
        <title>{words.zones.trim}</title>
      </rect>
      {zones.safe === null ? null : (
        <rect class="zone safe" {...of(zones.safe)}>
          <title>{words.zones.safe}</title>
        </rect>
      )}
    </svg>
  )
}

function fitting(width: number, height: number, room: { width: number; height: number }): number {
  const across = (room.width - 2 * MARGIN) / width
  const down = (room.height - 2 * MARGIN) / height
  return Math.max(0.05, Math.min(across, down, 8))
}

function useRoom(element: { readonly current: HTMLElement | null }): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 600, height: 600 })
  useLayoutEffect(() => {
    const watched = element.current
    if (watched === null) return
    const look = () => {
      const { clientWidth: width, clientHeight: height } = watched
      setRoom((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(watched)
    return () => observer.disconnect()
  }, [])
  return room
}
