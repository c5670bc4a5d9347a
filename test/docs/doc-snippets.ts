/** Code of the docs: from the Markdown, or from a served page as its reader copies it. */
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

export interface Snippet {
  readonly file: string
  /** Of the fence. */
  readonly line: number
  readonly language: string
  readonly tab: string
  readonly code: string
}

export async function readSnippets(): Promise<readonly Snippet[]> {
  const files = await readdir(join(ROOT, 'docs'), { recursive: true })
  const found: Snippet[] = []
  for (const file of ['../README.md', ...files.filter((one) => one.endsWith('.md'))]) {
    const text = await readFile(join(ROOT, 'docs', file), 'utf8')
    for (const match of text.matchAll(/^( *)```(\w+) ?(.*)\n([\s\S]*?)^\1```$/gm)) {
      const [, indent = '', language = '', tab = '', code = ''] = match
      const line = text.slice(0, match.index).split('\n').length
      found.push({ file, line, language, tab, code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), '') })
    }
  }
  return found
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
  amp: '&',
}

/** In the order of the page; `tab` '' for a block that stands alone. */
export function snippetsOf(page: string): readonly Pick<Snippet, 'tab' | 'language' | 'code'>[] {
  const blocks = page.matchAll(
    /(?:data-tab="([^"]*)"[\s\S]{0,120}?)?<pre tabindex="0"><code data-language="(\w*)">([\s\S]*?)<\/code>/g,
  )
  return [...blocks].map(([, tab = '', language = '', marked = '']) => {
    const code = marked
      .replace(/<[^>]+>/g, '')
      .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    return { tab, language, code }
  })
}

/** A package `platen` for snippets in TypeScript, which Node runs from outside of any node_modules. */
export const CLIENT = join(ROOT, 'adapters/rest/client.ts')

/** Makes programs in the folder find the client as one of their packages. */
export async function linkClient(folder: string): Promise<void> {
  // Node strips no types below node_modules; what is linked there lies elsewhere.
  const client = join(folder, 'client')
  await mkdir(client)
  const facts = { name: 'platen-client', type: 'module', exports: './index.ts' }
  await writeFile(join(client, 'package.json'), JSON.stringify(facts))
  await writeFile(join(client, 'index.ts'), `export { createClient } from ${JSON.stringify(CLIENT)}\n`)
  await mkdir(join(folder, 'node_modules'))
  await symlink(client, join(folder, 'node_modules/platen-client'))
}
