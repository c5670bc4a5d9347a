/** The ink and the paper of an order: by name in every record, corrected like its values, and on the press's ticket. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { finished } from '../support/service/batches.ts'
import { openHotFolder } from '../support/service/hot-folder.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { BLUSH, INDIGO, WHITE } from '../support/service/printing-shop.ts'
import { finalize, type LiveTemplate, liveTemplate, makeFill } from '../support/service/sample-fill.ts'
import { openSamplePress } from '../support/service/sample-press.ts'
import { offeringTemplate } from './offered-stock.ts'

const GOLD = { index: 2, key: 'gold', name: 'Gold Foil', hex: '#b08d57' }
const GREEN = { index: 1, key: 'green', name: 'Letterpress Green', hex: '#2e5b4f' }

for (const database of DATABASES)
  describe(`Ink and paper of an order, on ${longOn(database)}`, () => {
    let root: string
    let test: TestServer
    let template: LiveTemplate
    beforeEach(async function () {
      needsDatabase(this, database)
      root = await mkdtemp(join(tmpdir(), 'platen-hot-'))
      test = await openTestServer({ press: openSamplePress(), database, env: { HOT_FOLDERS: root } })
      template = await offeringTemplate(test)
    })
    afterEach(async () => {
      await test?.close()
      await rm(root, { recursive: true, force: true })
    })

    /** Indigo in place of the green, the size in gold, on blush. */
    const chosen = () => ({
      colors: [{ index: 1, ...INDIGO }, GOLD],
      assignments: { [template.size]: 2 },
      substrate: BLUSH,
    })
    const stock = (record: { inks: { name: string }[]; paper: { name: string } | null }) => [
      ...record.inks.map(({ name }) => name),
      record.paper?.name,
    ]
    const printed = async (content: Record<string, unknown> = chosen()) => {
      const fill = await makeFill(test, { template_id: template.id, values: { Name: 'Ada' }, ...content })
      const { status, body } = await finalize(test, fill.id, { external_order_id: '1042', quantity: 50 })
      expect(status, JSON.stringify(body)).to.equal(200)
      return body as { fill: typeof fill; render: typeof fill }
    }
    const retry = (id: string, body: unknown) => test.json(`/v1/renders/${id}/retry`, { body })

    it('stand in the fill and its print file by name, swatch and field', async () => {
      const inks = [
        { index: 1, ...INDIGO, field_ids: [template.name] },
        { ...GOLD, field_ids: [template.size] },
      ]
      const { fill, render } = await printed()
      for (const record of [fill, render]) {
        expect(record.inks).to.deep.equal(inks)
        expect(record.paper).to.deep.equal(BLUSH)
      }
      const one = (await test.json(`/v1/fills/${fill.id}`)).body
      expect([one.fill.inks, one.last_render.paper]).to.deep.equal([inks, BLUSH])
      expect((await test.json('/v1/fills')).body.data[0].inks).to.deep.equal(inks)
      expect((await test.json('/v1/renders')).body.data[0].paper).to.deep.equal(BLUSH)
      expect((await test.json(`/v1/renders/${render.id}`)).body.render.inks).to.deep.equal(inks)
    })

    it("are the template's own where nothing was chosen, and no paper where it names none", async () => {
      const { fill } = await printed({})
      expect(fill.inks).to.deep.equal([
        { ...GREEN, field_ids: [template.name] },
        { ...GOLD, field_ids: [template.size] },
      ])
      expect([fill.paper, fill.substrate]).to.deep.equal([WHITE, null])
      const plain = await liveTemplate(test)
      const bare = await makeFill(test, { template_id: plain.id })
      expect([bare.inks.length, bare.inks[0].name, bare.paper]).to.deep.equal([1, 'Black', null])
    })

    it('are corrected with a retry, which is audited, while the fill keeps what the customer chose', async () => {
      const { fill, render } = await printed()
      const colors = [{ ...GREEN }, GOLD]
      const { status, body } = await retry(render.id, {
        ...{ colors, assignments: { Name: 2, Size: 2 }, substrate: WHITE },
      })
      expect(status, JSON.stringify(body)).to.equal(200)
      expect(stock(body.render)).to.deep.equal(['Letterpress Green', 'Gold Foil', 'White'])
      expect(body.render.inks[1].field_ids).to.deep.equal([template.name, template.size])
      expect(body.render.attempt_count).to.equal(2)
      expect(body.render.content_sha256).not.to.equal(render.content_sha256)
      const { fill: after } = (await test.json(`/v1/fills/${fill.id}`)).body
      expect(stock(after)).to.deep.equal(['Letterpress Green', 'Gold Foil', 'White'])
      expect((await test.json('/v1/fills')).body.data[0].paper).to.deep.equal(WHITE)
      expect([after.colors, after.substrate]).to.deep.equal([fill.colors, BLUSH])
      const [entry] = (await test.json(`/v1/audit_events?object_id=${render.id}`)).body.data
      expect(entry.details).to.deep.equal({
        ...{ attempt: 2, corrected: [] },
        inks: {
          from: [
            { name: 'Letterpress Indigo', field_ids: [template.name] },
            { name: 'Gold Foil', field_ids: [template.size] },
          ],
          to: [
            { name: 'Letterpress Green', field_ids: [] },
            { name: 'Gold Foil', field_ids: [template.name, template.size] },
          ],
        },
        paper: { from: 'Blush', to: 'White' },
      })
    })

    it('stay as they are when a retry corrects a value alone, and go back to the own ones with null', async () => {
      const { render } = await printed()
      const value = await retry(render.id, { values: { Name: 'Grace' } })
      expect(stock(value.body.render)).to.deep.equal(['Letterpress Indigo', 'Gold Foil', 'Blush'])
      const back = await retry(render.id, { colors: null, assignments: {}, substrate: null })
      expect(stock(back.body.render)).to.deep.equal(['Letterpress Green', 'Gold Foil', 'White'])
    })

    for (const [what, body, code, param] of [
      ['a colour', { colors: [{ ...GREEN, hex: 'green' }] }, 'invalid_colors', 'colors[0].hex'],
      ['an assignment', { assignments: { Name: 7 } }, 'invalid_assignments', 'assignments.Name'],
      ['a paper', { substrate: { ...BLUSH, hex: '#f' } }, 'invalid_substrate', 'substrate.hex'],
    ] as const)
      it(`are not corrected with ${what} that is wrong, and the print file stays`, async () => {
        const { render } = await printed()
        const refused = await retry(render.id, body)
        expect([refused.status, refused.body.error.code, refused.body.error.param]).to.deep.equal([
          422,
          code,
          param,
        ])
        const { render: after } = (await test.json(`/v1/renders/${render.id}`)).body
        expect([after.attempt_count, after.content_sha256]).to.deep.equal([1, render.content_sha256])
      })

    it('stand on the ticket and in the name of the file in a hot folder', async () => {
      const folder = await openHotFolder(test, root, { name_pattern: '{order}_{paper}_{ink}.pdf' })
      const { render } = await printed()
      const { file_name, ticket_name } = await folder.settled(render.id)
      expect(file_name).to.equal('1042_Blush_Letterpress Indigo+Gold Foil.pdf')
      const ticket = await folder.ticket(ticket_name)
      expect(ticket.paper).to.deep.equal(BLUSH)
      expect(ticket.inks).to.deep.equal([
        { index: 1, ...INDIGO, fields: ['Name'] },
        { ...GOLD, fields: ['Size'] },
      ])
    })

    it('come to the hot folder again when the paper alone is corrected', async () => {
      const folder = await openHotFolder(test, root, { name_pattern: '{order}_{paper}.pdf' })
      const { render } = await printed()
      await folder.settled(render.id)
      const { body } = await retry(render.id, { substrate: WHITE })
      expect(body.render.content_sha256).to.equal(render.content_sha256)
      await folder.settled(render.id)
      expect((await folder.ticket('1042_White.json')).paper).to.deep.equal(WHITE)
      expect(await folder.files()).to.deep.equal(['1042_White.json', '1042_White.pdf'])
    })

    it('stand in the names of downloads and of files in an archive, which refuse another placeholder', async () => {
      const { render } = await printed()
      const nameIn = async (reply: Response) => {
        await reply.arrayBuffer()
        return /filename="?([^"]+)"?/.exec(reply.headers.get('content-disposition') ?? '')?.[1]
      }
      const pattern = encodeURIComponent('{order}_{paper}_{ink}.pdf')
      const name = '1042_Blush_Letterpress Indigo_Gold Foil.pdf'
      const address = `/v1/renders/${render.id}/download?name_pattern=`
      expect(await nameIn(await test.send(`${address}${pattern}`))).to.equal(name)
      const signed = await fetch(
        `${render.signed_url}&name_pattern=${pattern}`.replace(/^https?:\/\/[^/]+/, test.url),
      )
      expect(await nameIn(signed)).to.equal(name)

      const { body } = await test.json(`/v1/exports?render_ids=${render.id}&name_pattern=${pattern}`)
      const link = body.export.download_url.replace(/^https?:\/\/[^/]+/, test.url)
      const zip = Buffer.from(await (await fetch(link)).arrayBuffer()).toString('latin1')
      expect(zip).to.include('1042_Blush_Letterpress Indigo+Gold Foil.pdf')
      expect(zip).to.include('1042_Blush_Letterpress Indigo+Gold Foil.json')
      const other = await fetch(link.replace('paper', 'cart'))
      expect([other.status, (await other.json()).error.code]).to.deep.equal([403, 'signed_url_invalid'])

      const wrong = encodeURIComponent('{stock}.pdf')
      for (const path of [
        `${address}${wrong}`,
        `/v1/exports?render_ids=${render.id}&name_pattern=${wrong}`,
      ]) {
        const refused = await test.json(path)
        expect([refused.status, refused.body.error.param]).to.deep.equal([400, 'name_pattern'])
        expect(refused.body.error.message).to.include('{paper}')
      }
    })

    it('find a job by their names', async () => {
      const { fill } = await printed()
      await printed({})
      const found = async (text: string) =>
        (await test.json(`/v1/fills?search=${encodeURIComponent(text)}`)).body.data.map(
          ({ id }: { id: string }) => id,
        )
      expect(await found('blush')).to.deep.equal([fill.id])
      expect(await found('letterpress ind')).to.deep.equal([fill.id])
    })

    it('remain when the customer is erased, as they are nobody’s data', async () => {
      const { fill } = await printed()
      await test.json(`/v1/fills/${fill.id}/erase`, { method: 'POST' })
      const { fill: after } = (await test.json(`/v1/fills/${fill.id}`)).body
      expect(stock(after)).to.deep.equal(['Letterpress Indigo', 'Gold Foil', 'Blush'])
      expect(after.values).to.deep.equal({})
    })

    it('stand in the print files of a batch, with those of each record', async () => {
      const items = [
        { values: { Name: 'Ada' }, substrate: BLUSH },
        { values: { Name: 'Grace' }, colors: [{ index: 1, ...INDIGO }] },
      ]
      await finished(
        test,
        await test.json('/v1/batches', { body: { kind: 'renders', template_id: template.id, items } }),
      )
      const { data } = (await test.json('/v1/renders')).body
      expect(data.map(stock).sort()).to.deep.equal([
        ['Letterpress Green', 'Gold Foil', 'Blush'],
        ['Letterpress Indigo', 'White'],
      ])
    })
  })
