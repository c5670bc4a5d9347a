/** The problems that a check finds, one object at a time. */
export interface Problem {
  readonly code: ProblemCode
  /** The id of a row, the hash of a kept file, or a file of the backup. */
  readonly object: string
  readonly teamId: string | null
  /** A sentence for the operator. */
  readonly says: string
}

export const PROBLEM_CODES = [
  'backup_file_missing',
  'backup_file_damaged',
  'rows_missing',
  'file_missing',
  'file_damaged',
  'tail_missing',
  'tail_not_erased',
  'content_differs',
  'render_stuck',
  'usage_differs',
  'final_render_missing',
  'final_render_doubled',
  'fill_not_finalized',
  'event_missing',
  'event_doubled',
  'secret_unreadable',
  'log_not_truncated',
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** The checked objects and their problems. */
export interface Findings {
  readonly looked: Readonly<Record<string, number>>
  readonly problems: readonly Problem[]
  /** Further facts, in sentences. */
  readonly notes?: readonly string[]
}
