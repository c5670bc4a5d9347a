/** Customers' own pictures over HTTP with real workers: uploaded, placed, printed, and gone without a trace. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import sharp, { type OutputInfo } from 'sharp'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { rgbProfile, SRGB_LIGHT } from '../../../support/pdf/icc-profile.ts'
import { ramp } from '../../../support/pdf/pictures.ts'
import { pressPage } from '../../../support/pdf/press-page.ts'
import { field, fields } from '../../../support/pdf/upload-cases.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { uploadForm } from '../../../support/service/sample-press.ts'

const CARD = pressPage({ ...fields(field('100 140 200 160')), content: '0 0 0 1 k 230 150 20 10 re f' })

/** Stands in EXIF and GPS, and may be found nowhere afterwards. */
const SECRET = 'Rue Secrete 7'

for (const database of DATABASES)
  describe(`Own pictures, on ${longOn(database)}`, () => {
    let test: TestServer
    let templateId = ''
    let fieldId = ''
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: 'workers', database })
      const uploaded = await test.json('/v1/templates', { body: uploadForm(CARD, 'Photo card') })
      expect(uploaded.status, JSON.stringify(uploaded.body)).to.equal(200)
      templateId = uploaded.body.template.id
      const { body: read } = await test.json(`/v1/templates/${templateId}/scene?revision=latest`)
      const { id: _, ...text } = read.scene.fields[0]
      const placement = { ...text.placements[0], box: [30, 30, 174, 102], turn: 0, inset_pt: 0 }
      read.scene.fields.push({
        ...text,
        ...{ label: 'Photo', type: 'image', default_value: '', required: false, max_length: null },
        ...{ options: null, source_name: 'Photo', source: 'upload', min_ppi: 150, warn_ppi: 225 },
        placements: [{ ...placement, picture: { fit: 'fill', anchor: 'center' } }],
      })
      const saved = await test.json(`/v1/templates/${templateId}/scene`, { method: 'PUT', body: read.scene })
      expect(saved.status, JSON.stringify(saved.body)).to.equal(200)
      const made =
        saved.body.scene ?? (await test.json(`/v1/templates/${templateId}/scene?revision=latest`)).body.scene
      const photo = made.fields.find((one: { label: string }) => one.label === 'Photo')
      expect(photo).to.deep.include({ source: 'upload', min_ppi: 150, warn_ppi: 225, max_bytes: 41_943_040 })
      fieldId = photo.id
      const published = await test.json(`/v1/templates/${templateId}/publish`, { method: 'POST' })
      expect(published.status, JSON.stringify(published.body)).to.equal(200)
    })
    after(() => test?.close())

    const fill = async () => {
      const body = { template_id: templateId, values: { Name: 'Ada' } }
      const made = await test.json('/v1/fills', { body })
      expect(made.status, JSON.stringify(made.body)).to.equal(201)
      return made.body.fill.id as string
    }
    const upload = (id: string, file: Uint8Array, more: { key?: string; field?: string } = {}) => {
      const body = new FormData()
      body.set('field', more.field ?? fieldId)
      body.set('file', new Blob([new Uint8Array(file)]), 'IMG_0001.HEIC')
      const headers = more.key === undefined ? {} : { 'Idempotency-Key': more.key }
      return test.json(`/v1/fills/${id}/pictures`, { body, headers })
    }
    const place = (id: string, value: unknown) =>
      test.json(`/v1/fills/${id}`, { method: 'PATCH', body: { values: { [fieldId]: value } } })
    const photo = (width = 1200, height = 800) =>
      ramp(width, height)
        .jpeg({ quality: 92 })
        .withExif({
          IFD0: { ImageDescription: SECRET },
          IFD3: { GPSLatitudeRef: 'N', GPSAreaInformation: SECRET },
        })
        .toBuffer()
    const add = async (id: string, file?: Uint8Array) => {
      const { status, body } = await upload(id, file ?? (await photo()))
      expect(status, JSON.stringify(body)).to.equal(201)
      return body.picture
    }

    it('are stored once when the reply to the upload was lost', async () => {
      const id = await fill()
      const file = await photo()
      const { idempotency } = test.server.ports.store
      const { finish } = idempotency
      idempotency.finish = () => Promise.reject(new Error('The process died here.'))
      const first = await upload(id, file, { key: 'lost' }).finally(() => {
        idempotency.finish = finish
      })
      expect(first.status, JSON.stringify(first.body)).to.equal(201)
      test.clock.advance(60_000)
      const again = await upload(id, file, { key: 'lost' })
      expect([again.status, again.body.picture?.id]).to.deep.equal([201, first.body.picture.id])
      const { body } = await test.json(`/v1/fills/${id}/pictures`)
      expect(body.pictures).to.have.length(1)
    })

    it('are placed with their crop and turn, and say so again', async () => {
      const id = await fill()
      const picture = await add(id)
      expect(picture).to.include({ field: fieldId, kind: 'jpeg', width: 1200, height: 800 })
      const value = { picture: picture.id, crop: { x: 100, y: 50, width: 800, height: 600 }, turn: 90 }
      const { status, body } = await place(id, value)
      expect(status, JSON.stringify(body)).to.equal(200)
      expect([body.fill.values[fieldId], body.fill.printable]).to.deep.equal([value, true])
      const { body: read } = await test.json(`/v1/fills/${id}`)
      expect(read.fill.values[fieldId]).to.deep.equal(value)
      const { body: whole } = await place(id, picture.id)
      expect(whole.fill.values[fieldId]).to.equal(picture.id)
      const shown = await fetch(picture.preview_url.replace(/^https?:\/\/[^/]+/, test.url))
      expect([shown.status, shown.headers.get('content-type')]).to.deep.equal([200, 'image/jpeg'])
      const seen = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
      expect([seen.format, seen.width, seen.exif]).to.deep.equal(['jpeg', 1200, undefined])
      const { body: list } = await test.json(`/v1/fills/${id}/pictures`)
      expect(list.pictures.map((one: { id: string }) => one.id)).to.deep.equal([picture.id])
    })

    it('are unknown to other fills, and are one upload with one key', async () => {
      const [mine, other] = [await fill(), await fill()]
      const file = await photo(1210, 800)
      const [first, again] = [
        await upload(mine, file, { key: 'k1' }),
        await upload(mine, file, { key: 'k1' }),
      ]
      expect([first.status, again.status]).to.deep.equal([201, 201])
      expect(again.body.picture.id).to.equal(first.body.picture.id)
      const { id } = first.body.picture
      for (const value of [id, { picture: id, turn: 90 }, 'pic_00000000000000000000000000']) {
        const refused = await place(other, value)
        expect([refused.status, refused.body.error.code]).to.deep.equal([400, 'asset_not_found'])
      }
    })

    it('come with a copy of the fill, and outlast the first', async () => {
      const first = await fill()
      const { id: pictureId } = await add(first, await photo(1215, 800))
      const view = { crop: { x: 50, y: 0, width: 900, height: 800 }, turn: 90 }
      expect((await place(first, { picture: pictureId, ...view })).status).to.equal(200)
      const copied = await test.json(`/v1/fills/${first}/copy`, { method: 'POST' })
      expect(copied.status, JSON.stringify(copied.body)).to.equal(201)
      const { id, values } = copied.body.fill
      expect(values[fieldId]).to.deep.include(view)
      expect(values[fieldId].picture).to.not.equal(pictureId)
      expect((await test.json(`/v1/fills/${first}/erase`, { method: 'POST' })).status).to.equal(200)
      const { body } = await test.json(`/v1/fills/${id}/pictures`)
      expect(body.pictures.map((one: { id: string }) => one.id)).to.deep.equal([values[fieldId].picture])
      const kept = await test.keptFiles()
      const done = await test.json(`/v1/fills/${id}/finalize`, { body: {} })
      expect([done.status, done.body.render?.status], JSON.stringify(done.body)).to.deep.equal([
        200,
        'succeeded',
      ])
      const session = await test.json('/v1/embed/sessions', { body: { fill_id: id, copy: true } })
      expect(session.status, JSON.stringify(session.body)).to.equal(201)
      const ordered = await test.json(`/v1/fills/${session.body.embed_session.fill_id}`)
      expect(ordered.body.fill.values[fieldId], JSON.stringify(ordered.body)).to.deep.include(view)
      expect((await test.json(`/v1/fills/${id}/erase`, { method: 'POST' })).status).to.equal(200)
      const { preview_url } = (await test.json(`/v1/fills/${ordered.body.fill.id}/pictures`)).body.pictures[0]
      const shown = await fetch(preview_url.replace(/^https?:\/\/[^/]+/, test.url))
      expect([shown.status, (await shown.arrayBuffer()).byteLength > 0]).to.deep.equal([200, true])
      await test.json(`/v1/fills/${ordered.body.fill.id}/erase`, { method: 'POST' })
      expect((await test.keptFiles()).length, 'the last one takes the files along').to.be.below(kept.length)
    })

    it('are refused by name, field, limit and what was found', async () => {
      const id = await fill()
      const png = await ramp(600, 600).png().toBuffer()
      const refusals: readonly (readonly [Uint8Array, number, string])[] = [
        [await photo(100, 60), 400, 'picture_too_small'],
        [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'picture_kind'],
        [Buffer.from('%PDF-1.7\n'), 415, 'picture_kind'],
        [await ramp(600, 600).tiff().toBuffer(), 415, 'picture_kind'],
        [await ramp(600, 600).gif().toBuffer(), 415, 'picture_kind'],
        [Buffer.concat([png, Buffer.from('PK\x03\x04')]), 415, 'picture_kind'],
        [(await photo()).subarray(0, 9000), 400, 'picture_unreadable'],
        [png.subarray(0, png.length - 40), 400, 'picture_unreadable'],
      ]
      for (const [file, status, code] of refusals) {
        const before = (await test.keptFiles()).length
        const { status: answered, body } = await upload(id, file)
        expect([answered, body.error.code], JSON.stringify(body)).to.deep.equal([status, code])
        expect(body.error).to.include({ field: fieldId })
        expect(body.error).to.have.property('found')
        expect((await test.keptFiles()).length).to.equal(before)
      }
      expect(await test.temporaryFiles()).to.deep.equal([])
      const wrong = await upload(id, png, { field: 'Name' })
      expect([wrong.status, wrong.body.error.param]).to.deep.equal([400, 'field'])
    })

    it('print as they came, and leave no byte of their metadata and, once erased, of themselves', async () => {
      const id = await fill()
      const file = await photo(1220, 800)
      const picture = await add(id, file)
      const value = { picture: picture.id, crop: { x: 0, y: 0, width: 900, height: 700 }, turn: 0 }
      expect((await place(id, value)).status).to.equal(200)
      const done = await test.json(`/v1/fills/${id}/finalize`, { body: {} })
      expect(done.status, JSON.stringify(done.body)).to.equal(200)
      const pdf = Buffer.from(
        await (await fetch(done.body.render.signed_url.replace(/^https?:\/\/[^/]+/, test.url))).arrayBuffer(),
      )
      const scan = file.subarray(file.lastIndexOf(Buffer.from([0xff, 0xda])), file.length - 2)
      expect(pdf.includes(scan), 'the samples as they came').to.equal(true)
      expect(pdf.includes(Buffer.from(SECRET))).to.equal(false)
      for (const bytes of await everyFile(test.folder))
        expect(bytes.includes(Buffer.from(SECRET))).to.equal(false)
      const erased = await test.json(`/v1/fills/${id}/erase`, { method: 'POST' })
      expect(erased.status, JSON.stringify(erased.body)).to.equal(200)
      for (const bytes of await everyFile(join(test.folder, 'files')))
        expect(bytes.includes(scan)).to.equal(false)
      const gone = await fetch(picture.preview_url.replace(/^https?:\/\/[^/]+/, test.url))
      expect(gone.status).to.equal(403)
    })

    it('print as they came only in sRGB, which their profile says by its colours and not by its name', async () => {
      for (const [profile, isKept] of [
        [rgbProfile({ name: 'c2', curve: { light: SRGB_LIGHT, steps: 1024 } }), true],
        [rgbProfile({ name: 'Linear sRGB', curve: { gamma: 1 } }), false],
      ] as const) {
        const id = await fill()
        const file = profiled(await photo(1220, 800), profile)
        const picture = await add(id, file)
        const value = { picture: picture.id, crop: { x: 0, y: 0, width: 900, height: 700 }, turn: 0 }
        expect((await place(id, value)).status).to.equal(200)
        const done = await test.json(`/v1/fills/${id}/finalize`, { body: {} })
        const pdf = await (
          await fetch(done.body.render.signed_url.replace(/^https?:\/\/[^/]+/, test.url))
        ).bytes()
        const scan = file.subarray(file.lastIndexOf(Buffer.from([0xff, 0xda])), file.length - 2)
        expect(Buffer.from(pdf).includes(scan)).to.equal(isKept)
      }
    })

    it('come out alike in every orientation that a camera writes @long', async () => {
      const id = await fill()
      const upright = await ramp(900, 600).raw().toBuffer({ resolveWithObject: true })
      const seen: Buffer[] = []
      for (let orientation = 1; orientation <= 8; orientation += 1) {
        const stored = await orient(upright, orientation)
        const picture = await add(
          id,
          await stored
            .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
            .withMetadata({ orientation })
            .toBuffer(),
        )
        expect([picture.width, picture.height], `orientation ${orientation}`).to.deep.equal([900, 600])
        const shown = await fetch(picture.preview_url.replace(/^https?:\/\/[^/]+/, test.url))
        seen.push(
          await sharp(Buffer.from(await shown.arrayBuffer()))
            .removeAlpha()
            .raw()
            .toBuffer(),
        )
        await test.json(`/v1/fills/${id}/pictures/${picture.id}`, { method: 'DELETE' })
      }
      for (const pixels of seen) {
        let worst = 0
        for (let at = 0; at < pixels.length; at += 97)
          worst = Math.max(worst, Math.abs(pixels[at]! - seen[0]![at]!))
        expect(worst).to.be.at.most(12)
      }
    })

    it('go with a fill that nobody orders', async () => {
      const id = await fill()
      const before = new Set(await test.keptFiles())
      const picture = await add(id, await photo(1230, 800))
      const own = (await test.keptFiles()).filter((name) => !before.has(name))
      expect(own.length).to.be.greaterThan(2)
      const moved = await test.json(`/v1/fills/${id}/status`, { body: { status: 'expired' } })
      expect(moved.status, JSON.stringify(moved.body)).to.equal(200)
      expect((await test.json(`/v1/fills/${id}/pictures`)).body.pictures).to.deep.equal([])
      const { sweep } = await import('../../../../server/jobs/sweep.ts')
      await sweep(test.server.ports)
      expect((await test.keptFiles()).filter((name) => own.includes(name))).to.deep.equal([])
      expect(picture.expires_at).to.be.a('string')
    })
  })

/** As a camera held in this way stores it: what its orientation undoes (EXIF 2.3, tag 274). */
async function orient({ data, info }: { data: Buffer; info: OutputInfo }, orientation: number) {
  const { width, height, channels } = info
  const raw = (pixels: Buffer, w: number, h: number) =>
    sharp(pixels, { raw: { width: w, height: h, channels } })
  const turns = { 3: 180, 4: 180, 5: 90, 6: 270, 7: 270, 8: 90 }[orientation] ?? 0
  const turned = await raw(data, width, height).rotate(turns).raw().toBuffer({ resolveWithObject: true })
  const mirrored = [2, 4, 5, 7].includes(orientation)
  const again = raw(turned.data, turned.info.width, turned.info.height)
  return mirrored ? raw(await again.flop().raw().toBuffer(), turned.info.width, turned.info.height) : again
}

async function everyFile(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))),
  )
}

/** The JPEG with an ICC profile in its APP2 segment. */
function profiled(jpeg: Buffer, profile: Buffer): Buffer {
  const head = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\x01\x01', 'latin1')
  head.writeUInt16BE(head.length - 2 + profile.length, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, profile, jpeg.subarray(2)])
}
