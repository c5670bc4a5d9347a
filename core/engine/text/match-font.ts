/** Finds the typeface for a font name of a PDF among the available ones. */

import { onceFor } from '../../once-for.ts'
import type { FontInfo } from './font.ts'
import type { FontChoice } from './text-style.ts'

/** The look of a font from its descriptor; used if its name matches nothing. */
export interface FontHints {
  readonly bold?: boolean
  readonly italic?: boolean
  readonly serif?: boolean
  readonly monospace?: boolean
  /** Its own letters are in the PDF: a twin of its widths would change how they look. */
  readonly embedded?: boolean
}

/** Families that are drawn alike, whatever they are called. */
const SAME_DESIGN = /^liberation/
/** Families of the same widths that no standard font is called by. */
const OTHER_DESIGN = /^nimbus/

/** Stands for a name that is empty. */
export const UNNAMED = 'Unnamed'

/** A font name taken apart: family in lower case without spaces, CSS weight, slant, and whether it is set narrow. */
interface NameParts {
  readonly family: string
  readonly weight: number
  readonly italic: boolean
}

/** Names by which form fields call the standard 14 fonts in their default appearance. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  Helv: 'Helvetica',
  HeBo: 'Helvetica-Bold',
  HeOb: 'Helvetica-Oblique',
  HeBO: 'Helvetica-BoldOblique',
  TiRo: 'Times-Roman',
  TiBo: 'Times-Bold',
  TiIt: 'Times-Italic',
  TiBI: 'Times-BoldItalic',
  Cour: 'Courier',
  CoBo: 'Courier-Bold',
  CoOb: 'Courier-Oblique',
  CoBO: 'Courier-BoldOblique',
  ZaDb: 'ZapfDingbats',
  Symb: 'Symbol',
}

/** Families drawn to the widths of others: set in them, a text keeps its lines. */
const SAME_METRICS: Readonly<Record<string, string>> = {
  helvetica: 'arimo',
  arial: 'arimo',
  times: 'tinos',
  timesnewroman: 'tinos',
  courier: 'cousine',
  couriernew: 'cousine',
  liberationsans: 'arimo',
  liberationserif: 'tinos',
  liberationmono: 'cousine',
  nimbussans: 'arimo',
  nimbussansl: 'arimo',
  nimbusroman: 'tinos',
  nimbusromanno9l: 'tinos',
  nimbusmonops: 'cousine',
}

const WEIGHTS: readonly (readonly [word: string, weight: number])[] = [
  ['extralight', 200],
  ['ultralight', 200],
  ['semibold', 600],
  ['demibold', 600],
  ['extrabold', 800],
  ['ultrabold', 800],
  ['thin', 100],
  ['light', 300],
  ['regular', 400],
  ['normal', 400],
  ['roman', 400],
  ['book', 400],
  ['medium', 500],
  ['demi', 600],
  ['bold', 700],
  ['heavy', 800],
  ['black', 900],
]
const SLANTS = ['italic', 'oblique']

/** The name without the tag of six capitals that marks a subset (ISO 32000-1 9.6.4). */
export function withoutSubsetTag(name: string): string {
  return name.replace(/^[A-Z]{6}\+/, '')
}

/**
 * The typeface for `requested`: by PostScript name, then by family and style, then the metric-compatible twin of a
 * standard font. None of these counts as a substitute, but for the twin of a font that the PDF brings along. Else the
 * nearest style of the same family, or a face that looks alike by the hints; these do. Throws where `fonts` is empty.
 */
export function matchFont(requested: string, fonts: readonly FontInfo[], hints: FontHints = {}): FontChoice {
  const name = withoutSubsetTag(requested).trim() || UNNAMED
  const found = (font: FontInfo, substitute: boolean) => ({ requested: name, key: font.key, substitute })

  // Some libraries number the fonts that they embed: `Jost-Regular-7572`.
  const unnumbered = name.replace(/(?<=\p{L})-\d{1,6}$/u, '')
  for (const own of [name, unnumbered]) {
    const exact = fonts.find((font) => font.postScriptName === own)
    if (exact !== undefined) return found(exact, false)
  }

  const wanted = nameParts(SHORT_NAMES[name] ?? unnumbered)
  const family = familyOf(wanted.family, fonts)
  const twins = familyOf(SAME_METRICS[wanted.family] ?? '', fonts)
  const styled = family.find((font) => distance(font, wanted) === 0)
  if (styled !== undefined) return found(styled, false)
  const twin = twins.find((font) => distance(font, wanted) === 0)
  if (twin !== undefined) {
    const isOther = hints.embedded === true || OTHER_DESIGN.test(wanted.family)
    return found(twin, isOther && !SAME_DESIGN.test(wanted.family))
  }

  const looks = {
    ...wanted,
    weight: hints.bold === true ? Math.max(wanted.weight, 700) : wanted.weight,
    italic: wanted.italic || hints.italic === true,
  }
  const candidates = [family, twins, familyOf(standIn(wanted.family, hints), fonts), fonts]
  const nearest = nearestStyle(candidates.find((list) => list.length > 0) ?? [], looks)
  if (nearest === undefined) throw new Error('No font is available.')
  return found(nearest, true)
}

/** Takes names apart as writers build them: `Family-BoldItalic`, `Family,Bold`, `FamilyPS-BoldMT`, `Family Bold`. */
function nameParts(name: string): NameParts {
  const words = name
    .replace(/(?<=[a-z-])It$/, 'Italic')
    .replace(/(?<=[a-z-])Obl$/, 'Oblique')
    .replace(/(?<=[a-z])(PSMT|PS|MT)(?=$|[-,\s])/g, '')
    .replace(/(?<=[a-z])MT$/, '')
  let family = normalize(words)
  let weight = 400
  let italic = false
  for (;;) {
    const slant = SLANTS.find((word) => isStyleOf(family, word))
    const stated = WEIGHTS.find(([word]) => isStyleOf(family, word))
    if (slant !== undefined) italic = true
    else if (stated !== undefined) weight = stated[1]
    else return { family, weight, italic }
    family = family.slice(0, -(slant ?? stated?.[0] ?? '').length)
  }
}

/** Does the name end in this style, and leave a family: the `Roman` of Times New Roman is none. */
function isStyleOf(family: string, word: string): boolean {
  return family.length > word.length && family.endsWith(word) && !ROMANS.has(family)
}

const ROMANS = new Set(['timesnewroman', 'nimbusroman'])

/** A library is searched for every font of every file, so the names of its faces are parsed once. */
const familyNameOf = onceFor((font: FontInfo) => nameParts(font.family).family)
const styleNameOf = onceFor((font: FontInfo) => nameParts(font.postScriptName))

const normalize = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

function familyOf(family: string, fonts: readonly FontInfo[]): FontInfo[] {
  if (family === '') return []
  return fonts.filter((font) => familyNameOf(font) === family)
}

/** 0 for the same style; a wrong slant weighs more than any difference of weight. */
function distance(font: FontInfo, wanted: NameParts): number {
  const own = styleNameOf(font)
  // The name of a face does not always say its style, its file does.
  const weight = own.weight === 400 && font.bold ? 700 : own.weight
  return Math.abs(weight - wanted.weight) + ((own.italic || font.italic) === wanted.italic ? 0 : 1000)
}

function nearestStyle(fonts: readonly FontInfo[], wanted: NameParts): FontInfo | undefined {
  return fonts.toSorted((a, b) => distance(a, wanted) - distance(b, wanted))[0]
}

/** The bundled family that replaces a missing one. */
function standIn(family: string, hints: FontHints): string {
  if (hints.monospace === true || /mono(?!type)|courier|console|typewriter/.test(family)) return 'cousine'
  if (/sans|grotes|gothic/.test(family)) return 'arimo'
  return hints.serif === true || /serif|times|roman|garamond/.test(family) ? 'tinos' : 'arimo'
}
