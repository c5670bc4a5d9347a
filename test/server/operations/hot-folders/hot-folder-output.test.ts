/** A hot folder for PDF/X-4 on a real disk: it holds other print files, and is refused to templates that make them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { openHotFolder } from '../../../support/service/hot-folder.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { finalize, type LiveTemplate, liveTemplate, makeFill } from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'

for (const database of DATABASES)
  describe(`A hot folder for PDF/X-4, on ${longOn(database)}`, () => {
    let root: string
    let test: TestServer
    before(async function () {
      needsDatabase(this, database)
      root = await mkdtemp(join(tmpdir(), 'platen-hot-'))
      test = await openTestServer({ press: openSamplePress(), database, env: { HOT_FOLDERS: root } })
    })
    after(async () => {
      await test?.close()
      if (root !== undefined) await rm(root, { recursive: true, force: true })
    })

    const order = async (template: LiveTemplate) => {
      const fill = await makeFill(test, { template_id: template.id, values: { Name: 'Ada' } })
      return (await finalize(test, fill.id, { external_order_id: '1042' })).body as {
        render: { id: string; output: string }
      }
    }

    it('holds other print files until they are released, and is refused to a template that makes them', async () => {
      const template = await liveTemplate(test)
      const refused = await test.json('/v1/hot_folders', {
        body: { name: 'Press', folder: 'own', template_id: template.id, output: 'pdfx4' },
      })
      expect([refused.status, refused.body.error.code, refused.body.error.param]).to.deep.equal([
        ...[422, 'output_not_available', 'output'],
      ])
      const folder = await openHotFolder(test, root, { output: 'pdfx4' })
      const { render } = await order(template)
      expect(render.output).to.equal('pdf')
      const held = await folder.settled(render.id)
      expect(held).to.include({ outcome: 'held', file_name: null })
      expect((await folder.retry(held.id)).status).to.equal(200)
      expect(await folder.settled(render.id)).to.include({ id: held.id, outcome: 'succeeded' })
      const [ticket = ''] = await folder.files()
      expect(await folder.ticket(ticket)).to.have.nested.property('file.output', 'pdf')
      const { body } = await test.json(`/v1/hot_folders/${folder.id}`, {
        method: 'PATCH',
        body: { output: null },
      })
      expect(body.hot_folder.output).to.equal(null)
      const next = await order(template)
      expect(await folder.settled(next.render.id)).to.include({ outcome: 'succeeded' })
    })
  })
