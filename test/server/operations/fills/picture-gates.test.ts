/** The gates that a customer's image passes: its resolution at each of them, the inks of the job, and what is counted. */
import { expect } from 'chai'
import sharp from 'sharp'
import { flat, ramp } from '../../../support/pdf/pictures.ts'
import { pressPage, separationText } from '../../../support/pdf/press-page.ts'
import { coverage, needs, plates, RIPS } from '../../../support/rips/oracles.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { openPhotoCard, PHOTO_PAGE, type PhotoCard } from '../../../support/service/photo-card.ts'

/** Two inches by one, in user space of one point and of two. */
const FRAMES = [
  { name: 'a page', box: [30, 30, 174, 102], pdf: pressPage(PHOTO_PAGE) },
  {
    name: 'a page of /UserUnit 2 that is turned',
    box: [30, 30, 102, 66],
    pdf: pressPage({ ...PHOTO_PAGE, page: `${PHOTO_PAGE.page} /UserUnit 2 /Rotate 90` }),
  },
] as const

const SPOT = 'PANTONE 485 C'
/** Prints on one spot plate, and on no other. */
const SPOT_PAGE = pressPage({
  ...PHOTO_PAGE,
  content: '/S cs 1 scn 230 150 20 10 re f',
  resources: `/ColorSpace << /S ${separationText('PANTONE#20485#20C')} >>`,
})

describe("The resolution of customers' images", () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer({ press: 'workers' })
  })
  after(() => test?.close())

  for (const { name, box, pdf } of FRAMES)
    it(`is refused at 149 ppi, told at 150 and 224, and good at 225, at every gate, on ${name}`, async () => {
      const card = await openPhotoCard(test, [{ box }], pdf)
      const [field = ''] = card.fieldIds
      const file = await ramp(1000, 500).jpeg({ quality: 90 }).toBuffer()
      const small = await card.upload(await card.fill(), await ramp(298, 149).png().toBuffer())
      expect([small.status, small.body.error?.code, small.body.error?.found]).to.deep.equal([
        400,
        'picture_too_small',
        149,
      ])
      expect(small.body.error).to.include({ field, limit: 150 })
      expect((await card.upload(await card.fill(), await ramp(300, 150).png().toBuffer())).status).to.equal(
        201,
      )
      for (const ppi of [149, 150, 224, 225]) {
        const { fillId: id, send } = await card.customer()
        const picture = await card.add(id, file)
        const crop = { x: 100, y: 200, width: 2 * ppi, height: 2 * ppi }
        const placed = await card.place(id, { [field]: { picture, crop } })
        expect(placed.status, JSON.stringify(placed.body)).to.equal(200)
        const { printable, problems } = placed.body.fill
        const completed = await send(`/v1/embed/fills/${id}/complete`, { method: 'POST' })
        const done = await test.json(`/v1/fills/${id}/finalize`, { body: {} })
        if (ppi < 150) {
          expect([printable, problems[0]?.code, problems[0]?.found], 'edit').to.deep.equal([
            false,
            'picture_too_small',
            149,
          ])
          expect([completed.status, completed.body.error.details[0].code], 'complete').to.deep.equal([
            422,
            'picture_too_small',
          ])
          expect([done.status, done.body.error.details[0].code], 'finalize').to.deep.equal([
            400,
            'picture_too_small',
          ])
          continue
        }
        expect([printable, completed.status, done.status], `${ppi} ppi`).to.deep.equal([true, 200, 200])
        const { render_checks: checks } = JSON.parse(done.body.render.preflight_notes)
        const findings = checks.filter(({ code }: { code: string }) => code.startsWith('image_low_res'))
        expect(
          findings.map(({ severity, found }: { severity: string; found: number }) => [severity, found]),
          `preflight at ${ppi}`,
        ).to.deep.equal(ppi < 225 ? [['warn', ppi]] : [])
      }
    })
})

describe("Customers' images on a job of spot inks", () => {
  let test: TestServer
  let plain: PhotoCard
  let inOne: PhotoCard
  before(async () => {
    test = await openTestServer({ press: 'workers' })
    plain = await openPhotoCard(test, [{ box: [30, 30, 174, 102] }], SPOT_PAGE)
    inOne = await openPhotoCard(test, [{ box: [30, 30, 174, 102], one_color: true }], SPOT_PAGE)
  })
  after(() => test?.close())

  it('are refused in colour unless the field is one_color; those without colour print on the ink alone @long', async function () {
    needs(this, 'gs', 'mutool')
    const red = await flat(600, 300, [255, 0, 0]).png().toBuffer()
    const refused = await plain.upload(await plain.fill(), red)
    expect([refused.status, refused.body.error?.code, refused.body.error?.found]).to.deep.equal([
      415,
      'picture_kind',
      'rgb',
    ])
    // Two shades, for one alone would be line art.
    const shades = Buffer.alloc(600 * 300, 128)
    shades[0] = 127
    const gray = await sharp(shades, { raw: { width: 600, height: 300, channels: 1 } })
      .png()
      .toBuffer()
    for (const [card, file] of [
      [plain, gray],
      [inOne, red],
      [inOne, gray],
    ] as const) {
      const id = await card.fill()
      const picture = await card.add(id, file)
      expect((await card.place(id, { [card.fieldIds[0] ?? '']: picture })).status).to.equal(200)
      const { pdf } = await card.print(id)
      for (const rip of RIPS) {
        const drawn = plates(pdf, { rip })
        for (const name of ['Cyan', 'Magenta', 'Yellow', 'Black']) {
          const plate = drawn.get(name)
          expect(plate === undefined ? 0 : coverage(plate).max, `${name}, ${rip}`).to.equal(0)
        }
        const ink = drawn.get(SPOT)
        if (ink === undefined) throw new Error(`${rip} draws no plate of the ink.`)
        // At the middle of the frame, in a page of 300 x 200 pt.
        const at = (ink.height - 66) * ink.width + 100
        expect(ink.ink[at], rip).to.be.within(60, 250)
      }
    }
  })
})

describe("The count of customers' images", () => {
  it('is kept by network address and by team', async () => {
    const test = await openTestServer({ press: 'workers', env: { PICTURE_MB_PER_ADDRESS: '1' } })
    try {
      const card = await openPhotoCard(test, [{ box: [30, 30, 174, 102] }])
      // Data behind the image, as cameras append it: large to send, and quick to read.
      const jpeg = await ramp(600, 300).jpeg().toBuffer()
      const file = Buffer.concat([jpeg, Buffer.alloc(400_000)])
      const send = async () => {
        const customer = await card.customer()
        const body = new FormData()
        body.set('field', card.fieldIds[0] ?? '')
        body.set('file', new Blob([new Uint8Array(file)]), 'IMG_0001.jpg')
        return customer.send(`/v1/embed/fills/${customer.fillId}/pictures`, { body })
      }
      const [first, second, third] = [await send(), await send(), await send()]
      expect([first.status, second.status], JSON.stringify(first.body)).to.deep.equal([201, 201])
      expect([third.status, third.body.error.code], JSON.stringify(third.body)).to.deep.equal([
        409,
        'picture_quota',
      ])
      expect(third.body.error).to.include({ field: card.fieldIds[0], limit: 2 ** 20 })
      expect(third.body.error.found).to.be.greaterThan(2 ** 20)
      // The shop's own server is not counted by its address.
      const id = await card.fill()
      await card.add(id, jpeg)
      const { pictures } = (await test.json('/v1/usage')).body
      const printed = first.body.picture === undefined ? 0 : pictures.original_bytes
      expect(printed).to.be.within(2 * 1000, 3 * jpeg.length)
      expect(pictures.preview_bytes).to.be.greaterThan(0)
      await test.json(`/v1/fills/${id}/erase`, { method: 'POST' })
      expect((await test.json('/v1/usage')).body.pictures.original_bytes).to.be.below(printed)
    } finally {
      await test.close()
    }
  })
})
