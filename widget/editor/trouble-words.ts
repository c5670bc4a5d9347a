/** Messages for problems of a field and of the whole editor. */
import { namesOf } from '../browser-apis.ts'
import type { MessageKey, Say } from '../languages/language.ts'
import type { Trouble } from './field-state.ts'
import { takesUploads } from './own/image-rules.ts'
import type { Fault } from './requests.ts'
import type { Start } from './transport.ts'
import type { FieldWire } from './wire.ts'

export function troubleWords(say: Say, field: FieldWire, trouble: Trouble): string {
  switch (trouble.kind) {
    case 'missing':
      return say(field.type === 'text' ? 'missing' : takesUploads(field) ? 'image_missing' : 'missing_choice')
    case 'over':
      return say('too_many', { count: trouble.count })
    case 'does_not_fit':
      return trouble.count > 0 ? say('does_not_fit_by', { count: trouble.count }) : say('does_not_fit')
    case 'glyphs':
      return glyphWords(say, trouble.characters)
    case 'gone':
      return say('gone')
    case 'characters':
      return say('characters')
    case 'forbidden':
      return trouble.word === '' ? say('forbidden_words') : say('forbidden_word', { word: trouble.word })
    case 'not_taken':
      return say('not_taken')
    case 'uploading':
      return say('image_uploading')
    case 'small':
      return say('image_small_trouble')
  }
}

/** Those that a person would name as a whole, by ISO 15924. */
const SCRIPTS =
  'Arab Armn Beng Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Kana Khmr Knda Laoo Mlym Mymr Sinh Taml Telu Thai Tibt'.split(
    ' ',
  )

/** A script that a typeface lacks is named as a whole, not letter by letter. */
function glyphWords(say: Say, characters: string): string {
  const missing = [...characters].filter((one) => !/[\s\p{Script=Zinh}\p{Script=Zyyy}]/u.test(one))
  const scripts = SCRIPTS.filter((script) => {
    const belongs = new RegExp(`\\p{Script=${script}}`, 'u')
    return missing.some((one) => belongs.test(one))
  })
  const named = missing.every((one) =>
    scripts.some((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(one)),
  )
  if (characters === '') return say('characters')
  if (missing.length === 0 || !named) return say('glyphs', { characters })
  return say('scripts', { scripts: scripts.map(namesOf(languageOfEditor(), 'script')).join(', ') })
}

/** Its root has it. */
function languageOfEditor(): string {
  return document.querySelector('.platen')?.getAttribute('lang') || 'en'
}

/** The customer's remedy for a fault. */
export type Remedy = 'again' | 'continue' | 'copy' | 'afresh'

export interface FaultWords {
  readonly says: MessageKey
  readonly remedies: readonly Remedy[]
}

/** `begun`: there is something in the store already. */
export function faultWords({ code, status }: Fault, kind: Start['kind'], begun: boolean): FaultWords {
  const own = kind !== 'session'
  switch (code) {
    case 'no_network':
      return { says: 'fault_no_network', remedies: ['again'] }
    case 'embed_session_canceled':
      return own ? { says: 'fault_taken', remedies: ['continue'] } : { says: 'fault_ended', remedies: [] }
    case 'embed_session_completed':
      return own
        ? { says: 'fault_completed', remedies: ['continue'] }
        : { says: 'fault_completed', remedies: [] }
    case 'embed_session_expired':
      return { says: 'fault_ended', remedies: own ? ['again'] : [] }
    case 'fill_not_open':
    case 'fill_expired':
      return { says: 'fault_ordered', remedies: own ? (begun ? ['copy'] : ['copy', 'afresh']) : [] }
    case 'template_not_live':
    case 'no_saved_scene':
    case 'template_archived':
      return { says: 'fault_paused', remedies: ['again'] }
  }
  switch (status) {
    case 402:
      return { says: 'fault_payment', remedies: [] }
    case 401:
      return { says: own ? 'fault_forbidden' : 'fault_ended', remedies: [] }
    case 403:
      return { says: 'fault_forbidden', remedies: [] }
    case 404:
      return { says: 'fault_missing', remedies: [] }
    case 410:
      return { says: 'fault_ended', remedies: [] }
    case 429:
      return { says: 'fault_limit', remedies: ['again'] }
  }
  return status >= 500
    ? { says: 'fault_busy', remedies: ['again'] }
    : { says: 'fault_other', remedies: ['again'] }
}

/** Two pages are the two sides of a sheet; more are counted. */
export function pageName(say: Say, page: number, count: number): string {
  if (count === 2) return say(page === 0 ? 'page_front' : 'page_back')
  return say('page_number', { number: page + 1 })
}
