/** Labels and help of fields in the language of the page, if the shop has translated them. */
import { fieldWords } from '../../core/engine/scene/field-words.ts'
import type { BegunWire } from './wire.ts'

export function inLanguage(begun: BegunWire, locale: string | undefined): BegunWire {
  if (locale === undefined) return begun
  const fields = begun.template.fields.map((field) => ({ ...field, ...fieldWords(field, locale) }))
  return { ...begun, template: { ...begun.template, fields } }
}
