/** The proof of a design: a PDF of its pages as previews show them, by a link that lasts as long as theirs. */
import { expect } from 'chai'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { TestServer } from '../../../support/service/open-test-server.ts'
import { openPreviewServer, publishExample } from '../../../support/service/previewing.ts'

const MM = 72 / 25.4
const MARGIN = 24

describe('proof_url', () => {
  let test: TestServer
  let templateId: string
  before(async () => {
    test = await openPreviewServer('sqlite')
    templateId = await publishExample(test, 'business-card.pdf')
  })
  after(() => test?.close())

  const make = async (name: string) =>
    (await test.json('/v1/fills', { body: { template_id: templateId, values: { Name: name } } })).body.fill
  const codeOf = async (url: string) => {
    const reply = await fetch(url)
    return reply.status === 200 ? 'holds' : (await reply.json()).error.code
  }

  it('is a PDF of every page, cut to its trim, that names the design', async () => {
    const fill = await make('Ada Lovelace')
    const reply = await fetch(fill.proof_url)
    expect(reply.status).to.equal(200)
    expect(reply.headers.get('content-type')).to.equal('application/pdf')
    expect(reply.headers.get('content-disposition')).to.match(/^inline; filename=business-card-\w{8}\.pdf$/)
    const bytes = new Uint8Array(await reply.arrayBuffer())
    // Of pictures for reading, not of the artwork: it has no ink of the press and none of its fonts.
    expect(Buffer.from(bytes).toString('latin1')).not.to.match(/Separation|Jost/)
    const file = await getDocument({ data: bytes, verbosity: 0 }).promise
    expect(file.numPages).to.equal(2)
    for (const number of [1, 2]) {
      const page = await file.getPage(number)
      const [, , width = 0, height = 0] = page.view
      expect(width - 2 * MARGIN).to.be.closeTo(85 * MM, 0.01)
      expect(height - 3 * MARGIN).to.be.closeTo(55 * MM, 0.01)
      const { items } = await page.getTextContent()
      const text = items.map((item) => ('str' in item ? item.str : '')).join('')
      const day = fill.updated_at.slice(0, 10)
      expect(text).to.equal(`${fill.id.slice(-8)} · 85.0 × 55.0 mm · ${day} · ${number}/2`)
    }
    await file.loadingTask.destroy()
  })

  it('is drawn again only after a change', async () => {
    const fill = await make('Ada')
    const first = await fetch(fill.proof_url)
    const etag = first.headers.get('etag') ?? ''
    await first.arrayBuffer()
    const again = () => fetch(fill.proof_url, { headers: { 'if-none-match': etag } })
    expect((await again()).status).to.equal(304)
    const body = { values: { Name: 'Grace' } }
    const changed = await test.json(`/v1/fills/${fill.id}`, { method: 'PATCH', body })
    expect(changed.body.fill.proof_url).not.to.equal(fill.proof_url)
    // An earlier link shows the design as it is now, as an earlier link to its picture does.
    expect((await again()).status).to.equal(200)
  })

  it('is worth nothing for another design, with another signature, and once the content is erased', async () => {
    const [one, two] = [await make('One'), await make('Two')]
    expect(await codeOf(one.proof_url.replace(one.id, two.id))).to.equal('signed_url_invalid')
    const signature = new URL(one.preview_url).searchParams.get('sig') ?? ''
    const forged = new URL(one.proof_url)
    forged.searchParams.set('sig', signature)
    expect(await codeOf(forged.href)).to.equal('signed_url_invalid')
    await test.json(`/v1/fills/${one.id}/erase`, { method: 'POST' })
    expect(await codeOf(one.proof_url)).to.equal('signed_url_invalid')
    expect((await test.json(`/v1/fills/${one.id}`)).body.fill.proof_url).to.equal(null)
  })
})
