/** Every link of the written docs leads somewhere: to a file, and to a heading or a row of it. */
import { existsSync, globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { expect } from 'chai'
import { anchorOf, slugOf } from '../../server/docs/markdown.ts'
import { plainText } from '../../server/docs/sections.ts'

const ROOT = join(import.meta.dirname, '../..')
const AT_ROOT = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']

async function written(): Promise<readonly string[]> {
  const found: string[] = []
  for (const folder of ['docs', 'adapters', 'examples'])
    for (const file of await readdir(join(ROOT, folder), { recursive: true }))
      if (file.endsWith('.md') && !file.includes('node_modules')) found.push(join(folder, file))
  return [...AT_ROOT, ...found]
}

/** What stands in code is no link. */
const proseOf = (text: string) => text.replace(/^ *```[\s\S]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '')

function anchorsOf(text: string): ReadonlySet<string> {
  const bare = text.replace(/^ *```[\s\S]*?^ *```/gm, '')
  const headings = [...bare.matchAll(/^#+ (.*)$/gm)].map(([, words = '']) => slugOf(plainText(words)))
  const rows = [...bare.matchAll(/^\| *(`[^`]+`) *\|/gm)].map(([, cell = '']) => anchorOf(cell) ?? '')
  return new Set([...headings, ...rows])
}

/** The pages that a link may open: the target in each language in which readers see the page with the link. */
function versionsOf(target: string, from: string): readonly string[] {
  const german = target.replace(/(?:\.de)?\.md$/, '.de.md')
  if (!existsSync(join(ROOT, german))) return [target]
  if (from.endsWith('.de.md')) return [german]
  const isTranslated = existsSync(join(ROOT, from.replace(/\.md$/, '.de.md')))
  return isTranslated ? [target] : [target, german]
}

describe('The links of the docs', () => {
  it('lead to files that are there, and to headings and rows in them', async () => {
    const wrong: string[] = []
    for (const file of await written()) {
      const text = await readFile(join(ROOT, file), 'utf8')
      for (const [, href = ''] of proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^(?:https?:|mailto:)/.test(href)) continue
        // Made when the service answers; the pages' own test follows these.
        if (href.startsWith('/docs/')) continue
        const [path = '', anchor] = href.split('#')
        const target = path === '' ? file : relative(ROOT, join(ROOT, dirname(file), path))
        if (!existsSync(join(ROOT, target))) wrong.push(`${file}: ${href}`)
        else if (anchor !== undefined)
          for (const shown of versionsOf(target, file))
            if (!anchorsOf(await readFile(join(ROOT, shown), 'utf8')).has(anchor))
              wrong.push(`${file}: ${href} (no such place in ${shown})`)
      }
    }
    expect(wrong).to.deep.equal([])
  })

  it('name files and folders of the code that exist', async () => {
    const PATH =
      /(?<![\w./{}-])(?:core|server|adapters|widget|test|examples|packaging|migrations)\/[\w.{},*<>/-]*/g
    // Addresses that the service answers, written like the folders.
    const ADDRESSES = /^(?:adapters\/(?:rest\/orders|woocommerce\/connect)|widget\/(?:frame|v1\.js))/
    const wrong: string[] = []
    for (const file of (await written()).filter((one) => one !== 'CHANGELOG.md')) {
      const text = await readFile(join(ROOT, file), 'utf8')
      for (const [named] of text.matchAll(PATH)) {
        const path = named.replace(/[.,/-]+$/, '')
        if (ADDRESSES.test(path) || /<|\*\*/.test(path)) continue
        const [, before = path, names = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? []
        for (const one of names.split(','))
          if (globSync(`${before}${one}${after}`, { cwd: ROOT }).length === 0) wrong.push(`${file}: ${path}`)
      }
    }
    expect(wrong).to.deep.equal([])
  })

  it('reach every page of docs/ from its contents', async () => {
    const contents = await readFile(join(ROOT, 'docs/README.md'), 'utf8')
    const files = (await readdir(join(ROOT, 'docs'), { recursive: true })).filter(
      (file) => file.endsWith('.md') && !file.endsWith('.de.md') && file !== 'README.md',
    )
    for (const file of files) expect(contents, file).to.include(`](${file})`)
  })

  it('have pages that open with what they are for', async () => {
    for (const file of (await written()).filter((one) => one.startsWith('docs/'))) {
      const text = await readFile(join(ROOT, file), 'utf8')
      expect(text, file).to.match(/^# \S[^\n]*\n\n[\p{Lu}`][^\n]*/u)
    }
  })
})
