/** Messages for errors of templates, then those of the whole console. */
import type { ApiError } from '../api-error.ts'
import { troubleText } from '../words/trouble.ts'
import { messageOf, type Words } from '../words.ts'

type Spoken = Pick<Words<'templates'>, 'fault' | 'tooComplex'>

export function faultText(words: Spoken, shared: Words, error: ApiError): string {
  if (error.code === 'pdf_too_complex') {
    const reason = typeof error.extra.reason === 'string' ? error.extra.reason : 'crash'
    return messageOf(words.tooComplex, reason) ?? words.tooComplex.crash
  }
  return messageOf(words.fault, error.code) ?? troubleText(shared, error)
}
