/** What the errors of templates are called: words of their own first, then those that the whole console has. */
import type { ApiError } from '../api-error.ts'
import type { Words as SharedWords } from '../words/en.ts'
import { troubleText } from '../words/trouble.ts'
import type { WordsLike } from '../words.ts'
import type { Words } from './words/en.ts'

type Spoken = Pick<Words, 'fault' | 'tooComplex'>

export function faultText(words: WordsLike<Spoken>, shared: SharedWords, error: ApiError): string {
  if (error.code === 'pdf_too_complex') {
    const reason = typeof error.extra.reason === 'string' ? error.extra.reason : 'crash'
    return words.tooComplex[reason] ?? words.tooComplex.crash ?? error.message
  }
  return words.fault[error.code] ?? troubleText(shared, error)
}
