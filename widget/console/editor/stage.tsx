/** The page as it prints, with its zones and fields, edited by pointer and keys. */

import { useEffect, useMemo, useRef } from 'preact/hooks'
import { phrase } from '../words.ts'
import type { Rect } from './affine.ts'
import { OwnGuides } from './canvas/own-guides.tsx'
import { fitting, useRoom } from './canvas/room.ts'
import { Rulers } from './canvas/rulers.tsx'
import { SelectionBar } from './canvas/selection-bar.tsx'
import { SheetPicture } from './canvas/sheet-picture.tsx'
import { SpotFrame } from './canvas/spot-frame.tsx'
import { SpotLabels } from './canvas/spot-labels.tsx'
import { StageNotes } from './canvas/stage-notes.tsx'
import { useSheetPlace } from './canvas/use-sheet-place.ts'
import { Zones, zonesOf } from './canvas/zones.tsx'
import { drawnState, lengthOf, useEditor } from './context.ts'
import { attachDrag, type DragContext } from './drag.ts'
import { useDrawnPage } from './drawn-page.ts'
import { faultFields } from './fault-text.ts'
import type { NewKind } from './new-field.ts'
import { PickLayer } from './pick-layer.tsx'
import { angleOf, boundsOf, type Placed, seenBox, sizeOf } from './placed.ts'
import { snapTable } from './snap.ts'
import { SpotBox } from './spot-box.tsx'
import { focusSelected, pageSpots, safeMargin, useStageKeys } from './stage-keys.ts'

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
  const outer = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLFieldSetElement>(null)
  const guideX = useRef<HTMLDivElement>(null)
  const guideY = useRef<HTMLDivElement>(null)
  const marquee = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const room = useRoom(frame)
  const fit = page === undefined ? 1 : fitting(page.width_pt, page.height_pt, room)
  const scale = look.zoom ?? fit
  useEffect(() => {
    if (fit !== look.fit) editor.setLook({ fit })
  }, [fit])
  const place = useSheetPlace(outer, [scale, index, room, look.rulers])

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
    isLocked: (key) => spots.find((spot) => spot.key === key)?.field.position_locked === true,
    selection: () => new Set(spots.filter(({ key }) => selection.has(key)).map(({ key }) => key)),
    table(moving) {
      if (!look.snap || zones === null || page === undefined) return null
      const fields = spots.filter(({ key }) => !moving.has(key)).map(({ placed }) => boundsOf(placed))
      const objects = (artwork.value?.objects ?? []).slice(0, MOST_OBJECTS)
      const guides = look.guides.filter((guide) => guide.page === index)
      return snapTable({ ...zones, fields, guides, artwork: objects.map(({ box }) => seenBox(page, box)) })
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
        isLocked: (key) => forward().isLocked(key),
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
  const alone = selection.size === 1 && mayEdit ? spots.find(({ key }) => selection.has(key)) : undefined
  const wrong = faultFields(state.fault, scene)
  return (
    <div class="stage-frame" ref={outer} data-rulers={look.rulers || undefined}>
      <div class="stage" ref={frame} data-tool={tool} data-zoomed={look.zoom !== null || undefined}>
        <div
          class="sheet"
          style={{ width: `${width}px`, height: `${height}px` }}
          data-waiting={drawn.waiting || undefined}
        >
          <SheetPicture
            drawn={drawn}
            empty={look.plates?.length === 0}
            alt={phrase(words.sheet, { number: index + 1 })}
          />
          <Zones zones={zones} scale={scale} width={width} height={height} />
          <fieldset
            class="layer"
            ref={layer}
            tabIndex={-1}
            aria-label={words.canvas}
            data-draws={tool !== 'select' && tool !== 'pick' ? true : undefined}
            onKeyDown={onKeyDown}
          >
            <OwnGuides width={page.width_pt} height={page.height_pt} scale={scale} />
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
                  locked={field.position_locked ?? false}
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
                  tabbed={key === tabbed}
                  wrong={wrong.has(field.uid)}
                />
              )
            })}
            {alone === undefined ? null : (
              <SpotFrame
                spotKey={alone.key}
                placed={alone.placed}
                scale={scale}
                handled={alone.field.position_locked !== true}
              />
            )}
          </fieldset>
          <SpotLabels page={page} spots={spots} scale={scale} />
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
      {look.rulers ? <Rulers place={place} scale={scale} /> : null}
      <SelectionBar spots={spots} place={place} scale={scale} />
      <div class="drag-tip" ref={tip} hidden aria-hidden="true" />
      <StageNotes drawn={drawn} />
    </div>
  )
}

const NOWHERE: Rect = { left: 0, top: 0, right: 0, bottom: 0 }
/** More lines than these are more than anybody aims at. */
const MOST_OBJECTS = 400
