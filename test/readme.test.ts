/** README and the generated parts of docs/ against the source that they are written from. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import packageJson from '../package.json' with { type: 'json' }
import { DOCS, WRITTEN } from './readme.ts'
import { SPECIFIED } from './specified-rows.ts'

/** In the words of the table of operations. */
const CREDENTIALS = {
  secret: 'secret key',
  publishable: 'publishable key or origin',
  session: 'client secret',
}

const textOf = (file: string) => readFile(join(DOCS, file), 'utf8')
const write = (file: string, text: string) => WRITTEN[file]?.(text) ?? ''

describe('The README', () => {
  it('has at most 150 lines and shows two pictures of at most 250 kB', async () => {
    const readme = await readFile(join(DOCS, '../README.md'), 'utf8')
    expect(readme.split('\n').length).to.be.at.most(151)
    const pictures = [...readme.matchAll(/!\[[^\]]{20,}\]\((docs\/[^)]+\.png)\)/g)]
    expect(pictures).to.have.length(2)
    for (const [, file = ''] of pictures)
      expect((await readFile(join(DOCS, '..', file))).length, file).to.be.at.most(250_000)
  })
})

describe('The generated parts of the docs', () => {
  for (const file of Object.keys(WRITTEN))
    it(`stand in ${file} as they are; npm run readme writes them`, async () => {
      const text = await textOf(file)
      expect(text === write(file, text), `${file} differs from the source: run npm run readme`).to.equal(true)
    })

  it('have every operation and every setting, whatever stood there', () => {
    const operations = write(
      'api/operations.md',
      '<!-- operations:begin --> stale words <!-- operations:end -->',
    )
    expect(operations).to.include('| `POST /v1/templates/{id}/publish` |')
    expect(operations).to.include('| `GET /files/renders/{id}.pdf` |').and.not.to.include('stale words')
    expect(write('api/operations.md', operations)).to.equal(operations)
    const settings = write('operate/settings.md', '<!-- settings:begin --><!-- settings:end -->')
    expect(settings).to.match(/\| `PORT` \| `3000` \| Port to listen on/)
    for (const name of ['REST_HOOK_SECRETS', 'SHOPIFY_CLIENT_ID', 'WOOCOMMERCE_STORES'])
      expect(settings).to.include(`| \`${name}\` |`)
    expect(settings).to.include('| `SHOPIFY_FINALIZE_ON` | `paid` |').and.not.to.include('MOCK_SECRET')
  })

  it('list every row of the specification, with its stability, credential and scope', async () => {
    const rows = [
      ...(await textOf('api/operations.md')).matchAll(/^\| `([A-Z]+) \/v1(\S+)` \|(.+)\|$/gm),
    ].map(([, method, path, rest]) => [
      `${method} ${path}`,
      rest?.split('|').map((cell) => cell.trim()) ?? [],
    ])
    const byRoute = new Map(rows as [string, string[]][])
    for (const [method, path, stability, auth, scope] of SPECIFIED) {
      const route = `${method.toUpperCase()} ${path}`
      const [summary, ...facts] = byRoute.get(route) ?? []
      expect(summary, route).to.match(/^[A-Z].*\w/)
      expect(facts, route).to.deep.equal([stability, CREDENTIALS[auth], scope === null ? '' : `\`${scope}\``])
    }
  })

  it('say of every package that runs with the service why it does', async () => {
    const page = await textOf('contributing/dependencies.md')
    const named = new Set([...page.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.split(', ')))
    const wanted = Object.keys(packageJson.dependencies).map((name) =>
      name.startsWith('@expo-google-fonts/') ? '@expo-google-fonts/*' : name,
    )
    expect(wanted.filter((name) => !named.has(name))).to.deep.equal([])
  })

  it('cannot lose markers, rows of codes or words of a row unnoticed', async () => {
    expect(() => write('operate/settings.md', 'no markers')).to.throw('settings:begin')
    const errors = await textOf('api/errors.md')
    const without = errors.replace(/^\| `not_found` .*\n/m, '')
    expect(() => write('api/errors.md', without)).to.throw('not_found')
    const moved = errors
      .replace(/^\| `not_found` .*\n/m, '')
      .replace(/(^\| `rate_limited` .*\n)/m, '$1| `not_found` | x | y |\n')
    expect(() => write('api/errors.md', moved)).to.throw('not_found is answered 404')
    for (const file of ['api/errors.md', 'print/preflight.md'])
      for (const [row] of (await textOf(file)).matchAll(/^\| `[a-z_0-9]+` \|.*$/gm))
        expect(row, row).to.match(/^\| `\w+` \| [^|]{3,} \| \S.*[.!] \|$/)
  })
})
