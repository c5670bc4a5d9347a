/** Typefaces for tests: the bundled ones, and those of the machine where it has them. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Fonts } from '../../core/ports.ts'
import { openTypeface, type Typeface } from '../../core/text/font.ts'
import { readFontNames } from '../../core/text/font-names.ts'
import { openBundledFonts } from '../../server/fonts/bundled.ts'

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

const CFF = [
  '/usr/share/fonts/opentype/urw-base35/NimbusRoman-Italic.otf',
  '/usr/share/fonts/opentype/urw-base35/C059-Roman.otf',
]

/** A bundled typeface with Arabic letters. */
export function arabicTypeface(): Typeface {
  return bundledTypeface('NotoNaskhArabic-Regular')
}

/** A typeface with CFF outlines, or null where the machine has none that is known here. */
export function cffTypeface(): Typeface | null {
  return firstOf(CFF)
}

const opened = new Map<string, Typeface>()

function firstOf(paths: readonly string[]): Typeface | null {
  const path = paths.find((candidate) => existsSync(candidate))
  if (path === undefined) return null
  const typeface = opened.get(path) ?? typefaceOf(readFileSync(path))
  opened.set(path, typeface)
  return typeface
}
