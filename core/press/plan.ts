/** The plan kept beside a compiled body: all that writing a tail needs, so that no PDF is parsed at render time. */
import type { Box } from '../scene/scene.ts'

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
}

/** A separation that the artwork defines; `object` is the number of its colour space array. */
export interface PlanInk {
  readonly name: string
  readonly object: number
  readonly hex: string
}

export interface Plan {
  readonly version: 1
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
}
