/** Names of inks: which ones a plate cannot have, and which ones a RIP or a person could confuse. */

export const INK_NAME_MAX_LENGTH = 64

/** Letters of Cyrillic, Greek and Armenian, each above the Latin one that it looks like. */
const LOOKALIKES = 'АВЕІЈКМНОРСТУХЅӀаеіјорсухѕһԁӏԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαινορυՕօոհ'
const LATIN = 'ABEIJKMHOPCTYXSlaeijopcyxshdlqwABEZHIKMNOPTYXaivopuOonh'
const LATIN_OF: ReadonlyMap<string, string> = new Map(
  [...LOOKALIKES].map((letter, at) => [letter, LATIN[at] ?? letter]),
)

/** Why a name cannot be a plate, or null. `All` and `None` are reserved by ISO 32000-1 8.6.6.4. */
export function reservedInkName(name: string): string | null {
  if (name.replace(/[\s\u2800]/g, '') === '') return 'An ink needs a name.'
  if ([...name].length > INK_NAME_MAX_LENGTH)
    return `An ink name can have at most ${INK_NAME_MAX_LENGTH} characters.`
  if (/[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u.test(name))
    return 'An ink name can contain visible characters only.'
  if (['all', 'none'].includes(folded(inLatin(name.normalize('NFKC')))))
    return `${name} is a reserved name or looks like one. Choose another name.`
  return null
}

/** The first two names that a RIP or a person could confuse, or null. */
export function twinInkNames(names: readonly string[]): readonly [string, string] | null {
  const seen = new Map<string, string>()
  for (const name of names) {
    const twin = seen.get(foldInkName(name))
    if (twin !== undefined) return [twin, name]
    seen.set(foldInkName(name), name)
  }
  return null
}

/**
 * The same text for names that a person takes for one. Decision: a letter counts as the Latin one that it looks like where
 * the name has Latin letters too; a name in one script stays in it.
 */
export function foldInkName(name: string): string {
  const plain = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return folded(/\p{Script=Latin}/u.test(plain) ? inLatin(plain) : plain)
}

const inLatin = (name: string) => [...name].map((letter) => LATIN_OF.get(letter) ?? letter).join('')

function folded(name: string): string {
  return name.toLowerCase().normalize('NFKC').trim().replace(/\s+/g, ' ')
}
