/** Fills, renders, their reports and their deliveries, as the service sends them: what the console reads of each. */

import type { PreflightStatus } from '../../../core/engine/finding/finding.ts'
import type { FillReason, FillSource, FillStatus } from '../../../core/service/fill/fill.ts'
import type {
  EARLIER_FILES,
  FileStatus,
  FolderAction,
  FolderOutcome,
} from '../../../core/service/folder/delivery.ts'
import type { RenderKind, RenderStatus } from '../../../core/service/render/render.ts'

export interface ProblemWire {
  readonly code: string
  readonly message: string
  readonly found: string | number
  readonly expected: string | number
  readonly field_id: string
}

/** What a render printed, which after a correction is no longer what the shopper typed. */
export interface PrintedWire {
  readonly values: Readonly<Record<string, string>>
}

export interface FillWire {
  readonly id: string
  readonly template_id: string
  readonly template_title: string
  readonly scene_revision: number
  readonly status: FillStatus
  readonly status_reason: FillReason | null
  readonly source: FillSource
  readonly values: Readonly<Record<string, string>>
  /** Inks, their places and the paper: passed on as they came. */
  readonly colors: unknown
  readonly assignments: unknown
  readonly substrate: unknown
  readonly external_order_id: string | null
  readonly external_cart_id: string | null
  readonly external_product_id: string | null
  readonly external_variant_id: string | null
  readonly line_ref: string | null
  readonly quantity: number
  readonly due_at: string | null
  readonly customer_email: string | null
  readonly customer_name: string | null
  readonly last_render_id: string | null
  readonly preview_url: string | null
  readonly printable: boolean
  readonly problems: readonly ProblemWire[]
  readonly expires_at: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly finalized_at: string | null
  readonly erased_at: string | null
}

export interface RenderWire {
  readonly id: string
  readonly template_id: string
  readonly template_title: string
  readonly scene_revision: number
  readonly fill_id: string | null
  readonly customer_email: string | null
  readonly external_order_id: string | null
  /** Of a final render in a list: whether its order stands. */
  readonly order_status?: 'active' | 'canceled'
  readonly kind: RenderKind
  readonly status: RenderStatus
  /** Null while there is no PDF, and once it was erased. */
  readonly signed_url: string | null
  readonly preflight_status: PreflightStatus
  readonly page_count: number
  readonly size_bytes: number
  readonly content_sha256: string | null
  readonly attempt_count: number
  readonly error_code: string | null
  readonly created_at: string
  readonly completed_at: string | null
}

/** A field with what a form needs to ask for it. */
export interface FieldWire {
  readonly id: string
  readonly label: string
  readonly type: string
  readonly default_value: string
  readonly max_length: number | null
  readonly required: boolean
  readonly multiline: boolean
  readonly options:
    | readonly { readonly value?: string; readonly id?: string; readonly label: string }[]
    | null
}

export interface FolderDeliveryWire {
  readonly id: string
  readonly hot_folder_id: string
  readonly render_id: string
  readonly action: FolderAction
  readonly attempt_number: number
  readonly outcome: FolderOutcome
  readonly skip_reason: string | null
  readonly folder: string
  readonly file_name: string | null
  readonly file_status: FileStatus | null
  readonly earlier_file: (typeof EARLIER_FILES)[number] | null
  readonly error_code: string | null
  readonly error_message: string | null
  readonly attempted_at: string | null
  readonly next_attempt_at: string | null
  readonly created_at: string
}

export interface HotFolderWire {
  readonly id: string
  readonly name: string
  readonly template_id: string | null
  readonly folder: string
  readonly name_pattern: string
  readonly hold_on_fail: boolean
  readonly status: 'enabled' | 'disabled'
  readonly created_at: string
}
