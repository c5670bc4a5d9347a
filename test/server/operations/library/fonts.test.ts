/** Fonts over HTTP with real workers: uploaded, set in what had asked for them, printed, and kept from other teams. */
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { insertFont } from '../../../support/database/team-resources.ts'
import { asWoff, jost, renamed, withFsType } from '../../../support/pdf/font-files.ts'
import { cffTypeface } from '../../../support/pdf/fonts.ts'
import { formPdf, textField } from '../../../support/pdf/form-pdf.ts'
import { coverage, needs, pdfFonts, pdfText, plates, qpdfCheck } from '../../../support/rips/oracles.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'

const MAKER = { family: 'Maker Sans' }
const regular = () => renamed(jost(), MAKER)
const bold = () => renamed(jost('700Bold'), { ...MAKER, style: 'Bold' })

/** One field, Name, that asks for a font by this name. */
function cardAsking(baseFont: string): Uint8Array {
  return formPdf({
    fields: [textField('Name', '20 40 280 90', '/DA (/F1 18 Tf 0 g)')],
    form: '/DR << /Font << /F1 @wanted >> >> /DA (/F1 18 Tf 0 g)',
    objects: { wanted: `<< /Type /Font /Subtype /TrueType /BaseFont /${baseFont} >>` },
  })
}

for (const database of DATABASES)
  describe(`Fonts, on ${longOn(database)}`, () => {
    let test: TestServer
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: 'workers', database })
    })
    after(() => test?.close())

    const form = (file: Uint8Array, texts: Readonly<Record<string, string>> = {}) => {
      const body = new FormData()
      for (const [name, text] of Object.entries(texts)) body.set(name, text)
      body.set('file', new Blob([new Uint8Array(file)]), 'some-font.png')
      return body
    }
    const upload = (file: Uint8Array, key = test.team.key, texts = {}) =>
      test.json('/v1/fonts', { body: form(file, texts), key })
    const addTemplate = async (pdf: Uint8Array, key = test.team.key) => {
      const body = new FormData()
      body.set('pdf', new Blob([new Uint8Array(pdf)]), 'card.pdf')
      const reply = await test.json('/v1/templates', { body, key })
      expect(reply.status, JSON.stringify(reply.body)).to.equal(200)
      return reply.body.template
    }
    const codes = (template: { findings: { code: string }[] }) => template.findings.map(({ code }) => code)
    const fieldFont = async (id: string, key: string, revision = 'latest') => {
      const { body } = await test.json(`/v1/templates/${id}/scene?revision=${revision}`, { key })
      return body.scene.fields[0].placements[0].style.font
    }
    const printed = async (templateId: string, name: string, key: string) => {
      const { status, body } = await test.json('/v1/renders', {
        body: { template_id: templateId, kind: 'final', values: { Name: name } },
        key,
      })
      expect(status, JSON.stringify(body)).to.equal(200)
      const file = await test.send(`/v1/renders/${body.render.id}/download`, { key })
      return { pdf: Buffer.from(await file.arrayBuffer()), render: body.render }
    }
    const newShop = async () => (await test.makeTeam('Another shop')).key

    it('lists those of the service, which nobody changes', async () => {
      const { body } = await test.json('/v1/fonts?limit=2')
      expect(body.data.map((font: { source: string }) => font.source)).to.deep.equal(['bundled', 'bundled'])
      const next = await test.json(`/v1/fonts?limit=100&starting_after=${body.next_starting_after}`)
      expect(next.body.data[0].id).not.to.equal(body.data[1].id)
      const path = `/v1/fonts/${body.data[0].id}`
      expect((await test.json(path)).body.font).to.include({ source: 'bundled', key: body.data[0].id })
      for (const change of [{ method: 'PATCH', body: { metadata: {} } }, { method: 'DELETE' }]) {
        const refused = await test.json(path, change)
        expect([refused.status, refused.body.error.code]).to.deep.equal([409, 'font_read_only'])
      }
    })

    it('sets a draft in the font that it asked for, by PostScript name, and prints it', async function () {
      needs(this, 'pdffonts', 'qpdf', 'pdftotext')
      const key = await newShop()
      const template = await addTemplate(cardAsking('MakerSans-Regular'), key)
      expect(codes(template)).to.include('field_font_missing')
      const before = await printed(template.id, 'Annabel', key)
      expect(pdfFonts(before.pdf).map(({ name }) => name.slice(7))).to.deep.equal(['Arimo-Regular'])

      const { status, body } = await upload(regular(), key, { metadata: '{"licence":"bought 2026"}' })
      expect(status).to.equal(201)
      expect(body.rebound).to.deep.equal([{ template_id: template.id, revision: 2 }])
      expect(body.font).to.include({
        source: 'team',
        post_script_name: 'MakerSans-Regular',
        embedding: 'installable',
      })
      expect(body.font).to.include({
        subsetting: true,
        license: 'Free for all',
        copyright: 'Copyright of a maker',
      })
      expect(body.font.metadata).to.deep.equal({ licence: 'bought 2026' })

      const { body: now } = await test.json(`/v1/templates/${template.id}`, { key })
      expect(codes(now.template)).not.to.include('field_font_missing')
      const after = await printed(template.id, 'Annabel', key)
      const [font] = pdfFonts(after.pdf)
      expect(font?.name).to.match(/^[A-Z]{6}\+MakerSans-Regular$/)
      expect(font).to.include({ embedded: true, subset: true, unicode: true })
      expect(pdfText(after.pdf)).to.include('Annabel')
      expect(qpdfCheck(after.pdf).status).to.equal(0)
      expect(before.render.preflight_notes).to.include('field_font_missing')
      expect(after.render.preflight_notes).not.to.include('field_font_missing')

      const { body: log } = await test.json('/v1/audit_events', { key })
      const actions = log.data.map((entry: { action: string }) => entry.action)
      expect(actions).to.include.members(['font.created', 'scene.saved'])
    })

    it('keeps ids, and leaves a live template at its published revision until it is published', async function () {
      needs(this, 'pdffonts')
      const key = await newShop()
      const template = await addTemplate(cardAsking('ABCDEF+MakerSans-Regular'), key)
      await test.json(`/v1/templates/${template.id}/publish`, { method: 'POST', key })
      const fields = async (revision: string) =>
        (await test.json(`/v1/templates/${template.id}/fields?revision=${revision}`, { key })).body
      const { data: before } = await fields('published')
      const { body } = await upload(regular(), key)
      expect(body.rebound).to.deep.equal([{ template_id: template.id, revision: 2 }])
      const [published, latest] = [await fields('published'), await fields('latest')]
      expect([published.scene_revision, latest.scene_revision]).to.deep.equal([1, 2])
      expect(latest.data[0].id).to.equal(before[0].id)
      const { body: shown } = await test.json(`/v1/templates/${template.id}`, { key })
      expect(codes(shown.template)).to.include('field_font_missing')
      const still = await printed(template.id, 'Björn', key)
      expect(pdfFonts(still.pdf).map(({ name }) => name.slice(7))).to.deep.equal(['Arimo-Regular'])
      await test.json(`/v1/templates/${template.id}/publish`, { method: 'POST', key })
      const then = await printed(template.id, 'Björn', key)
      expect(pdfFonts(then.pdf).map(({ name }) => name.slice(7))).to.deep.equal(['MakerSans-Regular'])
    })

    it('finds a font by family and style, not its regular for a bold, and says where it found none', async () => {
      const key = await newShop()
      const asked = await addTemplate(cardAsking('MakerSans,Bold'), key)
      const other = await addTemplate(cardAsking('OtherSans-Regular'), key)
      const first = await upload(regular(), key)
      expect([first.status, first.body.rebound]).to.deep.equal([201, []])
      expect(await fieldFont(asked.id, key)).to.include({ substitute: true, requested: 'MakerSans,Bold' })
      const second = await upload(bold(), key)
      expect(second.body.rebound).to.deep.equal([{ template_id: asked.id, revision: 2 }])
      expect(await fieldFont(asked.id, key)).to.include({ key: second.body.font.key, substitute: false })
      expect(await fieldFont(other.id, key)).to.include({ substitute: true })
    })

    it('is found by what is uploaded later', async () => {
      const key = await newShop()
      const { body } = await upload(asWoff(regular()), key)
      const template = await addTemplate(cardAsking('MakerSans-Regular'), key)
      expect(codes(template)).not.to.include('field_font_missing')
      expect(await fieldFont(template.id, key)).to.deep.equal({
        requested: 'MakerSans-Regular',
        key: body.font.key,
        substitute: false,
      })
    })

    it('goes on printing when it is archived, is found no more, and comes back', async function () {
      needs(this, 'pdffonts')
      const key = await newShop()
      const { body: made } = await upload(regular(), key)
      const template = await addTemplate(cardAsking('MakerSans-Regular'), key)
      const path = `/v1/fonts/${made.font.id}`
      const { body: gone } = await test.json(path, { method: 'DELETE', key })
      expect(gone.font.archived_at).to.be.a('string')
      expect((await test.json('/v1/fonts?source=team', { key })).body.data).to.deep.equal([])
      const { pdf } = await printed(template.id, 'Carola', key)
      expect(pdfFonts(pdf)[0]?.name).to.match(/MakerSans-Regular$/)
      // Its scene can be saved again, too.
      const { body: scene } = await test.json(`/v1/templates/${template.id}/scene`, { key })
      const saved = await test.json(`/v1/templates/${template.id}/scene`, {
        method: 'PUT',
        body: scene.scene,
        key,
      })
      expect(saved.status, JSON.stringify(saved.body)).to.equal(200)
      const { status, body } = await upload(regular(), key)
      expect([status, body.restored, body.font.id]).to.deep.equal([200, true, made.font.id])
      expect(body.font.archived_at).to.equal(null)
    })

    it('is one font however often it comes, and has its name alone', async () => {
      const key = await newShop()
      const replies = await Promise.all([upload(regular(), key), upload(regular(), key)])
      expect(new Set(replies.map(({ body }) => body.font.id)).size).to.equal(1)
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, 201])
      const twin = renamed(jost('300Light'), {
        ...MAKER,
        style: 'Light',
        postScriptName: 'MakerSans-Regular',
      })
      const taken = await upload(twin, key)
      expect([taken.status, taken.body.error.code]).to.deep.equal([409, 'font_exists'])
      const [font] = replies.map(({ body }) => body.font)
      await test.json(`/v1/fonts/${font.id}`, { method: 'DELETE', key })
      expect((await upload(twin, key)).status).to.equal(201)
      const back = await upload(regular(), key)
      expect([back.status, back.body.error.code]).to.deep.equal([409, 'font_exists'])
    })

    it("is nobody else's: neither found, nor named in a scene, nor told", async () => {
      const [theirs, ours] = [await newShop(), await newShop()]
      const { body } = await upload(regular(), theirs)
      const template = await addTemplate(cardAsking('MakerSans-Regular'), ours)
      expect(codes(template)).to.include('field_font_missing')
      const { body: read } = await test.json(`/v1/templates/${template.id}/scene`, { key: ours })
      read.scene.fields[0].placements[0].style.font.key = body.font.key
      const saved = await test.json(`/v1/templates/${template.id}/scene`, {
        method: 'PUT',
        body: read.scene,
        key: ours,
      })
      expect([saved.status, saved.body.error.code]).to.deep.equal([400, 'invalid_scene'])
      expect((await test.json('/v1/fonts?source=team', { key: ours })).body.data).to.deep.equal([])
    })

    it('stands whole and untagged in the file where its maker asks for that', async function () {
      needs(this, 'pdffonts', 'qpdf')
      const key = await newShop()
      const { body } = await upload(withFsType(regular(), 0x100), key)
      expect(body.font.subsetting).to.equal(false)
      const template = await addTemplate(cardAsking('MakerSans-Regular'), key)
      const { pdf } = await printed(template.id, 'Dora', key)
      expect(pdfFonts(pdf)).to.deep.equal([
        { name: 'MakerSans-Regular', type: 'CID TrueType', embedded: true, subset: false, unicode: true },
      ])
      expect(qpdfCheck(pdf).status).to.equal(0)
    })

    for (const keys of ['names', 'cids'] as const)
      it(`is printed as bare CFF where its outlines are, keyed by ${keys}`, async function () {
        needs(this, 'pdffonts', 'pdftotext', 'mutool')
        const key = await newShop()
        const { info, data } = cffTypeface(keys)
        const template = await addTemplate(cardAsking(info.postScriptName), key)
        const { status, body } = await upload(data, key)
        expect(status).to.equal(201)
        expect(body.rebound).to.deep.equal([{ template_id: template.id, revision: 2 }])
        const { pdf } = await printed(template.id, 'Emilia', key)
        const [font, ...others] = pdfFonts(pdf)
        expect(others).to.deep.equal([])
        expect(font?.name.slice(7)).to.equal(info.postScriptName)
        expect(font).to.include({ type: 'CID Type 0C', embedded: true, subset: true, unicode: true })
        expect(pdfText(pdf)).to.include('Emilia')
        const black = plates(pdf, { rip: 'mutool' }).get('Black')
        expect(black && coverage(black).max).to.be.above(90)
      })

    it('is refused with a reason where it cannot be used, and nothing is kept', async () => {
      const before = await test.keptFiles()
      const denied = await upload(withFsType(regular(), 2))
      expect([denied.status, denied.body.error.code]).to.deep.equal([400, 'font_embedding_denied'])
      const broken = await upload(Buffer.from('no font'))
      expect([broken.status, broken.body.error.code]).to.deep.equal([400, 'invalid_font'])
      const large = await upload(Buffer.alloc(10 * 1024 * 1024 + 1))
      expect([large.status, large.body.error.code]).to.deep.equal([413, 'payload_too_large'])
      expect(large.body.error.message).to.include('10 MB')
      expect(await test.keptFiles()).to.deep.equal(before)
      expect(await test.temporaryFiles()).to.deep.equal([])
    })

    it('pages through both kinds, each font once', async () => {
      const { id, key } = await test.makeTeam('A shop with many')
      const own = [await insertFont(test, id), await insertFont(test, id), await insertFont(test, id)]
      const seen: string[] = []
      for (let after = ''; ; ) {
        const { body } = await test.json(`/v1/fonts?limit=4${after}`, { key })
        seen.push(...body.data.map((font: { id: string }) => font.id))
        if (!body.has_more) break
        after = `&starting_after=${body.next_starting_after}`
      }
      expect(seen.slice(0, 3)).to.deep.equal(own.toReversed())
      expect(new Set(seen).size).to.equal(seen.length)
      expect(seen.length).to.be.above(30)
    })
  })

describe('Fonts, where no worker opens them', () => {
  it('are refused', async () => {
    const test = await openTestServer({ env: { ROLES: 'api' } })
    try {
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(jost())]), 'jost.ttf')
      const reply = await test.json('/v1/fonts', { body })
      expect([reply.status, reply.body.error.code]).to.deep.equal([503, 'renderer_not_configured'])
      const picture = await test.json('/v1/assets', { body })
      expect([picture.status, picture.body.error.code]).to.deep.equal([503, 'renderer_not_configured'])
    } finally {
      await test.close()
    }
  })
})
