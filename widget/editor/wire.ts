/** The parts of the service's replies that the editor reads. */
import type * as Api from '../../types/api.d.ts'
import type { AsSent } from '../as-sent.ts'
import type { PlacedWire } from './own/own-value.ts'

export type FieldWire = AsSent<Omit<Api.Field, 'locked' | 'selection_set_id'>>
/** A choice of a selection. */
export type OptionWire = AsSent<Api.FieldOption>
/** A picture of the catalogue; its id is the field's value. */
export type PictureWire = AsSent<Api.CatalogueEntry>
/** Fractions of the page as it is seen, from its upper left corner. */
export type PlaceWire = AsSent<Api.FieldPlace>
export type InkWire = AsSent<Api.SceneSummaryInk>
export type OfferWire = InkWire['offers'][number]
export type PageWire = AsSent<Api.SceneSummaryPage>
export interface TemplateWire {
  readonly id: string
  readonly title: string
  readonly fields: readonly FieldWire[]
  readonly scene_summary: AsSent<
    Pick<Api.SceneSummary, 'pages' | 'inks' | 'papers'> & Partial<Pick<Api.SceneSummary, 'screen_table'>>
  >
}

export type FillWire = AsSent<
  Pick<
    Api.Fill,
    'id' | 'status' | 'colors' | 'assignments' | 'substrate' | 'preview_url' | 'proof_url' | 'printable'
  > &
    Partial<Pick<Api.Fill, 'inks' | 'paper'>>
> & {
  /** When it was approved last. */
  readonly approved_at?: string | null
  /** Since when it is being changed after its approval; what was approved holds until the change is approved. */
  readonly changing_since?: string | null
  readonly customer_name?: string | null
  readonly customer_email?: string | null
  /** Where the shop has given the design a number of its own, or the storefront has. */
  readonly external_order_id?: string | null
  readonly values: Readonly<Record<string, string | PlacedWire>>
  readonly problems: readonly ProblemWire[]
}

/** An image that the customer has uploaded. */
export interface OwnImageWire {
  readonly id: string
  readonly field: string
  readonly kind: string
  /** Upright, px. */
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly preview_url: string
}

export type ColorWire = NonNullable<FillWire['colors']>[number]
export type SessionStateWire = AsSent<Api.EmbedSessionState>

/** Of a fill, or of an error's details. */
export interface ProblemWire {
  readonly code: string
  readonly message: string
  readonly field_id?: string
  readonly page?: number | null
  readonly found?: string | number
  readonly expected?: string | number
  readonly limit?: string | number
  readonly param?: string
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
