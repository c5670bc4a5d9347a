/** A preflight finding, the form every check reports in, and the status that a list of them adds up to. */
import type { Box } from '../geometry/box.ts'
import type { FindingCode } from './codes.ts'
import type en from './words/en.json'

export const SEVERITIES = ['info', 'warn', 'fail'] as const
export type Severity = (typeof SEVERITIES)[number]

/** The key of a sentence in words/: a code, or a code and one of its variants. */
export type Sentence = keyof (typeof en)['message']

/** What a sentence names besides the facts of its finding. A list is joined in the language of the sentence. */
export type FindingParams = Readonly<Record<string, string | number | readonly string[]>>

/** One finding; `page` counts from 0, `bbox` is in default user space of that page. */
export interface Finding {
  readonly code: FindingCode
  readonly severity: Severity
  /** The sentence, where it is not the one of the code. */
  readonly says?: Sentence
  readonly params?: FindingParams
  readonly page?: number
  readonly bbox?: Box
  /** How many objects of the page are meant, where there are several, and where the first few stand. */
  readonly count?: number
  readonly boxes?: readonly Box[]
  readonly fieldId?: string
  readonly ink?: string
  readonly found?: string | number
  readonly expected?: string | number
  /** The rule the check follows, such as a GWG 2022 requirement number. */
  readonly ref?: string
  /** True where a render repeats a finding of its template. */
  readonly inherited?: true
}

export type PreflightStatus = 'pass' | 'warn' | 'fail' | 'pending'

/** The worst severity decides; information alone passes. */
export function preflightStatus(findings: readonly Pick<Finding, 'severity'>[]): PreflightStatus {
  if (findings.some((finding) => finding.severity === 'fail')) return 'fail'
  return findings.some((finding) => finding.severity === 'warn') ? 'warn' : 'pass'
}
