/** Blank pages of real print PDFs as plates, against two RIPs: as like to each of them as they are to each other. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { compileSource } from '../../../support/engine/rendering.ts'
import { difference, overlap, plateOf, platesOn } from '../../../support/rips/blank-plates.ts'
import { needs, plates as ripPlates } from '../../../support/rips/oracles.ts'
import { inForm } from '../../../support/run/form.ts'
import { leavePending } from '../../../support/run/leave-pending.ts'

const CORPUS = join(import.meta.dirname, '../../../../../shared/corpus')
const DPI = 150

/** Pages whose media box is their crop box, so that both RIPs draw the same area. */
const PAGES: readonly (readonly [file: string, page: number, inks: readonly string[]])[] = [
  ['print-real/pdfbox__PDFBOX-3062-005717-p1.pdf', 0, ['PANTONE 485 C']],
  [
    'print-real/pdfpig__output_w3c_csswg_drafts_issues2023.pdf',
    0,
    ['PANTONE Reflex Blue C', 'PANTONE Warm Red C'],
  ],
  ['print-real/pdfpig__MOZILLA-7375-0.pdf', 0, ['PANTONE 294 U']],
  ['preflight/yobpf__devicen.pdf', 0, ['Orange']],
  ['preflight/yobpf__spot.pdf', 0, ['PANTONE 1788 M']],
]

describe('blank pages of real artwork', () => {
  for (const [file, page, inks] of inForm(PAGES.slice(3), PAGES))
    it(`${file} has ${inks.join(' and ')} where RIPs have it`, async function () {
      const path = join(CORPUS, file)
      if (!existsSync(path)) leavePending(this, 'the corpus of the project')
      needs(this, 'gs', 'mutool')
      const compiled = await compileSource(readFileSync(path))
      const plates = await platesOn(compiled, { page, dpi: DPI })
      const [gs, mutool] = (['gs', 'mutool'] as const).map((rip) =>
        ripPlates(compiled.body, { rip, dpi: DPI, page: page + 1 }),
      )
      for (const name of inks) {
        const [one, other] = [gs?.get(name)?.ink, mutool?.get(name)?.ink]
        if (one === undefined || other === undefined) throw new Error(`The RIPs have no plate ${name}.`)
        const own = plateOf(plates, name)
        // A RIP that rounds the size of the page up draws a pixel more.
        const reference = one.length === own.length ? one : other
        const agreed = one.length === other.length ? overlap(one, other) : 90
        // Edges of small letters are where two RIPs differ; a third differs from each of them in its own way.
        expect(overlap(own, reference), name).to.be.greaterThan(agreed - 5)
        expect(difference(own, reference), name).to.be.lessThan(1)
      }
      expect(plates.spots.map(({ name }) => name)).to.include.members([...inks])
    })
})
