/** A preflight finding, the form every check reports in, and the status that a list of them adds up to. */
import type { Box } from '../geometry/box.ts'
import type { FindingCode } from './codes.ts'

export const SEVERITIES = ['info', 'warn', 'fail'] as const
export type Severity = (typeof SEVERITIES)[number]

/** One finding; `page` counts from 0, `bbox` is in default user space of that page. */
export interface Finding {
  readonly code: FindingCode
  readonly severity: Severity
  readonly message: string
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
  /** True where a render repeats what was found in its template. */
  readonly inherited?: true
}

export type PreflightStatus = 'pass' | 'warn' | 'fail' | 'pending'

/** The worst severity decides; information alone passes. */
export function preflightStatus(findings: readonly Pick<Finding, 'severity'>[]): PreflightStatus {
  if (findings.some((finding) => finding.severity === 'fail')) return 'fail'
  return findings.some((finding) => finding.severity === 'warn') ? 'warn' : 'pass'
}
