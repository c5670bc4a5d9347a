/** Typefaces for tests: the bundled ones, and ones made of them. */

import { createHash } from 'node:crypto'
import { openTypeface, type Typeface } from '../../../core/engine/text/font.ts'
import { readFontNames } from '../../../core/engine/text/font-names.ts'
import type { Fonts } from '../../../core/engine/text/fonts.ts'
import { openBundledFonts } from '../../../server/fonts/bundled.ts'
import { withCff } from './cff-font.ts'
import { jost, renamed } from './font-files.ts'

let shared: Fonts | undefined

/** The bundled fonts, opened once for all tests of a process. */
export function testFonts(): Fonts {
  shared ??= openBundledFonts()
  return shared
}

/** A bundled typeface by PostScript name, such as `Arimo-Regular`. */
export function bundledTypeface(postScriptName: string): Typeface {
  return testFonts().open(`bundled:${postScriptName}`)
}

/** A file's typeface under the key `test:` and its PostScript name. */
export function typefaceOf(data: Uint8Array): Typeface {
  const { postScriptName, family, bold, italic } = readFontNames(data)
  const info = { key: `test:${postScriptName}`, postScriptName, family, bold, italic }
  return openTypeface(data, info, createHash('sha256').update(data).digest('hex'))
}

/** A bundled typeface with Arabic letters. */
export function arabicTypeface(): Typeface {
  return bundledTypeface('NotoNaskhArabic-Regular')
}

/** A typeface with CFF outlines, made of those of Jost; keyed by CIDs that are not its glyph ids where asked for. */
export function cffTypeface(keys: 'names' | 'cids' = 'names'): Typeface {
  const known = cffTypefaces.get(keys)
  if (known !== undefined) return known
  const source = renamed(jost(), { family: keys === 'names' ? 'Made Curves' : 'Made Keys' })
  const typeface = typefaceOf(withCff(source, keys === 'names' ? {} : { cidOf: (id) => 20_000 - id }))
  cffTypefaces.set(keys, typeface)
  return typeface
}

const cffTypefaces = new Map<string, Typeface>()
