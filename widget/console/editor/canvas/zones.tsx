/** Trim, bleed and safe zone of a page, as lines over it. */
import { heightOf, type Rect, widthOf } from '../affine.ts'
import { useEditor } from '../context.ts'
import { seenBox } from '../placed.ts'
import { safeZone } from '../snap.ts'

export interface PageZones {
  readonly trim: Rect
  readonly bleed: Rect
  readonly safe: Rect | null
}

export function zonesOf(page: Parameters<typeof seenBox>[0], margin: number): PageZones {
  const trim = seenBox(page, page.trim_box)
  return { trim, bleed: seenBox(page, page.bleed_box), safe: safeZone(trim, margin) }
}

/** The lines of a page; the area outside the trim is dimmed. */
export function Zones({
  zones,
  scale,
  width,
  height,
}: {
  zones: PageZones
  scale: number
  width: number
  height: number
}) {
  const { words } = useEditor()
  const of = (rect: Rect) => ({
    x: rect.left * scale,
    y: rect.top * scale,
    width: widthOf(rect) * scale,
    height: heightOf(rect) * scale,
  })
  const trim = of(zones.trim)
  const hole = `M0 0H${width}V${height}H0ZM${trim.x} ${trim.y}v${trim.height}h${trim.width}v${-trim.height}Z`
  return (
    <svg class="zones" width={width} height={height} aria-hidden="true">
      <path class="off-cut" d={hole} fill-rule="evenodd" />
      <rect class="zone bleed" {...of(zones.bleed)}>
        <title>{words.zones.bleed}</title>
      </rect>
      <rect class="zone trim" {...trim}>
        <title>{words.zones.trim}</title>
      </rect>
      {zones.safe === null ? null : (
        <rect class="zone safe" {...of(zones.safe)}>
          <title>{words.zones.safe}</title>
        </rect>
      )}
    </svg>
  )
}
