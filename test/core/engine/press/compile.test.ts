/** Compiling an upload: the body, its plan, its scene and what is taken out. */
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { expect } from 'chai'
import { compilePdf } from '../../../../core/engine/press/compile.ts'
import { artworkPdf, BALANCED_CONTENT } from '../../../support/pdf/artwork-pdf.ts'
import { testFonts } from '../../../support/pdf/fonts.ts'
import { codesOf } from '../../../support/pdf/judged.ts'
import { flated, onePage, rawPdf } from '../../../support/pdf/raw-pdf.ts'
import { needs, pageCount, qpdfCheck, qpdfJson } from '../../../support/rips/oracles.ts'

const compile = async (pdf: Uint8Array) => {
  const { body, ...rest } = await compilePdf(pdf, testFonts().list())
  return { bytes: Buffer.concat(body), ...rest }
}

describe('compiling an upload', () => {
  it('writes a body that qpdf finds nothing wrong with, page by page', async function () {
    needs(this, 'qpdf')
    const { bytes } = await compile(artworkPdf())
    expect(qpdfCheck(bytes)).to.include({ status: 0 })
    expect(pageCount(bytes)).to.equal(4)
  })

  it('writes a classic cross-reference table where the plan says, and nothing behind the end', async () => {
    const { bytes, plan } = await compile(artworkPdf())
    expect(bytes.toString('latin1', plan.startXref, plan.startXref + 5)).to.equal('xref\n')
    expect(bytes.toString('latin1')).to.match(new RegExp(`startxref\n${plan.startXref}\n%%EOF\n$`))
    expect(bytes.toString('latin1')).not.to.match(/\/(ObjStm|XRef)\b/)
    expect(plan.bodyBytes).to.equal(bytes.length)
    expect(plan.bodySha256).to.equal(createHash('sha256').update(bytes).digest('hex'))
  })

  it('plans two empty slots for each page, and the objects that lead there', async function () {
    needs(this, 'qpdf')
    const { bytes, plan } = await compile(artworkPdf())
    const objects = qpdfJson(bytes).qpdf[1]
    expect(objects.trailer.value['/Root']).to.equal(`${plan.rootObject} 0 R`)
    expect(objects.trailer.value['/Info']).to.equal(`${plan.infoObject} 0 R`)
    expect(objects.trailer.value['/Size']).to.equal(plan.size)
    const slots = plan.pages.flatMap(({ below, above }) => [below, above])
    expect(new Set(slots)).to.have.property('size', 8)
    for (const { below, above, box } of plan.pages)
      for (const number of [below, above]) {
        const { dict } = objects[`obj:${number} 0 R`].stream
        expect(dict).to.include({ '/Type': '/XObject', '/Subtype': '/Form', '/Length': 0 })
        expect(dict['/BBox']).to.deep.equal([...box])
      }
    for (const { name, object } of plan.inks) {
      const [family, plate] = objects[`obj:${object} 0 R`].value
      expect([family, plate]).to.deep.equal(['/Separation', `/${name}`])
    }
    expect(plan.inks.map(({ name }) => name)).to.deep.equal(['PANTONE 021 C', 'Grün'])
  })

  it('is deterministic and keeps the first half of the file identifier', async () => {
    const [one, other] = [await compile(artworkPdf()), await compile(artworkPdf())]
    expect(one.bytes.equals(other.bytes)).to.equal(true)
    expect(one.plan.fileId).to.equal('00112233445566778899aabbccddeeff')
    const plain = onePage(flated('0 g'))
    const { plan, bytes } = await compile(plain)
    expect(plan.fileId).to.equal(createHash('sha256').update(plain).digest('hex').slice(0, 32))
    expect(bytes.toString('latin1')).to.include(`/ID [<${plan.fileId}> <${plan.fileId}>]`)
  })

  it('passes on streams that it does not touch byte for byte', async () => {
    const { bytes } = await compile(artworkPdf())
    const data = deflateSync(BALANCED_CONTENT)
    expect(bytes.includes(data)).to.equal(true)
  })

  it('hands long streams on without a copy', async () => {
    const samples = Buffer.alloc(4_000_000, 0x55)
    const image =
      '/Type /XObject /Subtype /Image /Width 2000 /Height 2000 /ColorSpace /DeviceGray /BitsPerComponent 8'
    const pdf = onePage(
      { data: 'q 200 0 0 100 0 0 cm /Im Do Q' },
      '/Resources << /XObject << /Im @image >> >>',
      {
        image: { entries: image, data: samples },
      },
    )
    const { body } = await compilePdf(pdf, [])
    const chunk = body.find(({ length }) => length === samples.length)
    expect(chunk?.buffer).to.equal(pdf.buffer)
  })

  it('keeps names byte for byte, however they were written', async () => {
    const names = ['Gr#C3#BCn', 'A#2342', 'Gr#FCn', '#20Lead', "Don't", 'a*b']
    const spaces = names.map(
      (name, index) =>
        `/C${index} [/Separation /${name} /DeviceGray << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>]`,
    )
    const { bytes } = await compile(
      onePage(
        flated(names.map((_, index) => `/C${index} cs 1 scn 0 0 1 1 re f`).join('\n')),
        `/Resources << /ColorSpace << ${spaces.join(' ')} >> >>`,
      ),
    )
    const written = bytes.toString('latin1')
    const decoded = [...written.matchAll(/\/Separation \/(\S+)/g)].map(([, name]) =>
      name!.replace(/#([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    )
    expect(new Set(decoded)).to.deep.equal(
      new Set(['Gr\xc3\xbcn', 'A#42', 'Gr\xfcn', ' Lead', "Don't", 'a*b']),
    )
  })

  it('takes out everything active or private, and says so', async () => {
    const { bytes, findings } = await compile(artworkPdf())
    const written = bytes.toString('latin1')
    for (const word of [
      'JavaScript',
      'OpenAction',
      'AA',
      'AcroForm',
      'Widget',
      'EmbeddedFile',
      'XFA',
      'URI',
      'Outlines',
      'PieceInfo',
      'Thumb',
      'StructParents',
      'Names',
      'Popup',
      'Perms',
      'Producer',
      'CreationDate',
    ])
      expect(written, word).not.to.match(new RegExp(`/${word}\\b`))
    expect(written).not.to.include('secret')
    expect(codesOf(findings)).to.include.members(['pdf_active_content', 'pdf_xfa', 'pdf_signed'])
  })

  it('keeps stamps, the language and who made the file', async () => {
    const written = (await compile(artworkPdf())).bytes.toString('latin1')
    expect(written).to.include('/Subtype /Stamp').and.to.include('/Lang (en)')
    expect(written).to.include('/Author (A \\(B\\))').and.to.include('/Trapped /False')
  })

  it('keeps the geometry of each page, inherited or its own', async function () {
    needs(this, 'qpdf')
    const { bytes, scene } = await compile(artworkPdf())
    const json = qpdfJson(bytes)
    const pages = json.pages.map(({ object }: { object: string }) => json.qpdf[1][`obj:${object}`].value)
    expect(pages.map((page: Record<string, unknown>) => page['/MediaBox'])).to.deep.equal([
      [0, 0, 200, 100],
      [0, 0, 200, 100],
      [0, 0, 200, 100],
      [-10, -20, 90, 80],
    ])
    expect(pages.map((page: Record<string, unknown>) => page['/Rotate'] ?? 0)).to.deep.equal([0, 90, 90, 0])
    expect(pages[2]).to.include({ '/UserUnit': 2 })
    expect(scene.pages.map(({ rotate }) => rotate)).to.deep.equal([0, 90, 90, 0])
  })

  it('gives the scene the artwork’s inks first, then Black for fields set in black on a process job', async () => {
    const { scene } = await compile(artworkPdf())
    expect(scene.inks.map(({ index, key }) => [index, key])).to.deep.equal([
      [1, 'pantone-021-c'],
      [2, 'grun'],
      [3, 'black'],
    ])
    expect(scene.fields.map(({ label, ink, defaultValue }) => [label, ink, defaultValue])).to.deep.equal([
      ['Name', 'Black', 'Ada'],
    ])
  })

  it('makes Black the palette of artwork without an ink', async () => {
    const { scene, plan } = await compile(onePage(flated('0 g 0 0 10 10 re f')))
    expect(scene.inks).to.deep.equal([
      { index: 1, key: 'black', name: 'Black', hex: '#000000', technical: false },
    ])
    expect(plan.inks).to.deep.equal([])
  })

  it('removes a claim of PDF/X with the metadata that makes it, and keeps the output intent', async () => {
    const pdf = rawPdf({
      objects: {
        catalog: '<< /Type /Catalog /Pages @pages /Metadata @metadata /OutputIntents [@intent] >>',
        pages: '<< /Type /Pages /Kids [@page] /Count 1 >>',
        page: '<< /Type /Page /Parent @pages /MediaBox [0 0 100 100] >>',
        metadata: { entries: '/Type /Metadata /Subtype /XML', data: '<x pdfxid:GTS_PDFXVersion="PDF/X-4"/>' },
        intent: '<< /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier (FOGRA39) >>',
        info: '<< /GTS_PDFXVersion (PDF/X-4) /Title (T) >>',
      },
    })
    const { bytes, findings } = await compile(pdf)
    const written = bytes.toString('latin1')
    expect(codesOf(findings)).to.include('pdfx_lost')
    expect(written).not.to.include('GTS_PDFXVersion')
    expect(written).to.include('/S /GTS_PDFX')
    expect(written).to.include('/Title (T)')
  })

  it('writes at least version 1.4, and the catalog’s where that is later', async () => {
    const version = async (header: string, catalog: string) => {
      const pdf = rawPdf({
        header: `${header}\n`,
        objects: {
          catalog: `<< /Type /Catalog /Pages @pages ${catalog} >>`,
          pages: '<< /Type /Pages /Kids [@page] /Count 1 >>',
          page: '<< /Type /Page /Parent @pages /MediaBox [0 0 100 100] >>',
        },
      })
      return (await compile(pdf)).bytes.toString('latin1', 0, 8)
    }
    expect(await version('%PDF-1.2', '')).to.equal('%PDF-1.4')
    expect(await version('%PDF-1.4', '/Version /1.6')).to.equal('%PDF-1.6')
    expect(await version('%PDF-2.0', '/Version /1.7')).to.equal('%PDF-2.0')
  })
})
