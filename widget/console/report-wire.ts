/** Wire types of the preflight of templates and print files. */
import type { PreflightReport } from '../../types/api.d.ts'
import type { AsSent } from '../as-sent.ts'

export type ReportWire = AsSent<PreflightReport>
export type EntryWire = ReportWire['entries'][number]
/** A place in fractions of the page as it is seen, from its upper left corner. */
export type MarkWire = EntryWire['marks'][number]
