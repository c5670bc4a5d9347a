/** The raster port: draws blank pages, previews over them, and pages of print files. */
import type { CheckedPage, PrintedPage } from '../../engine/preflight/render/check-plates.ts'
import type { PageInk } from '../../engine/preflight/render/measure-plates.ts'
import type { OutputSetting } from '../../engine/press/output.ts'
import type { Plan } from '../../engine/press/plan.ts'
import type { PagePlates } from '../../engine/press/plates.ts'
import type { Drawing } from '../../engine/preview/drawing.ts'
import type { MarkedPage } from '../../engine/preview/marked-page.ts'
import type { PlateArea } from '../../engine/preview/page-plates.ts'
import type { PressPicture } from '../../engine/preview/press-picture.ts'
import type { ScenePage } from '../../engine/scene/scene.ts'

/** A page of a body without marks, at the size in which it is drawn. */
export interface BlankPage {
  /** The requesting team: teams take turns, so that one team's load does not delay the others. */
  readonly teamId: string
  readonly bodySha256: string
  readonly plan: Plan
  /** Counts from 0. */
  readonly page: number
  readonly widthPx: number
  readonly heightPx: number
  /** Where marks may stand that the page has to be asked of. */
  readonly areas: readonly PlateArea[]
}

/** The worker processes that draw pages. Errors are ServiceErrors of the catalogue: `preview_failed`, `overloaded`. */
export interface Raster {
  /** How many pages are drawn at once. */
  readonly size: number
  /** A PNG file; the blank page is found, or drawn first. */
  draw(page: BlankPage, drawing: Drawing): Promise<Uint8Array>
  /** Draws the blank page alone if it is not cached, so that its first preview need not wait. */
  warm(page: BlankPage): Promise<void>
  /** The blank page itself. */
  plates(page: BlankPage): Promise<PagePlates>
  /**
   * What the plates of a finished page amount to. Its pixels stay with who drew them: a page has up to 40 million on
   * each plate, and looking at them would hold up whatever else this process does.
   */
  measure(page: MeasuredPage): Promise<PageInk>
  /** A page as it prints, compared with the page without its marks. */
  check(page: CheckedPressPage): Promise<CheckedPage>
  /** A PNG file: a page as its press file prints it. */
  press(page: SeenPressPage): Promise<Uint8Array>
  /** A PNG file of what two pictures have that the other has not, and the number of pixels that are not alike. */
  compare(pair: PicturePair): Promise<{ readonly png: Uint8Array; readonly changed: number }>
  /** A PNG file: the picture of a page with its findings marked, and what they say. */
  annotate(page: MarkedPage & { readonly teamId: string }): Promise<Uint8Array>
}

/** A page as it goes to press. */
export interface PressPage {
  readonly teamId: string
  readonly bodySha256: string
  /** The tail; null for the body alone. */
  readonly tail: Uint8Array | null
  /** Counts from 0. */
  readonly page: number
  /** Lowered where the page would have more than 40 megapixels. */
  readonly dpi: number
}

export interface MeasuredPage extends Omit<PressPage, 'page'> {
  readonly page: ScenePage
  /** With whose output profile RGB becomes ink, and how much of it is allowed; null or absent for none. */
  readonly output?: OutputSetting | null
}

export interface CheckedPressPage extends Omit<PrintedPage, 'blank' | 'printed' | 'inkLimit'> {
  readonly teamId: string
  readonly bodySha256: string
  /** The tail of the print file. */
  readonly tail: Uint8Array
  readonly dpi: number
  /** As of a measured page. */
  readonly output?: OutputSetting | null
}

export interface SeenPressPage
  extends Omit<PressPage, 'dpi'>,
    Omit<PressPicture, 'body' | 'page' | 'size' | 'proof'> {
  /** With whose output profile process colours show as the press prints them; null for none. */
  readonly output: OutputSetting | null
  readonly widthPx: number
  readonly heightPx: number
}

/** Two pictures of one page, as PNG files; null where one of them has no such page. */
export interface PicturePair {
  readonly teamId: string
  readonly before: Uint8Array | null
  readonly after: Uint8Array | null
}

/** A picture that was drawn before. */
export interface KeptPicture {
  readonly widthPx: number
  readonly heightPx: number
  /** False where a value on it cannot be printed. */
  readonly fits: boolean
  readonly png: Uint8Array
}

/** A cache of previews by their identity, within its size; lost ones are drawn again. */
export interface Pictures {
  /** `scope` names whose pictures they are: a fill, or a team. */
  find(scope: string, identity: string): Promise<KeptPicture | null>
  /** Available at once and written to disk later, so that no request waits for the disk. */
  store(scope: string, identity: string, picture: KeptPicture): void
  /** Removes one permanently, or all of the scope; missing ones are fine. */
  forget(scope: string, identity?: string): Promise<void>
}
