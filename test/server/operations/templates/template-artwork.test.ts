/** Newer artwork for a template, how far an upload has come, pictures of pages, and lists by status. */

import { expect } from 'chai'
import sharp from 'sharp'
import type { Press } from '../../../../core/engine/press/press-port.ts'
import { ServiceError } from '../../../../core/errors.ts'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { pressPage, separationText } from '../../../support/pdf/press-page.ts'
import { field, fields, text } from '../../../support/pdf/upload-cases.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { openSamplePress, SAMPLE_PDF, uploadForm } from '../../../support/service/sample-press.ts'

const gold = (content: string, ...widgets: string[]) =>
  pressPage({
    ...fields(...widgets),
    content,
    resources: `/ColorSpace << /S0 ${separationText('Gold')} >>`,
  })
/** A gold square, and a field; then the same with a thin line, the field elsewhere, another one gone and a new one. */
const FIRST = gold(
  '/S0 cs 1 scn 60 60 20 20 re f',
  field('100 80 200 110'),
  field('100 120 200 140', '', 'Town'),
)
const THIRD = gold(
  '/S0 cs 1 scn 60 60 20 30 re f',
  field('100 80 200 110'),
  field('100 120 200 140', '', 'Town'),
)
const SECOND = gold(
  '/S0 cs 1 scn 60 60 40 20 re f 0 0 0 1 K 0.1 w 60 50 m 120 50 l S',
  field('120 80 220 110'),
  field('120 120 220 140', '', 'Street'),
)

for (const database of DATABASES)
  describe(`Newer artwork of a template on ${longOn(database)}`, () => {
    let test: TestServer
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: 'workers', database })
    })
    after(() => test?.close())

    const upload = async (pdf: Buffer, title: string) =>
      (await test.json('/v1/templates', { body: uploadForm(pdf, title) })).body.template
    const replace = (id: string, pdf: Buffer, uploadId?: string) => {
      const form = uploadForm(pdf)
      if (uploadId !== undefined) form.set('upload_id', uploadId)
      return test.json(`/v1/templates/${id}/artwork`, { body: form })
    }
    const codes = async (id: string, revision: string) =>
      (await test.json(`/v1/templates/${id}/preflight?revision=${revision}`)).body.report.entries.map(
        ({ code }: { code: string }) => code,
      )

    it('keeps what the shop has set up when its file is sent again and read by a newer version', async () => {
      const { id } = await upload(THIRD, 'Label')
      const { scene } = (await test.json(`/v1/templates/${id}/scene`)).body
      const [name, town] = scene.fields
      const fields = [
        { ...name, label: 'Full name', max_length: 12 },
        town,
        { ...town, id: null, label: 'Drawn' },
      ]
      const body = { ...scene, fields, papers: [{ key: 'cream', name: 'Cream', hex: '#fff4dd' }] }
      await test.json(`/v1/templates/${id}/scene`, { method: 'PUT', body })
      await test.server.ports.store.templates.update(test.team.id, id, { extractorVersion: 1 })
      const again = await test.json('/v1/templates', { body: uploadForm(THIRD, 'Label') })
      expect(again.body, JSON.stringify(again.body)).to.nested.include({
        refreshed: true,
        'template.latest_revision': 3,
      })
      const latest = (await test.json(`/v1/templates/${id}/scene?revision=latest`)).body.scene
      expect(latest.papers).to.deep.equal(body.papers)
      expect(latest.fields.map(({ label }: { label: string }) => label)).to.deep.equal([
        'Full name',
        'Town',
        'Drawn',
      ])
      expect(latest.fields[0]).to.include({ id: name.id, max_length: 12 })
    })

    it('is a new revision with what the shop has set up, while the live one goes on with its own', async () => {
      const first = await upload(FIRST, 'Card')
      const { scene } = (await test.json(`/v1/templates/${first.id}/scene`)).body
      const [name, town] = scene.fields
      const drawn = { ...town, id: null, label: 'Drawn' }
      const draft = {
        ...scene,
        fields: [{ ...name, label: 'Full name', max_length: 12 }, town, drawn],
        papers: [{ key: 'cream', name: 'Cream', hex: '#fff4dd' }],
      }
      const saved = await test.json(`/v1/templates/${first.id}/scene`, { method: 'PUT', body: draft })
      expect(saved.status, JSON.stringify(saved.body)).to.equal(200)
      await test.json(`/v1/templates/${first.id}/publish`, { method: 'POST' })

      const { status, body } = await replace(first.id, SECOND, 'my-upload-1')
      expect(status, JSON.stringify(body)).to.equal(200)
      expect(body.revision).to.equal(3)
      expect(body.template).to.include({ latest_revision: 3, live_revision: 2, status: 'live' })
      expect(body.left_out.map(({ label }: { label: string }) => label)).to.deep.equal(['Town'])
      expect(body.added.map(({ label }: { label: string }) => label)).to.deep.equal(['Street'])
      const latest = (await test.json(`/v1/templates/${first.id}/scene?revision=latest`)).body.scene
      expect(latest.fields.map(({ label }: { label: string }) => label)).to.deep.equal([
        'Full name',
        'Street',
        'Drawn',
      ])
      expect(latest.fields[0]).to.include({ id: name.id, max_length: 12 })
      expect(latest.fields[0].placements[0].box).to.deep.equal([120, 80, 220, 110])
      expect(latest.papers).to.deep.equal(draft.papers)
      expect(latest.inks.map(({ name }: { name: string }) => name)).to.include('Gold')

      // Each is judged by its own artwork: the thin line came with the newer one.
      expect(await codes(first.id, 'latest')).to.include('line_thin')
      expect(await codes(first.id, 'published')).not.to.include('line_thin')
      const { upload: told } = (await test.json('/v1/template_uploads/my-upload-1')).body
      expect(told).to.include({ status: 'succeeded', template_id: first.id, error: null })

      // A fill prints on the artwork that is live.
      const fill = (
        await test.json('/v1/fills', {
          body: { template_id: first.id, values: { 'Full name': 'Ada', Town: 'Rye', Drawn: 'x' } },
        })
      ).body.fill
      const render = (
        await test.json(`/v1/fills/${fill.id}/finalize`, { body: { external_order_id: 'o-1' } })
      ).body.render
      expect(render.preflight_notes).not.to.include('line_thin')
      await test.json(`/v1/templates/${first.id}/publish`, { method: 'POST' })
      expect(await codes(first.id, 'published')).to.include('line_thin')
      const log = (await test.json('/v1/audit_events?action=template.artwork_replaced')).body.data
      expect(log[0]).to.deep.include({
        object_id: first.id,
        details: { revision: 3, left_out: 1, added: 1 },
      })
    })

    it('is compared first: its reply says of each field if it is kept, new or gone, and changes nothing', async () => {
      const front = '0 0 0 1 k 60 60 30 20 re f'
      const sheet = (shade: string, town: string) =>
        pressPage({
          ...fields(field('100 80 200 110'), field('100 120 200 140', '', town)),
          content: front,
          more: [{ content: `0 0 0 ${shade} k 70 60 30 20 re f` }],
        })
      const first = await upload(sheet('0.5', 'Town'), 'Folder')
      const { scene } = (await test.json(`/v1/templates/${first.id}/scene`)).body
      const [name, town] = scene.fields
      const onBack = { ...town, id: null, label: 'On the back' }
      onBack.placements = onBack.placements.map((place: object) => ({ ...place, page: 1 }))
      const draft = { ...scene, fields: [{ ...name, max_length: 9 }, town, onBack] }
      const saved = await test.json(`/v1/templates/${first.id}/scene`, { method: 'PUT', body: draft })
      expect(saved.status, JSON.stringify(saved.body)).to.equal(200)
      const drawn = saved.body.scene.fields[2]

      // A cover in front, the same pages behind it, and one field more in place of another.
      const { page, ...widgets } = fields(field('100 80 200 110'), field('100 120 200 140', '', 'Street'))
      const newer = pressPage({
        ...widgets,
        content: '0.2 0 0 0 k 10 10 200 100 re f',
        more: [{ content: front, page: page ?? '' }, { content: '0 0 0 0.5 k 70 60 30 20 re f' }],
      })
      const form = () => {
        const made = uploadForm(newer)
        made.set('base_revision', '2')
        return made
      }
      const path = `/v1/templates/${first.id}/artwork`
      const checked = await test.json(`${path}/check`, { body: form() })
      expect(checked.status, JSON.stringify(checked.body)).to.equal(200)
      expect(checked.body.check).to.deep.equal({
        base_revision: 2,
        fields: [
          { change: 'kept', id: name.id, label: name.label, pages_before: [0], pages: [1] },
          { change: 'new', id: null, label: 'Street', pages_before: [], pages: [1] },
          { change: 'kept', id: drawn.id, label: 'On the back', pages_before: [1], pages: [2] },
          { change: 'gone', id: town.id, label: 'Town', pages_before: [0], pages: [] },
        ],
        pages: [
          { page: 0, page_before: null },
          { page: 1, page_before: 0 },
          { page: 2, page_before: 1 },
        ],
        pages_gone: [],
      })
      const { template } = (await test.json(`/v1/templates/${first.id}`)).body
      expect(template).to.include({ latest_revision: 2, page_count: 2 })

      const replaced = await test.json(path, { body: form() })
      expect(replaced.status, JSON.stringify(replaced.body)).to.equal(200)
      expect(replaced.body.left_out).to.deep.equal([{ id: town.id, label: 'Town' }])
      const latest = (await test.json(`/v1/templates/${first.id}/scene?revision=latest`)).body.scene
      expect(latest.fields[0]).to.include({ id: name.id, max_length: 9 })
      expect(latest.fields[0].placements[0].page).to.equal(1)
      const entries = (await test.json(`/v1/templates/${first.id}/preflight?revision=latest`)).body.report
        .entries
      const told = entries.find(({ code }: { code: string }) => code === 'field_left_out')
      expect(told.message).to.include('“Town”').and.include('page 1')

      // Somebody saved meanwhile: the comparison is no longer true.
      const late = await test.json(`${path}/check`, { body: form() })
      expect([late.status, late.body.error.code]).to.deep.equal([409, 'scene_changed'])
      const same = await test.json(`${path}/check`, { body: uploadForm(newer) })
      expect(same.body.check.deduplicated).to.equal(true)
      expect(same.body.check.fields.map(({ change }: { change: string }) => change)).to.deep.equal([
        'kept',
        'kept',
        'kept',
      ])
    })

    it('keeps fields that were made of its text, on the page where the same words stand', async () => {
      const words = '0 0 0 1 k BT /F 14 Tf 60 90 Td (Grace Hopper) Tj 0 -20 Td (Admiral) Tj ET'
      const front = { content: words, resources: text('0 g', 9).resources ?? '' }
      const first = await upload(pressPage(front), 'Words')
      const path = `/v1/templates/${first.id}/artwork`
      const artwork = (await test.json(`${path}?page=0`)).body
      const picked = artwork.runs.map(({ id, text: said }: { id: string; text: string }) => ({
        runs: [id],
        label: said === 'Admiral' ? 'Rank' : 'Name',
      }))
      const made = await test.json(`${path}/fields`, { body: { fields: picked } })
      expect(made.status, JSON.stringify(made.body)).to.equal(200)
      const [name, rank] = made.body.scene.fields
      const fields = [{ ...name, max_length: 17 }, rank]
      const draft = { ...made.body.scene, fields }
      await test.json(`/v1/templates/${first.id}/scene`, { method: 'PUT', body: draft })

      const newer = pressPage({
        ...front,
        content: '0.2 0 0 0 k 10 10 200 100 re f',
        more: [{ content: words.replace('Admiral', 'Captain') }],
      })
      const { check } = (await test.json(`${path}/check`, { body: uploadForm(newer) })).body
      expect(
        check.fields.map(({ change, label }: Record<string, string>) => `${change} ${label}`),
      ).to.deep.equal(['kept Name', 'gone Rank'])
      const replaced = await test.json(path, { body: uploadForm(newer) })
      expect(replaced.status, JSON.stringify(replaced.body)).to.equal(200)
      const latest = (await test.json(`/v1/templates/${first.id}/scene?revision=latest`)).body.scene
      expect(latest.fields).to.have.length(1)
      expect(latest.fields[0]).to.include({ id: name.id, max_length: 17, default_value: 'Grace Hopper' })
      expect(latest.fields[0].placements[0].page).to.equal(1)
      // The words left the newer body: they are offered no more.
      const left = (await test.json(`${path}?page=1&revision=latest`)).body.runs
      expect(left.map(({ text: said }: { text: string }) => said)).to.deep.equal(['Captain'])
    })

    it('is refused where it is another template, or the template is archived; the same file changes nothing', async () => {
      const one = await upload(pressPage(), 'One')
      const other = await upload(pressPage({ content: '0 0 0 1 k 90 70 60 40 re f' }), 'Other')
      const twin = await replace(one.id, pressPage({ content: '0 0 0 1 k 90 70 60 40 re f' }))
      expect([twin.status, twin.body.error.code, twin.body.error.template_id]).to.deep.equal([
        409,
        'artwork_in_use',
        other.id,
      ])
      const same = await replace(one.id, pressPage())
      expect([same.status, same.body.deduplicated, same.body.revision]).to.deep.equal([200, true, 1])
      const broken = await replace(one.id, Buffer.from('%PDF-1.7 no more'), 'broken-one')
      expect([broken.status, broken.body.error.code]).to.deep.equal([400, 'invalid_pdf'])
      const { upload: told } = (await test.json('/v1/template_uploads/broken-one')).body
      expect(told.status).to.equal('failed')
      expect(told.error.code).to.equal('invalid_pdf')
      await test.json(`/v1/templates/${one.id}/archive`, { method: 'POST' })
      const late = await replace(one.id, pressPage({ content: '0 0 0 1 k 95 70 60 40 re f' }))
      expect([late.status, late.body.error.code]).to.deep.equal([409, 'template_archived'])
      const ids = async (query: string) =>
        (await test.json(`/v1/templates${query}`)).body.data.map(({ id }: { id: string }) => id)
      expect(await ids('?status=archived')).to.deep.equal([one.id])
      expect(await ids('?status=draft'))
        .to.include(other.id)
        .and.not.include(one.id)
      expect(await ids('')).not.to.include(one.id)
    })

    it('has pictures of its pages by revision, that are not sent twice', async () => {
      const { id } = await upload(gold('/S0 cs 1 scn 20 20 260 160 re f', field('100 80 200 110')), 'Seen')
      await replace(id, gold('/S0 cs 1 scn 20 20 130 160 re f', field('100 80 200 110')))
      const seen = async (query: string) => {
        const reply = await test.send(`/v1/templates/${id}/page.png?w=300&${query}`)
        expect(reply.status).to.equal(200)
        const bytes = Buffer.from(await reply.arrayBuffer())
        const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
        const at = (info.width * 100 + 225) * 3
        return { etag: reply.headers.get('etag') ?? '', right: [...data.subarray(at, at + 3)] }
      }
      const old = await seen('revision=1')
      const now = await seen('revision=latest')
      expect(old.right).not.to.deep.equal([255, 255, 255])
      expect(now.right).to.deep.equal([255, 255, 255])
      const again = await test.send(`/v1/templates/${id}/page.png?w=300&revision=1`, {
        headers: { 'if-none-match': old.etag },
      })
      expect(again.status).to.equal(304)
      const faults = await Promise.all(
        ['revision=9', 'page=1', 'revision=x', 'w=0'].map((query) =>
          test.json(`/v1/templates/${id}/page.png?${query}`),
        ),
      )
      expect(faults.map(({ status, body }) => [status, body.error.code])).to.deep.equal([
        [404, 'not_found'],
        [422, 'invalid_page'],
        [400, 'invalid_parameter'],
        [400, 'invalid_parameter'],
      ])
    })
  })

describe('The progress of an upload', () => {
  let test: TestServer
  afterEach(() => test?.close())

  it('is told step by step while the file is read, to its own team alone', async () => {
    const seen: string[] = []
    let look = async (): Promise<void> => {}
    const sound = openSamplePress()
    const press: Press = {
      ...sound,
      async compile(source, body, fonts, { onStep } = {}) {
        await look()
        for (const step of ['opening', 'reading', 'checking', 'writing'] as const) {
          onStep?.(step)
          await look()
        }
        return sound.compile(source, body, fonts)
      },
    }
    test = await openTestServer({ press })
    look = async () => {
      const { body } = await test.json('/v1/template_uploads/upload-0001')
      seen.push(`${body.upload.status} ${body.upload.step}`)
    }
    const form = uploadForm(SAMPLE_PDF, 'Card')
    form.set('upload_id', 'upload-0001')
    const { template } = (await test.json('/v1/templates', { body: form })).body
    expect(seen).to.deep.equal([
      'running waiting',
      'running opening',
      'running reading',
      'running checking',
      'running writing',
    ])
    const { body } = await test.json('/v1/template_uploads/upload-0001')
    expect(body.upload).to.deep.equal({
      id: 'upload-0001',
      object: 'template_upload',
      status: 'succeeded',
      step: 'saving',
      template_id: template.id,
      error: null,
    })
    expect((await test.json('/v1/template_uploads')).body).to.deep.equal({
      data: [body.upload],
      has_more: false,
    })
    const stranger = await test.makeTeam('Others')
    const others = await test.json('/v1/template_uploads', { key: stranger.key })
    expect(others.body.data).to.deep.equal([])
    const theirs = await test.json('/v1/template_uploads/upload-0001', { key: stranger.key })
    expect([theirs.status, theirs.body.error.code]).to.deep.equal([404, 'not_found'])
    test.clock.advance(3_600_001)
    expect((await test.json('/v1/template_uploads/upload-0001')).status).to.equal(404)
    expect((await test.json('/v1/template_uploads')).body.data).to.deep.equal([])
  })

  it('says why it failed', async () => {
    const press = openSamplePress()
    test = await openTestServer({
      press: {
        ...press,
        compile: () => Promise.reject(new ServiceError('encrypted_pdf')),
      },
    })
    const form = uploadForm()
    form.set('upload_id', 'upload-0002')
    expect((await test.json('/v1/templates', { body: form })).status).to.equal(400)
    const { body } = await test.json('/v1/template_uploads/upload-0002')
    expect([body.upload.status, body.upload.step, body.upload.error.code]).to.deep.equal([
      'failed',
      'waiting',
      'encrypted_pdf',
    ])
  })
})
