/** The words of a field for customers: its label and help in the nearest of the languages that the shop gave them. */

/** A member that is missing or empty stands as in the field itself. */
export interface FieldTranslation {
  readonly label?: string | null
  readonly help?: string | null
}

export interface FieldWords {
  readonly label: string
  readonly help?: string | null
  /** By language tag (BCP 47). */
  readonly translations?: Readonly<Record<string, FieldTranslation>>
}

/**
 * `locale` is a language tag. It is looked up as RFC 4647 says, `de-CH` before `de`; after these any other variant of
 * its language counts. Label and help are found each by itself.
 */
export function fieldWords(
  { label, help = null, translations = {} }: FieldWords,
  locale: string,
): { readonly label: string; readonly help: string | null } {
  const found = nearest(Object.entries(translations), locale)
  const said = (name: keyof FieldTranslation) => found.map((one) => one[name]).find((text) => !!text?.trim())
  return { label: said('label') ?? label, help: said('help') ?? help }
}

function nearest(
  translations: readonly (readonly [string, FieldTranslation])[],
  wanted: string,
): readonly FieldTranslation[] {
  const tag = plain(wanted)
  const language = tag.split('-')[0] ?? ''
  const known = translations.filter(([name]) => plain(name).split('-')[0] === language)
  // The longest tag that the wanted one begins with comes first, then those that go another way.
  const rank = (name: string) => (`${tag}-`.startsWith(`${plain(name)}-`) ? name.length : 0)
  return known.sort(([one], [other]) => rank(other) - rank(one)).map(([, said]) => said)
}

function plain(tag: string): string {
  return tag.trim().toLowerCase().replaceAll('_', '-')
}
