/** Mappings, embed applications and the orders of storefronts, as the service sends them. */
import type { LineState } from '../../../core/service/storefront/order.ts'
import type { TemplateWire } from '../templates/wire.ts'

export interface MappingWire {
  readonly id: string
  readonly external_product_id: string
  /** Null for all variants. */
  readonly external_variant_id: string | null
  readonly template_id: string
  readonly template_title: string
  readonly template_status: TemplateWire['status']
  readonly embed_application_id: string | null
  readonly options: {
    readonly default_values: Readonly<Record<string, string>>
    readonly locked_field_ids: readonly string[]
  }
  readonly status: 'active' | 'archived'
  readonly created_at: string
  readonly updated_at: string
}

export interface ApplicationWire {
  readonly id: string
  readonly name: string
  readonly allowed_origins: readonly string[]
  readonly allow_no_origin: boolean
  readonly publishable_key_prefix: string | null
  readonly publishable_key_last4: string | null
  readonly session_ttl_seconds: number
  readonly status: 'active' | 'archived'
  readonly accent_color: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** The key is told once, where it is made. */
export interface KeptApplicationWire {
  readonly embed_application: ApplicationWire
  readonly publishable_key?: string
}

export interface StorefrontLineWire {
  readonly id: string
  readonly external_line_id: string
  readonly fill_id: string
  readonly printed_fill_id: string | null
  readonly external_product_id: string
  readonly external_variant_id: string | null
  readonly quantity: number
  readonly state: LineState
  readonly reason: string | null
  readonly message: string | null
  readonly render_id: string | null
  readonly render_status: string | null
  readonly attempts: number
  readonly next_attempt_at: string | null
}

export interface StorefrontOrderWire {
  readonly id: string
  readonly adapter: string
  readonly shop: string
  readonly order_id: string
  readonly external_order_id: string
  readonly name: string | null
  readonly canceled_at: string | null
  readonly due_at: string | null
  readonly lines: readonly StorefrontLineWire[]
  readonly created_at: string
  readonly updated_at: string
}
