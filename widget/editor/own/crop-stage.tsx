/** The frame over its image; the part inside prints. Moved by pointer, touch, wheel and keys. */
import { useEffect, useRef } from 'preact/hooks'
import { useEditor } from '../context.ts'
import type { FieldWire } from '../wire.ts'
import { type Framing, partOf, turnedSize, type View } from './crop.ts'
import type { CropActions } from './placing.tsx'

const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export function CropStage({
  field,
  framing,
  view,
  url,
  disabled,
  actions,
  onLost,
}: {
  readonly field: FieldWire
  readonly framing: Framing
  readonly view: View
  readonly url: string
  readonly disabled: boolean
  readonly actions: CropActions
  onLost(): void
}) {
  const { store, words, prefix } = useEditor()
  const { say } = words
  const stage = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const latest = useRef({ actions, disabled })
  latest.current = { actions, disabled }
  usePointers(stage, frame, latest)
  const part = partOf(framing, view)
  const turned = turnedSize(framing.image, view.turn)
  const across = view.turn % 180 === 0 ? 1 : turned.height / turned.width
  const keys = `${prefix}${field.id}-crop-keys`
  const paper = framing.fit === 'contain' ? (store.state.content.substrate?.hex ?? '#ffffff') : undefined
  // A finger that can move nothing scrolls the form.
  const moves = part.height < 1 ? 'none' : 'pan-y'
  return (
    <>
      <div
        class="crop"
        ref={stage}
        role="application"
        aria-label={say('image_position', { field: field.label })}
        aria-describedby={keys}
        aria-disabled={disabled}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move what is in it.
        tabIndex={0}
        data-first
        dir="ltr"
        style={{ touchAction: moves }}
        onKeyDown={(event) => {
          if (disabled || event.ctrlKey || event.metaKey || event.altKey) return
          if (heardKey(event.key, event.shiftKey, actions)) {
            event.preventDefault()
            event.stopPropagation()
          }
        }}
      >
        <div
          class="crop-frame"
          ref={frame}
          style={{
            ...(paper === undefined ? {} : { background: paper }),
            aspectRatio: `${framing.frame.width} / ${framing.frame.height}`,
            '--shape': String(framing.frame.width / framing.frame.height),
          }}
        >
          <div
            class="crop-image"
            style={{
              left: percent(-part.x / part.width),
              top: percent(-part.y / part.height),
              width: percent(1 / part.width),
              height: percent(1 / part.height),
            }}
          >
            <img
              src={url}
              alt=""
              draggable={false}
              decoding="async"
              onError={onLost}
              style={{
                width: percent(across),
                height: percent(1 / across),
                transform: `translate(-50%, -50%) rotate(${view.turn}deg)`,
              }}
            />
          </div>
          <div class="crop-shade" aria-hidden="true" />
          <div class="crop-thirds" aria-hidden="true" />
        </div>
      </div>
      <p class="help crop-keys" id={keys}>
        {say('image_keys')}
      </p>
    </>
  )
}

function heardKey(key: string, far: boolean, actions: CropActions): boolean {
  const arrow = ARROWS[key]
  if (arrow !== undefined) actions.nudge(...arrow, far)
  else if (key === '+' || key === '=') actions.zoomIn()
  else if (key === '-' || key === '_') actions.zoomOut()
  else if (key === 'r' || key === 'R') actions.turn()
  else if (key === '0') actions.reset()
  else return false
  return true
}

interface Heard {
  readonly actions: CropActions
  readonly disabled: boolean
}

/**
 * Decision: the wheel zooms where the stage has the focus, or with Ctrl, which is what a pinch on a touchpad sends;
 * elsewhere it scrolls the form. Movements of one picture of the screen are one change.
 */
function usePointers(
  stage: { readonly current: HTMLElement | null },
  frame: { readonly current: HTMLElement | null },
  latest: { readonly current: Heard },
): void {
  useEffect(() => {
    const element = stage.current
    if (element === null) return
    const fingers = new Map<number, { readonly x: number; readonly y: number }>()
    let right = 0
    let down = 0
    let factor = 1
    let point = { x: 0.5, y: 0.5 }
    let asked = 0
    const apply = () => {
      asked = 0
      const { actions } = latest.current
      if (factor !== 1) actions.zoom(factor, point)
      if (right !== 0 || down !== 0) actions.move(right, down)
      right = 0
      down = 0
      factor = 1
    }
    const soon = () => {
      if (asked === 0) asked = requestAnimationFrame(apply)
    }
    const inFrame = (x: number, y: number) => {
      const box = (frame.current ?? element).getBoundingClientRect()
      return { x: (x - box.left) / box.width, y: (y - box.top) / box.height }
    }
    const onDown = (event: PointerEvent) => {
      if (latest.current.disabled || event.button !== 0) return
      element.setPointerCapture(event.pointerId)
      if (fingers.size === 0) latest.current.actions.begin()
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    }
    const onMove = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId)
      if (before === undefined) return
      const now = { x: event.clientX, y: event.clientY }
      fingers.set(event.pointerId, now)
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
      const { width, height } = (frame.current ?? element).getBoundingClientRect()
      const half = other === undefined ? 1 : 2
      right += (now.x - before.x) / width / half
      down += (now.y - before.y) / height / half
      if (other !== undefined) {
        const spread = (one: { x: number; y: number }) =>
          Math.max(8, Math.hypot(one.x - other.x, one.y - other.y))
        factor *= spread(now) / spread(before)
        point = inFrame((now.x + other.x) / 2, (now.y + other.y) / 2)
      }
      soon()
    }
    const onUp = (event: PointerEvent) => {
      if (!fingers.delete(event.pointerId) || fingers.size > 0) return
      if (asked !== 0) {
        cancelAnimationFrame(asked)
        apply()
      }
      latest.current.actions.begin()
    }
    const onWheel = (event: WheelEvent) => {
      const isMeant = event.ctrlKey || event.metaKey || document.activeElement === element
      if (!isMeant || latest.current.disabled) return
      event.preventDefault()
      const delta = Math.max(-120, Math.min(120, event.deltaY * (event.deltaMode === 1 ? 16 : 1)))
      factor *= Math.exp(-delta * (event.ctrlKey ? 0.01 : 0.003))
      point = inFrame(event.clientX, event.clientY)
      soon()
    }
    element.addEventListener('pointerdown', onDown)
    element.addEventListener('pointermove', onMove)
    element.addEventListener('pointerup', onUp)
    element.addEventListener('pointercancel', onUp)
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      cancelAnimationFrame(asked)
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('pointerup', onUp)
      element.removeEventListener('pointercancel', onUp)
      element.removeEventListener('wheel', onWheel)
    }
  }, [stage, frame, latest])
}

function percent(part: number): string {
  return `${part * 100}%`
}
