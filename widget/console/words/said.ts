/** What the service says, in the spoken language: by its code, else as the service put it, which is English. */
import { type Language, useLanguage } from '../words.ts'
import { FINDING_TEXTS } from './finding-texts.ts'
import { germanText, type SaidFacts } from './service-texts.ts'

export interface SaidBy extends SaidFacts {
  readonly code: string | null
  readonly message: string
}

export function said(language: Language, { code, message, ...facts }: SaidBy): string {
  if (language === 'en' || code === null) return message
  return germanText(code, message, facts) ?? FINDING_TEXTS[code] ?? message
}

/** For what is drawn as text alone. */
export function useSaid(): (one: SaidBy) => string {
  const language = useLanguage()
  return (one) => said(language, one)
}
