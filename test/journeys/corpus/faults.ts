/** Faults that no file may cause, whatever its content: those of a record, each as a sentence. */
import { CATALOGUE, type ErrorCode } from '../../../core/errors.ts'
import { type FileRecord, type QpdfVerdict, type Refusal, UNREADABLE } from './record.ts'

/** Limits of the service, of which a file may be over one: no fault of anybody. */
const LIMITS = ['timeout', 'memory']
/** From clean to broken. */
const QPDF_STATES = [0, 3, 2]

export function faultsOf(record: FileRecord): readonly string[] {
  const { refusal, renders, undrawn, deaths, unjudged, template } = record
  const faults = deaths.map((death) => `process death: ${death}`)
  const refused = (what: string, answer: Refusal | 'made' | null): void => {
    const fault = answer === null || answer === 'made' ? null : refusalFault(answer)
    if (fault !== null) faults.push(`${what}: ${fault}`)
  }
  refused('upload', refusal)
  refused('press file', renders.press)
  refused('proof', renders.proof)
  for (const one of undrawn) refused(`preview of page ${one.page}`, one.refusal)
  const upload = qpdfOf(record, 'upload')
  for (const verdict of record.verdicts) {
    if (verdict.kind === 'qpdf' && verdict.of !== 'upload' && isWorse(verdict, upload))
      faults.push(`qpdf on the ${verdict.of} file: ${verdict.report}`)
    if (verdict.kind === 'pages') {
      const { of, qpdf, mutool } = verdict
      // MuPDF says -1 where it had not the time for all pages.
      const odd = qpdf !== template?.pages || (mutool !== qpdf && mutool !== -1)
      if (odd) faults.push(`pages of the ${of} file: ${qpdf} and ${mutool}, not ${template?.pages}`)
    }
    if (verdict.kind === 'plates' && verdict.outcome === 'differs')
      faults.push(
        `${verdict.rip} page ${verdict.page} differs from the upload by up to ${verdict.most}: ${verdict.says}`,
      )
    if (verdict.kind === 'plates' && verdict.outcome === 'unprintable')
      faults.push(`${verdict.rip} draws page ${verdict.page} of the upload alone: ${verdict.says}`)
  }
  if (unjudged !== null) faults.push(`not judged to the end: ${unjudged}`)
  return faults
}

/** Null for a refusal in the catalogue's words, and for a limit of the service that the file is over. */
function refusalFault({ status, code, reason = '', message }: Refusal): string | null {
  const isCatalogued = CATALOGUE[code as ErrorCode]?.status === status
  if (isCatalogued && status < 500 && reason !== 'crash') return null
  if (code === UNREADABLE) return null
  if (code === 'preview_failed' && LIMITS.includes(reason)) return null
  return `${status} ${code} ${reason} ${message}`
}

export function qpdfOf({ verdicts }: FileRecord, of: QpdfVerdict['of']): QpdfVerdict | undefined {
  return verdicts.find((one) => one.kind === 'qpdf' && one.of === of) as QpdfVerdict | undefined
}

/** An upload that is unsound already makes print files that are no sounder. */
function isWorse(found: QpdfVerdict, upload: QpdfVerdict | undefined): boolean {
  return QPDF_STATES.indexOf(found.status) > QPDF_STATES.indexOf(upload?.status ?? 0)
}
