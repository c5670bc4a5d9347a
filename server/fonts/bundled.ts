/** The typefaces that come with the service: open fonts of npm packages, opened when they are first asked for. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type FontInfo, openTypeface, type Typeface } from '../../core/engine/text/font.ts'
import type { Fonts } from '../../core/engine/text/fonts.ts'
import { createSubsetter, type Subsetter } from '../../core/engine/text/subset.ts'

/** Weights as the packages name their folders; 400 and 700 are the regular and bold of the family itself. */
const WEIGHT_NAMES = {
  100: 'Thin',
  200: 'ExtraLight',
  300: 'Light',
  400: 'Regular',
  500: 'Medium',
  600: 'SemiBold',
  700: 'Bold',
  800: 'ExtraBold',
  900: 'Black',
} as const
type Weight = keyof typeof WEIGHT_NAMES

interface Family {
  readonly package: string
  readonly family: string
  readonly weights: readonly Weight[]
  /** Is each weight there in italics too? */
  readonly italics: boolean
}

/**
 * Latin, Greek, Cyrillic and Hebrew in the twins of the standard fonts, then faces for cards and labels, then one
 * for each further script.
 */
const FAMILIES: readonly Family[] = [
  { package: 'arimo', family: 'Arimo', weights: [400, 500, 600, 700], italics: true },
  { package: 'tinos', family: 'Tinos', weights: [400, 700], italics: true },
  { package: 'cousine', family: 'Cousine', weights: [400, 700], italics: true },
  {
    package: 'cormorant-garamond',
    family: 'Cormorant Garamond',
    weights: [300, 400, 500, 600, 700],
    italics: true,
  },
  { package: 'jost', family: 'Jost', weights: [100, 200, 300, 400, 500, 600, 700, 800, 900], italics: true },
  { package: 'great-vibes', family: 'Great Vibes', weights: [400], italics: false },
  { package: 'frank-ruhl-libre', family: 'Frank Ruhl Libre', weights: [400, 700], italics: false },
  { package: 'noto-naskh-arabic', family: 'Noto Naskh Arabic', weights: [400, 700], italics: false },
  { package: 'sarabun', family: 'Sarabun', weights: [400, 700], italics: true },
  { package: 'noto-sans-devanagari', family: 'Noto Sans Devanagari', weights: [400, 700], italics: false },
  { package: 'noto-sans-jp', family: 'Noto Sans JP', weights: [400, 700], italics: false },
  { package: 'noto-emoji', family: 'Noto Emoji', weights: [400, 700], italics: false },
]

interface BundledFont {
  readonly info: FontInfo
  readonly package: string
  /** Path inside the package. */
  readonly path: string
}

let made: Fonts | null = null

/**
 * The bundled fonts by key, such as `bundled:Arimo-Regular`, once for the whole process. Opening reads the file once
 * and keeps it; the subsetter is loaded with the first subset. `open` throws a plain Error for a key that is none of
 * `list()`.
 */
export function openBundledFonts(): Fonts {
  made ??= makeBundledFonts()
  return made
}

function makeBundledFonts(): Fonts {
  const fonts = new Map(
    FAMILIES.flatMap((family) =>
      family.weights.flatMap((weight) =>
        (family.italics ? [false, true] : [false]).map((italic) => describe(family, weight, italic)),
      ),
    ).map((font) => [font.info.key, font]),
  )
  const infos = [...fonts.values()].map((font) => font.info)
  const opened = new Map<string, Typeface>()
  let subsetter: Subsetter | undefined
  return {
    list: () => infos,
    open(key) {
      let typeface = opened.get(key)
      if (typeface === undefined) {
        const font = fonts.get(key)
        if (font === undefined) throw new Error(`no font has the key ${key}`)
        const data = Uint8Array.from(readFileSync(pathOf(font)))
        typeface = openTypeface(data, font.info, createHash('sha256').update(data).digest('hex'))
        opened.set(key, typeface)
      }
      return typeface
    },
    subset(typeface, glyphIds) {
      subsetter ??= createSubsetter(readFileSync(resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')))
      return subsetter.subset(typeface, glyphIds)
    },
  }
}

const resolve = createRequire(import.meta.url).resolve

function pathOf(font: BundledFont): string {
  return join(dirname(resolve(`@expo-google-fonts/${font.package}/package.json`)), font.path)
}

/** Names as the files' own name tables have them, which a test compares. */
function describe(family: Family, weight: Weight, italic: boolean): BundledFont {
  const plain = weight === 400 || weight === 700
  const slant = italic ? 'Italic' : ''
  const joined = family.family.replaceAll(' ', '')
  const style = weight === 400 && italic ? slant : `${WEIGHT_NAMES[weight]}${slant}`
  const postScriptName = `${joined}-${style}`
  const folder = `${weight}${WEIGHT_NAMES[weight]}${italic ? '_Italic' : ''}`
  return {
    info: {
      key: `bundled:${postScriptName}`,
      postScriptName,
      family: plain ? family.family : `${family.family} ${WEIGHT_NAMES[weight]}`,
      bold: weight === 700,
      italic,
    },
    package: family.package,
    path: `${folder}/${joined}_${folder}.ttf`,
  }
}
