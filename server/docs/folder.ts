/** Reads docs/: Markdown by its file name, German translations beside it, and pictures. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Languages that pages are written in; a page without a translation is shown in English. */
export const DOCS_LANGUAGES = ['en', 'de'] as const
export type DocsLanguage = (typeof DOCS_LANGUAGES)[number]

export interface DocsFolder {
  /** By file below docs/, as `print/fields.md`: its text by language. */
  readonly texts: ReadonlyMap<string, Readonly<Partial<Record<DocsLanguage, string>>>>
  /** By file below docs/, as `pictures/editor.png`. */
  readonly pictures: ReadonlyMap<string, { readonly type: string; readonly bytes: Buffer }>
}

/** Outside the folder, and a page of it nevertheless. */
export const CHANGELOG = 'changelog.md'

const PICTURES: Readonly<Record<string, string>> = { '.png': 'image/png', '.svg': 'image/svg+xml' }

export function readDocsFolder(folder = join(ROOT, 'docs')): DocsFolder {
  const texts = new Map<string, Partial<Record<DocsLanguage, string>>>()
  const pictures = new Map<string, { type: string; bytes: Buffer }>()
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = entry.replaceAll('\\', '/')
    const type = PICTURES[extname(file)]
    if (type !== undefined) pictures.set(file, { type, bytes: readFileSync(join(folder, entry)) })
    if (!file.endsWith('.md')) continue
    const translation = /\.de\.md$/.test(file)
    const name = translation ? file.replace(/\.de\.md$/, '.md') : file
    const text = readFileSync(join(folder, entry), 'utf8')
    texts.set(name, { ...texts.get(name), [translation ? 'de' : 'en']: text })
  }
  texts.set(CHANGELOG, { en: readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8') })
  return { texts, pictures }
}

/** `/docs/print/fields` for `print/fields.md`, `/docs` for `README.md`. */
export function pathOf(file: string): string {
  const path = file.replace(/\.md$/, '').replace(/(^|\/)README$/, '')
  return path === '' ? '/docs' : `/docs/${path}`
}
