/** Where MuPDF finds every glyph of a press file, against where layout put it, on pages of every geometry. */

import { expect } from 'chai'
import type { QuarterTurn } from '../../../../core/engine/geometry/box.ts'
import type { Matrix } from '../../../../core/engine/geometry/matrix.ts'
import { layoutFields } from '../../../../core/engine/layout/layout.ts'
import type { Mark } from '../../../../core/engine/layout/mark.ts'
import type { SceneField, ScenePage, TextOutput } from '../../../../core/engine/scene/scene.ts'
import {
  bundledFonts,
  type CompiledSource,
  compileSource,
  renderOn,
} from '../../../support/engine/rendering.ts'
import { testField, testInk, testPlacement, testStyle } from '../../../support/engine/scene.ts'
import { type BlankPage, blankPdf } from '../../../support/pdf/blank-pdf.ts'
import { needs, paintTraces } from '../../../support/rips/oracles.ts'

/** Points; glyphs of the trace and of the layout must lie closer than this. */
const TOLERANCE_PT = 0.02

const BOXES: readonly BlankPage[] = [
  { mediaBox: [0, 0, 400, 300] },
  { mediaBox: [100, 50, 500, 350] },
  { mediaBox: [-120, -80, 280, 220] },
  { mediaBox: [-20, -20, 420, 320], cropBox: [0, 0, 400, 300] },
]
const GEOMETRIES = BOXES.flatMap((boxes) =>
  [0, 90, 180, 270].flatMap((rotate) => [1, 2.5].map((userUnit) => ({ ...boxes, rotate, userUnit }))),
)

const TEXTS = ['AVATAR Toffee', 'Œuvre, 1849', 'שלום 2027', 'Zwei\nZeilen']

interface Origin {
  readonly glyph: number
  readonly x: number
  readonly y: number
}

for (const textOutput of ['live', 'outlines'] as const)
  describe(`glyph origins with ${textOutput === 'live' ? 'live text' : 'outlines'}`, () => {
    let compiled: CompiledSource
    let marks: readonly Mark[]
    let traces: readonly string[]
    before(async function () {
      needs(this, 'mutool')
      compiled = await withFields(textOutput)
      const values = valuesOf(compiled.scene.fields)
      const layout = layoutFields(compiled.scene, values, bundledFonts)
      expect(layout.problems).to.deep.equal([])
      marks = layout.marks
      traces = paintTraces(renderOn(compiled, values).pdf)
    })

    for (const [index, geometry] of GEOMETRIES.entries())
      it(`are the layout's for ${JSON.stringify(geometry)}`, () => {
        const expected = expectedOrigins(compiled, marks, index, textOutput)
        const found = tracedOrigins(traces[index] ?? '')
        expect(found).to.have.length(expected.length).greaterThan(100)
        for (const [at, origin] of expected.entries()) {
          expect(Math.hypot(found[at]!.x - origin.x, found[at]!.y - origin.y), `glyph ${at}`).to.be.lessThan(
            TOLERANCE_PT,
          )
          if (textOutput === 'live') expect(found[at]!.glyph).to.equal(origin.glyph)
        }
      })
  })

/** On each page a field for every text and turn. */
async function withFields(textOutput: TextOutput): Promise<CompiledSource> {
  const compiled = await compileSource(await blankPdf(GEOMETRIES))
  const fields = compiled.scene.pages.flatMap((page) =>
    TEXTS.flatMap((_, text) => ([0, 90, 180, 270] as const).map((turn) => fieldOn(page, text, turn))),
  )
  return { ...compiled, scene: { ...compiled.scene, fields, inks: [testInk(1, 'Ink')], textOutput } }
}

function fieldOn(page: ScenePage, text: number, turn: QuarterTurn): SceneField {
  const left = page.cropBox[0] + 5 + text * 95.3
  const bottom = page.cropBox[1] + 5 + (turn / 90) * 70.7
  const style = testStyle({ sizePt: 13, minSizePt: 4, wrap: text === 3, align: 'center' })
  return testField(`fld_${page.index}_${text}_${turn}`, {
    placements: [
      testPlacement({ page: page.index, box: [left, bottom, left + 90, bottom + 66], turn, style }),
    ],
  })
}

function valuesOf(fields: readonly SceneField[]): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [field.id, TEXTS[Number(field.id.split('_')[2])] ?? '']))
}

function expectedOrigins(
  { scene }: CompiledSource,
  marks: readonly Mark[],
  page: number,
  textOutput: TextOutput,
): Origin[] {
  return marks
    .filter((mark) => mark.page === page)
    .flatMap((mark) => (mark.kind === 'text' ? mark.runs.map((run) => ({ mark, run })) : []))
    .flatMap(({ mark, run }) =>
      run.glyphs
        .filter((glyph) => textOutput === 'live' || run.typeface.outline(glyph.id) !== '')
        .map((glyph) => {
          const [userX, userY] = apply(mark.matrix, glyph.x, glyph.y)
          const [x, y] = apply(deviceMatrix(scene.pages[page]!), userX, userY)
          return { glyph: glyph.id, x, y }
        }),
    )
}

/** Default user space to MuPDF's device space at 72 dpi: y downwards from the top left corner of the page as seen. */
function deviceMatrix({ cropBox, rotate, userUnit }: ScenePage): Matrix {
  const [left, bottom, right, top] = cropBox
  const u = userUnit
  if (rotate === 90) return [0, u, u, 0, -bottom * u, -left * u]
  if (rotate === 180) return [-u, 0, 0, u, right * u, -bottom * u]
  if (rotate === 270) return [0, -u, -u, 0, top * u, right * u]
  return [u, 0, 0, -u, -left * u, top * u]
}

/** The origin of each glyph of `fill_text`, and of each path that stands for one. */
function tracedOrigins(trace: string): Origin[] {
  const origins: Origin[] = []
  let matrix: Matrix = [1, 0, 0, 1, 0, 0]
  for (const line of trace.split('\n')) {
    const transform = /<fill_(text|path)[^>]* transform="([^"]+)"/.exec(line)
    if (transform) matrix = transform[2]!.split(' ').map(Number) as unknown as Matrix
    if (transform?.[1] === 'path') origins.push({ glyph: -1, x: matrix[4], y: matrix[5] })
    const glyph = /<g .*?glyph="(\d+)" x="([^"]+)" y="([^"]+)"/.exec(line)
    if (glyph === null) continue
    const [x, y] = apply(matrix, Number(glyph[2]), Number(glyph[3]))
    origins.push({ glyph: Number(glyph[1]), x, y })
  }
  return origins
}

function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}
