/** Every print file of the corpus with PDF/X-4 asked of it: labelled, or kept from the label by a finding that says why. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { compilePdf } from '../../core/engine/press/compile.ts'
import { ServiceError } from '../../core/errors.ts'
import { openProfileLibrary } from '../../server/profiles/bundled.ts'
import { pdfx4Faults } from '../core/engine/press/pdfx4/pdfx4-faults.ts'
import { bundledFonts, renderOn } from '../support/engine/rendering.ts'
import { CORPUS, corpusFiles } from '../support/pdf/corpus-folder.ts'
import { judged } from '../support/pdf/judged.ts'
import { fittingValues } from '../support/rips/filled-ink.ts'
import { hasTool, qpdfCheck } from '../support/rips/oracles.ts'
import { leavePending } from '../support/run/leave-pending.ts'

describe('PDF/X-4 of the corpus', function () {
  // Ninety files are compiled, and each print file is read again.
  this.timeout(600_000)
  const [output] = openProfileLibrary().bundled()
  const counts = { judged: 0, withWords: 0, labelled: 0, hindered: 0, refused: 0 }
  before(function () {
    if (!existsSync(CORPUS)) leavePending(this, 'a folder of PDFs (CORPUS)')
  })
  after(() => console.log(counts))

  for (const file of corpusFiles())
    it(file, async () => {
      const bytes = readFileSync(join(CORPUS, file))
      const compiled = await compilePdf(bytes, bundledFonts.list(), { output }).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error
        counts.refused += 1
      })
      if (compiled === undefined) return
      const label = compiled.plan.label?.label ?? null
      const hindrances = judged(compiled.findings).filter(({ code }) => code === 'pdfx_hindrance')
      expect(label === 'PDF/X-4').to.equal(hindrances.length === 0)
      if (label === 'PDF/X-4') counts.labelled += 1
      else counts.hindered += 1
      const body = Buffer.concat(compiled.body)
      if (label !== 'PDF/X-4') return
      expect(body.toString('latin1')).to.include('/GTS_PDFX')
      if (!hasTool('qpdf')) return
      expect(qpdfCheck(body).status).to.be.oneOf([0, 3])
      // Words where they fit, in the inks that the fields have and in others, and no words.
      const scene = {
        ...compiled.scene,
        fields: compiled.scene.fields.map((field, at) => ({ ...field, id: `fld_${at}`, required: false })),
      }
      const inAll = (ink: string | null) => scene.fields.map((field) => ({ ...field, ink }))
      const inks = new Set([null, ...[scene.inks.at(0), scene.inks.at(-1)].map((ink) => ink?.name ?? null)])
      const variants: readonly (Partial<typeof scene> & { readonly isEmpty?: boolean })[] = [
        {},
        { isEmpty: true },
        ...[...inks].map((ink) => ({ fields: inAll(ink) })),
        { textOutput: 'outlines' },
      ]
      const made = new Set<string>()
      for (const { isEmpty, ...variant } of variants) {
        const source = { ...compiled, body, scene: { ...scene, ...variant } }
        const values = isEmpty ? {} : fittingValues(source)
        if (Object.values(values).some((value) => value !== '')) counts.withWords += 1
        const { pdf } = renderOn(source, values, { madeAt: Date.UTC(2027, 5, 12) })
        // A file without fields is the same with any words.
        const hash = createHash('sha256').update(pdf).digest('hex')
        if (made.has(hash)) continue
        made.add(hash)
        counts.judged += 1
        expect(pdfx4Faults(pdf)).to.deep.equal([])
      }
    })
})
