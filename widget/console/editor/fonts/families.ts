/** Fonts grouped by family. Files name a family for each weight, such as `Jost Black` beside `Jost`. */
import type { FontWire } from '../editor-api.ts'

export interface Face {
  readonly font: FontWire
  /** Such as `Semi Bold Italic`; `Regular` where it has no other name. */
  readonly style: string
  /** 100 to 900, by its name. */
  readonly weight: number
  readonly italic: boolean
}

export interface Family {
  readonly name: string
  readonly source: FontWire['source']
  /** Light to black, upright before italic. */
  readonly faces: readonly Face[]
}

/** As names of styles have them, without spaces and hyphens; the longer before the shorter. */
const WEIGHTS: readonly (readonly [name: string, weight: number])[] = [
  ['extralight', 200],
  ['ultralight', 200],
  ['semibold', 600],
  ['demibold', 600],
  ['extrabold', 800],
  ['ultrabold', 800],
  ['hairline', 100],
  ['regular', 400],
  ['medium', 500],
  ['normal', 400],
  ['light', 300],
  ['black', 900],
  ['heavy', 900],
  ['thin', 100],
  ['book', 400],
  ['demi', 600],
  ['bold', 700],
]
const STYLE_WORDS =
  /^(?:thin|hairline|(?:extra|ultra|semi|demi)?[ -]?(?:light|bold)|regular|normal|book|medium|demi|black|heavy|italic|oblique)$/i

export function familiesOf(fonts: readonly FontWire[]): readonly Family[] {
  const families = new Map<string, { name: string; source: FontWire['source']; faces: Face[] }>()
  for (const font of fonts) {
    const name = familyName(font)
    const key = `${font.source} ${name.toLowerCase()}`
    const family = families.get(key) ?? { name, source: font.source, faces: [] }
    family.faces.push(faceOf(font, name))
    families.set(key, family)
  }
  return [...families.values()]
    .map((family) => ({
      ...family,
      faces: family.faces.sort((a, b) => a.weight - b.weight || Number(a.italic) - Number(b.italic)),
    }))
    .sort((a, b) => Number(a.source === 'bundled') - Number(b.source === 'bundled') || byName(a.name, b.name))
}

const byName = (one: string, other: string): number => one.localeCompare(other)

/** Without the words of its style at the end: `Cormorant Garamond Semi Bold` is `Cormorant Garamond`. */
function familyName({ family }: FontWire): string {
  const words = family.trim().split(/\s+/)
  while (words.length > 1) {
    const last = words[words.length - 1] ?? ''
    const lastTwo = words.slice(-2).join(' ')
    if (words.length > 2 && STYLE_WORDS.test(lastTwo)) words.splice(-2)
    else if (STYLE_WORDS.test(last)) words.pop()
    else break
  }
  return words.join(' ')
}

function faceOf(font: FontWire, family: string): Face {
  const style = styleName(font, family)
  const plain = style.toLowerCase().replace(/[\s-]+/g, '')
  const named = WEIGHTS.find(([name]) => plain.includes(name))?.[1]
  return { font, style, weight: named ?? (font.bold ? 700 : 400), italic: font.italic }
}

/** What the full name, or else the PostScript name, says beyond the family. */
function styleName({ full_name, post_script_name, bold, italic }: FontWire, family: string): string {
  const full = full_name ?? ''
  const rest = full.toLowerCase().startsWith(family.toLowerCase()) ? full.slice(family.length) : ''
  const named = rest.trim() || (post_script_name.split('-')[1] ?? '')
  const spaced = named
    .replace(/[-_]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/\s+/g, ' ')
    .trim()
  return spaced || [bold ? 'Bold' : '', italic ? 'Italic' : ''].join(' ').trim() || 'Regular'
}

/** The face of another family that is most like one: its slant first, then the nearest weight. */
export function nearestFace(family: Family, like: Pick<Face, 'weight' | 'italic'> | null): Face | undefined {
  const wanted = like ?? { weight: 400, italic: false }
  const away = (face: Face) =>
    Math.abs(face.weight - wanted.weight) + (face.italic === wanted.italic ? 0 : 10_000)
  return [...family.faces].sort((a, b) => away(a) - away(b))[0]
}

export interface Found {
  readonly family: Family
  readonly face: Face
}

export function findFace(families: readonly Family[], key: string): Found | null {
  for (const family of families) {
    const face = family.faces.find(({ font }) => font.key === key)
    if (face !== undefined) return { family, face }
  }
  return null
}
