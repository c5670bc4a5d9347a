/** The text of the artwork as buttons, one for each run, to be selected for fields. */
import { phrase } from '../words.ts'
import { mapPoint } from './affine.ts'
import { useEditor } from './context.ts'
import type { RunWire } from './editor-api.ts'
import { viewMatrix } from './placed.ts'
import type { PageWire } from './scene-wire.ts'

export interface PickLayerProps {
  readonly page: PageWire
  readonly scale: number
  readonly runs: readonly RunWire[]
  readonly picked: ReadonlySet<string>
  onPick(id: string): void
}

export function PickLayer({ page, scale, runs, picked, onPick }: PickLayerProps) {
  const { words } = useEditor()
  return (
    <div class="pick-layer">
      {runs.map(({ id, text, quad, pickable, reason }) => (
        <button
          key={id}
          type="button"
          class="run"
          aria-pressed={picked.has(id)}
          disabled={!pickable}
          title={reason ?? text}
          aria-label={phrase(words.pick.run, { text })}
          style={runStyle(quad, page, scale)}
          onClick={() => onPick(id)}
        />
      ))}
    </div>
  )
}

/** A rectangle along the baseline, turned as the text is; a hair larger than its letters. */
function runStyle(quad: RunWire['quad'], page: PageWire, scale: number) {
  const view = viewMatrix(page)
  const [lowerLeft, lowerRight, , upperLeft] = quad.map(([x, y]) => mapPoint(view, x, y))
  if (lowerLeft === undefined || lowerRight === undefined || upperLeft === undefined) return {}
  const width = Math.hypot(lowerRight.x - lowerLeft.x, lowerRight.y - lowerLeft.y)
  const height = Math.hypot(upperLeft.x - lowerLeft.x, upperLeft.y - lowerLeft.y)
  const angle = Math.atan2(lowerRight.y - lowerLeft.y, lowerRight.x - lowerLeft.x)
  return {
    width: `${width * scale + 4}px`,
    height: `${height * scale + 4}px`,
    transform: `translate(${upperLeft.x * scale - 2}px,${upperLeft.y * scale - 2}px) rotate(${angle}rad)`,
  }
}
