/** Every example as PDF/X-4: labelled, no larger than it has to be, and of objects that the Arlington model knows. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { expect } from 'chai'
import { compilePdf } from '../../../../core/engine/press/compile.ts'
import type { Output } from '../../../../core/engine/press/output.ts'
import { composeRender } from '../../../../core/service/render/compose.ts'
import { openProfileLibrary } from '../../../../server/profiles/bundled.ts'
import { bundledFonts } from '../../../support/engine/rendering.ts'
import { judged } from '../../../support/pdf/judged.ts'
import { leavePending } from '../../../support/run/leave-pending.ts'
import { arlingtonFaults, hasArlington } from './arlington.ts'

const EXAMPLES = join(import.meta.dirname, '../../../../examples')
const [PROFILE] = openProfileLibrary().bundled()

/** Every value is left empty. */
async function printed(file: string, output?: Output) {
  const source = readFileSync(join(EXAMPLES, file))
  const { body, plan, scene, findings } = await compilePdf(source, bundledFonts.list(), { output })
  const fields = scene.fields.map((field, at) => ({ ...field, id: `fld_${at}`, required: false }))
  const { tail } = composeRender(
    {
      ...{ scene: { ...scene, fields }, plan, templateFindings: findings, kind: 'final' as const },
      ...{ values: {}, colors: null, assignments: {}, madeAt: Date.UTC(2027, 5, 12) },
    },
    bundledFonts,
  )
  const whole = [Buffer.concat(body), Buffer.concat(tail.parts as Uint8Array[])]
  return { label: plan.label?.label ?? null, findings: judged(findings), whole }
}

describe('an example as PDF/X-4', () => {
  it('would be known by the Arlington model to have a fault', async function () {
    if (!hasArlington) leavePending(this, 'the Arlington model')
    const document = await PDFDocument.load(Buffer.concat((await printed('gift-tag.pdf')).whole))
    document.catalog.set(PDFName.of('PageLayout'), PDFName.of('Sideways'))
    document.catalog.set(PDFName.of('Metadata'), document.context.obj([]))
    document.getPage(0).node.set(PDFName.of('Colour'), document.context.obj(1))
    document.getPage(0).node.delete(PDFName.of('Type'))
    expect(arlingtonFaults(document)).to.deep.equal([
      'Catalog Metadata is no stream',
      'Catalog PageLayout is /Sideways',
      'PageObject has no Colour',
      'PageObject lacks Type',
    ])
  })

  for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.pdf')))
    describe(file, () => {
      it('has the label', async () => {
        const { label, findings } = await printed(file, PROFILE)
        expect(findings.filter(({ code }) => code === 'pdfx_hindrance')).to.deep.equal([])
        expect(label).to.equal('PDF/X-4')
      })

      it('has a body larger by its profile and 15 % at most, and a tail larger by 1 kB', async () => {
        const [plain, labelled] = [await printed(file), await printed(file, PROFILE)]
        const [before, after] = [plain.whole, labelled.whole].map((parts) => parts.map((part) => part.length))
        const deflated = deflateSync(PROFILE?.bytes ?? new Uint8Array()).length
        expect((after?.[0] ?? 0) - deflated).to.be.at.most((before?.[0] ?? 0) * 1.15)
        expect((after?.[1] ?? 0) - (before?.[1] ?? 0)).to.be.at.most(1000)
      })

      it('has no key that the Arlington model lacks, of no other kind', async function () {
        if (!hasArlington) leavePending(this, 'the Arlington model')
        for (const output of [undefined, PROFILE]) {
          const { whole } = await printed(file, output)
          expect(arlingtonFaults(await PDFDocument.load(Buffer.concat(whole)))).to.deep.equal([])
        }
      })
    })
})
