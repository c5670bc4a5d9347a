/** Inks of real print files, where the corpus is at hand, against what MuPDF paints. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect } from 'chai'
import { checkImages } from '../../../../../core/engine/artwork/check/check-images.ts'
import { readInks } from '../../../../../core/engine/artwork/ink/read-inks.ts'
import { readMarks } from '../../../../../core/engine/artwork/read-marks.ts'
import { walkPages } from '../../../../../core/engine/pdf/read-page-tree.ts'
import { judged } from '../../../../support/pdf/judged.ts'
import { inThrowAwayFolder, needs, runTool } from '../../../../support/rips/oracles.ts'
import { leavePending } from '../../../../support/run/leave-pending.ts'

const CORPUS = join(import.meta.dirname, '../../../../../../shared/corpus')

async function open(context: Mocha.Context, name: string) {
  const path = join(CORPUS, name)
  if (!existsSync(path)) return leavePending(context, 'the corpus of the project')
  const doc = await PDFDocument.load(readFileSync(path), { updateMetadata: false, password: '' })
  const pages = walkPages(doc)
  const marks = readMarks(doc, pages)
  return { path, marks, ...readInks(doc, pages, { marks }) }
}

/** Spot inks that paint, and those of them that are technical. */
const FILES: Readonly<Record<string, readonly [inks: readonly string[], technical: readonly string[]]>> = {
  'pdfbox__PDFBOX-3062-005717-p1.pdf': [['PANTONE 485 C'], []],
  'pdfjs__issue13325_reduced.pdf': [[], []],
  'pdfjs__issue13520.pdf': [[], []],
  'pdfjs__issue6127.pdf': [['470', 'PANTONE 167 CV'], []],
  'pdfpig__11194059_2017-11_de_s.pdf': [
    ['DIECUT', 'Greyline', 'keylinek'],
    ['DIECUT', 'keylinek'],
  ],
  'pdfpig__TIKA-2054-0.pdf': [['PANTONE 373 C', 'PANTONE 375 C', 'PANTONE 375 U', 'PANTONE 376 U'], []],
  'pdfpig__iron-ore-q2-q3-2013.pdf': [[' KPMG Gray CMYK 4'], []],
  'pdfpig__output_w3c_csswg_drafts_issues2023.pdf': [['PANTONE Reflex Blue C', 'PANTONE Warm Red C'], []],
  'yobrd__all_page_boxes_exist.pdf': [['PANTONE 301 C'], []],
  'yobrd__large_single_line_content_stream.pdf': [["Don't Print", 'PANTONE 655 U'], ["Don't Print"]],
}

const NO_SPOTS = new Set(['All', 'None', 'Cyan', 'Magenta', 'Yellow', 'Black'])

/** Colorants in MuPDF's trace, such as `DeviceN(2,DeviceCMYK,Black,DIECUT)`. */
function tracedSpots(path: string): string[] {
  const trace = inThrowAwayFolder(
    (folder) => runTool('mutool', ['draw', '-F', 'trace', path], { folder }).stdout,
  )
  const spaces = trace.matchAll(/colorspace="(?:Separation\([^,]*|DeviceN\(\d+,[^,]*),([^"]*)\)"/g)
  const names = [...spaces].flatMap(([, list]) => list!.split(',')).map((name) => name.replace('&apos;', "'"))
  return [...new Set(names)].filter((name) => !NO_SPOTS.has(name)).sort()
}

describe('readInks: real files', () => {
  for (const [name, [expected, technical]] of Object.entries(FILES))
    it(`finds the inks of ${name}`, async function () {
      const { inks, marks } = await open(this, `print-real/${name}`)
      expect(marks.complete).to.equal(true)
      const painted = inks.filter((ink) => ink.painted)
      expect(painted.map((ink) => ink.name).sort()).to.deep.equal([...expected].sort())
      expect(
        painted
          .filter((ink) => ink.technical)
          .map((ink) => ink.name)
          .sort(),
      ).to.deep.equal(technical)
    })

  for (const name of Object.keys(FILES))
    it(`paints the spots that MuPDF paints in ${name}`, async function () {
      needs(this, 'mutool')
      const { inks, path } = await open(this, `print-real/${name}`)
      const painted = inks.filter((ink) => ink.painted).map((ink) => ink.name)
      expect(painted.sort()).to.deep.equal(tracedSpots(path))
    })

  it('tells two definitions of one name, and two suffixes of one ink', async function () {
    const ambiguous = await open(this, 'print-real/pdfpig__MOZILLA-7375-0.pdf')
    expect(
      ambiguous.findings.filter(({ severity }) => severity === 'fail').map(({ code, ink }) => [code, ink]),
    ).to.deep.equal([['spot_name_ambiguous', 'PANTONE 540 C']])
    const suffixes = await open(this, 'print-real/pdfpig__TIKA-2054-0.pdf')
    expect(suffixes.findings.map(({ code }) => code)).to.include('spot_name_suffix')
  })

  it('finds the resolution of an image in a form, and of one on the page', async function () {
    const inForm = await open(this, 'preflight/yobpf__low_ppi_image_within_form_xobject.pdf')
    expect(Math.round(Number(judged(checkImages(inForm.marks))[0]?.found))).to.equal(148)
    const low = await open(this, 'preflight/yobpf__72ppi.pdf')
    expect(judged(checkImages(low.marks)).map(({ severity }) => severity)).to.include('fail')
    const high = await open(this, 'preflight/yobpf__300ppi.pdf')
    expect(judged(checkImages(high.marks))).to.deep.equal([])
  })
})
