/** The visible labels of fields on the page. Each field has an accessible name of its own. */
import { useMemo } from 'preact/hooks'
import { around, heightOf, mapPoint, widthOf } from '../affine.ts'
import { useEditor } from '../context.ts'
import { boundsOf, seenBox, viewMatrix } from '../placed.ts'
import type { PageWire } from '../scene-wire.ts'
import type { PageSpot } from '../stage-keys.ts'
import { LABEL_HEIGHT, labelPlaces } from './label-places.ts'

export interface SpotLabelsProps {
  readonly page: PageWire
  readonly spots: readonly PageSpot[]
  readonly scale: number
}

/** More pieces of artwork than these are not looked at. */
const MOST_PIECES = 600
const LARGE_PX = 30
/** Widths of labels are reckoned, not measured. */
const SPARE_PX = 12

export function SpotLabels({ page, spots, scale }: SpotLabelsProps) {
  const { state, look, artwork } = useEditor()
  const { selection } = state
  const runs = artwork.value?.runs
  const objects = artwork.value?.objects
  const content = useMemo(() => {
    const view = viewMatrix(page)
    const texts = (runs ?? []).map(({ quad }) => around(quad.map(([x, y]) => mapPoint(view, x, y))))
    // Letters that are outlines, and fine lines; what is larger is what fields stand on.
    const small = (objects ?? [])
      .map(({ box }) => seenBox(page, box))
      .filter((box) => heightOf(box) * scale < LARGE_PX || widthOf(box) * scale < LARGE_PX)
    return [...texts, ...small].slice(0, MOST_PIECES).map((seen) => ({
      left: seen.left * scale,
      top: seen.top * scale,
      right: seen.right * scale,
      bottom: seen.bottom * scale,
    }))
  }, [runs, objects, page, scale])
  const places = useMemo(() => {
    const labelled = spots.map(({ key, field, placed }) => {
      const { left, top, right, bottom } = boundsOf(placed)
      return {
        key,
        label: field.required ? `${field.label} *` : field.label,
        bounds: { left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale },
        selected: selection.has(key),
      }
    })
    return labelPlaces(labelled, content)
  }, [spots, content, scale, selection])
  return (
    <div class="spot-labels" aria-hidden="true">
      {places
        .filter(({ selected }) => look.labels || selected)
        .map(({ key, label, left, top, width, selected }) => (
          <span
            key={key}
            class="spot-label"
            data-selected={selected || undefined}
            style={{
              left: `${left}px`,
              top: `${top}px`,
              maxWidth: `${width + SPARE_PX}px`,
              height: `${LABEL_HEIGHT}px`,
            }}
          >
            <bdi>{label}</bdi>
          </span>
        ))}
    </div>
  )
}
