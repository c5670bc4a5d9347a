/** A batch: many renders or previews made as one piece of work; its record, statuses and table of moves. */

import type { PaletteInk } from '../../engine/ink/palette.ts'
import type { OutputFormat } from '../../engine/press/output.ts'
import type { Assignments } from '../../engine/scene/assignment.ts'
import type { Column } from './column.ts'

/** `preview_refresh`: the pictures of a template's mapped products, begun by publishing a new revision. */
export const BATCH_KINDS = ['renders', 'previews', 'preview_refresh'] as const
export type BatchKind = (typeof BATCH_KINDS)[number]

/** A render for each record, or one PDF with all of them. */
export const BATCH_RESULTS = ['renders', 'merged'] as const
export type BatchResult = (typeof BATCH_RESULTS)[number]

export const BATCH_STATUSES = ['queued', 'processing', 'completed', 'canceled'] as const
export type BatchStatus = (typeof BATCH_STATUSES)[number]

export type BatchMove = 'start' | 'complete' | 'cancel'

/** Every legal move; others are rejected with `batch_completed`. Canceling again is no change. */
export const BATCH_MOVES: Readonly<Record<BatchStatus, Partial<Record<BatchMove, BatchStatus>>>> = {
  // A table of rows that are all refused when they are read is completed at once.
  queued: { start: 'processing', complete: 'completed', cancel: 'canceled' },
  processing: { start: 'processing', complete: 'completed', cancel: 'canceled' },
  completed: {},
  canceled: { cancel: 'canceled' },
}

export interface BatchCounts {
  readonly succeeded: number
  readonly failed: number
  readonly skipped: number
}

/** Times are milliseconds since 1970. */
export interface BatchRecord extends BatchCounts {
  readonly id: string
  readonly teamId: string
  readonly kind: BatchKind
  readonly result: BatchResult
  readonly status: BatchStatus
  /** Null where each item names its own. */
  readonly templateId: string | null
  /** The revision that `templateId` is printed at, found out when the batch was made. */
  readonly revision: number | null
  /** For items that have none of their own. */
  readonly colors: readonly PaletteInk[] | null
  readonly assignments: Assignments
  /** The columns of the table; null if the batch was not made from a table. */
  readonly columns: readonly Column[] | null
  /** The batch whose failed records it prints. */
  readonly retryOf: string | null
  readonly total: number
  readonly metadata: Readonly<Record<string, string>>
  /** The fence of a merged PDF: it is written whole by one attempt. */
  readonly attempt: number
  /** Faults of the machinery since something last succeeded. */
  readonly faults: number
  /** Records of a merged PDF that count towards the allowance, by month (`yyyymm`). */
  readonly counted: Readonly<Record<string, number>>
  /** The merged PDF. */
  readonly resultSha256: string | null
  readonly sizeBytes: number | null
  /** What the merged PDF is labelled as; null without one, and for those from before this was noted. */
  readonly output: OutputFormat | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly startedAt: number | null
  readonly completedAt: number | null
  readonly canceledAt: number | null
  /** When the words of all its items were erased. */
  readonly erasedAt: number | null
}

/** The counts alone, to be written with what changes. */
export function countsOf({ succeeded, failed, skipped }: BatchCounts): BatchCounts {
  return { succeeded, failed, skipped }
}

export function doneOf({ succeeded, failed, skipped }: BatchCounts): number {
  return succeeded + failed + skipped
}
