/** Very many uploads at once by one team, over HTTP with real workers: all are kept, and others are served meanwhile. */

import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { formPdf, textField } from '../support/pdf/form-pdf.ts'
import { blackPng } from '../support/pdf/pictures.ts'
import { eventually } from '../support/run/eventually.ts'
import { inForm } from '../support/run/form.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { uploadForm } from '../support/service/sample-press.ts'

const BURST = inForm(100, 200)
const ROUNDS = inForm(2, 5)
/** Where nearly all are refused at first, fewer do. */
const SMALL_BURST = inForm(45, 80)
/** Another card at every number. */
const card = (number: number) =>
  formPdf({ fields: [textField('Name', '20 40 280 90'), textField(`Note ${number}`, '20 100 280 150')] })

describe(`${BURST} uploads at once by one team`, function () {
  // One worker reads them all.
  this.timeout(300_000)
  let test: TestServer
  let other: { readonly id: string; readonly key: string }
  beforeEach(async () => {
    test = await openTestServer({ press: 'workers' })
    other = await test.makeTeam('Another team')
  })
  afterEach(() => test.close())

  const upload = (number: number, key = test.team.key) =>
    test.json('/v1/templates', { body: uploadForm(card(number), `Card ${number}`), key })
  /** Sends again what was refused, when it is told to; counts how often, and notes the first answer of each. */
  async function insist(number: number, refusals: number[], firsts: number[] = []): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const { status, headers, body } = await upload(number)
      if (tries === 0) firsts.push(status)
      if (status === 200) return
      expect([status, body.error.code]).to.deep.equal([503, 'overloaded'])
      refusals.push(number)
      const seconds = Number(headers.get('retry-after'))
      expect(seconds).to.be.within(1, 10)
      // Time passes: as Retry-After asks.
      await delay(seconds * 1000)
    }
  }
  const titles = async () => {
    const found: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await test.json(`/v1/templates?limit=100${cursor}`)
      found.push(...body.data.map(({ title }: { title: string }) => title))
      if (!body.has_more) return found.sort()
      cursor = `&starting_after=${body.data.at(-1).id}`
    }
  }
  const numbered = (count: number) => Array.from({ length: count }, (_, number) => `Card ${number}`).sort()

  it('wait in line, while uploads, previews, finals and health checks of others are served @long', async () => {
    const first = await upload(1_000, other.key)
    const { id } = first.body.template
    await test.json(`/v1/templates/${id}/publish`, { method: 'POST', key: other.key })
    // The engines of others are up, as those of a shop are.
    const preview = (name: string) =>
      test.send('/v1/previews', { body: { template_id: id, values: { Name: name } }, key: other.key })
    expect((await preview('Ada')).status).to.equal(200)

    let done = 0
    let next = BURST
    let othersAreServed = false
    const refusals: number[] = []
    // Each sends one after the other until the others are served, so that these always meet a full line.
    const burst = Array.from({ length: BURST }, async (_, number) => {
      for (let own = number; ; own = next++) {
        await insist(own, refusals)
        done += 1
        if (othersAreServed) return
      }
    })
    const picture = async () => {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(blackPng(9, 9))]), 'dot.png')
      return (await test.send('/v1/assets', { body: form, key: other.key })).status
    }
    const final = async (name: string) => {
      const fill = await test.json('/v1/fills', {
        body: { template_id: id, values: { Name: name } },
        key: other.key,
      })
      const path = `/v1/fills/${fill.body.fill.id}/finalize`
      return (await test.send(path, { method: 'POST', key: other.key })).status
    }
    /** How many of the burst were kept while this one was served. */
    const passed: Record<string, number[]> = {}
    const during = async (what: string, work: () => Promise<number>, made = 200) => {
      const before = done
      expect(await work(), what).to.equal(made)
      passed[what] = [...(passed[what] ?? []), done - before]
    }
    await eventually(() => done > 0)
    for (let round = 0; round < ROUNDS; round += 1) {
      await during('health', async () => (await test.send('/readyz', { key: null })).status)
      await during('preview', async () => (await preview(`Grace ${round}`)).status)
      await during('final', () => final(`Grace ${round}`))
      await during('upload', async () => (await upload(2_000 + round, other.key)).status)
      if (round === 0) await during('picture', picture, 201)
    }
    othersAreServed = true
    await Promise.all(burst)

    // One is being read when it comes, one more may have been taken before its bytes are in, and what has been read of
    // others is written meanwhile.
    for (const count of passed.upload ?? []) expect(count, JSON.stringify(passed)).to.be.below(10)
    for (const what of ['health', 'preview', 'final'])
      for (const count of passed[what] ?? [])
        expect(count, `${what} ${JSON.stringify(passed)}`).to.be.below(20)
    // None, where the machine has little else to do.
    expect(refusals).to.have.length.below(next)
    expect(await titles()).to.deep.equal(numbered(next))
    expect(await test.temporaryFiles()).to.deep.equal([])
  })

  it('are kept without a trace of what was refused first @long', async () => {
    await test.close()
    test = await openTestServer({
      press: 'workers',
      env: { UPLOADS_WAITING: '20', UPLOAD_WAIT_SECONDS: '1' },
    })
    const refusals: number[] = []
    const firsts: number[] = []
    await Promise.all(Array.from({ length: SMALL_BURST }, (_, number) => insist(number, refusals, firsts)))
    // The four that are let in at once and the twenty that wait had a place, and others those of what was kept meanwhile.
    const keptMeanwhile = firsts.slice(0, firsts.lastIndexOf(503)).filter((status) => status === 200)
    expect(new Set(refusals).size).to.be.least(SMALL_BURST - 24 - keptMeanwhile.length)
    expect(await titles()).to.deep.equal(numbered(SMALL_BURST))
    expect(await test.temporaryFiles()).to.deep.equal([])
    const named = new Set<string>()
    const page = { limit: 1000, startingAfter: null }
    const { items } = await test.server.ports.store.templates.list(test.team.id, page)
    for (const template of items) {
      named.add(template.sourceSha256)
      named.add(template.plan.bodySha256)
    }
    expect([...(await test.keptFiles())].sort()).to.deep.equal([...named].sort())
  })
})
