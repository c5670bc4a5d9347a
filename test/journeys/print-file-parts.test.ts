/** Print files in parts: pictures and long tails lie in files, and downloads, erasing, batches and checks know of them. */
import { createHash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import sharp from 'sharp'
import { removeFiles } from '../../core/service/own-files.ts'
import { MOST_ROW_BYTES } from '../../core/service/render/tail-parts.ts'
import { checkInstallation } from '../../server/backup/check-installation.ts'
import { readConfig } from '../../server/config.ts'
import { migratedDatabase } from '../support/database/migrated.ts'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { blankPdf } from '../support/pdf/blank-pdf.ts'
import { bundledTypeface } from '../support/pdf/fonts.ts'
import { ramp } from '../support/pdf/pictures.ts'
import { platenJson } from '../support/programs/platen-cli.ts'
import { coverage, needs, pageCount, pdfText, plainPdf, plates, qpdfCheck } from '../support/rips/oracles.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'
import { finished } from '../support/service/batches.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'

for (const database of DATABASES)
  describe(`Print files in parts, on ${longOn(database)}`, function () {
    // Large print files, and services that are killed while they write them.
    this.timeout(240_000)
    const makeFolder = temporaryFolders()
    let test: TestServer
    let env: Readonly<Record<string, string>>
    let templateId: string
    let photo: string
    let logo: string
    before(async function () {
      needsDatabase(this, database)
      const DATA_DIR = await makeFolder()
      env = { DATA_DIR, ...(database === 'postgres' ? { DATABASE_URL: await migratedDatabase() } : {}) }
      test = await openTestServer({ press: 'workers', env })
      test.clock.set(Date.now())
      const made = await test.json('/v1/templates', { body: templateForm(await blankPdf([{}, {}])) })
      templateId = made.body.template.id
      photo = await upload(await ramp(900, 600).png().toBuffer())
      logo = await upload(await grayPng())
      await saveScene()
    })
    after(() => test?.close())

    function templateForm(bytes: Uint8Array): FormData {
      const form = new FormData()
      form.set('title', 'Pictures')
      form.set('pdf', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'pictures.pdf')
      return form
    }

    async function upload(bytes: Uint8Array): Promise<string> {
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(bytes)]), 'picture.png')
      const { status, body: made } = await test.json('/v1/assets', { body })
      expect(status, JSON.stringify(made)).to.equal(201)
      return made.asset.id
    }

    /** A picture over two pages, a logo, and a long text. */
    async function saveScene(): Promise<void> {
      const { body } = await test.json(`/v1/templates/${templateId}/scene?revision=latest`)
      const style = {
        font: { requested: 'Noto Sans JP', key: 'bundled:NotoSansJP-Regular', substitute: false },
        ...{ size_pt: 8, auto_size: false, min_size_pt: 1, leading: 1.2, tracking: 0, min_tracking: 0 },
        ...{ align: 'left', vertical_align: 'top', wrap: true, max_lines: null, comb: null, features: [] },
      }
      const placement = (page: number, box: readonly number[], rest = {}) => ({
        ...{ page, box, turn: 0, inset_pt: 0, style, option: null, mark: null },
        ...rest,
      })
      const field = (label: string, type: string, placements: readonly unknown[]) => ({
        ...{ label, type, source_name: label, default_value: '', required: false, max_length: null },
        ...{ options: null, ink: null, tint: 1, overprint: false, slot: 'above', placements },
      })
      const picture = { picture: { fit: 'fill', anchor: 'top' } }
      body.scene.fields = [
        field('Photo', 'image', [placement(0, [10, 100, 140, 190], picture), placement(1, [10, 10, 90, 90])]),
        field('Logo', 'image', [placement(0, [160, 100, 290, 190])]),
        field('Text', 'text', [placement(0, [10, 5, 290, 95])]),
      ]
      const saved = await test.json(`/v1/templates/${templateId}/scene`, { method: 'PUT', body: body.scene })
      expect(saved.status, JSON.stringify(saved.body)).to.equal(200)
      expect(saved.body.scene.fields[0].placements[0].picture).to.deep.equal(picture.picture)
      await test.json(`/v1/templates/${templateId}/publish`, { method: 'POST' })
    }

    async function render(values: Record<string, string>, extra = {}) {
      const { status, body } = await test.json('/v1/renders', {
        body: { template_id: templateId, kind: 'final', values, ...extra },
      })
      expect(status, body.error?.message).to.equal(200)
      return body.render
    }

    async function download(link: string, headers: Record<string, string> = {}) {
      const { pathname, search } = new URL(link)
      const response = await fetch(`${test.url}${pathname}${search}`, { headers })
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
    }

    const shaOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    const tailOf = async (renderId: string) => test.server.ports.store.tails.find(test.team.id, renderId)
    const longText = () => {
      const face = bundledTypeface('NotoSansJP-Regular')
      const kanji: string[] = []
      for (let point = 0x4e00; point < 0x9fa0 && kanji.length < 2400; point += 1)
        if (face.hasCodePoint(point)) kanji.push(String.fromCodePoint(point))
      return kanji.join('')
    }
    async function problems(): Promise<readonly string[]> {
      const found = await checkInstallation(readConfig(env), { now: test.clock.now() })
      return found.problems.map(({ code, object }) => `${code} ${object}`)
    }

    it('carry a picture once, whole and in ranges, with the hash that they say', async function () {
      needs(this, 'qpdf', 'gs')
      const made = await render({ Photo: photo, Logo: logo, Text: '東京' })
      const { status, bytes } = await download(made.signed_url)
      expect([status, shaOf(bytes), bytes.length]).to.deep.equal([200, made.content_sha256, made.size_bytes])
      expect(qpdfCheck(bytes).status).to.equal(0)
      expect(plainPdf(bytes).match(/\/Subtype \/Image/g)).to.have.length(2)
      expect(coverage(plates(bytes).get('Black')!).max).to.be.above(90)
      const stored = await tailOf(made.id)
      expect(stored?.bytes.length).to.be.below(20_000)
      const lengths = (stored?.segments ?? []).map(({ bytes: length }) => length)
      const starts = lengths.map(
        (_, at) => bytes.length - lengths.slice(at).reduce((sum, one) => sum + one, 0),
      )
      starts.push(bytes.length)
      expect(starts.length).to.be.above(4)
      for (const [at, edge] of starts.entries()) {
        const [first, last] = [Math.max(0, edge - 7), Math.min(bytes.length, edge + 9 + at * 1000) - 1]
        const part = await download(made.signed_url, { range: `bytes=${first}-${last}` })
        expect(part.status).to.equal(206)
        expect(Buffer.compare(part.bytes, bytes.subarray(first, last + 1)), `${edge}`).to.equal(0)
      }
      // The same values give the same bytes.
      expect((await render({ Photo: photo, Logo: logo, Text: '東京' })).content_sha256).to.equal(
        made.content_sha256,
      )
      expect(await problems()).to.deep.equal([])
    })

    it('lie in a file of their own where they are long, which goes when they are erased', async function () {
      needs(this, 'qpdf', 'pdftotext')
      const before = await test.keptFiles()
      const made = await render({ Logo: logo, Text: longText() }, { customer_email: 'ida@example.com' })
      const { bytes } = await download(made.signed_url)
      expect(shaOf(bytes)).to.equal(made.content_sha256)
      expect(bytes.length).to.be.above(MOST_ROW_BYTES)
      expect(qpdfCheck(bytes).status).to.equal(0)
      expect(pdfText(bytes).replace(/\s/g, '')).to.include(longText().slice(0, 20))
      const stored = await tailOf(made.id)
      expect([stored?.bytes.length, typeof stored?.ownFile]).to.deep.equal([0, 'string'])
      const part = await download(made.signed_url, { range: `bytes=${bytes.length - 300_000}-` })
      expect(Buffer.compare(part.bytes, bytes.subarray(-300_000))).to.equal(0)
      // Twins have a file each, so that one can go without the other.
      const twin = await render({ Logo: logo, Text: longText() })
      expect(twin.content_sha256).to.equal(made.content_sha256)
      expect((await test.keptFiles()).length).to.equal(before.length + 2)
      expect(await problems()).to.deep.equal([])

      const erased = await test.json('/v1/fills/erase?customer_email=ida%40example.com', { method: 'POST' })
      expect(erased.body.erased_renders).to.equal(1)
      const left = await test.keptFiles()
      expect(left).not.to.include(stored?.ownFile)
      expect(left.length).to.equal(before.length + 1)
      expect((await download(twin.signed_url)).status).to.equal(200)
      expect(await problems()).to.deep.equal([])
    })

    it('fail where the disk does not take a long one, and are made once it does', async () => {
      const temporary = dirname(test.server.ports.files.temporaryPath())
      await rename(temporary, `${temporary}-aside`)
      await writeFile(temporary, 'in the way')
      const failed = await test.json('/v1/renders', {
        body: { template_id: templateId, kind: 'final', values: { Logo: logo, Text: longText() } },
      })
      expect([failed.status, failed.body.error.code]).to.deep.equal([502, 'render_failed'])
      await rm(temporary)
      await rename(`${temporary}-aside`, temporary)
      const path = `/v1/renders/${failed.body.error.render_id}/retry`
      const { status, body } = await test.json(path, { method: 'POST' })
      expect([status, body.render.status]).to.deep.equal([200, 'succeeded'])
    })

    it('leave no file behind where nothing comes to name it', async () => {
      const { ports } = test.server
      const sink = await ports.files.begin()
      await sink.write(Buffer.from('a tail that no transaction came to name'))
      const { sha256 } = await sink.store()
      await ports.store.removals.plan(test.team.id, sha256, test.clock.now() + 1000)
      expect(await removeFiles(ports, 10)).to.equal(0)
      expect(await ports.files.has(sha256)).to.equal(true)
      test.clock.advance(1000)
      expect(await removeFiles(ports, 10)).to.equal(1)
      expect(await ports.files.has(sha256)).to.equal(false)
      expect(await removeFiles(ports, 10)).to.equal(0)
    })

    it('are merged with each picture once', async function () {
      needs(this, 'qpdf')
      const made = await test.json('/v1/batches', {
        body: {
          kind: 'renders',
          result: 'merged',
          template_id: templateId,
          items: [photo, logo, photo, photo].map((id) => ({ values: { Photo: id, Logo: logo, Text: '京' } })),
        },
      })
      const batch = await finished(test, made)
      expect(batch).to.include({ status: 'completed', succeeded: 4 })
      const { body } = await test.json(`/v1/batches/${batch.id}`)
      const link = JSON.stringify(body).match(/https?:[^"]*\/files\/[^"]*/)?.[0] ?? ''
      const { status, bytes } = await download(link)
      expect(status).to.equal(200)
      expect(qpdfCheck(bytes).status).to.equal(0)
      expect(pageCount(bytes)).to.equal(8)
      expect(plainPdf(bytes).match(/\/Subtype \/Image/g)).to.have.length(2)
    })

    it('are backed up with the files that they name', async () => {
      const kept = await render({ Photo: photo, Text: longText() })
      const folder = join(await makeFolder(), 'taken')
      await platenJson(env, 'backup', folder)
      const manifest = await readFile(join(folder, 'manifest.json'), 'utf8')
      const { segments } = (await tailOf(kept.id)) ?? { segments: [] }
      const named = (segments ?? []).flatMap(({ file }) => file ?? [])
      expect(named).to.have.length.above(1)
      for (const sha256 of named) expect(manifest).to.include(sha256)
    })
  })

async function grayPng(): Promise<Uint8Array> {
  const data = Buffer.from(Array.from({ length: 400 * 300 }, (_, at) => at % 251))
  return sharp(data, { raw: { width: 400, height: 300, channels: 1 } })
    .png()
    .toBuffer()
}
