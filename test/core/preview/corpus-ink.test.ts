/** Forms of real writers, filled: previews paint as much ink at the same places as an engine finds in the press file. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { layoutFields } from '../../../core/layout/layout.ts'
import type { DrawnShapes } from '../../../core/preview/drawing.ts'
import type { Box } from '../../../core/scene/scene.ts'
import { needs, plates } from '../../support/oracles.ts'
import {
  averaged,
  mapped,
  maskPlate,
  type Painted,
  paintOn,
  type Region,
  softOverlap,
  weightOf,
} from '../../support/painted.ts'
import type { Plate } from '../../support/plate-files.ts'
import { bundledFonts, type CompiledSource, compileSource, renderOn } from '../../support/rendering.ts'

const CORPUS = join(import.meta.dirname, '../../../../shared/corpus')
const FORMS = [
  'forms/cantoo__with_xfa_fields.pdf',
  'forms/pdfbox__DifferentDALevels.pdf',
  'forms/pdfjs__textfields.pdf',
  'forms/pikepdf__form.pdf',
  'print-real/pdfjs__issue6127.pdf',
  'structure/cantoo__with_update_sections.pdf',
]
/** In px, of ink's centre from where the press file has it. */
const FARTHEST = 0.15
/** In px: letters with so much room between them are measured one by one. */
const WIDE_GAP = 4
/** How far previews may agree less with Ghostscript than MuPDF does. */
const MOST_BEHIND = 0.03
const PROBE = [{ index: 1, key: 'probe', name: 'Probe', hex: '#204060' }]
const FINER = 4
const DPI = 600

/** Every text that fits its field. */
function valuesOf({ scene }: CompiledSource): Readonly<Record<string, string>> {
  const texts = scene.fields.filter(({ type }) => type === 'text')
  const others = scene.fields.filter(({ type }) => type !== 'text')
  const all = Object.fromEntries<string>([
    ...texts.map(({ id, maxLength }) => [id, 'Agnes'.slice(0, maxLength ?? 5)] as const),
    ...others.map(({ id }) => [id, ''] as const),
  ])
  const unfit = new Set(layoutFields(scene, all, bundledFonts).problems.map(({ fieldId }) => fieldId))
  return Object.fromEntries(Object.entries(all).map(([id, value]) => [id, unfit.has(id) ? '' : value]))
}

describe('the ink of filled forms', function () {
  this.timeout(240_000)
  for (const file of FORMS)
    it(`of ${file} is where another engine has it`, async function () {
      const path = join(CORPUS, file)
      if (!existsSync(path)) this.skip()
      needs(this, 'mutool', 'gs')
      const compiled = await compileSource(readFileSync(path))
      const source = { ...compiled, scene: { ...compiled.scene, textOutput: 'outlines' as const } }
      const values = valuesOf(source)
      expect(Object.values(values).filter((value) => value !== '').length).to.be.greaterThan(0)
      const { pdf } = renderOn(source, values, { colors: PROBE })
      let compared = 0
      for (const { index, mediaBox, cropBox } of source.scene.pages.slice(0, 2)) {
        const painted = paintOn(source, values, { page: index, dpi: DPI, colors: PROBE })
        if (painted.marks.length === 0) continue
        const ripped = (rip: 'mutool' | 'gs'): Plate => {
          const plate = plates(pdf, { dpi: DPI, page: index + 1, rip, timeoutMs: 120_000 }).get('Probe')
          if (plate === undefined) throw new Error(`${rip} found no plate on page ${index}.`)
          return plate
        }
        const mutool = ripped('mutool')
        const theirs = averaged(mutool, FINER)
        const mine = averaged(maskPlate(painted, painted.marks, mutool), FINER)
        const page = [0, 0, theirs.width, theirs.height] as const
        expect(softOverlap(mine, theirs, page), `overlap on page ${index}`).to.be.at.least(0.9)
        // Ghostscript draws all of the sheet, where the others draw what is shown of it.
        if (String(mediaBox) === String(cropBox)) {
          compared += 1
          const gs = averaged(fitted(ripped('gs'), mutool), FINER)
          const agreed = softOverlap(theirs, gs, page)
          expect(softOverlap(mine, gs, page), 'overlap with Ghostscript').to.be.at.least(agreed - MOST_BEHIND)
        }
        for (const mark of painted.marks) {
          const region = regionOf(mark.bounds)
          const [own, other] = [weightOf(mine, region), weightOf(theirs, region)]
          // What two marks share is told of both, and a speck of ink has no centre to speak of.
          if (other.ink < 4) continue
          expect(own.ink / other.ink, 'total ink').to.be.within(0.98, 1.02)
          if (!painted.marks.every((one) => one === mark || apart(one.bounds, mark.bounds))) continue
          for (const part of partsOf(painted, mark)) {
            const [here, there] = [weightOf(mine, part), weightOf(theirs, part)]
            expect(Math.hypot(here.x - there.x, here.y - there.y), 'centre, px').to.be.at.most(FARTHEST)
          }
        }
      }
      expect(compared, 'pages held against Ghostscript').to.be.greaterThan(0)
    })
})

function apart(one: Box, other: Box): boolean {
  return one[2] < other[0] || other[2] < one[0] || one[3] < other[1] || other[3] < one[1]
}

/** In the size of another: one of two RIPs rounds the size of a page up. */
function fitted({ width, height, ink }: Plate, to: Plate): Plate {
  expect(Math.abs(width - to.width), 'both draw the same box').to.be.at.most(1)
  expect(Math.abs(height - to.height), 'both draw the same box').to.be.at.most(1)
  const kept = new Uint8Array(to.width * to.height)
  for (let row = 0; row < Math.min(height, to.height); row += 1)
    kept.set(ink.subarray(row * width, row * width + Math.min(width, to.width)), row * to.width)
  return { width: to.width, height: to.height, ink: kept }
}

function regionOf([left, top, right, bottom]: Box): Region {
  return [
    Math.floor(left / FINER),
    Math.floor(top / FINER),
    Math.ceil(right / FINER),
    Math.ceil(bottom / FINER),
  ]
}

/**
 * The mark in the parts between which there is much room, as in a comb. RIPs sample small letters with up to 2 % more
 * or less ink, each in its own way, and what stands far apart makes a lever of that: one letter's ink moves the centre
 * of all by more than any letter is off.
 */
function partsOf({ drawing }: Painted, { shapes, bounds }: DrawnShapes): readonly Region[] {
  const [, top, , bottom] = bounds
  const spans = shapes
    .map(({ outline, matrix }) => {
      const xs: number[] = []
      const operands: number[] = []
      for (const word of (drawing.outlines[outline] ?? '').split(' ')) {
        if (!Number.isNaN(Number(word))) operands.push(Number(word))
        else
          for (let all = operands.splice(0); all.length > 1; all = all.slice(2))
            xs.push(mapped(matrix, all[0] ?? 0, all[1] ?? 0)[0])
      }
      return [Math.min(...xs) - 1, Math.max(...xs) + 1] as [number, number]
    })
    .sort(([one], [other]) => one - other)
  const parts: [number, number][] = []
  for (const [left, right] of spans) {
    const last = parts.at(-1)
    if (last !== undefined && left - last[1] < WIDE_GAP * FINER) last[1] = Math.max(last[1], right)
    else parts.push([left, right])
  }
  return parts.map(([left, right]) => regionOf([left, top, right, bottom]))
}
