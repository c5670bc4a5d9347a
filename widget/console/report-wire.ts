/** What preflight found in a template or in a print file, as the service sends it. */
import type { PreflightStatus, Severity } from '../../core/engine/finding/finding.ts'

/** A place in fractions of the page as it is seen, from its upper left corner. */
export interface MarkWire {
  readonly page: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface EntryWire {
  readonly number: number
  readonly severity: Severity
  readonly code: string
  readonly title: string
  readonly message: string
  readonly page: number | null
  /** From the upper left corner of the trim. */
  readonly place_mm: Omit<MarkWire, 'page'> | null
  readonly marks: readonly MarkWire[]
  readonly count: number
  readonly ink: string | null
  readonly found: string | number | null
  readonly expected: string | number | null
  readonly ref: string | null
  /** Of a print file: true for what its template was told. */
  readonly inherited: boolean
}

export interface ReportWire {
  readonly title: string
  readonly profile: string
  readonly preflight_status: PreflightStatus
  readonly counts: Readonly<Record<Severity, number>>
  readonly entries: readonly EntryWire[]
  /** Of a print file whose plates were drawn. */
  readonly ink: {
    readonly pages: readonly {
      readonly page: number
      readonly plates: readonly { readonly name: string; readonly coverage_pct: number }[]
      readonly tac_process_pct: number
    }[]
  } | null
  readonly text: string
}
