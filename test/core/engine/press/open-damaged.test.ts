/** Uploads that are damaged: their press pages have what the whole files have, in both RIPs. */
import { deflateSync } from 'node:zlib'
import { expect } from 'chai'
import { compilePdf } from '../../../../core/engine/press/compile.ts'
import { testFonts } from '../../../support/pdf/fonts.ts'
import { codesOf, judged } from '../../../support/pdf/judged.ts'
import { type RawObject, rawPdf } from '../../../support/pdf/raw-pdf.ts'
import { needs, plateDifferences, platesOfFiles, RIPS } from '../../../support/rips/oracles.ts'
import { packedPdf } from './packed-pdf.ts'

const compile = (pdf: Uint8Array) => compilePdf(pdf, testFonts().list())
const bytes = (source: string) => Buffer.from(source, 'latin1')
const text = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1')

const PHOTO = '/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 8 /ColorSpace /DeviceCMYK'
const CONTENT = '0 0 0 1 k 10 10 50 50 re f q 80 0 0 80 110 10 cm /I Do Q'
/** The picture is the first object of the file, which a table that begins one too late gives away. */
const OBJECTS = {
  picture: { entries: PHOTO, data: 'x'.repeat(256) },
  catalog: '<< /Type /Catalog /Pages @pages >>',
  pages: '<< /Type /Pages /Kids [@page] /Count 1 >>',
  page: '<< /Type /Page /Parent @pages /MediaBox [0 0 200 100] /Resources @resources /Contents @content >>',
  content: { data: CONTENT },
  resources: '<< /XObject << /I @picture >> >>',
}
const card = (content: RawObject = OBJECTS.content) => rawPdf({ objects: { ...OBJECTS, content } })

async function expectWhole(
  context: Mocha.Context,
  damaged: readonly Uint8Array[],
): Promise<readonly string[][]> {
  needs(context, ...RIPS)
  const compiled = await Promise.all(damaged.map(compile))
  for (const rip of RIPS) {
    const [reference, ...found] = platesOfFiles([card(), ...compiled.map(({ body }) => body)], { rip })
    expect(found).to.have.length(damaged.length)
    for (const [at, one] of found.entries())
      expect(plateDifferences(reference!, one), `${at} in ${rip}`).to.deep.equal([])
  }
  return compiled.map(({ findings }) => codesOf(findings))
}

describe('opening a damaged upload', () => {
  it('finds objects that a wrong table calls free, or does not name', async function () {
    const source = text(card())
    const rows = /xref\n0 7\n([\s\S]*)trailer/.exec(source)![1]!
    const lines = rows.split('\n')
    const damaged = [
      // Numbers begin one too late: the first object is free, all others are off by one.
      source.replace('xref\n0 7', 'xref\n1 7'),
      // One offset is wrong, and the picture's entry is a free one.
      source.replace(
        rows,
        lines
          .map((line, at) => (at === 1 ? '0000000000 75535 f ' : at === 2 ? '0000000011 00000 n ' : line))
          .join('\n'),
      ),
      // One offset is wrong, and the table begins with the second object.
      source.replace(
        `xref\n0 7\n${rows}`,
        `xref\n2 5\n${lines
          .slice(2)
          .join('\n')
          .replace(/^\d{10}/, '0000000011')}`,
      ),
      // The table ends before the resources.
      source.replace(`${lines[6]}\n`, ''),
    ]
    for (const codes of await expectWhole(this, damaged.map(bytes)))
      expect(codes).to.include('pdf_xref_damaged')
  })

  it('leaves free what a sound table calls free', async () => {
    const source = text(card())
    const rows = /xref\n0 7\n([\s\S]*)trailer/.exec(source)![1]!
    const freed = rows.split('\n').map((line, at) => (at === 1 ? '0000000000 00001 f ' : line))
    const { findings } = await compile(bytes(source.replace(rows, freed.join('\n'))))
    expect(codesOf(findings)).to.include('artwork_missing').and.not.to.include('pdf_xref_damaged')
  })

  it('reads streams whose length or last word is wrong', async function () {
    const source = text(card())
    const length = `/Length ${CONTENT.length} `
    const damaged = [
      source.replace(length, '/Length 3 '),
      source.replace(length, '/Length 99999 '),
      source.replace(length, ' '),
      source.replace(`${CONTENT}\nendstream`, CONTENT),
      source.replace(length, '/Length 3 ').replace(`${CONTENT}\nendstream`, CONTENT),
      source.replace(`${length}>>\nstream\n`, `${length}>>\nstream  \r\n`),
    ]
    await expectWhole(this, damaged.map(bytes))
  })

  it('unpacks what has a wrong checksum, or none', async function () {
    const data = deflateSync(CONTENT)
    const wrong = Buffer.from(data)
    wrong.fill(0, wrong.length - 4)
    const damaged = [wrong, data.subarray(0, -4)].map((one) =>
      card({ entries: '/Filter /FlateDecode', data: one }),
    )
    for (const codes of await expectWhole(this, damaged))
      expect(codes).not.to.include('page_content_unreadable')
  })

  it('undoes predictors and filters however they are written', async function () {
    const columns = 10
    const rows = Buffer.from(CONTENT.padEnd(Math.ceil(CONTENT.length / columns) * columns), 'latin1')
    const predicted = Buffer.concat(
      Array.from({ length: rows.length / columns }, (_, at) => [
        Buffer.of(0),
        rows.subarray(at * columns, (at + 1) * columns),
      ]).flat(),
    )
    const parameters = `<< /Predictor 12 /Columns ${columns} >>`
    await expectWhole(this, [
      card({ entries: `/Filter [/FlateDecode] /DecodeParms [${parameters}]`, data: deflateSync(predicted) }),
      card({
        entries: `/Filter [/ASCIIHexDecode /FlateDecode] /DecodeParms [null ${parameters}]`,
        data: `${deflateSync(predicted).toString('hex')}>`,
      }),
      card({ entries: '/Filter [/FlateDecode /FlateDecode]', data: deflateSync(deflateSync(CONTENT)) }),
    ])
  })

  it('finds object streams that a cross-reference stream misplaces', async function () {
    const sound = packedPdf(OBJECTS)
    const damaged = [
      packedPdf(OBJECTS, { misplaced: 11 }),
      // What is said to stand in an object stream that is free.
      packedPdf(OBJECTS, { misplaced: 0 }),
      bytes(text(sound).replace(/startxref\n\d+/, 'startxref\n7')),
    ]
    for (const codes of await expectWhole(this, damaged)) expect(codes).to.include('pdf_xref_damaged')
    for (const codes of await expectWhole(this, [sound])) expect(codes).not.to.include('pdf_xref_damaged')
  })

  it('tells what was in an object stream and is lost', async () => {
    const { findings } = await compile(packedPdf(OBJECTS, { lost: 'resources' }))
    const told = judged(findings).find(({ code }) => code === 'artwork_missing')
    expect(told).to.include({ severity: 'fail', page: 0, found: 'the image or form I' })
  })
})
