/** What the service tells a browser, as far as the editor reads it. */
import type { FieldType } from '../../core/engine/scene/scene.ts'

/** A choice of a selection. */
export interface OptionWire {
  readonly value: string
  readonly label: string
  readonly disabled?: true
  readonly image_url?: string
}

/** A picture of the catalogue; its id is the field's value. */
export interface PictureWire {
  readonly id: string
  readonly label: string
  readonly url: string
  readonly thumbnail_url: string
  readonly width: number
  readonly height: number
}

/** Fractions of the page as it is seen, from its upper left corner. */
export interface PlaceWire {
  readonly page: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface FieldWire {
  readonly id: string
  readonly label: string
  readonly type: FieldType
  readonly default_value: string
  readonly max_length: number | null
  readonly required: boolean
  readonly options: readonly (OptionWire | PictureWire)[] | null
  readonly multiline: boolean
  readonly ink: number
  readonly ink_choice: boolean
  readonly places: readonly PlaceWire[]
}

export interface OfferWire {
  readonly key: string
  readonly name: string
  readonly hex: string
}

export interface InkWire extends OfferWire {
  readonly index: number
  readonly technical: boolean
  readonly offers: readonly OfferWire[]
}

export interface ColorWire extends OfferWire {
  readonly index: number
}

export interface PageWire {
  readonly index: number
  readonly width_pt: number
  readonly height_pt: number
}

export interface TemplateWire {
  readonly id: string
  readonly title: string
  readonly fields: readonly FieldWire[]
  readonly scene_summary: {
    readonly pages: readonly PageWire[]
    readonly inks: readonly InkWire[]
    readonly papers: readonly OfferWire[]
  }
}

export interface ProblemWire {
  readonly code: string
  readonly message: string
  readonly field_id?: string
  readonly page?: number | null
  readonly found?: string | number
  readonly expected?: string | number
  readonly param?: string
}

export interface FillWire {
  readonly id: string
  readonly status: string
  readonly values: Readonly<Record<string, string>>
  readonly colors: readonly ColorWire[] | null
  readonly assignments: Readonly<Record<string, number>>
  readonly substrate: OfferWire | null
  readonly preview_url: string | null
  readonly printable: boolean
  readonly problems: readonly ProblemWire[]
}

export interface SessionStateWire {
  readonly id: string
  readonly status: string
  readonly expires_at: string
}

/** Of PATCH and complete. */
export interface FilledWire {
  readonly fill: FillWire
  readonly embed_session: SessionStateWire
  readonly resume_token?: string
}

/** Of POST /embed/fills. */
export interface BegunWire extends FilledWire {
  readonly template: TemplateWire
  readonly options: { readonly locked_field_ids: readonly string[] }
}

export interface OpenedSessionWire {
  readonly embed_session: { readonly id: string }
  readonly client_secret: string
}
