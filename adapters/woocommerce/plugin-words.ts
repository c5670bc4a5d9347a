/**
 * The translations of the WordPress plugin, made of its code and of `words/`: the template for translators (`.pot`), and
 * for each language what translators read (`.po`) and what WordPress reads (`.mo`).
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogue, compiled, type Said } from './gettext.ts'

const DOMAIN = 'platen-for-woocommerce'
const PLUGIN = join(import.meta.dirname, 'plugin')
const WORDS = join(import.meta.dirname, 'words')
/** Each language has one form for one thing, and one for several. */
const LANGUAGES = [{ words: 'de.json', locale: 'de_DE', plural: 'nplurals=2; plural=(n != 1);' }] as const

/** By English text; two texts where the English has a plural. */
export type Words = Readonly<Record<string, string | readonly string[]>>

const TEXT = String.raw`'((?:[^'\\]|\\.)*)'`
const CALL = new RegExp(
  String.raw`\b(?:(?:esc_html|esc_attr)?__\( ${TEXT}|_n\( ${TEXT}, ${TEXT}, \$\w+), '${DOMAIN}' \)`,
  'g',
)
/** Whatever WordPress translates with, written in whichever way. */
const ANY_CALL = /\b(?:(?:esc_html|esc_attr)_[_ex]|_(?:[_enx]|nx|ex))\s*\(/g
const COMMENT = /\/\* (translators: .+?) \*\/\s*$/
const PLACES = /%(?:\d\$)?[ds]/g

/** By their paths below the plugin's folder. */
export async function pluginLanguages(): Promise<ReadonlyMap<string, Buffer>> {
  const main = await readFile(join(PLUGIN, `${DOMAIN}.php`), 'utf8')
  const version = / \* Version: +(\S+)/.exec(main)?.[1] ?? ''
  const said = saidIn(await sources())
  const files = new Map([[`languages/${DOMAIN}.pot`, catalogue(version, said)]])
  for (const { words, locale, plural } of LANGUAGES) {
    const translated = translate(said, JSON.parse(await readFile(join(WORDS, words), 'utf8')), words)
    const translation = { locale, plural, texts: translated }
    files.set(`languages/${DOMAIN}-${locale}.po`, catalogue(version, said, translation))
    files.set(`languages/${DOMAIN}-${locale}.mo`, compiled(version, said, translation))
  }
  return files
}

async function sources(): Promise<ReadonlyMap<string, string>> {
  const names = await Promise.all(
    ['', 'includes/'].map(async (folder) =>
      (await readdir(join(PLUGIN, folder))).sort().map((name) => `${folder}${name}`),
    ),
  )
  const paths = names.flat().filter((path) => path.endsWith('.php'))
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(PLUGIN, path), 'utf8')] as const)),
  )
}

/** Each text once, in the order of the code. Throws where a text is put together, or not of this plugin. */
export function saidIn(code: ReadonlyMap<string, string>): readonly Said[] {
  const said = new Map<string, Said>()
  for (const [path, text] of code) {
    let comment: string | null = null
    for (const [at, line] of text.split('\n').entries()) {
      const calls = [...line.matchAll(CALL)]
      if (calls.length !== [...line.matchAll(ANY_CALL)].length)
        throw new Error(
          `${path}:${at + 1}: write __( 'Text', '${DOMAIN}' ), or _n( 'One', 'Several', $count, '${DOMAIN}' ).`,
        )
      for (const [, ...groups] of calls) {
        const texts = groups
          .filter((one) => one !== undefined)
          .map((one) => one.replaceAll(/\\(['\\])/g, '$1'))
        const [id = ''] = texts
        if ((said.get(id)?.texts.length ?? 0) < texts.length) said.set(id, { texts, comment })
      }
      comment = COMMENT.exec(line)?.[1] ?? null
    }
  }
  return [...said.values()]
}

/** In the order of the code. Throws where a text has no translation of its form, or a translation no text. */
export function translate(said: readonly Said[], words: Words, name: string): readonly (readonly string[])[] {
  const ids = new Set(said.map(({ texts: [id] }) => id))
  const unused = Object.keys(words).filter((id) => !ids.has(id))
  const translated = said.map(({ texts: [id = ''] }) => [words[id] ?? []].flat())
  const faults = said.flatMap(({ texts }, at) => faultOf(texts, translated[at] ?? []) ?? [])
  if (unused.length + faults.length > 0)
    throw new Error(
      [
        `adapters/woocommerce/words/${name} does not translate the plugin:`,
        ...faults,
        ...unused.map((id) => `no longer in the code: ${id}`),
      ].join('\n- '),
    )
  return translated
}

function faultOf(texts: readonly string[], translated: readonly string[]): string | null {
  const [id = ''] = texts
  if (translated.length === 0 || translated.includes('')) return `missing: ${id}`
  if (translated.length !== texts.length) return `${texts.length === 1 ? 'one text' : 'two texts'} for: ${id}`
  const isOther = translated.some((text) => placesOf(text) !== placesOf(id))
  return isOther ? `other placeholders than: ${id}` : null
}

const placesOf = (text: string): string => (text.match(PLACES) ?? []).sort().join()
