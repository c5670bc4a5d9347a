/** Output profiles and profiles of artwork with chance damage, over HTTP with real workers: taken or refused, never a fault. */
import { expect } from 'chai'
import { pressProfile, rgbProfile, SRGB_LIGHT } from '../../../support/pdf/icc-profile.ts'
import { pressPage } from '../../../support/pdf/press-page.ts'
import { inForm } from '../../../support/run/form.ts'
import { type Chance, seededChance, someSeed } from '../../../support/run/seeded-chance.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'

const COUNT = inForm(20, 300)
/** Header, table of tags and the first of the tables' heads. */
const HEAD_BYTES = 700
const EDGES = [0, 1, 0x7fffffff, 0xffffffff] as const

/** The profile with a few bytes and numbers changed; it states its size right. */
function damaged(profile: Buffer, chance: Chance): Buffer {
  const copy = Buffer.from(profile)
  for (let change = chance.whole(1, 8); change > 0; change -= 1) {
    const last = chance.oneIn(3) ? copy.length : Math.min(HEAD_BYTES, copy.length)
    const at = chance.whole(40, last - 4)
    if (chance.oneIn(2)) copy[at] = chance.whole(0, 255)
    else copy.writeUInt32BE(chance.oneIn(2) ? chance.pick(EDGES) : chance.whole(0, 0xffffffff), at)
  }
  copy.writeUInt32BE(copy.length)
  return copy
}

describe('A damaged profile', function () {
  // The long form uploads 600 files, and converts most of them.
  this.timeout(inForm(120_000, 600_000))
  let test: TestServer
  before(async () => {
    test = await openTestServer({ press: 'workers' })
  })
  after(() => test?.close())

  const send = (
    path: string,
    name: string,
    file: Uint8Array,
    texts: Readonly<Record<string, string>> = {},
  ) => {
    const body = new FormData()
    for (const [key, text] of Object.entries(texts)) body.set(key, text)
    body.set(name, new Blob([new Uint8Array(file)]), 'file')
    return test.json(path, { body })
  }
  let pages = 0
  const newPdf = (profile = rgbProfile({ name: 'P3', primaries: 'p3', curve: { gamma: 2 } })) => {
    pages += 1
    const image = {
      entries:
        '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace [/ICCBased @icc]',
      data: 'abc',
    }
    return pressPage({
      content: `/P cs 0.8 0.3 0.1 sc ${100 + pages / 10} 80 60 40 re f q 9 0 0 9 30 30 cm /Im Do Q 0.2 0.3 0.4 rg 9 9 9 9 re f`,
      resources: '/ColorSpace << /P [/ICCBased @icc] >> /XObject << /Im @image >>',
      objects: { icc: { entries: '/N 3', data: profile.toString('latin1') }, image },
    })
  }
  /** A template answers, and so does its page as the press prints it. */
  const use = async (pdf: Buffer, texts: Readonly<Record<string, string>>, told: string) => {
    const made = await send('/v1/templates', 'pdf', pdf, { output: 'pdfx4', ...texts })
    expect(made.status, `${told} ${JSON.stringify(made.body)}`).to.equal(200)
    const gamut = await test.send(`/v1/templates/${made.body.template.id}/gamut.png`)
    expect(gamut.status, told).to.be.oneOf([200, 409, 422])
  }

  it('of a press is refused when it is uploaded, or converts, prints and proofs @long', async () => {
    const chance = seededChance(someSeed())
    const counts = { taken: 0, refused: 0 }
    // Few files can all be taken by chance: the loop goes on until one was refused, too.
    for (let at = 0; at < COUNT || Math.min(counts.taken, counts.refused) === 0; at += 1) {
      const told = `seed ${chance.seed}, profile ${at}`
      const file = damaged(pressProfile(), chance)
      // Damage can leave the bytes as they were; the team would have such a file already.
      if (file.equals(pressProfile())) continue
      const { status, body } = await send('/v1/profiles', 'file', file)
      if (status !== 201) {
        counts.refused += 1
        expect([status, body.error?.code], told).to.deep.equal([400, 'invalid_profile'])
        continue
      }
      counts.taken += 1
      const convert = at % 2 === 0 ? { convert: 'cmyk' } : {}
      await use(newPdf(), { output_profile: body.profile.id, ...convert }, told)
    }
  })

  it('of a press that no transform can be made from is refused with the field', async () => {
    // A table of 255 steps in each of four directions, which no file has room for.
    const broken = pressProfile({ steps: ['B2A0', 255] })
    const { status, body } = await send('/v1/profiles', 'file', broken)
    expect([status, body.error?.code, body.error?.param]).to.deep.equal([400, 'invalid_profile', 'file'])
  })

  it('of artwork converts as its own colours or as sRGB @long', async () => {
    const chance = seededChance(someSeed())
    const sound = [
      rgbProfile({ name: 'Steps', primaries: 'p3', curve: { light: SRGB_LIGHT, steps: 64 } }),
      rgbProfile({ name: 'Table', primaries: 'p3', curve: { light: SRGB_LIGHT, steps: 64 }, asTable: true }),
      rgbProfile({ name: 'Formula', curve: { formula: [2.4, 0.9, 0.1, 0.08, 0.04] } }),
    ]
    for (let at = 0; at < COUNT; at += 1)
      await use(
        newPdf(damaged(chance.pick(sound), chance)),
        { convert: 'cmyk' },
        `seed ${chance.seed}, ${at}`,
      )
  })
})
