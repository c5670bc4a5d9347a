/** Images of customers at the limits of size, and HEIC where the operator allows it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import sharp from 'sharp'
import { resizedAvif, resizedJpeg } from '../../../support/pdf/image-parts.ts'
import { inForm } from '../../../support/run/form.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { openPhotoCard, type PhotoCard } from '../../../support/service/photo-card.ts'

const BOX = { box: [30, 30, 174, 102] } as const
/** Six patches of 400 px in Display P3, with a place in the metadata; encoded with x265. */
const HEIC = join(import.meta.dirname, '../../../fixtures/images/patches-p3.heic')
const PATCHES = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [230, 120, 40],
  [90, 140, 200],
  [128, 128, 128],
] as const
/** Of 255: two lossy encodings stand between. */
const NEAR = 8

describe('Large images of customers', function () {
  // Images of 45 megapixels are decoded four times each, on a machine that has other work.
  this.timeout(180_000)
  let test: TestServer
  let card: PhotoCard
  before(async () => {
    test = await openTestServer({ press: 'workers' })
    card = await openPhotoCard(test, [BOX])
  })
  after(() => test?.close())

  const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
    sharp({ create: { width, height, channels, background: { r: 200, g: 80, b: 40, alpha: 0.5 } } })

  for (const [kind, encode] of [
    ['PNG with opacity', () => flat(7500, 6000, 4).png()],
    ...inForm([], [
      ['PNG', () => flat(7500, 6000).png()],
      ['WebP', () => flat(7500, 6000).webp()],
    ] as const),
  ] as const)
    it(`of 45 megapixels are taken as ${kind} @long`, async () => {
      const { status, body } = await card.upload(await card.fill(), await encode().toBuffer())
      expect(status, JSON.stringify(body)).to.equal(201)
      expect(body.picture).to.include({ width: 7500, height: 6000 })
      const shown = await fetch(body.picture.preview_url.replace(/^https?:\/\/[^/]+/, test.url))
      const { width, hasAlpha } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
      expect([width, hasAlpha]).to.deep.equal([2560, kind.includes('opacity')])
    })

  it('are refused above 100 megapixels, with the field, the limit and what was found @long', async () => {
    const { status, body } = await card.upload(await card.fill(), await flat(10_001, 10_000).png().toBuffer())
    expect([status, body.error.code]).to.deep.equal([400, 'picture_pixels'])
    expect(body.error).to.include({
      field: card.fieldIds[0],
      limit: 100_000_000,
      found: 100_010_000,
      param: 'file',
    })
  })

  for (const [kind, encode] of [
    ['as AVIF', async () => resizedAvif(await flat(600, 480).avif({ effort: 0 }).toBuffer(), 7500, 6000)],
    [
      'in CMYK',
      async () => resizedJpeg(await flat(600, 480).toColourspace('cmyk').jpeg().toBuffer(), 7500, 6000),
    ],
  ] as const)
    it(`are refused above 40 megapixels ${kind}`, async () => {
      const { status, body } = await card.upload(await card.fill(), await encode())
      expect([status, body.error.code]).to.deep.equal([400, 'picture_pixels'])
      expect(body.error).to.include({ field: card.fieldIds[0], limit: 40_000_000, found: 45_000_000 })
    })

  it('are refused above 40 MB, with the field, the limit and what was found', async () => {
    const { status, body } = await card.upload(await card.fill(), Buffer.alloc(41 * 1024 * 1024))
    expect([status, body.error.code]).to.deep.equal([413, 'picture_too_large'])
    expect(body.error).to.include({ field: card.fieldIds[0], limit: 40 * 1024 * 1024, param: 'file' })
    expect(body.error.found).to.be.within(41 * 1024 * 1024, 41 * 1024 * 1024 + 1024)
  })

  it('are refused as HEIC unless the operator allows it', async () => {
    const heic = await openPhotoCard(test, [{ ...BOX, kinds: ['jpeg', 'heic'] }])
    const { status, body } = await heic.upload(await heic.fill(), await readFile(HEIC))
    expect([status, body.error.code, body.error.kinds]).to.deep.equal([415, 'picture_kind', ['jpeg']])
    const template = await test.json(`/v1/templates/${heic.templateId}/fields`)
    const offered = template.body.data.find(({ id }: { id: string }) => id === heic.fieldIds[0])
    expect(offered.upload.kinds).to.deep.equal(['jpeg'])
  })
})

describe('HEIC images of customers', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer({ press: 'workers', env: { HEIC_IMAGES: 'true' } })
  })
  after(() => test?.close())

  it('come out in their colours, without their metadata', async () => {
    const card = await openPhotoCard(test, [{ ...BOX, kinds: ['jpeg', 'heic'] }])
    const { body } = await card.upload(await card.fill(), await readFile(HEIC))
    expect(body.picture, JSON.stringify(body)).to.include({ kind: 'heic', width: 1200, height: 800 })
    const reply = await fetch(body.picture.preview_url.replace(/^https?:\/\/[^/]+/, test.url))
    const webp = Buffer.from(await reply.arrayBuffer())
    expect(webp.includes('secret place')).to.equal(false)
    const { data, info } = await sharp(webp).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    for (const [at, patch] of PATCHES.entries()) {
      const [x, y] = [200 + 400 * (at % 3), 200 + 400 * Math.floor(at / 3)]
      const from = (y * info.width + x) * info.channels
      for (const [part, wanted] of (await inSrgb(patch)).entries())
        expect(data[from + part], `patch ${at}`).to.be.within(wanted - NEAR, wanted + NEAR)
    }
  })

  it('are refused by name where they are cut off, or not allowed by the field', async () => {
    const heic = await openPhotoCard(test, [{ ...BOX, kinds: ['heic'] }])
    const file = await readFile(HEIC)
    const cut = await heic.upload(await heic.fill(), file.subarray(0, file.length - 900))
    expect([cut.status, cut.body.error.code]).to.deep.equal([400, 'picture_unreadable'])
    const usual = await openPhotoCard(test, [BOX])
    const { status, body } = await usual.upload(await usual.fill(), file)
    expect([status, body.error.code, body.error.found]).to.deep.equal([415, 'picture_kind', 'heif'])
  })
})

/** Of a colour in Display P3, by the transfer function and primaries of both (IEC 61966-2-1, SMPTE EG 432-1), clipped. */
async function inSrgb(patch: readonly [number, number, number]): Promise<readonly number[]> {
  const linear = patch.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const matrix = [
    [1.2249401763, -0.2249401763, 0],
    [-0.0420569547, 1.0420569547, 0],
    [-0.0196375546, -0.0786360454, 1.0982736],
  ]
  return matrix.map((row) => {
    const share = row.reduce((sum, factor, at) => sum + factor * (linear[at] ?? 0), 0)
    const clipped = Math.min(1, Math.max(0, share))
    return Math.round(255 * (clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055))
  })
}
