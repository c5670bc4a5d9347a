/** More previews than can wait: what is too much is refused with a time to come again, and all else goes on. */
import { expect } from 'chai'
import type { TestServer } from '../../support/service/open-test-server.ts'
import { type Coded, openPreviewServer, publishExample } from '../../support/service/previewing.ts'

/** Of one team with one worker, 16 wait beside the one that is drawn. */
const ASKED = 26

describe('A flood of previews', () => {
  let test: TestServer
  before(async () => {
    test = await openPreviewServer('sqlite', { RASTER_WORKERS: '1' })
  })
  after(() => test?.close())

  it('is answered 503 with Retry-After beyond the queue, while another team, prints and health checks are served', async () => {
    const card = await publishExample(test, 'wedding-card.pdf')
    const other = await test.makeTeam('Other')
    const label = await publishExample(test, 'craft-label.pdf', other.key)
    const order: string[] = []
    const look = async (
      who: string,
      templateId: string,
      values: Record<string, string>,
      key = test.team.key,
    ) => {
      const reply = await test.send('/v1/previews', {
        body: { template_id: templateId, dpi: 72, values },
        key,
      })
      const bytes = Buffer.from(await reply.arrayBuffer())
      if (reply.status === 200) order.push(who)
      return { status: reply.status, headers: reply.headers, bytes }
    }
    const states = Array.from({ length: ASKED }, (_, at) => ({ 'First name': `Flood ${at}` }))
    const flood = states.map((values) => look('flood', card, values))
    // A refusal says that the queue is full.
    await Promise.any(
      flood.map(async (asked) => ((await asked).status === 503 ? null : Promise.reject(new Error('drawn')))),
    )
    const [seen, printed, healthy] = await Promise.all([
      look('other', label, {}, other.key),
      test.json('/v1/renders', { body: { template_id: card, kind: 'final', values: {} } }),
      test.json('/healthz', { key: null }),
    ])
    expect([seen.status, printed.status, healthy.status]).to.deep.equal([200, 200, 200])

    const answers = await Promise.all(flood)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).to.have.length.within(1, ASKED - 17)
    for (const { status, headers, bytes } of refused) {
      const { error } = JSON.parse(bytes.toString()) as Coded
      expect([status, error.code]).to.deep.equal([503, 'overloaded'])
      expect(Number(headers.get('retry-after'))).to.be.within(1, 5)
    }
    // Teams take turns: the other one did not wait until all of the flood was drawn.
    expect(order.indexOf('other')).to.be.within(0, order.length - 2)
    const late = states.find((_, at) => answers[at]?.status === 503) ?? {}
    expect((await look('flood', card, late)).status).to.equal(200)
  })
})
