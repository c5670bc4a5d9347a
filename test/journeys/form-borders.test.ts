/** A form's borders and marks over HTTP: set at upload, kept with the artwork, and seen in previews and print files. */
import { expect } from 'chai'
import sharp from 'sharp'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { textField } from '../support/pdf/form-pdf.ts'
import { BUTTONS, markedForm } from '../support/pdf/marked-form.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { uploadForm } from '../support/service/sample-press.ts'

const WORDS = 'BT /ZaDb 20 Tf 40 60 Td (4) Tj ET'
/** All over a box of 20. */
const SPOTS = Array.from({ length: 400 }, (_, at) => [at % 20, Math.floor(at / 20) + 1] as const)
let files = 0
/** A text field with a border, and the buttons; each file has bytes of its own. */
function bordered(): Buffer {
  files += 1
  const fields = [textField('Name', '20 20 100 40', '/DA (/Helv 12 Tf 0 g) /MK << /BC [1 0 0 0] >>')]
  return Buffer.concat([
    markedForm(BUTTONS.slice(0, 2), { content: `% ${WORDS}`, more: { fields } }),
    Buffer.from(`% ${files}\n`),
  ])
}

for (const database of DATABASES)
  describe(`Borders of forms, on ${longOn(database)}`, () => {
    let test: TestServer
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: 'workers', database })
    })
    after(() => test?.close())

    const send = async (path: string, pdf: Buffer, borders?: string) => {
      const form = uploadForm(pdf)
      if (borders !== undefined) form.set('form_borders', borders)
      return test.json(path, { method: 'POST', body: form })
    }
    const codes = (template: { findings: readonly { code: string }[] }) =>
      template.findings.map(({ code }) => code)

    it('go where nothing is said, which is told, and stay where it is asked for', async () => {
      const { template } = (await send('/v1/templates', bordered())).body
      expect([template.form_borders, codes(template).includes('field_border_removed')]).to.deep.equal([
        'remove',
        true,
      ])
      const { template: kept } = (await send('/v1/templates', bordered(), 'keep')).body
      expect([kept.form_borders, codes(kept).includes('field_border_removed')]).to.deep.equal(['keep', false])
      const { status, body } = await send('/v1/templates', bordered(), 'some')
      expect([status, body.error.param]).to.deep.equal([400, 'form_borders'])
    })

    it('are set anew by the same file, which leaves the scene as the shop has made it', async () => {
      const pdf = bordered()
      const { id } = (await send('/v1/templates', pdf)).body.template
      const { scene } = (await test.json(`/v1/templates/${id}/scene`)).body
      const fields = scene.fields.map((field: object, at: number) =>
        at === 2 ? { ...field, label: 'Your name' } : field,
      )
      const saved = await test.json(`/v1/templates/${id}/scene`, {
        method: 'PUT',
        body: { ...scene, fields },
      })
      expect(saved.status, JSON.stringify(saved.body)).to.equal(200)
      const again = (await send('/v1/templates', pdf, 'keep')).body
      expect(again).to.include({ deduplicated: true, refreshed: true })
      expect(again.template).to.include({ id, form_borders: 'keep', latest_revision: 3 })
      const after = (await test.json(`/v1/templates/${id}/scene`)).body.scene
      expect(after.fields).to.deep.equal(saved.body.scene.fields)
      const same = (await send('/v1/templates', pdf)).body
      expect([same.refreshed, same.template.form_borders, same.template.latest_revision]).to.deep.equal([
        undefined,
        'keep',
        3,
      ])
    })

    it('hold for newer artwork, unless it says otherwise', async () => {
      const { id } = (await send('/v1/templates', bordered(), 'keep')).body.template
      const newer = bordered()
      const replaced = (await send(`/v1/templates/${id}/artwork`, newer)).body
      expect(replaced.template).to.include({ form_borders: 'keep', latest_revision: 2 })
      const other = (await send(`/v1/templates/${id}/artwork`, newer, 'remove')).body
      expect(other.template).to.include({ form_borders: 'remove', latest_revision: 3 })
    })

    // Drawing asks no database for anything else.
    if (database === 'sqlite')
      it('and marks are in previews and print files as the form draws them', async () => {
        const { id } = (await send('/v1/templates', bordered(), 'keep')).body.template
        const { fields } = (await test.json(`/v1/templates/${id}/scene`)).body.scene
        expect(
          fields.map((field: { placements: { appearance: unknown }[] }) => field.placements[0]?.appearance),
        ).to.deep.equal([{ number: 0, one_color: true }, { number: 1, one_color: true }, null])
        await test.json(`/v1/templates/${id}/publish`, { method: 'POST' })
        const darkness = async (values: Record<string, string>) => {
          const reply = await test.send('/v1/previews', { body: { template_id: id, values, dpi: 144 } })
          expect(reply.status).to.equal(200)
          const { data, info } = await sharp(Buffer.from(await reply.arrayBuffer()))
            .raw()
            .toBuffer({ resolveWithObject: true })
          const at = (x: number, y: number) => data[((200 - y) * 2 * info.width + x * 2) * info.channels]!
          return {
            border: at(20.5, 30),
            mark: Math.min(...SPOTS.map(([x, y]) => at(20 + x, 160 + y))),
            framed: at(66, 176),
          }
        }
        const off = await darkness({ tick: 'Off', framed: 'Off' })
        expect([off.border < 90, off.mark, off.framed < 210]).to.deep.equal([true, 255, true])
        const on = await darkness({ tick: 'Yes', framed: 'Yes' })
        expect([on.border, on.mark < 90]).to.deep.equal([off.border, true])
        const values = { tick: 'Yes', framed: 'Yes', Name: 'Ada' }
        const { status, body } = await test.json('/v1/renders', { body: { template_id: id, values } })
        expect([status, body.render.status], JSON.stringify(body)).to.deep.equal([200, 'succeeded'])
      })
  })
