/** Words for errors of the service. */
import type { ApiError } from '../api-error.ts'
import { language, messageOf, type Words } from '../words.ts'
import { serviceText } from './said.ts'

/** Codes that say the same wherever they come up have words here; the rest speaks for itself. */
export function troubleText(words: Words, { code, message }: ApiError): string {
  return messageOf(words.trouble, code) ?? serviceText(language(), code, message) ?? message
}
