/** Refuses PDF/X where the print files of a template do not carry its label. */

import {
  type AskedFormat,
  type Conversion,
  conversionOf,
  type OutputFormat,
  outputOf,
} from '../../engine/press/output.ts'
import type { Plan } from '../../engine/press/plan.ts'
import { ServiceError } from '../../errors.ts'

/** Decision: why neither is made. Both ask for a file without live transparency, and X-1a for one without RGB too. */
const UNSUPPORTED = {
  pdfx1a:
    'PDF/X-1a allows no transparency and no RGB, so the artwork would have to be flattened and converted. Use pdfx4.',
  pdfx3: 'PDF/X-3 allows no transparency, so the artwork would have to be flattened. Use pdfx4.',
} as const

/** Throws `output_not_supported` for the formats that are known and not made. */
export function supportedFormat(asked: AskedFormat | undefined): OutputFormat | null {
  if (asked === 'pdfx1a' || asked === 'pdfx3')
    throw new ServiceError('output_not_supported', { message: UNSUPPORTED[asked], param: 'output' })
  return asked ?? null
}

/**
 * Of print files in general: a single one can still lose the label. Decision: every print file is a PDF, so that `pdf` is
 * never refused. Throws `output_not_available`.
 */
export function requireOutput(asked: OutputFormat | null, plan: Pick<Plan, 'output' | 'label'>): void {
  if (asked !== 'pdfx4' || isPdfx4(plan.label?.label)) return
  throw notAvailable(
    outputOf(plan) === 'pdfx4'
      ? 'The PDF of the template keeps its print files from PDF/X-4. Its findings pdfx_hindrance say why.'
      : 'The template is not set to PDF/X-4. Upload its PDF again with output=pdfx4.',
  )
}

/** Throws `output_not_available` for a template that leaves colours as they are. */
export function requireConversion(asked: Conversion | null, plan: Pick<Plan, 'output'>): void {
  if (asked !== 'cmyk' || conversionOf(plan) === 'cmyk') return
  throw notAvailable('The template does not convert colours. Set convert=cmyk for it.', 'convert')
}

export function notAvailable(message: string, param = 'output'): ServiceError {
  return new ServiceError('output_not_available', { message, param })
}

export function isPdfx4(label: string | null | undefined): boolean {
  return label?.startsWith('PDF/X-4') === true
}
