/** An item of a batch: one record to be printed or drawn, and what became of it. */

import type { PreflightStatus } from '../../engine/finding/finding.ts'
import type { PaletteInk, Substrate } from '../../engine/ink/palette.ts'
import type { Assignments } from '../../engine/scene/assignment.ts'
import type { Values } from '../../engine/scene/values.ts'
import { type ErrorDetail, ServiceError } from '../../errors.ts'
import type { BatchRecord } from './batch.ts'

export const ITEM_STATUSES = ['pending', 'succeeded', 'failed', 'skipped'] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]

export interface ItemError {
  readonly code: string
  readonly message: string
  readonly param: string | null
  readonly details: readonly ErrorDetail[]
}

/** What is asked for, of an item that is one. */
export interface ItemContent {
  readonly values: Values
  /** Null for the batch's. */
  readonly colors: readonly PaletteInk[] | null
  readonly assignments: Assignments
  readonly substrate: Substrate | null
  readonly externalRef: string | null
  readonly externalOrderId: string | null
  readonly externalCartId: string | null
  readonly customerEmail: string | null
  /** Copies; null where none were asked for. */
  readonly quantity: number | null
  readonly metadata: Readonly<Record<string, string>>
}

export const EMPTY_ITEM: ItemContent = {
  values: {},
  colors: null,
  assignments: {},
  substrate: null,
  externalRef: null,
  externalOrderId: null,
  externalCartId: null,
  customerEmail: null,
  quantity: null,
  metadata: {},
}

export interface ItemRecord extends ItemContent {
  readonly teamId: string
  readonly batchId: string
  /** From 0, in the order in which they came. */
  readonly index: number
  /** Line of the CSV on which it begins, from 1; null where there was none. */
  readonly row: number | null
  /** The cells of a table's row, if its values do not hold all of them; null otherwise. */
  readonly cells: readonly string[] | null
  readonly templateId: string
  readonly revision: number
  readonly status: ItemStatus
  readonly renderId: string | null
  readonly error: ItemError | null
  /** The batch in which it was corrected and printed. */
  readonly retryBatchId: string | null
  readonly preflightStatus: PreflightStatus | null
  /** When what a person gave was erased; a pending item is then skipped. */
  readonly erasedAt: number | null
}

/**
 * The item as it is shown. Decision: canceling a batch skips what is pending at once, however much that is, so it is
 * not written row by row; of a merged PDF nothing was printed then, and all that was set for it is skipped as well.
 */
export function asOfBatch(item: ItemRecord, batch: BatchRecord): ItemRecord {
  if (batch.status !== 'canceled') return item
  const dropped = item.status === 'pending' || (item.status === 'succeeded' && batch.result === 'merged')
  return dropped ? { ...item, status: 'skipped', preflightStatus: null } : item
}

/** The statuses of rows that are shown as `status`; see asOfBatch. */
export function storedAs(status: ItemStatus, batch: BatchRecord): readonly ItemStatus[] {
  if (batch.status !== 'canceled') return [status]
  const dropped: readonly ItemStatus[] = batch.result === 'merged' ? ['pending', 'succeeded'] : ['pending']
  if (status === 'skipped') return ['skipped', ...dropped]
  return dropped.includes(status) ? [] : [status]
}

/** An error as an item keeps it. */
export function itemError(error: ServiceError): ItemError {
  const { param, details } = error.facts
  return { code: error.code, message: error.message, param: param ?? null, details: details ?? [] }
}

export const RENDER_FAILED = itemError(new ServiceError('render_failed'))
export const NO_RASTER = itemError(new ServiceError('renderer_not_configured'))
export const ERASED = itemError(
  new ServiceError('render_canceled', { message: 'The content of this record was erased.' }),
)
