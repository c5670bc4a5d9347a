/** The frame and handles of the selected field, above all fields so that no neighbour covers them. */
import type { Placed } from '../placed.ts'
import { HANDLES } from '../reshape.ts'
import { boxStyle } from '../spot-box.tsx'

export interface SpotFrameProps {
  readonly spotKey: string
  readonly placed: Placed
  readonly scale: number
  /** A locked field cannot be resized. */
  readonly handled: boolean
}

export function SpotFrame({ spotKey, placed, scale, handled }: SpotFrameProps) {
  return (
    <div
      class="spot-frame"
      data-frame={spotKey}
      data-locked={!handled || undefined}
      style={{ ...boxStyle(placed, scale) }}
      aria-hidden="true"
    >
      {handled ? HANDLES.map((handle) => <span key={handle} class="handle" data-handle={handle} />) : null}
      {handled ? <span class="handle turn" data-handle="turn" /> : null}
    </div>
  )
}
