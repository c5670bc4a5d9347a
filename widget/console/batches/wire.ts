/** Batches, their records and what a table is found to hold, as the service sends them. */
import type { PreflightStatus } from '../../../core/engine/finding/finding.ts'
import type { SaidBy } from '../words/said.ts'

// Written here, for what core's own names lead to is no browser's.
export type BatchKind = 'renders' | 'previews' | 'preview_refresh'
export type BatchResult = 'renders' | 'merged'
export type BatchStatus = 'queued' | 'processing' | 'completed' | 'canceled'

export interface BatchWire {
  readonly id: string
  readonly kind: BatchKind
  readonly result: BatchResult
  readonly status: BatchStatus
  readonly template_id: string | null
  readonly scene_revision: number | null
  readonly total: number
  readonly succeeded: number
  readonly failed: number
  readonly skipped: number
  readonly result_url: string | null
  readonly size_bytes: number | null
  readonly created_at: string
  readonly started_at: string | null
  readonly completed_at: string | null
  readonly canceled_at: string | null
}

export type ItemStatus = 'pending' | 'succeeded' | 'failed' | 'skipped'

export interface BatchItemWire {
  readonly index: number
  /** Line of the CSV on which the record begins. */
  readonly row: number | null
  readonly external_ref: string | null
  readonly status: ItemStatus
  readonly render_id: string | null
  readonly error: {
    readonly code: string
    readonly message: string
    readonly param: string | null
    readonly details: readonly Partial<SaidBy>[]
  } | null
  readonly preflight_status: PreflightStatus | null
}

/** What a column of a table is taken for. */
export interface ColumnWire {
  readonly name: string
  readonly meaning: 'field' | 'reference' | 'ignored' | 'unknown' | 'ambiguous' | 'duplicate'
  readonly field_id: string | null
  readonly label: string | null
  readonly reference: string | null
  /** A field that the name resembles; its id. */
  readonly suggestion: string | null
  /** What stands in it in the first row. */
  readonly sample?: string | null
}

export interface RowErrorWire {
  /** Line of the file. */
  readonly row: number
  readonly code: string
  readonly message: string
  readonly param: string | null
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** What a dry run finds: nothing is made. */
export interface CheckWire {
  readonly encoding: Encoding
  readonly columns: readonly ColumnWire[]
  readonly rows: number
  readonly ready: number
  readonly faulty: number
  readonly errors: readonly RowErrorWire[]
  readonly formulas: readonly { readonly row: number; readonly column: string; readonly text: string }[]
  readonly formula_count: number
  readonly first_row: { readonly values: Readonly<Record<string, string>> } | null
}
