/** The README against the source that its tables are written from. */
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { README, withTables } from './readme.ts'

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
    expect(written).not.to.include('stale words')
    expect(withTables(written)).to.equal(written)
  })

  it('cannot lose its markers unnoticed', () => {
    expect(() => withTables('<!-- operations:begin --><!-- operations:end -->')).to.throw('settings:begin')
  })
})
