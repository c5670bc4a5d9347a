/** Random texts on MuPDF's raster: not one pixel of ink outside its box. `npm run soak` takes ten thousand. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Box } from '../../../../core/engine/geometry/box.ts'
import { layoutFields } from '../../../../core/engine/layout/layout.ts'
import type { SceneField } from '../../../../core/engine/scene/scene.ts'
import {
  bundledFonts,
  type CompiledSource,
  compileSource,
  renderOn,
} from '../../../support/engine/rendering.ts'
import { testField, testInk } from '../../../support/engine/scene.ts'
import { type TextCase, textCases } from '../../../support/engine/text-cases.ts'
import { blankPdf } from '../../../support/pdf/blank-pdf.ts'
import { inThrowAwayFolder, needs, runTool } from '../../../support/rips/oracles.ts'
import { inForm } from '../../../support/run/form.ts'

const TEXTS = inForm(200, 10_000)
const BOXES_A_PAGE = 20
/** Of a file. */
const PAGES = Math.min(100, Math.ceil(TEXTS / BOXES_A_PAGE))
const PAGE: Box = [0, 0, 900, 760]
/** Free space between boxes, in which strayed ink is seen. */
const GAP = 12
const SEED = 20_261_121
/** Of 255: below it a pixel is a rounding of the rasterizer's coverage, not ink. */
const INK_LEVEL = 8

interface Sheet {
  readonly fields: readonly SceneField[]
  readonly values: Readonly<Record<string, string>>
  readonly printable: number
}

describe('ink on the raster', () => {
  // MuPDF puts the glyphs of a font on whole or quarter pixels, so live text may touch the pixel beside its box.
  for (const [textOutput, slackPx] of [
    ['outlines', 0],
    ['live', 1],
  ] as const)
    it(`stays inside the boxes of ${TEXTS} random texts as ${textOutput}`, async function () {
      needs(this, 'mutool')
      // The long form draws the corpus, each page in a RIP as well.
      this.timeout(180_000)
      const blank = await compileSource(
        await blankPdf(Array.from({ length: PAGES }, () => ({ mediaBox: PAGE }))),
      )
      const cases = [...textCases(TEXTS, SEED)]
      let printable = 0
      for (let at = 0; at < TEXTS; at += PAGES * BOXES_A_PAGE) {
        const sheet = sheetOf(blank, cases.slice(at, at + PAGES * BOXES_A_PAGE))
        printable += sheet.printable
        const scene = { ...blank.scene, fields: sheet.fields, inks: [testInk(1, 'Black')], textOutput }
        const { pdf } = renderOn({ ...blank, scene }, sheet.values)
        expect(strayInk(pdf, sheet.fields, slackPx)).to.deep.equal([])
      }
      expect(printable).to.be.greaterThan(TEXTS / 2)
    })
})

/** Twenty boxes a page in rows; what cannot be printed is left empty, for no render takes it. */
function sheetOf(blank: CompiledSource, cases: readonly TextCase[]): Sheet {
  const values: Record<string, string> = {}
  const fields: SceneField[] = []
  let printable = 0
  for (let page = 0; page * BOXES_A_PAGE < cases.length; page += 1) {
    const ofPage = cases.slice(page * BOXES_A_PAGE, (page + 1) * BOXES_A_PAGE)
    for (const [at, box] of inRows(ofPage.map(({ placement }) => placement.box)).entries()) {
      const { text, placement } = ofPage[at]!
      const field = testField(`fld_${page}_${at}`, { placements: [{ ...placement, page, box }] })
      const scene = { ...blank.scene, fields: [field] }
      const { problems } = layoutFields(scene, { [field.id]: text.normalize('NFC') }, bundledFonts)
      fields.push(field)
      if (problems.length > 0) continue
      values[field.id] = text
      printable += 1
    }
  }
  return { fields, values, printable }
}

/** Boxes of whole units, set in rows from the bottom. */
function inRows(boxes: readonly Box[]): Box[] {
  let left = GAP
  let bottom = GAP
  let rowHeight = 0
  return boxes.map((box) => {
    const width = box[2] - box[0]
    const height = box[3] - box[1]
    if (left + width + GAP > PAGE[2]) {
      left = GAP
      bottom += rowHeight + GAP
      rowHeight = 0
    }
    const placed: Box = [left, bottom, left + width, bottom + height]
    expect(placed[3]).to.be.lessThan(PAGE[3])
    left = Math.ceil(left + width) + GAP
    rowHeight = Math.max(rowHeight, Math.ceil(height))
    return placed
  })
}

/** One line for each page with ink outside of its boxes. */
function strayInk(pdf: Uint8Array, fields: readonly SceneField[], slackPx: number): string[] {
  return inThrowAwayFolder((folder) => {
    writeFileSync(join(folder, 'sheet.pdf'), pdf)
    const args = ['draw', '-q', '-r', '72', '-c', 'gray', '-o', 'page%d.pgm', 'sheet.pdf']
    runTool('mutool', args, { folder, timeoutMs: 120_000 })
    const stray: string[] = []
    for (let page = 0; page < PAGES; page += 1) {
      const ofPage = fields.flatMap((field) =>
        field.placements.filter((placement) => placement.page === page),
      )
      const { width, ink } = readGray(readFileSync(join(folder, `page${page + 1}.pgm`)))
      for (const { box } of ofPage) blankOut(ink, width, box, slackPx)
      const at = ink.findIndex((level) => level > INK_LEVEL)
      if (at >= 0) stray.push(`page ${page} at ${at % width} ${PAGE[3] - Math.floor(at / width)}: ${ink[at]}`)
    }
    return stray
  })
}

/** Clears every pixel that the box touches, and `slack` more on each side. */
function blankOut(ink: Uint8Array, width: number, [left, bottom, right, top]: Box, slack: number): void {
  for (let y = Math.floor(PAGE[3] - top) - slack; y < Math.ceil(PAGE[3] - bottom) + slack; y += 1)
    ink.fill(0, y * width + Math.floor(left) - slack, y * width + Math.ceil(right) + slack)
}

/** A binary PGM (P5, 8 bits) as ink: 0 is paper. */
function readGray(file: Uint8Array): { width: number; ink: Uint8Array } {
  const header = /^P5\s+(?:#.*\n)?(\d+)\s+(\d+)\s+255\s/.exec(
    Buffer.from(file.subarray(0, 200)).toString('latin1'),
  )
  if (header === null) throw new Error('The page is no PGM.')
  return { width: Number(header[1]), ink: file.subarray(header[0].length).map((level) => 255 - level) }
}
