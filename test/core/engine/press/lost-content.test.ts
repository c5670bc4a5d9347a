/** No upload prints a page that lost its content unless somebody was told: refused where nothing is left, a fault else. */
import { deflateSync } from 'node:zlib'
import { expect } from 'chai'
import { compilePdf } from '../../../../core/engine/press/compile.ts'
import { testFonts } from '../../../support/pdf/fonts.ts'
import { judged } from '../../../support/pdf/judged.ts'
import { placeholderPage } from '../../../support/pdf/placeholder-page.ts'
import { BLACK_BOX, type PressPage, pressPage } from '../../../support/pdf/press-page.ts'
import type { RawObject } from '../../../support/pdf/raw-pdf.ts'
import { comparedPlates, needs, RIPS } from '../../../support/rips/oracles.ts'
import { rejectionOf } from '../../../support/run/thrown.ts'

const compile = (pdf: Uint8Array) => compilePdf(pdf, testFonts().list())
const text = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1')
const bytes = (source: string) => Buffer.from(source, 'latin1')

/** What fails the preflight, and of which page. */
async function faultsOf(page: PressPage | Buffer): Promise<readonly string[]> {
  const { findings } = await compile(Buffer.isBuffer(page) ? page : pressPage(page))
  const codes = new Set([
    'artwork_missing',
    'artwork_unreadable',
    'page_content_missing',
    'page_content_unreadable',
  ])
  return judged(findings)
    .filter(({ code }) => codes.has(code) || code === 'pages_missing')
    .map(({ severity, code, page }) => `${severity} ${code}${page === undefined ? '' : ` ${page + 1}`}`)
}

const contents = (stated: string, objects: Readonly<Record<string, RawObject>> = {}): PressPage => ({
  page: `/Contents ${stated}`,
  objects,
})
/** Deflated, with its second half overwritten, and cut off in the middle. */
const LONG = Array.from({ length: 400 }, (_, at) => `0 0 0 1 k ${at % 90} ${(at * 7) % 80} 5 5 re f`).join(
  '\n',
)
const spoiled = (data: Buffer) => {
  const copy = Buffer.from(data)
  return copy.fill(0xff, copy.length >> 1)
}
const packed = deflateSync(LONG)
const HALF = { entries: '/Filter /FlateDecode', data: packed.subarray(0, packed.length >> 1) }
const SPOILED = { entries: '/Filter /FlateDecode', data: spoiled(packed) }
const GARBAGE = deflateSync(Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919) % 251)))

describe('a page that lost its content', () => {
  const refused: Readonly<Record<string, PressPage | Buffer>> = {
    'content that is not in the file': contents('999 0 R'),
    'content that the table calls free': bytes(
      // The content is the fourth object of the page.
      text(pressPage()).replace(/((?:\d{10} \d{5} [nf] \n){4})\d{10} 00000 n /, '$10000000000 00001 f '),
    ),
    'content that is no stream': contents('@odd', { odd: '<< /Length 3 >>' }),
    'parts none of which is in the file': contents('[998 0 R 999 0 R]'),
    'parts of which those that paint are not in the file': contents('[@begin 999 0 R @end]', {
      begin: { data: 'q 1 0 0 1 5 5 cm' },
      end: { data: 'Q' },
    }),
    'a filter that nobody knows': contents('@odd', {
      odd: { entries: '/Filter /OddDecode', data: BLACK_BOX },
    }),
    'a filter of images': contents('@odd', { odd: { entries: '/Filter /DCTDecode', data: BLACK_BOX } }),
    'a crypt filter that the file does not define': contents('@odd', {
      odd: { entries: '/Filter /Crypt /DecodeParms << /Name /Odd >>', data: BLACK_BOX },
    }),
    'data that is not what its filter says': contents('@odd', {
      odd: { entries: '/Filter /FlateDecode', data: BLACK_BOX },
    }),
    'data that unpacks to garbage': contents('@odd', {
      odd: { entries: '/Filter /FlateDecode', data: GARBAGE },
    }),
    'data that is garbage as it stands': contents('@odd', { odd: { data: GARBAGE } }),
    'garbage in which a letter stands for an operator here and there': contents('@odd', {
      odd: {
        data: `${text(GARBAGE)
          .replace(/[()<>[\]{}%]/g, '!')
          .replace(/[^!-~]+/g, ' ')} f S`,
      },
    }),
    'content in another file': contents('@odd', { odd: { entries: '/F (elsewhere)', data: '' } }),
    'a string that swallows everything': contents('@odd', { odd: { data: `(${BLACK_BOX}` } }),
  }
  for (const [what, page] of Object.entries(refused))
    it(`is refused with its number: ${what}`, async () => {
      const error = await rejectionOf(compile(Buffer.isBuffer(page) ? page : pressPage(page)))
      expect(error.code).to.equal('invalid_pdf')
      expect(error.message).to.match(/^Page 1 of the PDF would print blank: .*\. Export the PDF again/)
      expect(error.facts.extra).to.deep.equal({ page: 0 })
    })

  it('is refused for a later page, whatever the others hold', async () => {
    const pdf = pressPage({ more: [{ content: BLACK_BOX, page: '/Contents 999 0 R' }] })
    expect((await rejectionOf(compile(pdf))).facts.extra).to.deep.equal({ page: 1 })
  })

  const blank: Readonly<Record<string, PressPage>> = {
    'none at all': contents('null'),
    'no parts': contents('[]'),
    'an empty stream': contents('@odd', { odd: { data: '' } }),
    'an empty stream with a filter': contents('@odd', { odd: { entries: '/Filter /FlateDecode', data: '' } }),
    'blanks and a remark': contents('@odd', { odd: { data: ' % nothing here (yet\n' } }),
    'an object that is null': contents('@odd', { odd: 'null' }),
  }
  for (const [what, page] of Object.entries(blank))
    it(`is none that never had any: ${what}`, async () => {
      expect(await faultsOf(page)).to.deep.equal([])
    })

  const faulty: Readonly<Record<string, readonly [PressPage, string]>> = {
    'a part that is not in the file': [contents('[@content0 999 0 R]'), 'fail page_content_missing 1'],
    'a part by a filter that nobody knows': [
      contents('[@content0 @odd]', { odd: { entries: '/Filter /OddDecode', data: '0 g' } }),
      'fail page_content_unreadable 1',
    ],
    'data that breaks off': [contents('@odd', { odd: HALF }), 'fail page_content_unreadable 1'],
    'data that is damaged half-way': [contents('@odd', { odd: SPOILED }), 'fail page_content_unreadable 1'],
    'a string that is never closed': [
      contents('@odd', { odd: { data: `${BLACK_BOX} BT (Never` } }),
      'fail page_content_unreadable 1',
    ],
    'words that are no operators': [
      contents('@odd', { odd: { data: `${BLACK_BOX} 1e-05 0 0 1 0 0 cm rubbish` } }),
      'warn page_content_unreadable 1',
    ],
  }
  for (const [what, [page, fault]] of Object.entries(faulty))
    it(`in part is told: ${what}`, async () => {
      expect(await faultsOf(page)).to.deep.equal([fault])
    })

  it('in part is told of a page whose text becomes fields, too', async () => {
    const whole = placeholderPage({ content: 'BT /F1 10 Tf 40 250 Td ({{name}}) Tj ET' })
    expect(await faultsOf(whole)).to.deep.equal([])
    const content = /\/Contents (\d+ 0 R)/.exec(text(whole))![1]!
    const { scene, findings } = await compile(
      bytes(text(whole).replace(`/Contents ${content}`, `/Contents [${content} 999 0 R]`)),
    )
    expect(scene.fields).to.have.length(1)
    expect(findings.map((fact) => ('code' in fact ? fact.code : ''))).to.include('page_content_missing')
  })

  it('prints what can be read of it, alike in every RIP', async function () {
    needs(this, ...RIPS)
    const whole = pressPage({ content: LONG })
    for (const lost of [HALF, SPOILED]) {
      const body = (await compile(pressPage(contents('@odd', { odd: lost })))).body
      const [gs, mutool] = RIPS.map((rip) => comparedPlates(whole, body, { rip }).found.get('Black')!)
      // Half of the rectangles are there, and the same half.
      const ink = (plate: typeof gs) => plate!.ink.reduce((sum, value) => sum + value, 0)
      expect(ink(gs)).to.be.above(0)
      expect(Math.abs(ink(gs) - ink(mutool)) / ink(gs)).to.be.below(0.02)
    }
  })
})
