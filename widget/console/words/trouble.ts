/** What an error of the service is called before whoever works here. */
import type { ApiError } from '../api-error.ts'
import { language } from '../words.ts'
import type { Words } from './en.ts'
import { germanText } from './service-texts.ts'

/** Codes that say the same wherever they come up have words here; the rest speaks for itself. */
export function troubleText(words: Words, error: ApiError): string {
  const known: Readonly<Record<string, string>> = words.trouble
  return known[error.code] ?? german(error) ?? error.message
}

function german({ code, message }: ApiError): string | null {
  return language() === 'de' ? germanText(code, message) : null
}
