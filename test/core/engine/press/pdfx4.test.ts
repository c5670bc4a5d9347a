/** PDF/X-4: what is made of uploads, what hinders it, and what a print file carries; judged by programs that are not ours. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { expect } from 'chai'
import type { Finding } from '../../../../core/engine/finding/finding.ts'
import { descriptionOf } from '../../../../core/engine/pdf/space/read-profile.ts'
import { srgbProfile } from '../../../../core/engine/pdf/space/srgb-profile.ts'
import { compilePdf } from '../../../../core/engine/press/compile.ts'
import type { Output } from '../../../../core/engine/press/output.ts'
import { deltaE2000 } from '../../../../core/engine/press/separate/delta-e.ts'
import { composeRender } from '../../../../core/service/render/compose.ts'
import { openPressColors } from '../../../../server/workers/color/little-cms.ts'
import { expectSentences } from '../../../support/engine/sentences.ts'
import { testFonts } from '../../../support/pdf/fonts.ts'
import { judged } from '../../../support/pdf/judged.ts'
import { BLACK_BOX, type PressPage, pressPage } from '../../../support/pdf/press-page.ts'
import { UPLOAD_CASES } from '../../../support/pdf/upload-cases.ts'
import { needs, plainPdf, plates, qpdfCheck, RIPS } from '../../../support/rips/oracles.ts'
import { READING_CASES } from '../artwork/check/upload-reading-cases.ts'
import { pdfx4Faults } from './pdfx4/pdfx4-faults.ts'

const PROFILE = readFileSync(join(import.meta.dirname, '../../../../server/profiles/coated.icc'))
const MADE_AT = Date.UTC(2026, 6, 15, 12, 34, 56)
const OUTPUT: Output = {
  format: 'pdfx4',
  profile: { id: 'coated', sha256: '', condition: 'Custom', info: 'Coated offset', registry: null },
  bytes: PROFILE,
}

const compile = (file: PressPage | Buffer) =>
  compilePdf(Buffer.isBuffer(file) ? file : pressPage(file), testFonts().list(), { output: OUTPUT })

async function hindrancesOf(file: PressPage | Buffer) {
  const { plan, findings } = await compile(file)
  return {
    label: plan.label?.label ?? null,
    hindrances: judged(findings).filter(({ code }) => code === 'pdfx_hindrance'),
  }
}

/** A page with a field, as it goes to press. */
async function render(parts: PressPage = {}) {
  const widget =
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /Rect [100 130 200 160] /F 4 /DA (/Helv 12 Tf 0.8 0.1 0.1 rg) >>'
  const { body, plan, scene, findings } = await compile({
    page: '/Annots [@field]',
    ...parts,
    catalog: `/AcroForm << /Fields [@field] >> ${parts.catalog ?? ''}`,
    objects: { field: widget, ...parts.objects },
  })
  const fields = scene.fields.map((field, at) => ({ ...field, id: `fld_${at}` }))
  const composed = composeRender(
    {
      ...{ scene: { ...scene, fields }, plan, templateFindings: findings, kind: 'final' as const },
      ...{ values: { fld_0: 'Ada' }, colors: null, assignments: {}, madeAt: MADE_AT },
    },
    testFonts(),
  )
  const tail = Buffer.concat(composed.tail.parts as Uint8Array[])
  return {
    pdf: Buffer.concat([...body, tail]),
    tail: tail.toString('latin1'),
    plan,
    findings: judged(findings),
    notes: composed.preflight.notes,
  }
}

describe('a print file in PDF/X-4', () => {
  it('carries the intent in its body, and the label with its dates in its tail', async function () {
    needs(this, 'qpdf')
    const { pdf, tail, plan, notes } = await render({
      objects: { info: "<< /Title (A & B) /CreationDate (D:20250102030405+01'00') >>" },
    })
    expect(pdf.subarray(0, 8).toString('latin1')).to.equal('%PDF-1.6')
    expect(qpdfCheck(pdf).status).to.equal(0)
    const whole = plainPdf(pdf)
    expect(whole).to.include('/S /GTS_PDFX').and.include('(Coated offset)')
    expect(tail).to.include('pdfxid:GTS_PDFXVersion="PDF/X-4"')
    expect(tail).to.include('>A &amp; B</rdf:li>')
    expect(tail).to.include('xmp:CreateDate="2025-01-02T03:04:05+01:00"')
    expect(tail).to.include('xmp:ModifyDate="2026-07-15T12:34:56Z"').and.include('pdf:Trapped="False"')
    // What the info dictionary says agrees with it, and is written once.
    expect(whole).to.match(/\/CreationDate \(D:20250102030405\+01'00'\)[\s\S]{0,80}\/Trapped \/False/)
    expect(tail).not.to.include('/Trapped')
    expect(whole).not.to.include('/ModDate')
    // X-4 names itself in its metadata alone.
    expect(tail).not.to.match(/\/GTS_PDFX(?:Version|Conformance)/)
    expect(plan.label?.label).to.equal('PDF/X-4')
    expect(notes).not.to.include('pdfx_lost')
    expect(tail.length).to.be.below(10_000)
  })

  it('dates its making by the render where the upload does not say it', async () => {
    const { tail } = await render()
    expect(tail).to.include('xmp:CreateDate="2026-07-15T12:34:56Z"')
  })

  it('tags the RGB of artwork and of fields as sRGB', async function () {
    needs(this, 'qpdf')
    const { pdf, tail, findings } = await render({
      content: '1 0 0 rg 50 50 20 20 re f /X Do',
      resources: '/XObject << /X @form >>',
      objects: {
        form: {
          entries: '/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << >>',
          data: '0 1 0 rg 80 50 20 20 re f',
        },
      },
    })
    const tagged = plainPdf(pdf).match(/\/DefaultRGB \d+ 0 R/g) ?? []
    expect(tagged.length).to.be.at.least(3)
    expect(tail).to.match(/\/ColorSpace <<.*\/DefaultRGB \d+ 0 R>>/)
    expect(findings.find(({ code }) => code === 'pdfx_made')?.params).to.deep.equal({ kinds: ['DefaultRGB'] })
    expect(descriptionOf(srgbProfile())).to.equal('sRGB IEC61966-2.1')
  })

  it('tags the RGB of a page without resources, and of one whose resources are none', async function () {
    needs(this, 'qpdf')
    const source = pressPage({ content: '1 0 0 rg 50 50 20 20 re f' }).toString('latin1')
    for (const instead of ['', '/Resources null', '/Resources 7']) {
      const pdf = source.replace(/\/Resources <<\s*>>/, (found) => instead.padEnd(found.length))
      expect(pdf).not.to.equal(source)
      const { body, plan } = await compile(Buffer.from(pdf, 'latin1'))
      expect(plan.label?.label).to.equal('PDF/X-4')
      // The tail of a print file adds the metadata.
      expect(pdfx4Faults(Buffer.concat(body)), instead).not.to.include('RGB without DefaultRGB')
    }
  })

  it('prints RGB as Ghostscript prints its own sRGB, though the profile of the tag is small', async function () {
    needs(this, 'gs')
    const steps = [0, 0.2, 0.4, 0.6, 0.8, 1]
    const colors = steps.flatMap((red) =>
      steps.flatMap((green) => steps.map((blue) => [red, green, blue * 0.97])),
    )
    const at = (index: number) => [10 + (index % 18) * 15, 10 + Math.floor(index / 18) * 15] as const
    const content = colors.map((rgb, index) => `${rgb.join(' ')} rg ${at(index).join(' ')} 15 15 re f`)
    const page: PressPage = { content: content.join('\n') }
    const icc = join(import.meta.dirname, '../../../../server/profiles/coated.icc')
    const inksOf = (pdf: Buffer) => {
      const found = plates(pdf, { icc })
      const inks = colors.flatMap((_, index) => {
        const [x, y] = at(index)
        return ['Cyan', 'Magenta', 'Yellow', 'Black'].map(
          (name) => found.get(name)!.ink[(199 - y - 7) * 300 + x + 7]! / 255,
        )
      })
      return Float32Array.from(inks)
    }
    const press = await openPressColors(PROFILE)
    const [tagged, plain] = [(await render(page)).pdf, pressPage(page)].map((pdf) => press.lab(inksOf(pdf)))
    const labAt = (list: Float32Array | undefined, index: number) =>
      Array.from(list!.subarray(index * 3, index * 3 + 3)) as [number, number, number]
    const distances = colors
      .map((_, index) => deltaE2000(labAt(tagged, index), labAt(plain, index)))
      .toSorted((one, other) => one - other)
    expect(distances[distances.length >> 1]).to.be.below(0.3)
    expect(distances.at(-1)).to.be.below(1)
  })

  for (const rip of RIPS)
    it(`prints the same plates as a plain one, says ${rip}`, async function () {
      needs(this, rip)
      const page: PressPage = { content: `0.5 0.2 0 0 k 50 50 100 100 re f ${BLACK_BOX}` }
      const made = await render(page)
      const found = plates(made.pdf, { rip, maxSpots: 4 })
      const ink = (name: string) => Math.max(...(found.get(name)?.ink ?? [0]))
      expect(ink('Cyan')).to.be.within(126, 129)
      expect(ink('Black')).to.equal(255)
    })

  const boxOf = async (pdf: Buffer, name: string) => {
    const [page] = (await PDFDocument.load(pdf, { updateMetadata: false })).getPages()
    return page?.node.lookup(PDFName.of(name))?.toString()
  }

  it('states the page as the trim where the upload has no trim box', async () => {
    const { pdf, findings } = await render({ page: '/Annots [@field] /TrimBox null /BleedBox null' })
    expect(await boxOf(pdf, 'TrimBox')).to.equal('[ 0 0 300 200 ]')
    expect(findings.find(({ code }) => code === 'pdfx_made')?.params?.kinds).to.include('TrimBox')
  })

  it('keeps the trim and bleed of the upload, and drops the art box beside them', async () => {
    const { pdf, findings } = await render({ page: '/Annots [@field] /ArtBox [30 30 270 170]' })
    expect(await boxOf(pdf, 'TrimBox')).to.equal('[ 20 20 280 180 ]')
    expect(await boxOf(pdf, 'BleedBox')).to.equal('[ 10 10 290 190 ]')
    expect(await boxOf(pdf, 'ArtBox')).to.equal(undefined)
    expect(findings.find(({ code }) => code === 'pdfx_made')?.params?.kinds).to.include('ArtBox')
  })

  it('has no settings of layers and groups that PDF/X-4 forbids', async function () {
    needs(this, 'qpdf')
    const { pdf, findings } = await render({
      catalog:
        '/OCProperties << /OCGs [@layer] /D << /Order [@layer] /AS [<< /Event /Print /Category [/Print] /OCGs [@layer] >>] >> >>',
      objects: { layer: '<< /Type /OCG /Name (Artwork) >>' },
      page: '/Annots [@field] /Group << /S /Transparency /CS /DeviceRGB >>',
    })
    const whole = plainPdf(pdf)
    expect(whole).not.to.include('/AS [').and.not.include('/CS /DeviceRGB')
    expect(whole).to.match(/\/Name \(Layers 1\)/)
    const kinds = findings.find(({ code }) => code === 'pdfx_made')?.params?.kinds
    expect(kinds).to.include.members(['OCProperties', 'Group'])
  })
})

/** Codes of findings that hinder PDF/X-4, each with an upload that has it in `UPLOAD_CASES` or `READING_CASES`. */
const HINDERING = [
  ...['box_nesting', 'font_not_embedded', 'filter_lzw', 'transfer_function', 'halftone_named', 'opi'],
  ...[
    'postscript_xobject',
    'annotation_prints',
    'spot_name_ambiguous',
    'check_incomplete',
    'pdf_object_unreadable',
  ],
  ...[
    'page_content_unreadable',
    'page_content_missing',
    'artwork_unreadable',
    'artwork_missing',
    'pages_missing',
  ],
]
const CASES: Readonly<Record<string, readonly [string, PressPage | Buffer, PressPage | Buffer]>> = {
  ...UPLOAD_CASES,
  ...READING_CASES,
}

describe('an upload that cannot be PDF/X-4', () => {
  for (const code of HINDERING)
    it(`is told why and where: ${code}`, async () => {
      const { label, hindrances } = await hindrancesOf(CASES[code]![1])
      expect(label).to.equal(null)
      expect(hindrances.map(({ severity }) => severity)).to.include('warn')
      for (const one of hindrances) expectSentences(one as Finding)
    })

  it('is told of transparency that blends in RGB', async () => {
    const { label, hindrances } = await hindrancesOf({
      content: `/G gs ${BLACK_BOX}`,
      resources: '/ExtGState << /G << /ca 0.5 >> >>',
      page: '/Group << /S /Transparency /CS /DeviceRGB >>',
    })
    expect(label).to.equal(null)
    expect(hindrances.map(({ says, page }) => [says, page])).to.deep.equal([['pdfx_hindrance.blend', 0]])
  })

  it('is told of colours in the output profile itself', async () => {
    const { hindrances } = await hindrancesOf({
      content: '/P cs 0 0 0 1 scn 50 50 9 9 re f',
      resources: '/ColorSpace << /P [/ICCBased @icc] >>',
      objects: { icc: { entries: '/N 4', data: PROFILE } },
    })
    expect(hindrances.map(({ says }) => says)).to.deep.equal(['pdfx_hindrance.profile'])
  })

  it('keeps the label of another part, and is not relabelled', async () => {
    const { label, hindrances } = await hindrancesOf({
      objects: { info: '<< /GTS_PDFXVersion (PDF/X-3:2002) >>' },
    })
    expect(label).to.equal(null)
    expect(hindrances.map(({ says, found }) => [says, found])).to.deep.equal([
      ['pdfx_hindrance.claim', 'PDF/X-3:2002'],
    ])
  })

  it('is told so, or labelled: every upload that findings are tried on @long', async () => {
    const counts = { labelled: 0, hindered: 0, refused: 0 }
    for (const [code, [, flawed, sound]] of Object.entries(CASES))
      for (const file of [flawed, sound]) {
        const { label, hindrances } = await hindrancesOf(file)
        if (label === 'PDF/X-4') counts.labelled += 1
        else counts.hindered += 1
        expect(label === 'PDF/X-4', code).to.equal(hindrances.length === 0)
      }
    expect(counts.labelled).to.be.at.least(40)
    expect(counts.hindered).to.be.at.least(40)
  })
})
