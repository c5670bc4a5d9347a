/** The ink of a filled form as a preview paints it, held against what two engines find in its press file. */

import type { Box } from '../../../core/engine/geometry/box.ts'
import { layoutFields } from '../../../core/engine/layout/layout.ts'
import type { DrawnShapes } from '../../../core/engine/preview/drawing.ts'
import type { ScenePage } from '../../../core/engine/scene/scene.ts'
import { bundledFonts, type CompiledSource, renderOn } from '../engine/rendering.ts'
import { plates } from './oracles.ts'
import {
  averaged,
  mapped,
  maskPlate,
  type Painted,
  paintOn,
  type Region,
  softOverlap,
  weightOf,
} from './painted.ts'
import type { Plate } from './plate-files.ts'

/** In px, of ink's centre from where the press file has it. */
const FARTHEST = 0.15
/** In px: letters with so much room between them are measured one by one. */
const WIDE_GAP = 4
/** How far previews may agree less with Ghostscript than MuPDF does. */
const MOST_BEHIND = 0.03
const LEAST_ALIKE = 0.9
/** In solid px: a speck of ink has no centre to speak of. */
const SPECK = 4
const PROBE = [{ index: 1, key: 'probe', name: 'Probe', hex: '#204060' }]
const FINER = 4
const DPI = 600
const PATIENCE_MS = 300_000

/** What is not as two engines have it, with the page from 0 and the figure. */
export interface InkFault {
  readonly page: number
  readonly what: 'overlap' | 'overlap with Ghostscript' | 'total ink' | 'centre'
  readonly found: number
}

export interface InkReport {
  /** Pages with marks on them, all of which were compared. */
  readonly pages: number
  readonly marks: number
  readonly faults: readonly InkFault[]
}

/** Text in every field that takes it; without a field whose text could be set the pages are none. */
export function compareInk(compiled: CompiledSource, mostPages: number): InkReport {
  const source = { ...compiled, scene: { ...compiled.scene, textOutput: 'outlines' as const } }
  const values = fittingValues(source)
  const painted = source.scene.pages
    .map((page) => ({ page, ...paintOn(source, values, { page: page.index, dpi: DPI, colors: PROBE }) }))
    .filter(({ marks }) => marks.length > 0)
    .slice(0, mostPages)
  if (painted.length === 0) return { pages: 0, marks: 0, faults: [] }
  const { pdf } = renderOn(source, values, { colors: PROBE })
  return {
    pages: painted.length,
    marks: painted.reduce((sum, { marks }) => sum + marks.length, 0),
    faults: painted.flatMap(({ page, ...one }) => faultsOf(pdf, page, one)),
  }
}

/** Every text that fits its field. */
export function fittingValues({ scene }: CompiledSource): Readonly<Record<string, string>> {
  const texts = scene.fields.filter(({ type }) => type === 'text')
  const others = scene.fields.filter(({ type }) => type !== 'text')
  const all = Object.fromEntries<string>([
    ...texts.map(({ id, maxLength }) => [id, 'Agnes'.slice(0, maxLength ?? 5)] as const),
    ...others.map(({ id }) => [id, ''] as const),
  ])
  const unfit = new Set(layoutFields(scene, all, bundledFonts).problems.map(({ fieldId }) => fieldId))
  return Object.fromEntries(Object.entries(all).map(([id, value]) => [id, unfit.has(id) ? '' : value]))
}

function faultsOf(
  pdf: Parameters<typeof plates>[0],
  { index: page }: ScenePage,
  painted: Painted,
): InkFault[] {
  const faults: InkFault[] = []
  const ripped = (rip: 'mutool' | 'gs'): Plate => {
    const asked = {
      dpi: DPI,
      page: page + 1,
      rip,
      box: 'crop',
      only: 'Probe',
      timeoutMs: PATIENCE_MS,
    } as const
    const plate = plates(pdf, asked).get('Probe')
    if (plate === undefined) throw new Error(`${rip} found no plate on page ${page}.`)
    return plate
  }
  const mutool = ripped('mutool')
  const theirs = averaged(mutool, FINER)
  const mine = averaged(maskPlate(painted, painted.marks, mutool), FINER)
  const gs = averaged(fitted(ripped('gs'), mutool), FINER)
  const whole = [0, 0, theirs.width, theirs.height] as const
  const alike = softOverlap(mine, theirs, whole)
  if (alike < LEAST_ALIKE) faults.push({ page, what: 'overlap', found: alike })
  const behind = softOverlap(theirs, gs, whole) - softOverlap(mine, gs, whole)
  if (behind > MOST_BEHIND) faults.push({ page, what: 'overlap with Ghostscript', found: behind })
  for (const mark of painted.marks) {
    const region = regionOf(mark.bounds)
    const [own, other] = [weightOf(mine, region), weightOf(theirs, region)]
    // What two marks share is told of both.
    if (other.ink < SPECK) continue
    const share = own.ink / other.ink
    if (share < 0.98 || share > 1.02) faults.push({ page, what: 'total ink', found: share })
    if (!painted.marks.every((one) => one === mark || apart(one.bounds, mark.bounds))) continue
    for (const part of partsOf(painted, mark)) {
      const [here, there] = [weightOf(mine, part), weightOf(theirs, part)]
      const off = Math.hypot(here.x - there.x, here.y - there.y)
      if (!(off <= FARTHEST)) faults.push({ page, what: 'centre', found: off })
    }
  }
  return faults
}

function apart(one: Box, other: Box): boolean {
  return one[2] < other[0] || other[2] < one[0] || one[3] < other[1] || other[3] < one[1]
}

/** In the size of another: one of two RIPs rounds the size of a page up. */
function fitted({ width, height, ink }: Plate, to: Plate): Plate {
  if (Math.abs(width - to.width) > 1 || Math.abs(height - to.height) > 1)
    throw new Error(`Two engines draw ${width} x ${height} and ${to.width} x ${to.height} px.`)
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
