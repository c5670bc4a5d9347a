/** Valid files around structures that are expensive to read: deep nesting, cycles, absurd values, broken tables. */
import { deflateSync } from 'node:zlib'
import type { HostileFile } from './hostile-pdf.ts'
import { flated, onePage, type RawObject, rawPdf } from './raw-pdf.ts'

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const painted = (content: string, page = '', objects: Readonly<Record<string, RawObject>> = {}) =>
  onePage(flated(content), page, objects)
const text = (pdf: Buffer): string => pdf.toString('latin1')
const sound = () => onePage(flated('0 0 0 1 k 10 10 50 50 re f'))

/** A page tree of one kid below another. */
function deepTree(depth: number): Buffer {
  const floors = Array.from({ length: depth }, (_, at) => [
    `floor${at}`,
    `<< /Type /Pages /Kids [${at + 1 === depth ? '@page' : `@floor${at + 1}`}] /Count 1 >>`,
  ])
  return rawPdf({
    objects: {
      catalog: '<< /Type /Catalog /Pages @floor0 >>',
      ...Object.fromEntries(floors),
      page: '<< /Type /Page /MediaBox [0 0 200 100] >>',
    },
  })
}

/** Each node has the next one as its kid twice: 2^40 pages without any circle. */
function doublingTree(): Buffer {
  const floors = Array.from({ length: 40 }, (_, at) => {
    const kid = at === 39 ? '@page' : `@floor${at + 1}`
    return [`floor${at}`, `<< /Type /Pages /Kids [${kid} ${kid}] /Count 9 >>`]
  })
  return rawPdf({
    objects: {
      catalog: '<< /Type /Catalog /Pages @floor0 >>',
      ...Object.fromEntries(floors),
      page: '<< /Type /Page /MediaBox [0 0 200 100] >>',
    },
  })
}

const fieldTree = (): Buffer =>
  rawPdf({
    objects: {
      catalog: '<< /Type /Catalog /Pages @pages /AcroForm << /Fields [@field] >> >>',
      pages: '<< /Type /Pages /Kids [@page] /Count 1 >>',
      page: '<< /Type /Page /Parent @pages /MediaBox [0 0 200 100] /Annots [@field] >>',
      field: '<< /T (a) /FT /Tx /Kids [@other @other] /Parent @other >>',
      other: '<< /T (b) /Kids [@field @field] /Parent @field >>',
    },
  })

/** Each a field of its own with much to remember; more than any form made by people. */
function manyFields(count: number): Buffer {
  const names = Array.from({ length: count }, (_, at) => `f${at}`)
  return rawPdf({
    objects: {
      catalog: `<< /Type /Catalog /Pages @pages /AcroForm << /Fields [${names.map((name) => `@${name}`).join(' ')}] >> >>`,
      pages: '<< /Type /Pages /Kids [@page] /Count 1 >>',
      page: `<< /Type /Page /Parent @pages /MediaBox [0 0 200 100] /Annots [${names.map((name) => `@${name}`).join(' ')}] >>`,
      ...Object.fromEntries(
        names.map((name, at) => [
          name,
          `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /DA (/Helv 8 Tf 0 g) /Ff 33554432 ` +
            `/Rect [10 ${at % 90} 190 ${(at % 90) + 9}] >>`,
        ]),
      ),
    },
  })
}

const pattern: RawObject = {
  entries:
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 0.001 /YStep 0.001 /Resources << /Pattern << /P @pattern >> >>',
  data: '/Pattern cs /P scn 0 0 9 9 re f',
}
const glyph: RawObject = { data: '9 0 d0 BT /F 1 Tf (a) Tj ET' }
const type3 =
  '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a @glyph >> /Resources << /Font << /F @font >> >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] >>'
const separation = (transform: string) =>
  `/Resources << /ColorSpace << /S [/Separation /Gold /DeviceCMYK ${transform}] >> >>`
const nested = (depth: number): string =>
  depth === 0 ? '/DeviceCMYK' : `[/Indexed ${nested(depth - 1)} 0 <00>]`

export const HOSTILE_STRUCTURES: readonly HostileFile[] = [
  { name: 'a page tree 20,000 floors high', code: null, make: () => deepTree(20_000) },
  { name: 'a page tree of 2^40 pages', code: 'invalid_pdf', make: doublingTree },
  { name: 'form fields that are each other’s kids', code: null, make: fieldTree },
  {
    name: 'a pattern that paints itself a billion times',
    code: null,
    make: () =>
      painted('/Pattern cs /P scn 0 0 200 100 re f', '/Resources << /Pattern << /P @pattern >> >>', {
        pattern,
      }),
  },
  {
    name: 'a glyph that is drawn with itself',
    code: null,
    make: () =>
      painted('BT /F 9 Tf (aaaa) Tj ET', '/Resources << /Font << /F @font >> >>', { font: type3, glyph }),
  },
  {
    name: 'a colour space within a colour space, 5,000 deep',
    code: null,
    make: () => painted('/S cs 0 scn 0 0 9 9 re f', `/Resources << /ColorSpace << /S ${nested(5_000)} >> >>`),
  },
  {
    name: 'a tint transform that is a table of a billion samples',
    code: null,
    make: () =>
      painted('/S cs 1 scn 0 0 9 9 re f', separation('@table'), {
        table: {
          entries:
            '/FunctionType 0 /Domain [0 1] /Range [0 1 0 1 0 1 0 1] /Size [1000000000] /BitsPerSample 32',
          data: 'x',
        },
      }),
  },
  {
    name: 'a tint transform of 200,000 operators',
    code: null,
    make: () =>
      painted('/S cs 1 scn 0 0 9 9 re f', separation('@program'), {
        program: flated(
          `{ ${'dup '.repeat(200_000)}}`,
          '/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1 0 1]',
        ),
      }),
  },
  {
    name: 'an image of a billion pixels',
    code: null,
    make: () =>
      painted('q 200 0 0 100 0 0 cm /I Do Q', '/Resources << /XObject << /I @image >> >>', {
        image: flated(
          'x',
          '/Type /XObject /Subtype /Image /Width 40000 /Height 40000 /ColorSpace /DeviceCMYK /BitsPerComponent 8',
        ),
      }),
  },
  {
    name: 'a page of two million rectangles',
    code: 'pdf_too_complex',
    make: () => painted('0 0 0 1 k 1 1 9 9 re f\n'.repeat(2_000_000)),
  },
  {
    name: 'a path of three million points',
    code: 'pdf_too_complex',
    make: () => painted(`0 0 m ${'5 5 l 9 1 l '.repeat(1_500_000)}f`),
  },
  {
    name: 'a million saved states',
    code: null,
    make: () => painted('q '.repeat(1_000_000)),
  },
  {
    name: 'a line of a million braces',
    code: 'pdf_too_complex',
    make: () =>
      painted(
        `BT /F 9 Tf 10 50 Td (${'{'.repeat(1_000_000)}) Tj ET`,
        '/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>',
      ),
  },
  {
    name: 'a font whose character map counts to four billion',
    code: null,
    make: () =>
      painted('BT /F 9 Tf 10 50 Td <0001> Tj ET', '/Resources << /Font << /F @font >> >>', {
        font: '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /W [0 4294967295 500] >>] /ToUnicode @map >>',
        map: flated('1 beginbfrange\n<00000000> <ffffffff> <0000>\nendbfrange'),
      }),
  },
  {
    name: 'a cross-reference table of two billion entries',
    code: null,
    make: () => latin1(text(sound()).replace(/xref\n0 \d+/, 'xref\n0 2000000000')),
  },
  {
    name: 'a cross-reference table whose offsets all lead astray',
    code: null,
    finding: 'pdf_xref_damaged',
    make: () => latin1(text(sound()).replace(/\d{10} 00000 n/g, '0000000033 00000 n')),
  },
  {
    name: 'a cross-reference stream of two billion entries',
    code: null,
    finding: 'pdf_xref_damaged',
    make: () => {
      const file = text(sound())
      const body = file.slice(0, file.lastIndexOf('xref\n0'))
      const data = deflateSync(Buffer.from([1, 0, 9, 0]))
      const stream = `9 0 obj\n<< /Type /XRef /Size 2000000000 /W [1 2 1] /Root 1 0 R /Filter /FlateDecode /Length ${data.length} >>\nstream\n`
      return Buffer.concat([
        latin1(body + stream),
        data,
        latin1(`\nendstream\nendobj\nstartxref\n${body.length}\n%%EOF\n`),
      ])
    },
  },
  { name: 'a form of 5,000 fields', code: 'too_many_fields', make: () => manyFields(5_000) },
  {
    name: 'a form of 900 fields that all have the same faults',
    code: null,
    finding: 'field_rich_text',
    make: () => manyFields(900),
  },
  {
    name: 'an XFA form without pages of its own',
    code: 'invalid_pdf',
    make: () =>
      rawPdf({
        objects: {
          catalog:
            '<< /Type /Catalog /Pages @pages /NeedsRendering true /AcroForm << /Fields [] /XFA (x) >> >>',
          pages: '<< /Type /Pages /Kids [@page] /Count 1 >>',
          page: '<< /Type /Page /Parent @pages /MediaBox [0 0 200 100] >>',
        },
      }),
  },
]
