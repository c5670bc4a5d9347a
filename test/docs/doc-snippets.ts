/** Code of the docs: from the Markdown, or from a served page as its reader copies it. */
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

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

/** Programs of a snippet and one call of it, in each language of the guide. */
const LANGUAGES = {
  js: {
    ...{ command: process.execPath, extension: 'mjs' },
    program: (code: string, call: string) =>
      `${code}\nconst asked = JSON.parse(process.env.ASKED)\nconsole.log(JSON.stringify(await ${call}))`,
  },
  php: {
    ...{ command: 'php', extension: 'php' },
    program: (code: string, call: string) =>
      `${code}\n$asked = json_decode(getenv('ASKED'), true);\necho json_encode(${call});`,
  },
  python: {
    ...{ command: 'python3', extension: 'py' },
    program: (code: string, call: string) =>
      `${code}\nimport json, os\nasked = json.loads(os.environ["ASKED"])\nprint(json.dumps(${call}))`,
  },
}

export type SnippetLanguage = keyof typeof LANGUAGES

/** The one snippet of a page that defines `name`. Throws unless there is exactly one. */
export async function snippetWith(file: string, language: SnippetLanguage, name: string): Promise<string> {
  const [found, ...others] = (await readSnippets()).filter(
    (one) => one.file === file && one.language === language && one.code.includes(`${name}(`),
  )
  if (found === undefined || others.length > 0) throw new Error(`${file} has not one ${name} in ${language}.`)
  return found.code
}

/** The value of `call`, which reads `asked`, in a program of the code. */
export async function runSnippet(
  folder: string,
  language: SnippetLanguage,
  { code, call, asked }: { readonly code: string; readonly call: string; readonly asked: object },
): Promise<unknown> {
  const { command, extension, program } = LANGUAGES[language]
  const file = join(folder, `snippet.${extension}`)
  await writeFile(file, program(code, call))
  const env = { ...process.env, ASKED: JSON.stringify(asked) }
  const { stdout, stderr } = await promisify(execFile)(command, [file], { env })
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout)
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
