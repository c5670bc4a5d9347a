/** A delivery to a hot folder: one attempt to put a print file there or to take it back; its record and its moves. */
import type { FolderFaultCode } from './out-tray.ts'

export const FOLDER_ACTIONS = ['deliver', 'withdraw', 'erase'] as const
/** `withdraw` moves a refunded order's files aside, `erase` removes erased ones. */
export type FolderAction = (typeof FOLDER_ACTIONS)[number]

export const FOLDER_OUTCOMES = ['pending', 'held', 'failed', 'succeeded', 'exhausted', 'skipped'] as const
export type FolderOutcome = (typeof FOLDER_OUTCOMES)[number]

export type FolderMove = 'release' | 'succeed' | 'fail' | 'exhaust' | 'skip'

/** An attempt ends once; a later attempt is a row of its own. A held delivery has not been attempted. */
export const FOLDER_MOVES: Readonly<Record<FolderOutcome, Partial<Record<FolderMove, FolderOutcome>>>> = {
  pending: { succeed: 'succeeded', fail: 'failed', exhaust: 'exhausted', skip: 'skipped' },
  held: { release: 'pending', skip: 'skipped' },
  failed: {},
  succeeded: {},
  exhausted: {},
  skipped: {},
}

export const FOLDER_SKIPS = [
  'hot_folder_disabled',
  /** A later print file of the same render took its place. */
  'superseded',
  /** The order was refunded or canceled before the file was delivered. */
  'withdrawn',
  'erased',
  /** For a withdrawal: the file is gone, probably taken by the press. */
  'already_taken',
  /** For a withdrawal: no file was ever written. */
  'not_delivered',
] as const
export type FolderSkip = (typeof FOLDER_SKIPS)[number]

/** Last known place of a delivered file. */
export const FILE_STATUSES = ['placed', 'taken', 'withdrawn', 'erased'] as const
export type FileStatus = (typeof FILE_STATUSES)[number]

export const EARLIER_FILES = ['withdrawn', 'already_taken'] as const

/** Times are milliseconds since 1970. */
export interface FolderDelivery {
  readonly id: string
  readonly teamId: string
  readonly hotFolderId: string
  readonly renderId: string
  /** The render's attempt whose print file this is: a render that is run again is delivered again. */
  readonly renderAttempt: number
  readonly action: FolderAction
  /** From 1; unique with folder, render, render attempt and action. */
  readonly attemptNumber: number
  readonly trigger: 'auto' | 'manual'
  readonly outcome: FolderOutcome
  readonly skipReason: FolderSkip | null
  /** SHA-256 of the delivered print file. */
  readonly contentSha256: string
  readonly sizeBytes: number
  /** Target of the file, as set in the hot folder at that time. */
  readonly folder: string
  /** Taken by this row alone while it is pending or succeeded; null until it was tried. */
  readonly fileName: string | null
  readonly nameKey: string | null
  /**
   * Since when file and ticket lie complete under hidden names. From then on only their renames are left, and a
   * hidden file that is gone was placed.
   */
  readonly stagedAt: number | null
  readonly fileStatus: FileStatus | null
  /** Outcome of the file from the render's earlier run, if there was one. */
  readonly earlierFile: (typeof EARLIER_FILES)[number] | null
  readonly errorCode: FolderFaultCode | null
  readonly scheduledAt: number
  readonly attemptedAt: number | null
  readonly nextAttemptAt: number | null
  /** The fence: who works on it holds the lease of this number until `leaseUntil`. */
  readonly lease: number
  readonly leaseUntil: number | null
  readonly createdAt: number
}

/** A new row; the caller adds its subject. */
export function newDelivery(
  about: Pick<
    FolderDelivery,
    | 'id'
    | 'teamId'
    | 'hotFolderId'
    | 'renderId'
    | 'renderAttempt'
    | 'action'
    | 'contentSha256'
    | 'sizeBytes'
    | 'folder'
    | 'scheduledAt'
    | 'createdAt'
  > &
    Partial<FolderDelivery>,
): FolderDelivery {
  return {
    attemptNumber: 1,
    trigger: 'auto',
    outcome: 'pending',
    skipReason: null,
    fileName: null,
    nameKey: null,
    stagedAt: null,
    fileStatus: null,
    earlierFile: null,
    errorCode: null,
    attemptedAt: null,
    nextAttemptAt: null,
    lease: 0,
    leaseUntil: null,
    ...about,
  }
}

/** The row of a further attempt. */
export function nextDelivery(
  last: FolderDelivery,
  changes: Pick<FolderDelivery, 'id' | 'trigger' | 'scheduledAt' | 'createdAt'>,
): FolderDelivery {
  const { teamId, hotFolderId, renderId, renderAttempt, action, contentSha256, sizeBytes, folder } = last
  return newDelivery({
    ...{ teamId, hotFolderId, renderId, renderAttempt, action, contentSha256, sizeBytes, folder },
    attemptNumber: last.attemptNumber + 1,
    ...changes,
  })
}
