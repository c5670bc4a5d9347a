/** Output profiles over HTTP with real workers: checked, kept for their team, and in the print files of a template. */
import { inflateSync } from 'node:zlib'
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { pressProfile } from '../../../support/pdf/icc-profile.ts'
import { pressPage } from '../../../support/pdf/press-page.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'

for (const database of DATABASES)
  describe(`Output profiles, on ${longOn(database)}`, () => {
    let test: TestServer
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: 'workers', database })
    })
    after(() => test?.close())

    let years = 2000
    /** One that nobody has uploaded yet. */
    const another = () => {
      years += 1
      return pressProfile({ year: years })
    }
    const upload = (file: Uint8Array, texts: Readonly<Record<string, string>> = {}, key = test.team.key) => {
      const body = new FormData()
      for (const [name, text] of Object.entries(texts)) body.set(name, text)
      body.set('file', new Blob([new Uint8Array(file)]), 'press.icc')
      return test.json('/v1/profiles', { body, key })
    }
    let pages = 0
    const newPdf = () => {
      pages += 1
      return pressPage({ content: `0 1 0 0 k ${100 + pages} 80 60 40 re f` })
    }
    const addTemplate = (pdf: Buffer, texts: Readonly<Record<string, string>>) => {
      const body = new FormData()
      for (const [name, text] of Object.entries(texts)) body.set(name, text)
      body.set('pdf', new Blob([new Uint8Array(pdf)]), 'card.pdf')
      return test.json('/v1/templates', { body })
    }
    const printed = async (templateId: string) => {
      const { status, body } = await test.json('/v1/renders', {
        body: { template_id: templateId, kind: 'final', values: {} },
      })
      expect(status, JSON.stringify(body)).to.equal(200)
      const file = await test.send(`/v1/renders/${body.render.id}/download`)
      return Buffer.from(await file.arrayBuffer())
    }
    /** The unpacked streams of a file. */
    const hasStream = (pdf: Buffer, bytes: Buffer): boolean => {
      for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7))
        try {
          if (inflateSync(pdf.subarray(at + 7)).equals(bytes)) return true
        } catch {
          // Another kind of stream.
        }
      return false
    }

    it('begin with the bundled one, which is the default and stays as it is', async () => {
      const key = (await test.makeTeam('Another shop')).key
      const { body } = await test.json('/v1/profiles', { key })
      expect(body.data).to.have.length(1)
      expect(body.data[0]).to.include({ id: 'coated', source: 'bundled', default: true, condition: 'Custom' })
      expect((await test.json('/v1/profiles/coated', { key })).body.profile).to.deep.equal(body.data[0])
      for (const change of [{ method: 'PATCH', body: { name: 'Mine' } }, { method: 'DELETE' }]) {
        const refused = await test.json('/v1/profiles/coated', { ...change, key })
        expect([refused.status, refused.body.error.code]).to.deep.equal([409, 'profile_read_only'])
      }
    })

    it('are uploaded, renamed, archived and taken back, for their team alone', async () => {
      const file = another()
      const made = await upload(file, { name: 'Uncoated 120 g', condition: 'FOGRA52' })
      expect(made.status, JSON.stringify(made.body)).to.equal(201)
      const { profile } = made.body
      expect(profile).to.include({
        source: 'team',
        default: false,
        name: 'Uncoated 120 g',
        condition: 'FOGRA52',
      })
      expect(profile).to.include({ version: '2.2', size_bytes: file.length, archived_at: null })
      const twice = await upload(file)
      expect([twice.status, twice.body.deduplicated, twice.body.profile.id]).to.deep.equal([
        200,
        true,
        profile.id,
      ])

      const path = `/v1/profiles/${profile.id}`
      const renamed = await test.json(path, { method: 'PATCH', body: { name: 'Uncoated 90 g' } })
      expect(renamed.body.profile).to.include({ name: 'Uncoated 90 g', condition: 'FOGRA52' })
      const list = async () => (await test.json('/v1/profiles')).body.data.map(({ id }: { id: string }) => id)
      expect(await list()).to.include.members([profile.id, 'coated'])
      const page = await test.json(`/v1/profiles?starting_after=${profile.id}&limit=100`)
      expect(page.body.data.at(-1).id).to.equal('coated')

      const other = (await test.makeTeam('Another shop')).key
      expect((await test.json(path, { key: other })).status).to.equal(404)
      expect((await upload(file, {}, other)).status).to.equal(201)

      expect((await test.json(path, { method: 'DELETE' })).body.profile.archived_at).to.be.a('string')
      expect(await list()).not.to.include(profile.id)
      const back = await upload(file)
      expect([back.status, back.body.restored, back.body.profile.name]).to.deep.equal([
        200,
        true,
        'Uncoated 90 g',
      ])
      const { body: log } = await test.json(`/v1/audit_events?object_id=${profile.id}`)
      expect(log.data.map(({ action }: { action: string }) => action).sort()).to.deep.equal([
        'profile.archived',
        'profile.changed',
        'profile.created',
        'profile.restored',
      ])
    })

    it('are named by the profile itself where no name is sent', async () => {
      const { body } = await upload(another())
      expect(body.profile).to.include({ condition: 'Custom', name: body.profile.description })
    })

    it('are refused with what was found, and leave no file', async () => {
      const before = await test.keptFiles()
      const { status, body } = await upload(pressProfile({ deviceClass: 'mntr', space: 'RGB' }))
      expect([status, body.error.code, body.error.param]).to.deep.equal([400, 'invalid_profile', 'file'])
      expect(
        body.error.details.map(({ code, found }: Record<string, string>) => [code, found]),
      ).to.deep.equal([
        ['profile_class', 'mntr'],
        ['profile_color_space', 'RGB'],
      ])
      const large = await upload(Buffer.alloc((4 << 20) + 1))
      expect([large.status, large.body.error.code]).to.deep.equal([413, 'payload_too_large'])
      const wrong = await upload(another(), { condition: 'two words' })
      expect([wrong.status, wrong.body.error.param]).to.deep.equal([400, 'condition'])
      expect(await test.keptFiles()).to.deep.equal(before)
      expect(await test.temporaryFiles()).to.deep.equal([])
    })

    it('stand in the print files of templates that name them, also after they were archived', async () => {
      const file = another()
      const { profile } = (await upload(file, { name: 'Uncoated', condition: 'FOGRA52' })).body
      const pdf = newPdf()
      const first = await addTemplate(pdf, { output: 'pdfx4' })
      expect(first.body.template.output_profile).to.include({ id: 'coated', condition: 'Custom' })
      const made = await addTemplate(pdf, { output_profile: profile.id })
      expect(made.body, JSON.stringify(made.body)).to.include({ deduplicated: true, refreshed: true })
      const { template } = made.body
      expect(template.output).to.equal('pdfx4')
      expect(template.output_profile).to.deep.equal({
        id: profile.id,
        name: 'Uncoated',
        condition: 'FOGRA52',
      })
      const press = await printed(template.id)
      expect(press.toString('latin1'))
        .to.include('/OutputConditionIdentifier (FOGRA52)')
        .and.include('/Info (Uncoated)')
        .and.include('/RegistryName (http://www.color.org)')
        .and.include('GTS_PDFXVersion="PDF/X-4"')
      expect(hasStream(press, file)).to.equal(true)

      await test.json(`/v1/profiles/${profile.id}`, { method: 'DELETE' })
      expect(hasStream(await printed(template.id), file)).to.equal(true)
      const same = await addTemplate(pdf, {})
      expect(same.body.refreshed).to.equal(undefined)
      expect(same.body.template.output_profile.id).to.equal(profile.id)
      const artwork = new FormData()
      artwork.set('pdf', new Blob([new Uint8Array(newPdf())]), 'card.pdf')
      const replaced = await test.json(`/v1/templates/${template.id}/artwork`, { body: artwork })
      expect(replaced.body.template.output_profile.id, JSON.stringify(replaced.body)).to.equal(profile.id)
      expect(hasStream(await printed(template.id), file)).to.equal(true)
    })

    it('are refused in an upload that is not PDF/X-4, or that names one the team does not have', async () => {
      const { profile } = (await upload(another())).body
      const plain = await addTemplate(newPdf(), { output_profile: profile.id })
      expect([plain.status, plain.body.error.code, plain.body.error.param]).to.deep.equal([
        ...[400, 'invalid_parameter', 'output_profile'],
      ])
      await test.json(`/v1/profiles/${profile.id}`, { method: 'DELETE' })
      for (const output_profile of [profile.id, 'prf_none']) {
        const { status, body } = await addTemplate(newPdf(), { output: 'pdfx4', output_profile })
        expect([status, body.error.code, body.error.param]).to.deep.equal([
          ...[400, 'profile_not_found', 'output_profile'],
        ])
      }
    })

    it('are not needed for other formats, which are refused with the reason', async () => {
      for (const output of ['pdfx1a', 'pdfx3']) {
        const { status, body } = await addTemplate(newPdf(), { output })
        expect([status, body.error.code, body.error.param]).to.deep.equal([
          ...[400, 'output_not_supported', 'output'],
        ])
        expect(body.error.message).to.include('transparency')
      }
    })

    it('change with the output of a template, which keeps its fields and its published revision', async () => {
      const { profile } = (await upload(another(), { condition: 'FOGRA47' })).body
      const { template } = (await addTemplate(newPdf(), {})).body
      await test.json(`/v1/templates/${template.id}/publish`, { method: 'POST' })
      const change = (body: object) => test.json(`/v1/templates/${template.id}/output`, { body })
      const made = await change({ output: 'pdfx4', output_profile: profile.id })
      expect(made.status, JSON.stringify(made.body)).to.equal(200)
      expect(made.body.template).to.include({ output: 'pdfx4', live_revision: 1, latest_revision: 2 })
      expect(made.body.template.output_profile.condition).to.equal('FOGRA47')
      expect((await change({ output: 'pdfx4' })).body.revision, 'no change').to.equal(2)
      expect((await printed(template.id)).toString('latin1')).not.to.include('FOGRA47')
      await test.json(`/v1/templates/${template.id}/publish`, { method: 'POST' })
      expect((await printed(template.id)).toString('latin1'))
        .to.include('FOGRA47')
        .and.include('GTS_PDFXVersion="PDF/X-4"')
      const { body: history } = await test.json(`/v1/templates/${template.id}/revisions`)
      expect(history.data.map(({ cause }: { cause: string }) => cause)).to.deep.equal([
        ...['output_changed', 'uploaded'],
      ])
      expect((await change({ output: 'pdf' })).body.template).to.include({
        output: 'pdf',
        output_profile: null,
      })
      const { status, body } = await change({ output: 'pdfx1a' })
      expect([status, body.error.code]).to.deep.equal([400, 'output_not_supported'])
      await test.json(`/v1/templates/${template.id}/archive`, { method: 'POST' })
      expect((await change({ output: 'pdfx4' })).body.error.code).to.equal('template_archived')
    })
  })
