/** Signed links: a render's PDF without a key, for an hour. */
import { expect } from 'chai'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'
import { insertRender, QUEUED, uploadSample } from '../../../support/service/sample-render.ts'

describe('signed_url', () => {
  let test: TestServer
  let templateId: string
  before(async () => {
    test = await openTestServer({ press: openSamplePress() })
    templateId = (await uploadSample(test)).id
  })
  after(() => test.close())

  /** The link of a fresh render, relative to the server. */
  async function linkOf(changes = {}) {
    const { render, bytes } = await insertRender(test, templateId, changes)
    const { body } = await test.json(`/v1/renders/${render.id}`)
    return { render, bytes, url: body.render.signed_url as string | null }
  }
  const open = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url, { headers, method })
  const codeOf = async (url: string) => {
    const response = await open(url)
    const body = (await response.json()) as { error?: { code: string } }
    return [response.status, body.error?.code]
  }

  it('opens the PDF without a key, whole and by range', async () => {
    const { bytes, url, render } = await linkOf()
    const whole = await open(url as string)
    expect(whole.status).to.equal(200)
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).to.equal(true)
    expect(whole.headers.get('content-type')).to.equal('application/pdf')
    expect(whole.headers.get('content-disposition')).to.match(/^attachment; /)
    expect(whole.headers.get('etag')).to.equal(`"${render.contentSha256}"`)
    expect(whole.headers.get('cache-control')).to.equal('private, max-age=3600, no-transform')
    const piece = await open(url as string, { range: 'bytes=2-5' })
    expect([piece.status, await piece.text()]).to.deep.equal([206, bytes.toString().slice(2, 6)])
    const head = await open(url as string, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).to.deep.equal([200, String(bytes.length)])
  })

  it('is saved under the name that is asked for, made harmless, and without one under those of job and template', async () => {
    const { url, render } = await linkOf()
    const nameOf = async (more: string) =>
      (await open(`${url}${more}`, {}, 'HEAD')).headers.get('content-disposition')
    expect(await nameOf('&filename=1021-7-wedding-card.pdf')).to.equal(
      'attachment; filename=1021-7-wedding-card.pdf',
    )
    expect(await nameOf('&filename=..%2F%22x%0d%0a')).not.to.match(/\/|\r|\n|x"x/)
    expect(await nameOf('')).to.equal(`attachment; filename=${render.id.slice(-8)}_Card.pdf`)
  })

  it('holds for an hour and not a second longer', async () => {
    const { url } = await linkOf()
    const start = test.clock.now()
    try {
      test.clock.set(start + 3_599_000)
      expect((await open(url as string, {}, 'HEAD')).status).to.equal(200)
      test.clock.set(start + 3_600_000)
      expect(await codeOf(url as string)).to.deep.equal([403, 'signed_url_expired'])
    } finally {
      test.clock.set(start)
    }
  })

  it('ends with any change to it', async () => {
    const { url, render } = await linkOf()
    const other = await linkOf({ contentSha256: 'b'.repeat(64) })
    const link = url as string
    const changed = [
      link.replace(render.id, other.render.id),
      link.replace('d=attachment', 'd=inline'),
      link.replace(/exp=\d+/, (exp) => `exp=${Number(exp.slice(4)) + 1}`),
      link.replace(/sig=./, (sig) => (sig === 'sig=A' ? 'sig=B' : 'sig=A')),
      link.replace(/&sig=.*/, ''),
      link.replace('v=1', 'v=2'),
      link.replace(render.id, 'rnd_00000000000000000000000000'),
    ]
    for (const one of changed) expect(await codeOf(one), one).to.deep.equal([403, 'signed_url_invalid'])
  })

  it('with a parameter twice or an unknown one is a 400', async () => {
    const { url } = await linkOf()
    expect(await codeOf(`${url}&sig=x`)).to.deep.equal([400, 'invalid_parameter'])
    expect(await codeOf(`${url}&x=1`)).to.deep.equal([400, 'unknown_parameter'])
  })

  it('is null until there is a PDF, and for pictures', async () => {
    expect((await linkOf(QUEUED)).url).to.equal(null)
    expect((await linkOf({ kind: 'preview' })).url).to.equal(null)
  })
})
