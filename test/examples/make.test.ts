/** The example press PDFs: committed as written, on the plates meant, with forms that the service can read. */
import { readFileSync } from 'node:fs'
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFNumber,
  type PDFRawStream,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { expect } from 'chai'
import { PRESS_PDFS } from '../../examples/make.ts'
import { writePressFile } from '../../examples/press-pdf/press-file.ts'
import { coverage, needs, paintTrace, pdfFonts, plates, qpdfCheck } from '../support/rips/oracles.ts'
import { pdfStructure } from './pdf-structure.ts'

interface Expected {
  /** Plates that carry ink; all others must be blank. */
  readonly plates: readonly string[]
  /** /DR name of the separation by the label of each field. */
  readonly fields: Readonly<Record<string, string>>
  readonly trimMm: readonly [number, number]
  readonly step: readonly [group: string, type: string]
}

const EXPECTED: Readonly<Record<string, Expected>> = {
  'wedding-card.pdf': {
    plates: ['Gold Foil', 'Letterpress Green'],
    fields: {
      'First name': 'LetterpressGreen',
      'Second name': 'LetterpressGreen',
      Date: 'LetterpressGreen',
      Place: 'LetterpressGreen',
    },
    trimMm: [127, 177.8],
    step: ['Structural', 'FoilStamping'],
  },
  'craft-label.pdf': {
    plates: ['Black', 'CutContour', 'Cyan', 'Magenta', 'Warm Red', 'Yellow'],
    fields: {
      Product: 'WarmRed',
      Batch: 'Black',
      'Best before': 'Black',
      'Net weight': 'Black',
      Organic: 'WarmRed',
      'Side text': 'Black',
    },
    trimMm: [90, 60],
    step: ['Structural', 'Cutting'],
  },
  'gift-tag.pdf': {
    plates: ['CutContour', 'White'],
    fields: { To: 'White', Message: 'White', From: 'White' },
    trimMm: [50, 85],
    step: ['Structural', 'Cutting'],
  },
}

const file = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../examples/${name}`, import.meta.url)))

const box = (dict: PDFDict, key: string): number[] =>
  dict
    .lookup(PDFName.of(key), PDFArray)
    .asArray()
    .map((value) => (value as PDFNumber).asNumber())

const text = (dict: PDFDict, key: string): string =>
  dict.lookup(PDFName.of(key), PDFString, PDFHexString).decodeText()

/** The form, its widgets and the page of an example. */
async function open(name: string) {
  const document = await PDFDocument.load(file(name), { updateMetadata: false })
  const form = document.catalog.lookup(PDFName.of('AcroForm'), PDFDict)
  const widgets = form
    .lookup(PDFName.of('Fields'), PDFArray)
    .asArray()
    .map((reference) => document.context.lookup(reference as PDFRef, PDFDict))
  return { document, form, widgets, page: document.getPage(0).node }
}

describe('example press PDFs', () => {
  it('are the three that this test knows', () => {
    expect(Object.keys(PRESS_PDFS)).to.have.members(Object.keys(EXPECTED))
  })

  for (const [name, expected] of Object.entries(EXPECTED)) {
    describe(name, () => {
      it('is committed as make.ts writes it', async () => {
        const written = await writePressFile(PRESS_PDFS[name]!)
        expect(await pdfStructure(written), 'run node examples/make.ts').to.deep.equal(
          await pdfStructure(file(name)),
        )
        expect(written.length).to.be.below(60_000)
      })

      it('asks for each value under a plain label, in a separation of the form, inside the trim', async () => {
        const { form, widgets, page } = await open(name)
        const spaces = form.lookup(PDFName.of('DR'), PDFDict).lookup(PDFName.of('ColorSpace'), PDFDict)
        const [trimLeft, trimBottom, trimRight, trimTop] = box(page, 'TrimBox') as [
          number,
          number,
          number,
          number,
        ]
        const found = widgets.map((widget) => {
          const [left, bottom, right, top] = box(widget, 'Rect') as [number, number, number, number]
          expect(left >= trimLeft && bottom >= trimBottom && right <= trimRight && top <= trimTop).to.equal(
            true,
          )
          const ink = /\/(\w+) cs 1 scn$/.exec(text(widget, 'DA'))?.[1]
          expect(String(spaces.lookup(PDFName.of(ink!), PDFArray).get(0))).to.equal('/Separation')
          return [text(widget, 'TU'), ink]
        })
        expect(Object.fromEntries(found)).to.deep.equal(expected.fields)
      })

      it('shows its values before a viewer has to draw them', async () => {
        const { form, widgets } = await open(name)
        expect(String(form.get(PDFName.of('NeedAppearances')))).to.equal('false')
        for (const widget of widgets.filter((one) => one.has(PDFName.of('Q')))) {
          const shown = widget.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N')) as PDFRawStream
          const content = Buffer.from(decodePDFRawStream(shown).decode()).toString('latin1')
          expect(content)
            .to.include(text(widget, 'DA'))
            .and.to.match(/\[<[0-9a-f]{2}.*\] TJ/)
          expect(text(widget, 'V')).not.to.equal('')
        }
      })

      it('is trimmed to its size with 3 mm of bleed, untrapped, and carries no action', async () => {
        const { document, page } = await open(name)
        const [left, bottom, right, top] = box(page, 'TrimBox') as [number, number, number, number]
        const millimetres = (points: number): number => Math.round((points / 72) * 254) / 10
        expect([millimetres(right - left), millimetres(top - bottom)]).to.deep.equal(expected.trimMm)
        const bleed = box(page, 'BleedBox') as [number, number, number, number]
        const margins = [left - bleed[0], bottom - bleed[1], bleed[2] - right, bleed[3] - top]
        expect(margins.map(millimetres)).to.deep.equal([3, 3, 3, 3])
        expect(box(page, 'MediaBox')).to.deep.equal(bleed)
        expect(box(page, 'CropBox')).to.deep.equal(bleed)
        expect(document.getPageCount()).to.equal(1)
        const info = document.context.lookup(document.context.trailerInfo.Info, PDFDict)
        expect(String(info.get(PDFName.of('Trapped')))).to.equal('/False')
        expect(Buffer.from(file(name)).toString('latin1')).not.to.match(/\/(JavaScript|JS|OpenAction|AA)\b/)
      })

      it('marks its finishing layer as a processing step', async () => {
        const { document } = await open(name)
        const layers = document.catalog
          .lookup(PDFName.of('OCProperties'), PDFDict)
          .lookup(PDFName.of('OCGs'), PDFArray)
        const layer = layers.lookup(0, PDFDict).lookup(PDFName.of('GTS_Metadata'), PDFDict)
        const entries = ['GTS_ProcStepsGroup', 'GTS_ProcStepsType'].map((key) =>
          String(layer.get(PDFName.of(key))),
        )
        expect(entries).to.deep.equal(expected.step.map((entry) => `/${entry}`))
      })

      it('passes qpdf without a warning', function () {
        needs(this, 'qpdf')
        const { status, report } = qpdfCheck(file(name))
        expect(status, report).to.equal(0)
      })

      it('embeds every font as a tagged subset with its Unicode map', function () {
        needs(this, 'pdffonts')
        const fonts = pdfFonts(file(name))
        expect(fonts).not.to.be.empty
        for (const font of fonts) {
          expect(font).to.include({ embedded: true, subset: true, unicode: true })
          expect(font.name).to.match(/^[A-Z]{6}\+(CormorantGaramond|Jost|Cousine)-/)
        }
      })

      it('prints on the plates meant for it, and on no other', function () {
        needs(this, 'gs')
        const inked = [...plates(file(name))].filter(([, plate]) => coverage(plate).max > 0)
        expect(inked.map(([plate]) => plate).sort()).to.deep.equal(expected.plates)
      })
    })
  }

  for (const name of ['craft-label.pdf', 'gift-tag.pdf']) {
    it(`${name} overprints its die line`, function () {
      needs(this, 'mutool')
      const strokes = paintTrace(file(name))
        .split('<stroke_path ')
        .slice(1)
        .map((element) => element.slice(0, element.indexOf('>')))
      const cut = strokes.filter((element) => element.includes('CutContour'))
      expect(cut).to.have.length(1)
      expect(cut[0])
        .to.include('op="1"')
        .and.to.match(/linewidth="0?\.25"/)
    })
  }
})
