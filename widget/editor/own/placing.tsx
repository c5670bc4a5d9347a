/** An image in its frame: moved, zoomed and rotated, with its effective resolution. */
import { useEffect, useRef } from 'preact/hooks'
import { useEditor } from '../context.ts'
import type { OwnImageWire } from '../wire.ts'
import { type ChooserParts, Refused, useDrop } from './chooser.tsx'
import {
  effectivePpi,
  type Framing,
  fineness,
  firstView,
  moved,
  placedOf,
  turnedRight,
  type View,
  viewOf,
  zoomed,
} from './crop.ts'
import { CropStage } from './crop-stage.tsx'
import { CropTools } from './crop-tools.tsx'
import { Meter } from './meter.tsx'
import { type OwnValue, ownText } from './own-value.ts'

/** A key moves the image by this share of the frame, with Shift by the other; a step of the zoom. */
const NUDGE = 0.01
const STRIDE = 0.1
const ZOOM_STEP = 1.15

interface PlacedParts {
  readonly own: OwnValue
  readonly value: string
  /** Its address answers no more: links are good for an hour. */
  onLost(): void
}

export function Placing({
  own,
  value,
  image,
  ...parts
}: ChooserParts &
  PlacedParts & {
    /** Undefined while it is asked for, null where the service has it no more. */
    readonly image: OwnImageWire | null | undefined
  }) {
  const { store, words } = useEditor()
  const { say } = words
  if (image === undefined)
    return (
      <p class="help" role="status">
        {say('preview_loading')}
      </p>
    )
  if (image === null)
    return <Gone {...parts} onRemove={() => store.edit({ values: { [parts.field.id]: '' } }, null)} />
  return <Placed own={own} value={value} image={image} {...parts} />
}

function Placed({
  field,
  own,
  value,
  image,
  rules,
  upload,
  disabled,
  onChoose,
  onLost,
}: ChooserParts & PlacedParts & { readonly image: OwnImageWire }) {
  const { store } = useEditor()
  const [first] = rules.frames
  const framing: Framing = { image, ...first }
  // Finer than the thousandths that are kept, so that many small steps are one large one.
  const kept = useRef<{ readonly text: string; readonly view: View } | null>(null)
  if (kept.current?.text !== value) kept.current = { text: value, view: viewOf(framing, own.placed) }
  const { view } = kept.current
  const placed = own.placed ?? placedOf(framing, view)
  // It has to do in each of its places.
  const ppi = Math.min(...rules.frames.map((place) => effectivePpi({ image, ...place }, placed)))
  const fine = fineness(ppi, { min: rules.minPpi, warn: rules.warnPpi })
  useEffect(() => {
    store.hold(field.id, fine === 'small' ? { kind: 'small' } : null)
  }, [fine])
  /** Each drag is a step of the history; keys and wheel are one until they rest. */
  const gesture = useRef(0)
  const change = (next: (view: View) => View) => {
    const before = kept.current?.view ?? view
    const after = next(before)
    const text = ownText({ picture: own.id, ...placedOf(framing, after) })
    const same = text === kept.current?.text
    kept.current = { text, view: after }
    if (!same) store.edit({ values: { [field.id]: text } }, `crop ${field.id} ${gesture.current}`)
  }
  const zone = useRef<HTMLDivElement>(null)
  const over = useDrop(zone, disabled ? null : onChoose)
  const actions = {
    begin: () => {
      gesture.current += 1
    },
    move: (right: number, down: number) => change((one) => moved(framing, one, right, down)),
    zoom: (factor: number, point?: { x: number; y: number }) =>
      change((one) => zoomed(framing, one, factor, point)),
    nudge: (right: number, down: number, far: boolean) => {
      const step = far ? STRIDE : NUDGE
      change((one) => moved(framing, one, right * step, down * step))
    },
    zoomIn: () => change((one) => zoomed(framing, one, ZOOM_STEP)),
    zoomOut: () => change((one) => zoomed(framing, one, 1 / ZOOM_STEP)),
    turn: () => change((one) => turnedRight(framing, one)),
    reset: () => change(() => firstView(framing, view.turn)),
  }
  return (
    <div ref={zone} class="placed" data-over={over}>
      <CropStage
        field={field}
        framing={framing}
        view={view}
        url={image.preview_url}
        disabled={disabled}
        actions={actions}
        onLost={onLost}
      />
      <Meter field={field} ppi={ppi} fine={fine} rules={rules} framing={framing} view={view} />
      <CropTools
        field={field}
        framing={framing}
        view={view}
        rules={rules}
        disabled={disabled}
        actions={actions}
        onChoose={onChoose}
        onRemove={() => store.edit({ values: { [field.id]: '' } }, null)}
      />
      <Refused rules={rules} upload={upload} />
    </div>
  )
}

export interface CropActions {
  /** What follows is a step of its own. */
  begin(): void
  /** By shares of the frame. */
  move(right: number, down: number): void
  zoom(factor: number, point?: { readonly x: number; readonly y: number }): void
  nudge(right: number, down: number, far: boolean): void
  zoomIn(): void
  zoomOut(): void
  turn(): void
  /** As it was placed first, in the turn that it has. */
  reset(): void
}

/** Such as one that was erased: the design still names it. */
function Gone({ onRemove }: ChooserParts & { onRemove(): void }) {
  const { words } = useEditor()
  const { say } = words
  return (
    <div class="drop-buttons">
      <p class="trouble">{say('image_gone')}</p>
      <button type="button" class="plain" data-first onClick={onRemove}>
        {say('image_remove')}
      </button>
    </div>
  )
}
