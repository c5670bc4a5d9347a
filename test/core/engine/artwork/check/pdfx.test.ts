/** PDF/X: a claim that a print file keeps and dates, and those that it cannot keep. */
import { expect } from 'chai'
import { compilePdf } from '../../../../../core/engine/press/compile.ts'
import { composeRender } from '../../../../../core/service/render/compose.ts'
import { labelled, xmp } from '../../../../support/pdf/claiming-page.ts'
import { testFonts } from '../../../../support/pdf/fonts.ts'
import { judged } from '../../../../support/pdf/judged.ts'
import { needs, plates, qpdfCheck } from '../../../../support/rips/oracles.ts'

const MADE_AT = Date.UTC(2026, 6, 15, 12, 34, 56)

async function render(file: Buffer, kind: 'final' | 'proof' = 'final', madeAt = MADE_AT) {
  const { body, plan, scene, findings } = await compilePdf(file, testFonts().list())
  const fields = scene.fields.map((field, at) => ({ ...field, id: `fld_${at}` }))
  const { tail, preflight } = composeRender(
    {
      scene: { ...scene, fields },
      plan,
      templateFindings: findings,
      kind,
      values: { fld_0: 'Ada' },
      colors: null,
      assignments: {},
      madeAt,
    },
    testFonts(),
  )
  const parts = tail.parts.map((part) => {
    if (!(part instanceof Uint8Array)) throw new Error('The tail names a file.')
    return part
  })
  const tailText = Buffer.concat(parts).toString('latin1')
  return {
    pdf: Buffer.concat([...body, ...parts]),
    bodyText: Buffer.concat(body).toString('latin1'),
    tailText,
    plan,
    codes: judged(findings).map(({ code }) => code),
    notes: preflight.notes,
  }
}

const X4 = () => labelled('', xmp('PDF/X-4'))
const X1A = () => {
  const file = labelled('/GTS_PDFXVersion (PDF/X-1a:2003)', null)
  return Buffer.from(file.toString('latin1').replace('%PDF-1.6', '%PDF-1.4'), 'latin1')
}

describe('a claim of PDF/X that holds', () => {
  it('is kept for X-4, dated by the render in info and metadata', async function () {
    needs(this, 'qpdf')
    const { pdf, tailText, bodyText, codes, notes } = await render(X4())
    expect(codes).to.include('pdfx_claim').and.not.include('pdfx_lost').and.not.include('pdfx_claim_broken')
    expect(notes).not.to.include('pdfx_lost')
    expect(tailText).to.include('pdfxid:GTS_PDFXVersion="PDF/X-4"')
    expect(tailText).to.include('/ModDate (D:20260715123456Z)').and.include('/Title (Card)')
    expect(tailText).to.include('xmp:MetadataDate="2026-07-15T12:34:56Z"')
    expect(tailText).to.include('<xmp:ModifyDate>2026-07-15T12:34:56Z</xmp:ModifyDate>')
    expect(tailText).to.include('<xmp:CreateDate>2020-01-01T00:00:00Z</xmp:CreateDate>')
    // The body alone promises nothing.
    expect(bodyText).not.to.include('PDF/X-4')
    expect(qpdfCheck(pdf).status).to.equal(0)
  })

  it('is kept for X-1a of 2003, whose label stands in the info dictionary', async () => {
    const { tailText, codes } = await render(X1A())
    expect(codes).not.to.include('pdfx_lost')
    expect(tailText)
      .to.include('/GTS_PDFXVersion (PDF/X-1a:2003)')
      .and.include('/ModDate (D:20260715123456Z)')
  })

  it('changes no plate', async function () {
    needs(this, 'mutool')
    const [kept, plain] = [await render(X4()), await render(labelled('', null))]
    const rip = 'mutool'
    expect(plates(kept.pdf, { rip })).to.deep.equal(plates(plain.pdf, { rip }))
  })

  it('redefines the info dictionary and the metadata besides the slots, and nothing else', async () => {
    const { tailText, plan } = await render(X4())
    const slots = plan.pages.flatMap((page) => [page.below, page.above])
    const named = [plan.infoObject, plan.label?.metadata?.object]
    const redefined = [...tailText.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)].map(([, number]) => Number(number))
    const old = redefined.filter((number) => number < plan.size)
    expect(old).to.include.members(named)
    for (const number of old) expect([...slots, ...named]).to.include(number)
  })

  it('gives the same bytes for the same date, and is not made for a proof', async () => {
    expect((await render(X4())).tailText).to.equal((await render(X4())).tailText)
    expect((await render(X4(), 'final', MADE_AT + 1000)).tailText).not.to.equal((await render(X4())).tailText)
    expect((await render(X4(), 'proof')).tailText).not.to.include('GTS_PDFX')
  })

  it('costs files without one nothing: their bytes do not depend on the date', async () => {
    const plain = labelled('', null)
    expect((await render(plain)).tailText).to.equal((await render(plain, 'final', 0)).tailText)
  })
})

describe('a claim of PDF/X that cannot be kept', () => {
  it('is left out of a print file whose field prints in RGB, and the report says so', async () => {
    const field = (color: string) =>
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /Rect [100 130 200 160] /F 4 /DA (/Helv 12 Tf ${color}) >>`
    const file = (color: string) => labelled('', xmp('PDF/X-4'), { objects: { field: field(color) } })
    const mixed = await render(file('1 0.7 0 0 k'))
    expect(mixed.tailText).to.include('GTS_PDFX')
    const { tailText, notes } = await render(file('0.9 0.1 0.1 rg'))
    expect(tailText).not.to.include('GTS_PDFX')
    expect(notes).to.include('pdfx_lost')
  })

  const files: Readonly<Record<string, () => Buffer>> = {
    'is broken by RGB': () => labelled('', xmp('PDF/X-4'), { content: '1 0 0 rg 100 80 60 40 re f' }),
    'is broken by a font that is not embedded': () =>
      labelled('', xmp('PDF/X-4'), {
        content: 'BT /F 12 Tf 100 90 Td (a) Tj ET',
        resources: '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>',
      }),
    'is of a part for PDF 1.3': () => labelled('/GTS_PDFXVersion (PDF/X-3:2002)', null),
    'is of a later part': () => labelled('', xmp('PDF/X-6')),
    'stands in an older PDF than the part asks for': () =>
      Buffer.from(X4().toString('latin1').replace('%PDF-1.6', '%PDF-1.5'), 'latin1'),
    'has no dates to renew': () =>
      labelled(
        '',
        xmp('PDF/X-4')
          .replace(/<xmp:ModifyDate>.*<\/xmp:ModifyDate>/, '')
          .replace(/xmp:MetadataDate="[^"]*"/, ''),
      ),
    'stands beside a claim to be an archive': () =>
      labelled(
        '',
        xmp('PDF/X-4').replace('<xmp:CreateDate>', '<pdfaid:part>1</pdfaid:part><xmp:CreateDate>'),
      ),
  }
  for (const [name, file] of Object.entries(files))
    it(`${name}: the print file makes none, and says so`, async () => {
      const { codes, tailText, bodyText } = await render(file())
      expect(codes).to.include('pdfx_claim').and.include('pdfx_lost')
      expect(tailText).not.to.include('GTS_PDFX')
      expect(bodyText).not.to.match(/GTS_PDFXVersion|pdfxid/)
    })

  for (const [part, flaw] of [
    ['X-1a', '/ca 0.5'],
    ['X-1a', '/SMask << /S /Alpha /G @soft >>'],
  ] as const)
    it(`is broken for ${part} by live transparency (${flaw})`, async () => {
      const file = labelled('/GTS_PDFXVersion (PDF/X-1a:2003)', null, {
        content: '/G gs 0 0 0 1 k 100 80 60 40 re f',
        resources: `/ExtGState << /G << /Type /ExtGState ${flaw} >> >>`,
        objects: {
          soft: {
            entries: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Group << /S /Transparency >>',
            data: '0 g 0 0 9 9 re f',
          },
        },
      })
      const old = Buffer.from(file.toString('latin1').replace('%PDF-1.6', '%PDF-1.4'), 'latin1')
      expect((await render(old)).codes)
        .to.include('pdfx_claim_broken')
        .and.include('pdfx_lost')
    })
})
