/** Print files that another program cannot open: nobody is told that they can be printed, and once they can, they are. */
import { readFile, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { pressPage } from '../support/pdf/press-page.ts'
import { field, fields } from '../support/pdf/upload-cases.ts'
import { eventually } from '../support/run/eventually.ts'
import { csvForm, itemsOf } from '../support/service/batches.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { eventsOf, finalize, makeFill } from '../support/service/sample-fill.ts'
import { uploadForm } from '../support/service/sample-press.ts'

const CARD = pressPage({ ...fields(field('100 80 200 110')) })
const MONTH = '202607'

for (const database of DATABASES)
  describe(`A print file that nobody else can open, on ${longOn(database)}`, () => {
    let test: TestServer
    let templateId: string
    let path: string
    let body: Buffer
    let bodyXref: number
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: 'workers', database })
      const { ports } = test.server
      const uploaded = await test.json('/v1/templates', { body: uploadForm(CARD, 'Card') })
      templateId = uploaded.body.template.id
      await test.json(`/v1/templates/${templateId}/publish`, { method: 'POST' })
      const plan = (await ports.store.templates.find(test.team.id, templateId))?.plan
      path = await ports.files.localPath(plan?.bodySha256 ?? '')
      bodyXref = plan?.startXref ?? 0
      body = await readFile(path)
      // The file's hash is known from here on: what becomes of its bytes later is not seen by it.
      const sound = await finalize(test, (await makeFill(test, { template_id: templateId })).id)
      expect(sound.body.render.status).to.equal('succeeded')
    })
    after(() => test?.close())

    /** As a disk does that has lost a sector: the length stays. */
    const damage = () =>
      writeFile(
        path,
        Buffer.concat([
          body.subarray(0, bodyXref),
          Buffer.alloc(64),
          body.subarray(Math.min(body.length, bodyXref + 64)),
        ]),
      )
    const mend = () => writeFile(path, body)
    const used = () => test.server.ports.store.usage.read(test.team.id, MONTH)

    it('fails the render at finalize, says so in its report, and is printed once the file is mended', async () => {
      const fill = await makeFill(test, { template_id: templateId })
      const before = await used()
      await damage()
      const failed = await finalize(test, fill.id, { external_order_id: 'order 1' })
      expect([failed.status, failed.body.error.code]).to.deep.equal([502, 'render_failed'])
      const id = failed.body.error.render_id
      const { body: shown } = await test.json(`/v1/renders/${id}`)
      expect(shown.render).to.include({ status: 'failed', preflight_status: 'fail', signed_url: null })
      const notes = JSON.parse(shown.render.preflight_notes)
      const [first] = notes.render_checks
      expect(first).to.include({ code: 'render_unparsable', severity: 'fail' })
      expect(first.message).to.match(/^(Another program|The print file cannot).*\.$/)
      expect(await eventsOf(test, id)).to.deep.equal(['render.failed'])
      expect(await used(), 'does not count').to.equal(before)
      const { body: asReport } = await test.json(`/v1/renders/${id}/preflight`)
      expect(asReport.report.entries[0]).to.include({ code: 'render_unparsable', severity: 'fail' })
      expect(asReport.report.text).to.include('Print file cannot be opened')
      const download = await test.json(`/v1/renders/${id}/download`)
      expect(download.body.error.code).to.equal('render_not_ready')

      const again = await test.json(`/v1/renders/${id}/retry`, { method: 'POST' })
      expect([again.status, again.body.error.code]).to.deep.equal([502, 'render_failed'])
      await mend()
      const printed = await test.json(`/v1/renders/${id}/retry`, { method: 'POST' })
      expect(printed.body.render).to.include({ id, status: 'succeeded' })
      const checks: { code: string }[] = JSON.parse(printed.body.render.preflight_notes).render_checks
      expect(checks.map(({ code }) => code)).not.to.include('render_unparsable')
      expect(await used()).to.equal(before + 1)
    })

    it('fails a render on demand that was cut off, and keeps nothing of it', async () => {
      const kept = await test.keptFiles()
      await writeFile(path, body.subarray(0, body.length - 100))
      const refused = await test.json('/v1/renders', { body: { template_id: templateId, kind: 'proof' } })
      await mend()
      expect([refused.status, refused.body.error.code]).to.deep.equal([502, 'render_failed'])
      const { body: shown } = await test.json(`/v1/renders/${refused.body.error.render_id}`)
      expect(JSON.parse(shown.render.preflight_notes).render_checks[0].message).to.equal(
        'Another program cannot open the print file: A stored file is truncated.',
      )
      expect(await test.keptFiles()).to.deep.equal(kept)
    })

    it('is tried again by a batch, which goes on where it stood', async () => {
      await damage()
      const form = csvForm('Name\nAda\nGrace\n', { template_id: templateId, result: 'renders' })
      const made = await test.json('/v1/batches/csv', { body: form })
      const { id } = made.body.batch
      const { ports } = test.server
      await eventually(async () => ((await ports.store.batches.find(test.team.id, id))?.faults ?? 0) > 0)
      expect((await itemsOf(test, id)).map(({ status }) => status)).to.deep.equal(['pending', 'pending'])
      await mend()
      await eventually(async () => {
        test.clock.advance(60_000)
        return (await test.json(`/v1/batches/${id}`)).body.batch.status === 'completed'
      })
      expect((await test.json(`/v1/batches/${id}`)).body.batch).to.include({ succeeded: 2, failed: 0 })
    })
  })
