/** Limits of uploaded PDFs; a larger one is rejected as too complex. */
import { ServiceError } from '../errors.ts'

export const MAX_PAGES = 200
export const MAX_OBJECTS = 200_000
/** What one cross-reference or object stream may inflate to, and all object streams together. */
export const MAX_TABLE_BYTES = 64 << 20
export const MAX_OBJECT_STREAM_BYTES = 256 << 20
/** Object streams that inflate to much more than real ones do are bombs; small ones do no harm. */
export const MAX_INFLATION = 200
export const HARMLESS_INFLATION_BYTES = 16 << 20

/** Of plan, scene and findings as JSON: what a process that serves others reads, writes and sends in one go. */
export const MAX_RESULT_BYTES = 2 << 20

export function tooComplex(message: string): ServiceError {
  return new ServiceError('pdf_too_complex', { message })
}

export function tooManyObjects(): ServiceError {
  return tooComplex(
    `The PDF has more than ${MAX_OBJECTS} objects. Flatten the artwork and export the PDF again.`,
  )
}
