/** The style sheets of the console's sections, which a browser keeps together once it has been in several of them. */
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'

const CONSOLE = join(import.meta.dirname, '../../widget/console')
/** A selector of one class alone, with what it depends on: `.name`, `.name:hover`. */
const OWN_CLASS = /^\.([\w-]+)(?:::?[\w-]+)?$/

describe('Style sheets of the console', () => {
  it('style no class of another section', async () => {
    const sections = new Map<string, Set<string>>()
    for await (const file of glob('**/*.css', { cwd: CONSOLE })) {
      const section = file.includes('/') ? (file.split('/')[0] ?? '') : 'shared'
      const text = (await readFile(join(CONSOLE, file), 'utf8')).replace(/\/\*.*?\*\//gs, '')
      for (const [, selectors = ''] of text.matchAll(/([^{}]+)\{/g))
        for (const selector of selectors.split(',')) {
          const [, name] = OWN_CLASS.exec(selector.trim()) ?? []
          if (name !== undefined) sections.set(name, (sections.get(name) ?? new Set()).add(section))
        }
    }
    expect(sections.size).to.be.greaterThan(200)
    const shared = [...sections].filter(([, { size }]) => size > 1).map(([name, where]) => [name, ...where])
    expect(shared).to.deep.equal([])
  })
})
