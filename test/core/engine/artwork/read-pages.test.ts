/** Page geometry: boxes, rotation, user unit, origins, and what is said of them. */

import { PDFDocument } from '@cantoo/pdf-lib'
import { expect } from 'chai'
import { readPages } from '../../../../core/engine/artwork/read-pages.ts'
import type { Box } from '../../../../core/engine/geometry/box.ts'
import { walkPages } from '../../../../core/engine/pdf/read-page-tree.ts'
import { type FormPdf, formPdf } from '../../../support/pdf/form-pdf.ts'
import { judged } from '../../../support/pdf/judged.ts'
import { thrownBy } from '../../../support/run/thrown.ts'

async function load(parts: FormPdf): Promise<PDFDocument> {
  return PDFDocument.load(formPdf(parts), { updateMetadata: false, throwOnInvalidObject: false })
}

const pagesOf = async (...pages: string[]) => {
  const read = readPages(await load({ pages }))
  return { ...read, findings: judged(read.findings) }
}
const codesOf = async (...pages: string[]) =>
  (await pagesOf(...pages)).findings.map((finding) => finding.code)

/** A page that a printer has nothing to say about. */
const FLAWLESS =
  '/MediaBox [0 0 320 220] /CropBox [0 0 320 220] /BleedBox [0 0 320 220] /TrimBox [10 10 310 210]'

describe('readPages', () => {
  describe('geometry', () => {
    const origins = { zero: [0, 0], offset: [100, 50], negative: [-30, -200.5] } as const
    for (const [written, rotate] of [
      [0, 0],
      [90, 90],
      [180, 180],
      [270, 270],
      [-90, 270],
      [450, 90],
      [-180, 180],
      [45, 0],
    ] as const)
      for (const userUnit of [1, 2])
        for (const [name, [x, y]] of Object.entries(origins))
          for (const cropped of [false, true])
            it(`is right at /Rotate ${written}, user unit ${userUnit}, ${name} origin${cropped ? ', cropped' : ''}`, async () => {
              const media: Box = [x, y, x + 300, y + 200]
              const crop: Box = cropped ? [x + 20, y + 10, x + 290, y + 170] : media
              const { pages } = await pagesOf(
                `/MediaBox [${media.join(' ')}] /Rotate ${written} /UserUnit ${userUnit}` +
                  (cropped ? ` /CropBox [${crop.join(' ')}]` : ''),
              )
              const [width, height] = cropped ? [270, 160] : [300, 200]
              const sideways = rotate === 90 || rotate === 270
              expect(pages).to.deep.equal([
                {
                  index: 0,
                  mediaBox: media,
                  cropBox: crop,
                  bleedBox: crop,
                  trimBox: crop,
                  trimStated: false,
                  rotate,
                  userUnit,
                  widthPt: (sideways ? height : width) * userUnit,
                  heightPt: (sideways ? width : height) * userUnit,
                },
              ])
            })

    it('takes corners in any order and indirect numbers', async () => {
      const doc = await load({
        pages: ['/MediaBox @box /TrimBox [290 190 10 10]'],
        objects: { box: '[300 @zero 0 200]', zero: '0' },
      })
      const { pages } = readPages(doc)
      expect(pages[0]).to.include({ widthPt: 300, heightPt: 200, trimStated: true })
      expect(pages[0]?.trimBox).to.deep.equal([10, 10, 290, 190])
    })

    it('cuts boxes to the media box and ignores those that lie outside it or make no sense', async () => {
      const { pages } = await pagesOf(
        '/MediaBox [0 0 300 200] /CropBox [-50 20 400 180] /BleedBox [900 900 950 950] /TrimBox [0 0 (x) 1]',
      )
      expect(pages[0]?.cropBox).to.deep.equal([0, 20, 300, 180])
      expect(pages[0]?.bleedBox).to.deep.equal([0, 20, 300, 180])
      expect(pages[0]?.trimStated).to.equal(false)
    })

    it('takes the ArtBox for the trim where there is no TrimBox', async () => {
      const { pages } = await pagesOf('/MediaBox [0 0 300 200] /ArtBox [10 10 290 190]')
      expect(pages[0]?.trimBox).to.deep.equal([10, 10, 290, 190])
      expect(pages[0]?.trimStated).to.equal(true)
    })

    it('inherits boxes and rotation through the page tree, the nearest winning', async () => {
      const doc = await load({
        pages: ['/CropBox [5 5 95 95]', '/Rotate 180'],
        pageTree:
          '<< /Type /Pages /Kids [@inner @page1] /MediaBox [0 0 100 100] /TrimBox [10 10 90 90] /Rotate 90 >>',
        objects: { inner: '<< /Type /Pages /Kids [@page0] /MediaBox [0 0 100 120] >>' },
      })
      const { pages } = readPages(doc)
      expect(pages[0]).to.deep.include({ mediaBox: [0, 0, 100, 120], cropBox: [5, 5, 95, 95], rotate: 90 })
      expect(pages[1]).to.deep.include({ mediaBox: [0, 0, 100, 100], trimBox: [10, 10, 90, 90], rotate: 180 })
    })

    it('ignores a user unit that is no positive number', async () => {
      const { pages } = await pagesOf('/MediaBox [0 0 300 200] /UserUnit -3')
      expect(pages[0]?.userUnit).to.equal(1)
    })
  })

  describe('refusals', () => {
    const sizes = {
      'no MediaBox': '',
      'a MediaBox without area': '/MediaBox [10 10 10 200]',
      'a MediaBox of three numbers': '/MediaBox [0 0 300]',
      'a MediaBox astronomically far out': '/MediaBox [90000000000 0 90000000300 200]',
      'a side above 200 inches': '/MediaBox [0 0 14401 200]',
      'a side above 200 inches by its user unit': '/MediaBox [0 0 7201 200] /UserUnit 2',
      'a side too small to see': '/MediaBox [0 0 0.5 200]',
    }
    for (const [name, entries] of Object.entries(sizes))
      it(`names the page with ${name}`, async () => {
        const doc = await load({ pages: ['/MediaBox [0 0 300 200]', entries] })
        const error = thrownBy(() => readPages(doc))
        expect(error.code).to.equal('unsupported_page_size')
        expect(error.message).to.contain('Page 2')
      })

    const trees: Record<string, FormPdf> = {
      'no page': { pages: [] },
      'a tree that runs in a circle': {
        pageTree: '<< /Type /Pages /Kids [@inner] >>',
        objects: { inner: '<< /Type /Pages /Kids [@pages] >>' },
      },
      'a tree that holds itself': { pageTree: '<< /Type /Pages /Kids [@page0 @pages] >>' },
      'a page that is missing': { pageTree: '<< /Type /Pages /Kids [@page0 99 0 R] >>' },
      'a tree that is no dictionary': { pageTree: '[@page0]' },
    }
    for (const [name, parts] of Object.entries(trees))
      it(`refuses ${name} as invalid_pdf`, async () => {
        const doc = await load({ pages: ['/MediaBox [0 0 300 200]'], ...parts })
        expect(thrownBy(() => readPages(doc)).code).to.equal('invalid_pdf')
      })

    it('reads a page that is named twice as two pages', async () => {
      const pageTree = '<< /Type /Pages /Kids [@page0 @page0] /Count 2 >>'
      const doc = await load({ pages: ['/MediaBox [0 0 300 200]'], pageTree })
      const walked = walkPages(doc)
      expect(walked.map(({ index, isRepeated }) => [index, isRepeated])).to.deep.equal([
        [0, undefined],
        [1, true],
      ])
      expect(readPages(doc, walked).pages.map(({ widthPt }) => widthPt)).to.deep.equal([300, 300])
    })

    it('walks a page tree of any depth', async () => {
      const depth = 5_000
      const objects: Record<string, string> = {}
      for (let level = 0; level < depth; level++)
        objects[`n${level}`] = `<< /Type /Pages /Kids [${level + 1 < depth ? `@n${level + 1}` : '@page0'}] >>`
      const doc = await PDFDocument.load(
        formPdf({ pages: [FLAWLESS], pageTree: '<< /Type /Pages /Kids [@n0] >>', objects }),
        { updateMetadata: false },
      )
      expect(walkPages(doc)).to.have.length(1)
    })
  })

  describe('findings', () => {
    it('has none for a flawless page', async () => {
      expect(await codesOf(FLAWLESS, FLAWLESS)).to.deep.equal([])
    })

    const flaws: Record<string, [entries: string, severity: string]> = {
      page_userunit: [`${FLAWLESS} /UserUnit 1.5`, 'warn'],
      page_rotated: [`${FLAWLESS} /Rotate 270`, 'warn'],
      page_origin_nonzero: [
        '/MediaBox [5 0 320 220] /BleedBox [5 0 320 220] /TrimBox [15 10 310 210]',
        'info',
      ],
      box_trim_and_art: [`${FLAWLESS} /ArtBox [20 20 300 200]`, 'warn'],
      box_crop_not_media: [FLAWLESS.replace('/CropBox [0 0', '/CropBox [5 5'), 'warn'],
      bleed_missing: [FLAWLESS.replace('/BleedBox [0 0', '/BleedBox [0 2'), 'warn'],
      box_trim_missing: [FLAWLESS.replace(/\/TrimBox.*/, ''), 'warn'],
    }
    for (const [code, [entries, severity]] of Object.entries(flaws))
      it(`says ${code}`, async () => {
        const { findings } = await pagesOf(entries)
        const found = findings.find((finding) => finding.code === code)
        expect(found).to.include({ severity, page: 0 })
        if (code !== 'box_trim_missing') expect(findings).to.have.length(1)
      })

    it('names a rotation by the quarter turns that are seen, and none for a full turn', async () => {
      for (const [rotate, found] of [
        [-90, 270],
        [450, 90],
        [-540, 180],
        [360, undefined],
      ] as const) {
        const { findings } = await pagesOf(`${FLAWLESS} /Rotate ${rotate}`)
        expect(findings.find(({ code }) => code === 'page_rotated')?.found, `${rotate}`).to.equal(found)
      }
    })

    for (const [name, entries] of [
      ['the bleed box', '/MediaBox [0 0 320 220] /BleedBox [10 10 310 210] /TrimBox [0 0 320 220]'],
      ['the crop box', '/MediaBox [0 0 320 220] /CropBox [50 50 200 200] /TrimBox [10 10 310 210]'],
      ['the media box', '/MediaBox [0 0 320 220] /TrimBox [-10 -10 330 230]'],
    ])
      it(`fails where the trim reaches out of ${name}`, async () => {
        const { findings } = await pagesOf(entries!)
        expect(findings.find((finding) => finding.code === 'box_nesting')).to.include({ severity: 'fail' })
      })

    it('measures the bleed in millimetres, user unit and all', async () => {
      const half =
        '/MediaBox [0 0 160 110] /BleedBox [0 0 160 110] /TrimBox [4.3 4.3 155.7 105.7] /UserUnit 2'
      expect(await codesOf(half)).to.deep.equal(['page_userunit'])
      const { findings } = await pagesOf(half.replace('/UserUnit 2', ''))
      expect(findings[0]).to.include({ code: 'bleed_missing', found: 1.52, expected: 3 })
    })

    it('compares trimmed sizes as they are seen', async () => {
      const upright = '/MediaBox [0 0 220 320] /BleedBox [0 0 220 320] /TrimBox [10 10 210 310] /Rotate 90'
      expect(await codesOf(FLAWLESS, upright)).to.deep.equal(['page_rotated'])
      expect(await codesOf(FLAWLESS, upright.replace('/Rotate 90', ''))).to.deep.equal(['page_size_mixed'])
    })
  })
})
