/**
 * Moving, resizing, turning, drawing and marking by pointer. While something is dragged the page is not drawn again: one
 * transform on what is dragged, two on the guides, and the state takes it up at the end.
 */

import { overlaps, type Point, type Rect, union } from './affine.ts'
import {
  type DragView,
  elementOf,
  frameOf,
  hide,
  placeTip,
  showGuides,
  showMarquee,
  showTip,
} from './drag-view.ts'
import { boundsOf, cornersOf, isUpright, movedBy, type Placed } from './placed.ts'
import {
  boxBetween,
  draggedAngle,
  HANDLE_PLACES,
  type Handle,
  resized,
  snappedAngle,
  turnedTo,
} from './reshape.ts'
import { type Snapped, type SnapTable, snapMove, snapPoint } from './snap.ts'
import { boxStyle } from './spot-box.tsx'

/** The store as the pointer sees it; everything is asked when a drag begins, and nothing while it goes on. */
export interface DragContext {
  /** Px for each point. */
  scale(): number
  /** May something be changed now, and does dragging draw a new field. */
  mode(): 'off' | 'select' | 'draw'
  /** The sheet, beyond which nothing may stand, points. */
  sheet(): Rect
  /** Points of one user space unit. */
  unitScale(): number
  /** The fields of the page, and which of them are selected. */
  places(): ReadonlyMap<string, Placed>
  /** It is selected like any other, and stays where it is. */
  isLocked(key: string): boolean
  selection(): ReadonlySet<string>
  /** Lines to snap to when these fields are moved; null where snapping is off. */
  table(moving: ReadonlySet<string>): SnapTable | null
  select(keys: readonly string[]): void
  toggle(key: string): void
  place(places: ReadonlyMap<string, Placed>): void
  add(placed: Placed): void
  /** How far it has been moved, or how large it is, in words. */
  tip(placed: Placed, kind: 'move' | 'resize' | 'turn'): string
}

/** Px within which something snaps, and below which a press is no drag. */
const REACH_PX = 6
const STILL_PX = 3

interface Drag {
  move(event: PointerEvent): void
  /** False where nothing was dragged. */
  end(event: PointerEvent): void
  cancel(): void
}

/** Answers what takes it off again. */
export function attachDrag(context: DragContext, view: DragView): () => void {
  const { layer } = view
  let drag: Drag | null = null
  let pointer = -1

  const down = (event: PointerEvent) => {
    if (drag !== null || event.button !== 0 || context.mode() === 'off') return
    placeTip(view)
    const begun = begin(event, context, view)
    if (begun === null) return
    drag = begun
    pointer = event.pointerId
    layer.setPointerCapture(pointer)
    if (event.pointerType !== 'touch') event.preventDefault()
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId === pointer) drag?.move(event)
  }
  const finish = (work: (going: Drag) => void) => {
    const going = drag
    if (going === null) return
    drag = null
    pointer = -1
    hide(view)
    work(going)
  }
  const up = (event: PointerEvent) => {
    if (event.pointerId === pointer) finish((going) => going.end(event))
  }
  const cancel = () => finish((going) => going.cancel())
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || drag === null) return
    event.stopPropagation()
    cancel()
  }
  layer.addEventListener('pointerdown', down)
  layer.addEventListener('pointermove', move)
  layer.addEventListener('pointerup', up)
  layer.addEventListener('pointercancel', cancel)
  window.addEventListener('keydown', key, true)
  return () => {
    layer.removeEventListener('pointerdown', down)
    layer.removeEventListener('pointermove', move)
    layer.removeEventListener('pointerup', up)
    layer.removeEventListener('pointercancel', cancel)
    window.removeEventListener('keydown', key, true)
  }
}

function begin(event: PointerEvent, context: DragContext, view: DragView): Drag | null {
  const target = event.target instanceof Element ? event.target : null
  const framed = target?.closest<HTMLElement>('[data-frame]')?.dataset.frame
  const box =
    framed === undefined
      ? (target?.closest<HTMLElement>('[data-key]') ?? null)
      : elementOf(view.layer, framed)
  const key = box?.dataset.key
  if (context.mode() === 'draw') return beginDrawing(event, context, view)
  if (box === null || key === undefined) {
    // Keys of the tools hold from now on.
    view.layer.focus({ preventScroll: true })
    return event.pointerType === 'touch' ? null : beginMarking(event, context, view)
  }
  box.querySelector('button')?.focus({ preventScroll: true })
  const handle = target?.closest<HTMLElement>('[data-handle]')?.dataset.handle
  const placed = context.places().get(key)
  if (handle !== undefined && placed !== undefined)
    return handle === 'turn'
      ? beginTurning(event, { key, placed, box }, context, view)
      : beginResizing(event, handle as Handle, { key, placed, box }, context, view)
  if (event.shiftKey || event.ctrlKey || event.metaKey) {
    context.toggle(key)
    return null
  }
  const wasSelected = context.selection().has(key)
  if (!wasSelected) context.select([key])
  const moving = wasSelected ? context.selection() : new Set([key])
  if (context.isLocked(key)) {
    context.select([key])
    return null
  }
  return beginMoving(event, key, moving, context, view)
}

function beginMoving(
  event: PointerEvent,
  pressed: string,
  selected: ReadonlySet<string>,
  context: DragContext,
  view: DragView,
): Drag | null {
  const scale = context.scale()
  const all = context.places()
  const moving: Moving[] = [...selected].flatMap((key) => {
    const placed = all.get(key)
    const box = elementOf(view.layer, key)
    return placed === undefined || box === null || context.isLocked(key)
      ? []
      : [{ key, placed, box, transform: box.style.transform.replace('none', '') }]
  })
  const bounds = union(moving.map(({ placed }) => boundsOf(placed)))
  const first = moving.find(({ key }) => key === pressed)
  if (bounds === null || first === undefined) return null
  const table = context.table(selected)
  const sheet = context.sheet()
  let by: Point | null = null
  return {
    move(now) {
      const raw = { x: (now.clientX - event.clientX) / scale, y: (now.clientY - event.clientY) / scale }
      if (by === null && Math.hypot(raw.x, raw.y) * scale < STILL_PX) return
      if (by === null) {
        // The frame of what has just been selected is drawn only now.
        if (moving.length === 1) moving.push(...framesOf(first, view))
        for (const { box } of moving) box.classList.add('dragged')
      }
      if (now.shiftKey) {
        // Along one axis alone.
        if (Math.abs(raw.x) > Math.abs(raw.y)) raw.y = 0
        else raw.x = 0
      }
      const snapped =
        table === null || now.altKey ? null : snapMove(shifted(bounds, raw.x, raw.y), table, REACH_PX / scale)
      by = {
        x: inside(bounds.left, bounds.right, raw.x + (snapped?.x ?? 0), sheet.left, sheet.right),
        y: inside(bounds.top, bounds.bottom, raw.y + (snapped?.y ?? 0), sheet.top, sheet.bottom),
      }
      const translate = `translate(${by.x * scale}px,${by.y * scale}px) `
      for (const { box, transform } of moving) box.style.transform = translate + transform
      showGuides(view, snapped, scale)
      showTip(view, context.tip(movedBy(first.placed, by.x, by.y), 'move'), boundsOf(first.placed), by, scale)
    },
    end() {
      for (const { box, transform } of moving) {
        box.classList.remove('dragged')
        box.style.transform = transform
      }
      const { x, y } = by ?? { x: 0, y: 0 }
      if (by === null) {
        if (selected.size > 1) context.select([pressed])
      } else context.place(new Map(moving.map(({ key, placed }) => [key, movedBy(placed, x, y)])))
    },
    cancel() {
      for (const { box, transform } of moving) {
        box.classList.remove('dragged')
        box.style.transform = transform
      }
    },
  }
}

interface Moving {
  readonly key: string
  readonly placed: Placed
  readonly box: HTMLElement
  readonly transform: string
}

function framesOf({ key, placed }: Moving, { layer }: DragView): readonly Moving[] {
  const box = frameOf(layer, key)
  return box === null ? [] : [{ key, placed, box, transform: box.style.transform.replace('none', '') }]
}

interface Held {
  readonly key: string
  readonly placed: Placed
  readonly box: HTMLElement
}

function beginResizing(
  event: PointerEvent,
  handle: Handle,
  held: Held,
  context: DragContext,
  view: DragView,
): Drag {
  const { key, placed } = held
  const scale = context.scale()
  // Sides that are not those of the page have no lines to snap to.
  const table = isUpright(placed) ? context.table(new Set([key])) : null
  return shaping(held, context, view, 'resize', (now) => {
    const raw = { x: (now.clientX - event.clientX) / scale, y: (now.clientY - event.clientY) / scale }
    const how = { proportional: now.shiftKey, fromMiddle: now.ctrlKey || now.metaKey }
    const next = resized(placed, handle, raw, how)
    if (table === null || now.altKey || how.proportional || how.fromMiddle) return { next, snapped: null }
    const corner = pulledCorner(next, placed, handle)
    const snapped = snapPoint(corner, table, REACH_PX / scale)
    return { next: resized(placed, handle, { x: raw.x + snapped.x, y: raw.y + snapped.y }), snapped }
  })
}

/** The edges that a handle moves, in points of the page; null for those that stay. */
function pulledCorner(next: Placed, before: Placed, handle: Handle): { x: number | null; y: number | null } {
  const [now, was] = [boundsOf(next), boundsOf(before)]
  const moved = (a: number, b: number) => Math.abs(a - b) > 1e-9
  const [across, down] = HANDLE_PLACES[handle]
  if (across === 0.5 && down === 0.5) return { x: null, y: null }
  const x = moved(now.left, was.left) ? now.left : moved(now.right, was.right) ? now.right : null
  const y = moved(now.top, was.top) ? now.top : moved(now.bottom, was.bottom) ? now.bottom : null
  return { x, y }
}

function beginTurning(event: PointerEvent, held: Held, context: DragContext, view: DragView): Drag {
  const scale = context.scale()
  const origin = view.layer.getBoundingClientRect()
  const point = ({ clientX, clientY }: PointerEvent) => ({
    x: (clientX - origin.left) / scale,
    y: (clientY - origin.top) / scale,
  })
  const from = point(event)
  return shaping(held, context, view, 'turn', (now) => {
    const angle = draggedAngle(held.placed, from, point(now))
    return { next: turnedTo(held.placed, snappedAngle(angle, now.shiftKey)), snapped: null }
  })
}

/** One field that changes its form: its element alone is given another size and matrix. */
function shaping(
  { key, placed, box }: Held,
  context: DragContext,
  view: DragView,
  kind: 'resize' | 'turn',
  shape: (now: PointerEvent) => { readonly next: Placed; readonly snapped: Snapped | null },
): Drag {
  const scale = context.scale()
  const { left, top, width, height, transform } = box.style
  const before = { left, top, width, height, transform }
  const frame = frameOf(view.layer, key)
  const elements = frame === null ? [box] : [box, frame]
  let next: Placed | null = null
  const reset = () => {
    for (const element of elements) {
      element.classList.remove('dragged')
      Object.assign(element.style, before)
    }
  }
  return {
    move(now) {
      if (next === null) for (const element of elements) element.classList.add('dragged')
      const shaped = shape(now)
      next = shaped.next
      const style = boxStyle(next, scale)
      for (const element of elements) Object.assign(element.style, style)
      showGuides(view, shaped.snapped, scale)
      showTip(view, context.tip(next, kind), boundsOf(next), { x: 0, y: 0 }, scale)
    },
    end() {
      reset()
      if (next !== null && cornersOf(next).some((corner, at) => away(corner, cornersOf(placed)[at])))
        context.place(new Map([[key, next]]))
    },
    cancel: reset,
  }
}

function away(one: Point, other: Point | undefined): boolean {
  return other === undefined || Math.hypot(one.x - other.x, one.y - other.y) > 1e-6
}

function beginDrawing(event: PointerEvent, context: DragContext, view: DragView): Drag {
  const scale = context.scale()
  const table = context.table(new Set())
  const origin = view.layer.getBoundingClientRect()
  const sheet = context.sheet()
  const point = (now: PointerEvent) => {
    const raw = {
      x: Math.min(sheet.right, Math.max(sheet.left, (now.clientX - origin.left) / scale)),
      y: Math.min(sheet.bottom, Math.max(sheet.top, (now.clientY - origin.top) / scale)),
    }
    const snapped = table === null || now.altKey ? null : snapPoint(raw, table, REACH_PX / scale)
    return { at: { x: raw.x + (snapped?.x ?? 0), y: raw.y + (snapped?.y ?? 0) }, snapped }
  }
  const from = point(event).at
  let to: Point | null = null
  return {
    move(now) {
      const { at, snapped } = point(now)
      to = at
      showMarquee(view, from, at, scale)
      showGuides(view, snapped, scale)
      const placed = boxBetween(from, at, context.unitScale())
      showTip(view, context.tip(placed, 'resize'), boundsOf(placed), { x: 0, y: 0 }, scale)
    },
    end() {
      if (to !== null && Math.hypot(to.x - from.x, to.y - from.y) * scale > STILL_PX)
        context.add(boxBetween(from, to, context.unitScale()))
    },
    cancel() {},
  }
}

function beginMarking(event: PointerEvent, context: DragContext, view: DragView): Drag {
  const scale = context.scale()
  const origin = view.layer.getBoundingClientRect()
  const keep = event.shiftKey || event.ctrlKey || event.metaKey ? [...context.selection()] : []
  const point = ({ clientX, clientY }: PointerEvent) => ({
    x: (clientX - origin.left) / scale,
    y: (clientY - origin.top) / scale,
  })
  const from = point(event)
  return {
    move: (now) => showMarquee(view, from, point(now), scale),
    end(now) {
      const to = point(now)
      const area = {
        left: Math.min(from.x, to.x),
        right: Math.max(from.x, to.x),
        top: Math.min(from.y, to.y),
        bottom: Math.max(from.y, to.y),
      }
      const met = [...context.places()].filter(([, placed]) => overlaps(boundsOf(placed), area))
      context.select([...new Set([...keep, ...met.map(([key]) => key)])])
    },
    cancel() {},
  }
}

function shifted({ left, top, right, bottom }: Rect, x: number, y: number): Rect {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y }
}

function inside(from: number, to: number, by: number, least: number, most: number): number {
  if (to - from >= most - least) return 0
  return Math.min(most - to, Math.max(least - from, by))
}
