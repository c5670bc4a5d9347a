/** Messages for errors of the service. */
import type { ApiError } from '../api-error.ts'
import { language, messageOf, phrase, type Words } from '../words.ts'
import { serviceText } from './said.ts'

/** Codes that say the same wherever they come up have words here; the rest speaks for itself. */
export function troubleText(words: Words, { code, message }: ApiError): string {
  return messageOf(words.trouble, code) ?? serviceText(language(), code, message) ?? message
}

/** For attempts to sign in, and to get a new passphrase. */
export function signInTrouble(words: Words<'shared'>, error: ApiError): string {
  if (error.code === 'invalid_passkey') return words.signIn.passkeyWrong
  if (error.code === 'invalid_sign_in') return words.signIn.wrong
  if (error.code === 'rate_limited')
    return phrase(words.signIn.tooOften, { minutes: Math.ceil((error.retryAfterSeconds ?? 60) / 60) })
  return troubleText(words, error)
}
