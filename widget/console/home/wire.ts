/** What the start page and the tour read of the service, as far as they show it. */

export interface TemplateWire {
  readonly id: string
  readonly title: string
  readonly status: 'draft' | 'live' | 'paused' | 'archived'
  readonly page_count: number
  readonly page_width_pt: number
  readonly page_height_pt: number
  readonly field_count: number
  readonly updated_at: string
}

export interface FillWire {
  readonly id: string
  readonly template_title: string
  readonly status: 'open' | 'finalized' | 'expired'
  readonly status_reason: string | null
  readonly external_order_id: string | null
  readonly customer_name: string | null
  readonly updated_at: string
}

export interface UsageWire {
  readonly used: number
  readonly limit: number | null
  readonly resets_at: string
}

export interface FieldWire {
  readonly id: string
  readonly label: string
  readonly type: 'text' | 'selection' | 'image'
  readonly default_value: string
  readonly max_length: number | null
  readonly required: boolean
  readonly multiline: boolean
  readonly options:
    | readonly { readonly value?: string; readonly id?: string; readonly label: string }[]
    | null
}

export interface InkWire {
  readonly index: number
  readonly name: string
  readonly hex: string
}

export interface RenderWire {
  readonly id: string
  readonly preflight_status: 'pass' | 'warn' | 'fail' | 'pending'
  readonly page_count: number
  readonly size_bytes: number
}

export interface Page<T> {
  readonly data: readonly T[]
}
