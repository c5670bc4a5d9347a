/** The README against the source that its tables are written from. */
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { README, withTables } from './readme.ts'
import { SPECIFIED } from './support/run/specified-rows.ts'

/** In the README's words. */
const CREDENTIALS = {
  secret: 'secret key',
  publishable: 'publishable key or origin',
  session: 'client secret',
}

describe('The README', () => {
  it('has the tables of operations and settings as they are; npm run readme writes them', async () => {
    const readme = await readFile(README, 'utf8')
    expect(readme === withTables(readme), 'The tables differ from the source: run npm run readme').to.equal(
      true,
    )
  })

  it('has every operation and every setting in its tables, whatever stood there', () => {
    const written = withTables(
      '<!-- operations:begin --><!-- operations:end --><!-- settings:begin --> stale words <!-- settings:end -->',
    )
    expect(written).to.include('| `POST /v1/templates/{id}/publish` |')
    expect(written).to.include('| `GET /files/renders/{id}.pdf` |')
    expect(written).to.match(/\| `PORT` \| `3000` \| Port to listen on/)
    for (const name of ['REST_HOOK_SECRETS', 'SHOPIFY_CLIENT_ID', 'WOOCOMMERCE_STORES'])
      expect(written).to.include(`| \`${name}\` |`)
    expect(written).to.include('| `SHOPIFY_FINALIZE_ON` | `paid` |').and.not.to.include('MOCK_SECRET')
    expect(written).not.to.include('stale words')
    expect(withTables(written)).to.equal(written)
  })

  it('lists every row of the specification, with its stability, credential and scope', async () => {
    const readme = await readFile(README, 'utf8')
    const rows = [...readme.matchAll(/^\| `([A-Z]+) \/v1(\S+)` \|(.+)\|$/gm)].map(
      ([, method, path, rest]) => [`${method} ${path}`, rest?.split('|').map((cell) => cell.trim()) ?? []],
    )
    const byRoute = new Map(rows as [string, string[]][])
    for (const [method, path, stability, auth, scope] of SPECIFIED) {
      const route = `${method.toUpperCase()} ${path}`
      const [summary, ...facts] = byRoute.get(route) ?? []
      expect(summary, route).to.match(/\.$/)
      expect(facts, route).to.deep.equal([stability, CREDENTIALS[auth], scope === null ? '' : `\`${scope}\``])
    }
  })

  it('cannot lose its markers unnoticed', () => {
    expect(() => withTables('<!-- operations:begin --><!-- operations:end -->')).to.throw('settings:begin')
  })
})
