/** The plan kept beside a compiled body: all that writing a tail needs, so that no PDF is parsed at render time. */

import type { FormBorders } from '../artwork/form/form-borders.ts'
import type { TonePlace } from '../artwork/form/tones.ts'
import type { Box } from '../geometry/box.ts'
import type { PlanInk, PlanSpace } from '../ink/plan-ink.ts'
import type { SlotMarks } from '../layout/separation.ts'
import type { ArtworkPick } from '../scene/artwork-pick.ts'
import type { PageFingerprint } from '../scene/page-likeness.ts'
import type { OutputSetting } from './output.ts'

/**
 * A slot is an empty form XObject that the compiled page paints at a fixed place. A tail redefines it with its
 * marks and with resources of its own, so the page's own dictionaries are never touched by a render.
 */
export interface PlanPage {
  /** /BBox of the slots: the page's MediaBox, in default user space. */
  readonly box: Box
  /** Object numbers (generation 0) of the slot below the artwork and of the one above it. */
  readonly below: number
  readonly above: number
  /** Slots within the artwork, which a placement's `inPlace` counts. Plans of version 1 have none. */
  readonly inPlace?: readonly PlanPlace[]
}

/** Painted where its marks, in default user space, come out right: transformations around it are undone. */
export interface PlanPlace {
  readonly object: number
  /** The forms that it stands in, the outermost first; none for one in the page's own content. */
  readonly within: readonly number[]
}

export interface Plan {
  /** Version 2 has slots within the artwork and slots of inks; readers accept both versions. */
  readonly version: 1 | 2
  /** Length of the body in bytes; it ends with `%%EOF\n`. */
  readonly bodyBytes: number
  readonly bodySha256: string
  /** Byte offset of the body's cross-reference table. */
  readonly startXref: number
  /** /Size of the body's trailer: the first free object number. */
  readonly size: number
  readonly rootObject: number
  readonly infoObject: number | null
  /** First string of the trailer's /ID, 32 hex digits. */
  readonly fileId: string
  readonly pages: readonly PlanPage[]
  readonly inks: readonly PlanInk[]
  /**
   * The promise of PDF/X that a tail renews, with the date of its render: it then redefines the info dictionary and
   * the metadata stream. Missing where there is none to keep.
   */
  readonly label?: PlanLabel | null
  /** All colour spaces of the artwork that name plates, those of process colours too. Version 1 has none. */
  readonly spaces?: readonly PlanSpace[]
  /** The artwork prints on spot plates alone: images in colour would add the process plates to the job. */
  readonly spotOnly?: true
  /** The borders that the form drew around its fields are part of the body; missing where they went with it. */
  readonly borders?: FormBorders
  /** The form's drawings of its choices; placements refer to them by index. Bodies without such choices have none. */
  readonly appearances?: readonly PlanAppearance[]
  /** What print files are to be beside PDF, also where the upload hinders it; missing for nothing. */
  readonly output?: OutputSetting
  /** The colour space that tags RGB of marks in a PDF/X-4 body; missing in any other. */
  readonly rgbSpace?: number
  /** Of a body in process inks, how RGB of marks becomes ink: see rgb-table.ts. */
  readonly rgbTable?: string
  /** Of a body with an output profile, how process inks show on screens: see screen-table.ts. */
  readonly screenTable?: string
  /** Text of the artwork that became fields, in the order in which it was picked; the body lacks it. */
  readonly taken?: readonly ArtworkPick[]
  /** Fingerprints of the upload's pages; missing in earlier plans. */
  readonly fingerprints?: readonly PageFingerprint[]
}

/** A form in the body whose space is the unit square of a place's content. */
export interface PlanAppearance {
  readonly object: number
  /** Its own plates; none for one in the ink of its field. */
  readonly inks: readonly string[]
  readonly transparent?: true
  /** Of one that prints in the ink of its field: what to write it anew of, its forms first and itself last. */
  readonly toned?: readonly PlanTonedForm[]
}

/** A form in PDF syntax, one character a byte. */
export interface PlanTonedForm {
  /** Of its dictionary, but /Resources and what says how its data is packed. */
  readonly entries: string
  /** Of its resources, but colour spaces and XObjects. */
  readonly resources: string
  /** By name: a reference, or a form of the same list by its place. */
  readonly xObjects: readonly (readonly [name: string, object: string | number])[]
  readonly content: readonly (string | TonePlace)[]
}

export interface PlanLabel {
  readonly label: string
  /** Entries of the info dictionary but /ModDate; null where the body's stays. */
  readonly info: string | null
  /** The metadata stream, its text cut where the date of the render goes. */
  readonly metadata: { readonly object: number; readonly text: readonly string[] } | null
}

/** The object of a slot. Throws a plain Error where the plan has no such place within the artwork. */
export function slotObject(page: PlanPage, { slot, inPlace }: Pick<SlotMarks, 'slot' | 'inPlace'>): number {
  if (slot !== 'in_place') return slot === 'below' ? page.below : page.above
  return placeOf(page, inPlace).object
}

function placeOf(page: PlanPage, inPlace: number | undefined): PlanPlace {
  const place = page.inPlace?.[inPlace ?? -1]
  if (place === undefined) throw new Error(`The plan has no place ${inPlace} within the artwork.`)
  return place
}
