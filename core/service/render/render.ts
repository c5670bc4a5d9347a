/** A render: its record, its kinds and statuses and its table of moves. */

import type { PreflightStatus } from '../../engine/finding/finding.ts'
import type { PaletteInk, Substrate } from '../../engine/ink/palette.ts'
import type { OutputFormat } from '../../engine/press/output.ts'

export const RENDER_KINDS = ['final', 'proof', 'preview'] as const
export type RenderKind = (typeof RENDER_KINDS)[number]

export const RENDER_STATUSES = ['queued', 'succeeded', 'failed', 'canceled'] as const
export type RenderStatus = (typeof RENDER_STATUSES)[number]

export type RenderMove = 'succeed' | 'fail' | 'cancel' | 'retry'

/** Every legal move; a retry of a succeeded render keeps the old file until the new one is stored. */
export const RENDER_MOVES: Readonly<Record<RenderStatus, Partial<Record<RenderMove, RenderStatus>>>> = {
  queued: { succeed: 'succeeded', fail: 'failed', cancel: 'canceled', retry: 'queued' },
  succeeded: { retry: 'succeeded' },
  failed: { retry: 'queued' },
  canceled: {},
}

/** Times are milliseconds since 1970. */
export interface RenderRecord {
  readonly id: string
  readonly teamId: string
  readonly templateId: string
  readonly revision: number
  readonly fillId: string | null
  readonly kind: RenderKind
  readonly status: RenderStatus
  /** The complete printed values by field id. */
  readonly values: Readonly<Record<string, string>>
  readonly colors: readonly PaletteInk[] | null
  readonly assignments: Readonly<Record<string, number>>
  readonly substrate: Substrate | null
  readonly externalOrderId: string | null
  readonly externalCartId: string | null
  readonly customerEmail: string | null
  /** Copies of a record of a batch; the quantity of an order stands in its fill. */
  readonly quantity: number | null
  readonly metadata: Readonly<Record<string, string>>
  readonly preflightStatus: PreflightStatus
  /** JSON text, versioned (`{"v":1,…}`). */
  readonly preflightNotes: string
  /** `pending:<id>` until there is a PDF, then `tail:<id>`; `erased:<id>` once it was erased. */
  readonly storageKey: string
  readonly bodySha256: string
  readonly sizeBytes: number
  readonly contentSha256: string | null
  /** `pdfx4` for a file that is labelled so; null without a file, and for files from before this was noted. */
  readonly output: OutputFormat | null
  /** The fence: results are written only under the attempt they were made in. */
  readonly attempt: number
  /** How often it was begun since it last began to wait. */
  readonly tries: number
  /** How often the machinery failed to make it since then; a try that ended with its process is none. */
  readonly faults: number
  /** Month of the allowance in which it counts, `yyyymm`; null where it does not. */
  readonly countedMonth: string | null
  readonly errorCode: string | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly completedAt: number | null
}
