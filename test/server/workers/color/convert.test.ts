/** Colours leave as process colours: a template that converts, from its upload to the plates of its print file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import sharp from 'sharp'
import { mixHex } from '../../../../core/engine/ink/process-mix.ts'
import { readPixels } from '../../../../core/engine/preview/difference.ts'
import { openPressColors } from '../../../../server/workers/color/little-cms.ts'
import { openProof } from '../../../../server/workers/color/open-proof.ts'
import { flat } from '../../../support/pdf/pictures.ts'
import { pressPage } from '../../../support/pdf/press-page.ts'
import { needs, plates } from '../../../support/rips/oracles.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { openPhotoCard, type PhotoField } from '../../../support/service/photo-card.ts'

const PROFILE_PATH = join(import.meta.dirname, '../../../../server/profiles/coated.icc')
const PROCESS = ['Cyan', 'Magenta', 'Yellow', 'Black'] as const
const FIELD =
  '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /Rect [100 130 200 160] /F 4 /DA (/Helv 24 Tf 0.8 0.1 0.1 rg) >>'

describe('a template that converts to CMYK', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer({ press: 'workers' })
  })
  after(() => test?.close())

  const card = async () => {
    const data = Buffer.from(Array.from({ length: 64 }, () => [40, 140, 90]).flat())
    const jpeg = await sharp(data, { raw: { width: 8, height: 8, channels: 3 } })
      .jpeg()
      .toBuffer()
    return pressPage({
      content: '0 0 0 rg 30 30 20 20 re f 0.9 0.3 0.1 rg 60 30 20 20 re f q 20 0 0 20 90 30 cm /Photo Do Q',
      page: '/Annots [@field]',
      resources: '/XObject << /Photo @photo >>',
      catalog: '/AcroForm << /Fields [@field] >>',
      objects: {
        field: FIELD,
        photo: {
          entries:
            '/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode',
          data: jpeg.toString('latin1'),
        },
      },
    })
  }
  const send = (pdf: Buffer, texts: Readonly<Record<string, string>>) => {
    const body = new FormData()
    for (const [name, text] of Object.entries(texts)) body.set(name, text)
    body.set('pdf', new Blob([new Uint8Array(pdf)]), 'card.pdf')
    return test.json('/v1/templates', { body })
  }
  const printed = async (id: string, fieldId: string) => {
    const body = { template_id: id, kind: 'final', values: { [fieldId]: 'MMM' } }
    const made = await test.json('/v1/renders', { body })
    expect(made.status, JSON.stringify(made.body)).to.equal(200)
    const file = await test.send(`/v1/renders/${made.body.render.id}/download`)
    return Buffer.from(await file.arrayBuffer())
  }
  const most = (pdf: Buffer, [left, bottom, right, top]: readonly [number, number, number, number]) => {
    const found = plates(pdf)
    return ['Cyan', 'Magenta', 'Yellow', 'Black'].map((name) => {
      const { ink, width, height } = found.get(name)!
      let highest = 0
      for (let y = height - top; y < height - bottom; y += 1)
        for (let x = left; x < right; x += 1) highest = Math.max(highest, ink[y * width + x]!)
      return highest
    })
  }

  it('prints paint, images and fields on process plates, and black on the black one alone', async function () {
    needs(this, 'gs')
    const pdf = await card()
    const tagged = (await send(pdf, { output: 'pdfx4' })).body.template
    expect(tagged.convert).to.equal('none')
    const made = await send(pdf, { convert: 'cmyk' })
    expect(made.status, JSON.stringify(made.body)).to.equal(200)
    const { template } = made.body
    const { scene } = (await test.json(`/v1/templates/${template.id}/scene?revision=latest`)).body
    expect(template).to.include({ output: 'pdfx4', convert: 'cmyk' })
    const finding = template.findings.find(({ code }: { code: string }) => code === 'color_converted')
    expect(finding.message).to.include('2 colour settings, 1 image, 0 gradients')

    const file = await printed(template.id, scene.fields[0].id)
    expect(file.toString('latin1')).to.include('GTS_PDFXVersion="PDF/X-4"').and.not.match(/ rg\b/)
    expect(most(file, [32, 32, 48, 48])).to.deep.equal([0, 0, 0, 255])
    const [cyan = 0, magenta = 0, yellow = 0] = most(file, [62, 32, 78, 48])
    expect([magenta, yellow].every((ink) => ink > 150) && cyan < 30, `${[cyan, magenta, yellow]}`).to.equal(
      true,
    )
    const photo = most(file, [92, 32, 108, 48])
    expect(photo[0], `${photo}`).to.be.within(180, 225)
    // The red of the field, which a scene goes on calling RGB.
    const red = most(file, [100, 130, 200, 160])
    expect(red[1], `${red}`).to.be.above(220)
    expect(red[2], `${red}`).to.be.above(180)
    expect(red[0], `${red}`).to.be.below(80)
  })

  it('shows pages as the press prints them, also where nothing is converted @long', async () => {
    const pdf = await card()
    const proof = await openProof({ sha256: 'coated', path: PROFILE_PATH })
    const red = proof?.inks([0.9, 0.3, 0.1]).map((ink) => Math.round(ink * 255)) ?? []
    const wanted = Array.from(proof?.screen(Uint8Array.from(red)) ?? [])
    const seen = async (texts: Readonly<Record<string, string>>) => {
      const sent = await send(Buffer.concat([pdf, Buffer.from(`\n% ${JSON.stringify(texts)}`)]), texts)
      const { id } = sent.body.template
      const reply = await test.send(`/v1/templates/${id}/page.png?w=300&revision=latest`)
      expect(reply.status).to.equal(200)
      const { rgba } = await readPixels(Buffer.from(await reply.arrayBuffer()))
      return Array.from(rgba.subarray(((199 - 40) * 300 + 70) * 4).subarray(0, 3))
    }
    expect(await seen({ output: 'pdf' }), 'plain').to.deep.equal([230, 76, 26])
    for (const convert of ['none', 'cmyk'])
      for (const [channel, value] of (await seen({ output: 'pdfx4', convert })).entries())
        expect(value, `${convert} ${channel}`).to.be.closeTo(wanted[channel]!, 3)
  })

  it('gives swatches the colours of the profile', async () => {
    const pdf = Buffer.concat([await card(), Buffer.from('\n% swatches')])
    const { template } = (await send(pdf, { output: 'pdfx4' })).body
    const path = `/v1/templates/${template.id}`
    const { scene } = (await test.json(`${path}/scene?revision=latest`)).body
    scene.inks[0] = { ...scene.inks[0], name: 'Brand', cmyk: [100, 0, 100, 0] }
    const saved = await test.json(`${path}/scene`, { method: 'PUT', body: scene })
    expect(saved.status, JSON.stringify(saved.body)).to.equal(200)
    const proof = await openProof({ sha256: 'coated', path: PROFILE_PATH })
    const wanted = Array.from(proof?.screen(Uint8Array.of(255, 0, 255, 0)) ?? [])
    const shown = await test.json(`${path}?revision=latest`)
    const { inks, screen_table: table } = shown.body.scene
    const hexes = [saved.body.scene.inks[0].hex, inks[0].hex, mixHex({ cmyk: [100, 0, 100, 0] }, table)]
    for (const hex of hexes)
      for (const [channel, value] of wanted.entries())
        expect(Number.parseInt(hex.slice(1 + channel * 2, 3 + channel * 2), 16), hex).to.be.closeTo(value, 3)
  })

  it('measures total area coverage against the profile @long', async () => {
    const limitOf = async (texts: Readonly<Record<string, string>>) => {
      const pdf = Buffer.concat([await card(), Buffer.from(`\n% limit ${JSON.stringify(texts)}`)])
      const { id } = (await send(pdf, texts)).body.template
      const { status, body } = await test.json('/v1/previews/plates', { body: { template_id: id } })
      expect(status, JSON.stringify(body)).to.equal(200)
      return body.tac_limit_pct
    }
    expect(await limitOf({ output: 'pdf' })).to.equal(null)
    expect(await limitOf({ output: 'pdfx4' })).to.be.within(270, 300)
  })

  it('tells and draws what the press cannot print, and too much ink for it', async () => {
    const pdf = pressPage({ content: '0 1 0 rg 40 40 60 40 re f 1 0.8 0.8 0.5 k 120 40 60 60 re f' })
    const { template: plain } = (await send(pdf, { output: 'pdf' })).body
    const refused = await test.json(`/v1/templates/${plain.id}/gamut.png?revision=latest`)
    expect([refused.status, refused.body.error?.code]).to.deep.equal([422, 'output_not_available'])
    const { template } = (await send(pdf, { output: 'pdfx4' })).body
    const path = `/v1/templates/${template.id}`
    const { report } = (await test.json(`${path}/preflight?revision=latest&plates=measure`)).body
    const told = (code: string) => report.entries.find((one: { code: string }) => one.code === code)
    expect(told('color_out_of_gamut').message).to.match(/^5\.8 % of page 1 is in RGB/)
    expect(told('tac_exceeded').message).to.include('the limit of the output profile is 2')
    const { body } = await test.json('/v1/previews/plates', {
      body: { template_id: template.id, revision: 'latest' },
    })
    expect(body.out_of_gamut_pct).to.be.closeTo(5.77, 0.2)
    const drawn = await test.send(`${path}/gamut.png?revision=latest&w=300`)
    expect(drawn.status).to.equal(200)
    expect(Number(drawn.headers.get('x-service-out-of-gamut'))).to.be.closeTo(5.77, 0.2)
    expect(Number(drawn.headers.get('x-service-ink-coverage'))).to.be.closeTo(310, 1)
    expect(Number(drawn.headers.get('x-service-ink-limit'))).to.be.within(270, 300)
    const { rgba } = await readPixels(Buffer.from(await drawn.arrayBuffer()))
    const stripe = Array.from(rgba.subarray(((199 - 60) * 300 + 60) * 4).subarray(0, 3)).join()
    expect(stripe).to.be.oneOf(['0,214,92', '0,51,20'])
  })

  it('needs PDF/X-4, and stays until it is turned off', async () => {
    const pdf = await card()
    const plain = await send(Buffer.concat([pdf, Buffer.from('\n% other')]), { convert: 'cmyk' })
    expect([plain.status, plain.body.error?.code, plain.body.error?.param]).to.deep.equal([
      ...[400, 'invalid_parameter', 'convert'],
    ])
    const own = Buffer.concat([pdf, Buffer.from('\n% own')])
    expect((await send(own, { output: 'pdfx4', convert: 'cmyk' })).body.template.convert).to.equal('cmyk')
    const { template } = (await send(own, {})).body
    expect(template.convert).to.equal('cmyk')
    const output = (body: object) => test.json(`/v1/templates/${template.id}/output`, { body })
    expect((await output({ output: 'pdfx4' })).body.template.convert).to.equal('cmyk')
    expect((await output({ convert: 'none' })).body.template).to.include({ convert: 'none', output: 'pdfx4' })
    expect((await output({ convert: 'cmyk' })).body.template.convert).to.equal('cmyk')
    expect((await output({ output: 'pdf' })).body.template.convert).to.equal('none')
  })
})

describe('images of fields that convert to CMYK', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer({ press: 'workers' })
  })
  after(() => test?.close())

  const box = [20, 40, 80, 100] as const
  /** A live card whose print files are in process colours. */
  const card = async (photos: readonly PhotoField[]) => {
    const made = await openPhotoCard(test, photos)
    const path = `/v1/templates/${made.templateId}`
    const set = await test.json(`${path}/output`, { body: { output: 'pdfx4', convert: 'cmyk' } })
    expect(set.status, JSON.stringify(set.body)).to.equal(200)
    expect((await test.json(`${path}/publish`, { method: 'POST' })).status).to.equal(200)
    return made
  }
  const middleOf = (pdf: Buffer) => {
    const found = plates(pdf)
    return PROCESS.map((name) => {
      const { ink, width, height } = found.get(name)!
      return ink[(height - 70) * width + 50]!
    })
  }
  const asProfiled = async (rgb: readonly number[]) => {
    const colors = await openPressColors(readFileSync(PROFILE_PATH))
    return Array.from(colors.samples('srgb', Uint8Array.from(rgb))!)
  }

  it('print in the inks of the profile, converted once for each file, and go with their fill', async function () {
    needs(this, 'gs')
    const photos = await card([{ box }])
    const field = photos.fieldIds[0]!
    const files = new Set(await test.keptFiles())
    for (const [kind, picture] of [
      ['jpeg', await flat(400, 300, [200, 90, 30]).jpeg({ quality: 100 }).toBuffer()],
      ['png', await flat(300, 400, [40, 140, 90]).png().toBuffer()],
    ] as const) {
      const fillId = await photos.fill()
      const id = await photos.add(fillId, picture)
      expect((await photos.place(fillId, { [field]: id })).status).to.equal(200)
      const { pdf, render } = await photos.print(fillId)
      expect(render.output).to.equal('pdfx4')
      const wanted = await asProfiled(kind === 'jpeg' ? [200, 90, 30] : [40, 140, 90])
      for (const [at, ink] of middleOf(pdf).entries())
        expect(ink, `${kind} ${PROCESS[at]}`).to.be.closeTo(wanted[at]!, 4)
      const before = (await test.keptFiles()).length
      const again = await test.json(`/v1/renders/${render.id}/retry`, { method: 'POST' })
      expect(again.status, JSON.stringify(again.body)).to.be.oneOf([200, 409])
      expect((await test.keptFiles()).length, 'converted again').to.equal(before)
      const erased = await test.json(`/v1/fills/${fillId}/erase`, { method: 'POST' })
      expect(erased.status, JSON.stringify(erased.body)).to.equal(200)
    }
    const left = (await test.keptFiles()).filter((name: string) => !files.has(name))
    expect(left).to.deep.equal([])
  })

  it('can be asked for by renders and hot folders, of templates that convert', async () => {
    const plain = await openPhotoCard(test, [{ box }])
    const refused = await test.json('/v1/renders', {
      body: { template_id: plain.templateId, convert: 'cmyk' },
    })
    expect([refused.status, refused.body.error.code, refused.body.error.param]).to.deep.equal([
      ...[422, 'output_not_available', 'convert'],
    ])
    const folder = (templateId: string, name: string) =>
      test.json('/v1/hot_folders', { body: { name, folder: name, template_id: templateId, convert: 'cmyk' } })
    expect((await folder(plain.templateId, 'plain')).body.error.code).to.equal('output_not_available')
    const converting = await card([{ box }])
    const made = await test.json('/v1/renders', {
      body: { template_id: converting.templateId, convert: 'cmyk' },
    })
    expect(made.status, JSON.stringify(made.body)).to.equal(200)
    const hot = await folder(converting.templateId, 'converted')
    expect(hot.body.hot_folder?.convert, JSON.stringify(hot.body)).to.equal('cmyk')
  })
})
