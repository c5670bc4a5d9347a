/** Wire types of the scene. */
import type * as Api from '../../../types/api.d.ts'
import type { AsSent } from '../../as-sent.ts'

/** Left, bottom, right, top in default user space. */
export type BoxWire = readonly [number, number, number, number]
export type MatrixWire = readonly [number, number, number, number, number, number]
export type QuarterTurn = 0 | 90 | 180 | 270

export type SceneWire = Omit<AsSent<Api.Scene>, 'fields'> & { readonly fields: readonly FieldWire[] }
export type PageWire = AsSent<Api.ScenePage>
export type InkWire = AsSent<Api.SceneInk>
export type OfferWire = NonNullable<InkWire['offers']>[number]
export type StyleWire = AsSent<Api.TextStyle>
export type FontChoiceWire = StyleWire['font']
export type PlacementWire = AsSent<Api.Placement>
export type FrameWire = NonNullable<PlacementWire['frame']>
export type LineWire = NonNullable<PlacementWire['line']>
export type LinePartWire = LineWire['parts'][number]
export type PictureWire = NonNullable<PlacementWire['picture']>
/** Its id is null until it was saved. */
export type FieldWire = AsSent<Omit<Api.SceneFieldDraft, 'id'>> & { readonly id: string | null }
export type OptionWire = NonNullable<FieldWire['options']>[number]
export type SeparationWire = AsSent<Api.ArtworkSeparation>
/** What GET and PUT of a scene answer, as far as both do. */
export type SavedScene = Omit<AsSent<Api.Operations['saveScene']['reply']>, 'template' | 'scene'> & {
  readonly scene: SceneWire
}

export const ALIGNS = ['left', 'center', 'right'] as const
export const VERTICAL_ALIGNS = ['top', 'middle', 'bottom'] as const
export const FITS = ['fit', 'fill'] as const
export const ANCHORS = [
  ...(['top_left', 'top', 'top_right'] as const),
  ...(['left', 'center', 'right'] as const),
  ...(['bottom_left', 'bottom', 'bottom_right'] as const),
] as const
export const SLOTS = ['above', 'in_place', 'below'] as const
export const MARKS = ['check', 'cross', 'circle', 'diamond', 'square', 'star'] as const
export const IMAGE_SOURCES = ['catalogue', 'upload', 'both'] as const
export const IMAGE_KINDS = ['jpeg', 'png', 'webp', 'avif'] as const
/** What holds where a field says nothing. */
export const USUAL_UPLOADS = {
  min_ppi: 150,
  warn_ppi: 225,
  kinds: ['jpeg', 'png', 'webp', 'avif'],
  max_bytes: 40 * 1024 * 1024,
} as const satisfies Partial<FieldWire>
