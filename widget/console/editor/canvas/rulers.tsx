/** Rulers along the top and left edges, in the current unit. Dragging out of a ruler creates a guide. */
import { useRef, useState } from 'preact/hooks'
import { toPoints, type Unit } from '../../units.ts'
import { type Guide, useEditor } from '../context.ts'
import { seenBox } from '../placed.ts'
import { useGuides } from './use-guides.ts'
import type { SheetPlace } from './use-sheet-place.ts'

export const RULER_PX = 18
/** Between two numbers. */
const LEAST_PX = 52
/** In each unit: from one number to the next, and how many parts are marked between them. */
const STEPS: Readonly<Record<Unit, readonly (readonly [step: number, parts: number])[]>> = {
  mm: [
    [1, 5],
    [2, 4],
    [5, 5],
    [10, 10],
    [20, 4],
    [50, 5],
    [100, 10],
    [200, 4],
    [500, 5],
  ],
  pt: [
    [5, 5],
    [10, 5],
    [20, 4],
    [50, 5],
    [100, 10],
    [200, 4],
    [500, 5],
    [1000, 10],
  ],
  inch: [
    [0.125, 2],
    [0.25, 4],
    [0.5, 4],
    [1, 8],
    [2, 4],
    [5, 5],
    [10, 10],
    [20, 4],
  ],
}

export interface RulersProps {
  readonly place: SheetPlace
  readonly scale: number
}

export function Rulers({ place, scale }: RulersProps) {
  const { state, words } = useEditor()
  const page = state.scene.pages[state.page]
  if (page === undefined || place.width === 0) return null
  const trim = seenBox(page, page.trim_box)
  return (
    <>
      <Ruler
        axis="x"
        label={words.guides.level}
        zero={place.left + trim.left * scale}
        length={place.roomWidth}
        scale={scale}
        from={place.top}
        size={place.height}
      />
      <Ruler
        axis="y"
        label={words.guides.upright}
        zero={place.top + trim.top * scale}
        length={place.roomHeight}
        scale={scale}
        from={place.left}
        size={place.width}
      />
      <div class="ruler-corner" aria-hidden="true" />
    </>
  )
}

interface RulerProps {
  /** What it runs along. */
  readonly axis: Guide['axis']
  readonly label: string
  /** Px along it, where the trim begins and how long it is. */
  readonly zero: number
  readonly length: number
  /** Px away from it, where the sheet begins and how long that is: guides are drawn out onto it. */
  readonly from: number
  readonly size: number
  readonly scale: number
}

function Ruler({ axis, label, zero, from, length, size, scale }: RulerProps) {
  const { unit, tag } = useEditor()
  const { add } = useGuides()
  const [drawn, setDrawn] = useState<number | null>(null)
  const pressed = useRef(false)
  const perUnit = toPoints(1, unit) * scale
  const [step, parts] = STEPS[unit].find(([one]) => one * perUnit >= LEAST_PX) ?? [1000, 10]
  const first = Math.floor(-zero / (step * perUnit))
  const last = Math.ceil((length - zero) / (step * perUnit))
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => (first + at) * step)
  const across = axis === 'x'
  // As in every layout program, the upper ruler gives level guides, and the left one upright ones.
  const makes = across ? 'y' : 'x'
  const at = (event: PointerEvent) => {
    const frame = (event.currentTarget as HTMLElement).parentElement?.getBoundingClientRect()
    return across ? event.clientY - (frame?.top ?? 0) : event.clientX - (frame?.left ?? 0)
  }
  return (
    <>
      <button
        type="button"
        class="ruler"
        data-axis={axis}
        aria-label={label}
        title={label}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return
          event.preventDefault()
          add(makes)
        }}
        onPointerDown={(event) => {
          pressed.current = true
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrawn(at(event))
        }}
        onPointerMove={(event) => {
          if (pressed.current) setDrawn(at(event))
        }}
        onPointerUp={(event) => {
          if (!pressed.current) return
          pressed.current = false
          setDrawn(null)
          const px = at(event) - from
          if (px >= 0 && px <= size) add(makes, px / scale)
        }}
        onPointerCancel={() => {
          pressed.current = false
          setDrawn(null)
        }}
      />
      <svg
        class="ruler-marks"
        data-axis={axis}
        width={across ? length : RULER_PX}
        height={across ? RULER_PX : length}
        aria-hidden="true"
      >
        {numbers.map((number) => {
          const px = zero + number * perUnit
          const text = number.toLocaleString(tag, { maximumFractionDigits: 3 })
          return (
            <g key={number} transform={across ? `translate(${px} 0)` : `translate(0 ${px})`}>
              <path d={marks(across, step * perUnit, parts)} />
              {across ? (
                <text x="3" y="10">
                  {text}
                </text>
              ) : (
                <text transform="rotate(-90)" x="-3" y="10" text-anchor="end">
                  {text}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      {drawn === null ? null : (
        <div
          class="guide-drawn"
          data-axis={makes}
          style={across ? { top: `${drawn}px` } : { left: `${drawn}px` }}
        />
      )}
    </>
  )
}

/** A long mark at the number, short ones up to the next. */
function marks(across: boolean, length: number, parts: number): string {
  let path = across ? `M.5 0V${RULER_PX}` : `M0 .5H${RULER_PX}`
  for (let part = 1; part < parts; part += 1) {
    const px = (length * part) / parts
    path += across ? `M${px} ${RULER_PX - 4}V${RULER_PX}` : `M${RULER_PX - 4} ${px}H${RULER_PX}`
  }
  return path
}
