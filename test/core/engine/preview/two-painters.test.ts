/** One layout, two painters: what previews paint is what other programs find in the press file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { TextOutput } from '../../../../core/engine/scene/scene.ts'
import { type CompiledSource, compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { needs, paintTrace, plates } from '../../../support/rips/oracles.ts'
import {
  averaged,
  mapped,
  maskPlate,
  type Painted,
  paintOn,
  softOverlap,
  weightOf,
} from '../../../support/rips/painted.ts'
import { inForm } from '../../../support/run/form.ts'

const EXAMPLES = join(import.meta.dirname, '../../../../examples')
const FILES = ['wedding-card.pdf', 'craft-label.pdf', 'gift-tag.pdf']
const OUTPUTS: readonly TextOutput[] = ['live', 'outlines']
/** Points. */
const TOLERANCE = 0.02
const PROBE = [{ index: 1, key: 'probe', name: 'Probe', hex: '#204060' }]

async function open(file: string, textOutput: TextOutput): Promise<CompiledSource> {
  const compiled = await compileSource(readFileSync(join(EXAMPLES, file)))
  // Marks as the service draws them: those that forms draw are no outlines (see appearances.test.ts).
  const fields = compiled.scene.fields.map((field) => ({
    ...field,
    placements: field.placements.map((placement) => ({ ...placement, appearance: null })),
  }))
  return { ...compiled, scene: { ...compiled.scene, fields, textOutput } }
}

describe('Preview and press file', () => {
  for (const file of FILES) {
    it(`have the glyphs of ${file} at the same places`, async function () {
      needs(this, 'mutool')
      const compiled = await open(file, 'live')
      const { pdf } = renderOn(compiled, {}, { colors: PROBE })
      const painted = originsOf(paintOn(compiled, {}, { colors: PROBE }))
      const shown = tracedOrigins(paintTrace(pdf))
      expect(painted.length).to.be.greaterThan(10)
      expect(unmatched(painted, shown)).to.deep.equal([])
      // Nothing but what the preview paints, spaces left out.
      expect(unmatched(shown, painted)).to.deep.equal([])
    })

    it(`have the outlines of ${file} in the same places`, async function () {
      needs(this, 'mutool')
      const compiled = await open(file, 'outlines')
      const { pdf } = renderOn(compiled, {}, { colors: PROBE })
      const painted = outlinePoints(paintOn(compiled, {}, { colors: PROBE }))
      const shown = tracedPoints(paintTrace(pdf))
      expect(painted.length).to.be.greaterThan(200)
      expect(unmatched(painted, shown)).to.deep.equal([])
      expect(unmatched(shown, painted)).to.deep.equal([])
    })

    for (const textOutput of inForm(file === 'craft-label.pdf' ? OUTPUTS : [], OUTPUTS))
      it(`have the ink of ${file} (${textOutput}) where two RIPs have it @long`, async function () {
        needs(this, 'gs', 'mutool')
        const compiled = await open(file, textOutput)
        const { pdf } = renderOn(compiled, {}, { colors: PROBE })
        const ofRip = (rip: 'gs' | 'mutool', dpi = 600) => {
          const plate = plates(pdf, { dpi, rip, only: 'Probe' }).get('Probe')
          if (plate === undefined) throw new Error(`${rip} found no such plate.`)
          return plate
        }
        const [gs, mutool] = [ofRip('gs'), ofRip('mutool')]
        const painted = paintOn(compiled, {}, { dpi: 600, colors: PROBE })
        const [ofGs, ofMutool] = [averaged(gs, 4), averaged(mutool, 4)]
        const all = averaged(maskPlate(painted, painted.marks, mutool), 4)
        // Glyphs of live text that MuPDF keeps ready stand at whole pixels, which moves a short word: there are more then.
        const fine = textOutput === 'live' ? averaged(ofRip('mutool', 1200), 8) : ofMutool
        const page = [0, 0, Math.min(ofGs.width, all.width), Math.min(ofGs.height, all.height)] as const
        const rips = softOverlap(ofMutool, ofGs, page)
        expect(softOverlap(all, ofGs, page), 'overlap with Ghostscript').to.be.at.least(rips - 0.03)
        for (const { bounds } of painted.marks) {
          const [left, top, right, bottom] = bounds.map((edge) => edge / 4) as [
            number,
            number,
            number,
            number,
          ]
          const region = [Math.floor(left), Math.floor(top), Math.ceil(right), Math.ceil(bottom)] as const
          const [mine, theirs] = [weightOf(all, region), weightOf(ofMutool, region)]
          expect(mine.ink / theirs.ink, 'total ink').to.be.within(0.98, 1.02)
          const there = weightOf(fine, region)
          expect(Math.hypot(mine.x - there.x, mine.y - there.y), 'centre, px').to.be.at.most(0.15)
        }
      })
  }
})

type Point = readonly [number, number]

function originsOf({ marks }: Painted): Point[] {
  return marks.flatMap(({ shapes }) => shapes.map(({ matrix }): Point => [matrix[4], matrix[5]]))
}

function outlinePoints({ drawing, marks }: Painted): Point[] {
  return marks.flatMap(({ shapes }) =>
    shapes.flatMap(({ outline, matrix }) => {
      const points: Point[] = []
      const operands: number[] = []
      for (const word of (drawing.outlines[outline] ?? '').split(' ')) {
        if (!Number.isNaN(Number(word))) operands.push(Number(word))
        else {
          const all = operands.splice(0)
          for (let at = 0; at < all.length; at += 2)
            points.push(mapped(matrix, all[at] ?? 0, all[at + 1] ?? 0))
        }
      }
      return points
    }),
  )
}

/** Elements on the plate of the marks. */
function onProbe(trace: string, element: string): { transform: readonly number[]; inner: string }[] {
  const found = trace.matchAll(new RegExp(`<${element} ([^>]*)>(.*?)</${element}>`, 'gs'))
  return [...found].flatMap(([, facts = '', inner = '']) => {
    if (!facts.includes('Probe')) return []
    const transform = /transform="([^"]*)"/.exec(facts)?.[1]?.split(' ').map(Number) ?? []
    return [{ transform, inner }]
  })
}

function place([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[], x: number, y: number): Point {
  return [a * x + c * y + e, b * x + d * y + f]
}

function tracedOrigins(trace: string): Point[] {
  const texts = onProbe(trace, 'fill_text').flatMap(({ transform, inner }) =>
    [...inner.matchAll(/<g unicode="([^"]*)" glyph="[^"]*" x="([^"]*)" y="([^"]*)"/g)].flatMap(
      ([, unicode, x, y]) => (unicode?.trim() === '' ? [] : [place(transform, Number(x), Number(y))]),
    ),
  )
  // A tick is no glyph; its own origin is the transform's.
  const shapes = onProbe(trace, 'fill_path').map(({ transform }) => place(transform, 0, 0))
  return [...texts, ...shapes]
}

function tracedPoints(trace: string): Point[] {
  return onProbe(trace, 'fill_path').flatMap(({ transform, inner }) =>
    [...inner.matchAll(/<(?:moveto|lineto|curveto) ([^>]*)\/>/g)].flatMap(([, facts = '']) => {
      const numbers = [...facts.matchAll(/[xy]\d?="([^"]*)"/g)].map(([, value]) => Number(value))
      const points: Point[] = []
      for (let at = 0; at < numbers.length; at += 2)
        points.push(place(transform, numbers[at] ?? 0, numbers[at + 1] ?? 0))
      return points
    }),
  )
}

/** Points that have none of the others within the tolerance. */
function unmatched(points: readonly Point[], others: readonly Point[]): Point[] {
  const cells = new Map<string, Point[]>()
  const cell = (value: number) => Math.floor(value / 0.1)
  for (const other of others) {
    const name = `${cell(other[0])} ${cell(other[1])}`
    cells.set(name, [...(cells.get(name) ?? []), other])
  }
  const near = ([x, y]: Point): Point[] =>
    [-1, 0, 1].flatMap((right) =>
      [-1, 0, 1].flatMap((down) => cells.get(`${cell(x) + right} ${cell(y) + down}`) ?? []),
    )
  return points.filter(
    (point) => !near(point).some(([x, y]) => Math.hypot(point[0] - x, point[1] - y) <= TOLERANCE),
  )
}
