/** Zooming and moving the sheet on its stage: by wheel, pinch, drag and keys. */
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** `x` and `y` move the sheet's middle away from the stage's, px. */
export interface View {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 }
const MOST = 8
const STEP = 1.4
/** How near two taps bring what is under them, and within how many ms they are two of one kind. */
const CLOSE = 2.5
const DOUBLE_MS = 350
const NEVER = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0, scale: 1 }
/** The share of the stage that a field is brought to fill. */
const FILLED = 0.76
/** The arrows move what is looked through, and so the sheet the other way; px. */
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [40, 0],
  ArrowRight: [-40, 0],
  ArrowUp: [0, 40],
  ArrowDown: [0, -40],
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Scaled by `factor` so that the point, counted from the stage's middle, stays where it is. */
export function zoomAt(
  view: View,
  factor: number,
  point: { x: number; y: number },
  sheet: Size,
  stage: Size,
): View {
  const scale = Math.min(MOST, Math.max(1, view.scale * factor))
  const by = scale / view.scale
  return held(
    { scale, x: point.x - (point.x - view.x) * by, y: point.y - (point.y - view.y) * by },
    sheet,
    stage,
  )
}

/** Moved back so far that the sheet covers as much of the stage as it can. */
export function held({ scale, x, y }: View, sheet: Size, stage: Size): View {
  const across = Math.max(0, (sheet.width * scale - stage.width) / 2)
  const down = Math.max(0, (sheet.height * scale - stage.height) / 2)
  return { scale, x: clamp(x, across), y: clamp(y, down) }
}

/** So that a part of the sheet, in fractions of it, is in the middle and large enough to read, at most `most` times. */
export function glidedTo(
  part: { left: number; top: number; width: number; height: number },
  most: number,
  sheet: Size,
  stage: Size,
): View {
  const across = (stage.width * FILLED) / Math.max(1, part.width * sheet.width)
  const down = (stage.height * FILLED) / Math.max(1, part.height * sheet.height)
  const scale = Math.min(most, Math.max(1, Math.min(across, down)))
  const middle = { x: part.left + part.width / 2 - 0.5, y: part.top + part.height / 2 - 0.5 }
  return held(
    { scale, x: -middle.x * sheet.width * scale, y: -middle.y * sheet.height * scale },
    sheet,
    stage,
  )
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value))
}

export interface Zoom {
  readonly view: View
  /** The view has moved by itself, and may be seen to do so. */
  readonly gliding: boolean
  /** `part` in fractions of the sheet. */
  glide(part: Parameters<typeof glidedTo>[0], most: number): void
  zoomIn(): void
  zoomOut(): void
  reset(): void
}

/**
 * Decision: the wheel alone zooms only where `wheel` says so, for elsewhere it scrolls the form; with Ctrl, which is
 * what a pinch on a touchpad sends, it zooms everywhere. One finger scrolls until the sheet is larger than its stage.
 */
export function useZoom(
  {
    section,
    stage,
  }: {
    /** Keys are heard in it: on the buttons beside the stage. */
    readonly section: RefObject<HTMLElement>
    readonly stage: RefObject<HTMLElement>
  },
  sheet: Size,
  box: Size,
  wheel: boolean,
): Zoom {
  const [view, setView] = useState(WHOLE)
  const [gliding, setGliding] = useState(false)
  const latest = useRef({ view, sheet, box, wheel })
  latest.current = { view, sheet, box, wheel }
  const change = (next: (view: View) => View) => {
    setGliding(false)
    setView((before) => next(before))
  }
  const by = (factor: number, point = { x: 0, y: 0 }) =>
    change((before) => zoomAt(before, factor, point, latest.current.sheet, latest.current.box))
  const move = (x: number, y: number) =>
    change((before) =>
      held({ ...before, x: before.x + x, y: before.y + y }, latest.current.sheet, latest.current.box),
    )

  const reset = () => {
    setGliding(true)
    setView(WHOLE)
  }

  useEffect(() => {
    const element = stage.current
    if (element === null) return
    const fingers = new Map<number, { x: number; y: number }>()
    const fromMiddle = (x: number, y: number) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return { x: x - left - width / 2, y: y - top - height / 2 }
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey && !latest.current.wheel) return
      event.preventDefault()
      const lines = event.deltaMode === 1 ? 16 : 1
      const delta = Math.max(-120, Math.min(120, event.deltaY * lines))
      by(Math.exp(-delta * (event.ctrlKey ? 0.01 : 0.004)), fromMiddle(event.clientX, event.clientY))
    }
    let dragged = 0
    const onDown = (event: PointerEvent) => {
      if (fingers.size === 0) dragged = 0
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    }
    const onMove = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId)
      if (before === undefined) return
      const now = { x: event.clientX, y: event.clientY }
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
      fingers.set(event.pointerId, now)
      dragged += Math.abs(now.x - before.x) + Math.abs(now.y - before.y)
      if (other !== undefined) {
        const spread = (one: { x: number; y: number }) =>
          Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))
        const middle = fromMiddle((now.x + other.x) / 2, (now.y + other.y) / 2)
        by(spread(now) / spread(before), middle)
        move((now.x - before.x) / 2, (now.y - before.y) / 2)
      } else if (latest.current.view.scale > 1) move(now.x - before.x, now.y - before.y)
    }
    const onUp = (event: PointerEvent) => fingers.delete(event.pointerId)
    // Who has moved the sheet did not mean the field under the pointer.
    const onClick = (event: MouseEvent) => {
      if (dragged > 8) event.stopPropagation()
      dragged = 0
    }
    // A tap beside the fields shows the whole; a second one at once shows what is under it from near.
    let tapped = NEVER
    const onTap = ({ target, timeStamp, clientX, clientY }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest('.place, .card-entry') !== null) return
      const { current } = latest
      const isSecond =
        timeStamp - tapped.at < DOUBLE_MS && Math.hypot(clientX - tapped.x, clientY - tapped.y) < 30
      const zooms = isSecond && tapped.scale === 1
      tapped = isSecond ? NEVER : { at: timeStamp, x: clientX, y: clientY, scale: current.view.scale }
      setGliding(true)
      const point = fromMiddle(clientX, clientY)
      setView(zooms ? zoomAt(WHOLE, CLOSE, point, current.sheet, current.box) : WHOLE)
    }
    element.addEventListener('click', onTap)
    element.addEventListener('click', onClick, { capture: true })
    element.addEventListener('wheel', onWheel, { passive: false })
    element.addEventListener('pointerdown', onDown)
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', onUp)
    return () => {
      element.removeEventListener('click', onTap)
      element.removeEventListener('click', onClick, { capture: true })
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('pointerdown', onDown)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', onUp)
    }
  }, [])

  // A stage of another size may leave the sheet outside of it.
  useEffect(() => {
    setView((before) => held(before, sheet, box))
  }, [sheet.width, sheet.height, box.width, box.height])

  useEffect(() => {
    const element = section.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const arrow = ARROWS[event.key]
      if (arrow !== undefined && latest.current.view.scale > 1) move(...arrow)
      else if (event.key === '+' || event.key === '=') by(STEP)
      else if (event.key === '-') by(1 / STEP)
      else if (event.key === '0') reset()
      else return
      event.preventDefault()
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [])

  return {
    view,
    gliding,
    glide(part, most) {
      setGliding(true)
      setView(glidedTo(part, most, latest.current.sheet, latest.current.box))
    },
    zoomIn: () => by(STEP),
    zoomOut: () => by(1 / STEP),
    reset,
  }
}
