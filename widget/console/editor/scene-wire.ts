/** The scene as the service answers it and takes it, as far as the template editor needs it. */

/** Left, bottom, right, top in default user space. */
export type BoxWire = readonly [number, number, number, number]
export type MatrixWire = readonly [number, number, number, number, number, number]
export type QuarterTurn = 0 | 90 | 180 | 270

export interface PageWire {
  readonly index: number
  readonly media_box: BoxWire
  readonly crop_box: BoxWire
  readonly bleed_box: BoxWire
  readonly trim_box: BoxWire
  readonly trim_stated: boolean
  readonly rotate: QuarterTurn
  readonly user_unit: number
  readonly width_pt: number
  readonly height_pt: number
}

export interface OfferWire {
  readonly key: string
  readonly name: string
  readonly hex: string
}

export interface InkWire {
  readonly index: number
  readonly key: string
  readonly name: string
  readonly hex: string
  readonly technical: boolean
  readonly binding?: readonly string[] | null
  readonly offers?: readonly OfferWire[]
}

export interface FontChoiceWire {
  readonly requested: string
  readonly key: string
  readonly substitute: boolean
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

export interface StyleWire {
  readonly font: FontChoiceWire
  readonly size_pt: number
  readonly auto_size: boolean
  readonly min_size_pt: number
  readonly leading: number
  readonly tracking: number
  readonly min_tracking: number
  readonly align: (typeof ALIGNS)[number]
  readonly vertical_align: (typeof VERTICAL_ALIGNS)[number]
  readonly wrap: boolean
  readonly max_lines: number | null
  readonly comb: number | null
  readonly features: readonly string[]
  readonly fallbacks?: readonly FontChoiceWire[]
}

export interface FrameWire {
  readonly matrix: MatrixWire
  readonly width_pt: number
  readonly height_pt: number
}

export interface LinePartWire {
  readonly text: string | null
  readonly source: string | null
  readonly font: FontChoiceWire | null
  readonly scale: number
  readonly ink: string | null
}

export interface PictureWire {
  readonly fit: (typeof FITS)[number]
  readonly anchor: (typeof ANCHORS)[number]
}

export interface LineWire {
  readonly parts: readonly LinePartWire[]
  readonly keep_when_empty: boolean
  /** Of justified text. */
  readonly stretch_em?: number | null
}

export interface PlacementWire {
  readonly page: number
  readonly box: BoxWire
  readonly turn: QuarterTurn
  readonly inset_pt: number
  readonly style: StyleWire
  readonly option: string | null
  readonly mark: (typeof MARKS)[number] | null
  readonly baseline_pt?: number | null
  readonly frame?: FrameWire | null
  readonly line?: LineWire | null
  readonly in_place?: number | null
  readonly picture?: PictureWire | null
  readonly appearance?: { readonly number: number; readonly one_color: boolean } | null
}

export interface OptionWire {
  readonly value: string
  readonly label: string
}

export interface FieldWire {
  /** Null for a field that was never saved. */
  readonly id: string | null
  readonly label: string
  readonly source_name: string
  readonly type: 'text' | 'selection' | 'image'
  readonly default_value: string
  readonly required: boolean
  /** Shoppers see its value and may not change it. */
  readonly locked?: boolean
  readonly max_length: number | null
  readonly options: readonly OptionWire[] | null
  readonly selection_set_id?: string | null
  readonly asset_tag?: string | null
  readonly one_color?: boolean
  readonly group?: string | null
  readonly ink: string | null
  readonly ink_choice?: boolean
  readonly tint: number
  readonly overprint: boolean
  readonly slot: (typeof SLOTS)[number]
  readonly placements: readonly PlacementWire[]
}

export interface SceneWire {
  readonly version: 1
  readonly pages: readonly PageWire[]
  readonly inks: readonly InkWire[]
  readonly papers?: readonly OfferWire[]
  readonly text_output: 'live' | 'outlines'
  readonly fields: readonly FieldWire[]
}

export interface SeparationWire {
  readonly name: string
  readonly hex: string
  readonly bindable: boolean
  readonly reason: string | null
}

/** What GET and PUT of a scene answer, as far as both do. */
export interface SavedScene {
  readonly revision: number
  readonly scene: SceneWire
  readonly separations: readonly SeparationWire[]
}
