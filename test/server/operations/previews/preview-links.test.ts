/** The signed picture of a fill: how long its link holds, and what it is worth once the fill has gone. */
import { expect } from 'chai'
import { openTestServer, TEST_TIME, type TestServer } from '../../../support/service/open-test-server.ts'
import { finalize, type LiveTemplate, liveTemplate, makeFill } from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'

const DAY = 86_400_000

describe('preview_url', () => {
  let test: TestServer
  let template: LiveTemplate
  before(async () => {
    test = await openTestServer({ press: openSamplePress(), env: { ROLES: 'api' } })
    template = await liveTemplate(test)
  })
  after(() => test.close())
  beforeEach(() => test.clock.set(TEST_TIME))

  const make = () => makeFill(test, { template_id: template.id, values: { Name: 'Ada' } })
  const linkOf = async (id: string): Promise<string> =>
    (await test.json(`/v1/fills/${id}`)).body.fill.preview_url
  /** The code of the refusal; a link that holds is answered by the renderer, or by its absence. */
  const codeOf = async (url: string): Promise<string> => {
    const response = await fetch(url)
    if (response.status === 200) return 'holds'
    const { error } = (await response.json()) as { error: { code: string } }
    return error.code === 'renderer_not_configured' ? 'holds' : `${response.status} ${error.code}`
  }

  it('holds until the open fill expires', async () => {
    const url = await linkOf((await make()).id)
    test.clock.set(TEST_TIME + 30 * DAY - 1)
    expect(await codeOf(url)).to.equal('holds')
    test.clock.set(TEST_TIME + 30 * DAY)
    expect(await codeOf(url)).to.equal('403 signed_url_expired')
  })

  it('holds for 90 days once the fill is finalized', async () => {
    const { id } = await make()
    test.clock.advance(DAY)
    await finalize(test, id)
    const url = await linkOf(id)
    test.clock.set(TEST_TIME + 91 * DAY - 1)
    expect(await codeOf(url)).to.equal('holds')
    test.clock.set(TEST_TIME + 91 * DAY)
    expect(await codeOf(url)).to.equal('403 signed_url_expired')
  })

  it('ends when the fill is ended, and with its content when it is erased', async () => {
    const [canceled, refunded, erased] = [await make(), await make(), await make()]
    await finalize(test, refunded.id)
    const urls = await Promise.all([canceled, refunded, erased].map(({ id }) => linkOf(id)))
    await test.json(`/v1/fills/${canceled.id}/status`, { body: { status: 'canceled' } })
    await test.json(`/v1/fills/${refunded.id}/status`, { body: { status: 'refunded' } })
    await test.json(`/v1/fills/${erased.id}/erase`, { method: 'POST' })
    expect(await Promise.all(urls.map(codeOf))).to.deep.equal([
      '403 signed_url_expired',
      '403 signed_url_expired',
      '403 signed_url_invalid',
    ])
  })

  it('of a template is null where nothing is drawn', async () => {
    expect((await test.json(`/v1/templates/${template.id}`)).body.template.preview_url).to.equal(null)
  })

  it('of another fill, or with another signature, is worth nothing', async () => {
    const [one, two] = [await make(), await make()]
    const url = await linkOf(one.id)
    expect(await codeOf(url.replace(one.id, two.id))).to.equal('403 signed_url_invalid')
    expect(await codeOf(url.replace(/sig=../, 'sig=xx'))).to.equal('403 signed_url_invalid')
    expect(await codeOf(url.replace(/w=\d+/, 'w=2000'))).to.equal('403 signed_url_invalid')
  })
})
