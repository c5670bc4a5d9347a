/** The values that a print file has: after a correction they differ from the customer's. */
import { useRef } from 'preact/hooks'
import type { ApiError } from '../api-error.ts'
import { useResource } from '../resources.ts'
import type { PrintedWire, RenderWire } from './wire.ts'

export interface Printed {
  /** Those of the attempt before, while the ones of this attempt are on their way. */
  readonly value: PrintedWire | null
  /** A correction that began with older values would take the newer ones back. */
  readonly isCurrent: boolean
  readonly error: ApiError | null
  reload(): void
}

export function usePrinted(render: RenderWire | null): Printed {
  const last = useRef<{ readonly renderId: string; readonly value: PrintedWire } | null>(null)
  // The fragment stays here: another attempt has other values.
  const { value, error, reload } = useResource<PrintedWire>(
    render === null
      ? null
      : `/v1/renders/${encodeURIComponent(render.id)}/values#${render.attempt_count} ${render.status}`,
  )
  if (render !== null && value !== null) last.current = { renderId: render.id, value }
  const kept = last.current?.renderId === render?.id ? last.current?.value : null
  return { value: value ?? kept ?? null, isCurrent: value !== null, error, reload }
}
