/** Uploads that claim PDF/X-4: one fault breaks the claim wherever it stands, and a print file of ours keeps its own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { compilePdf } from '../../../../core/engine/press/compile.ts'
import type { Output } from '../../../../core/engine/press/output.ts'
import { composeRender } from '../../../../core/service/render/compose.ts'
import { labelled, xmp } from '../../../support/pdf/claiming-page.ts'
import { testFonts } from '../../../support/pdf/fonts.ts'
import { judged } from '../../../support/pdf/judged.ts'
import { type PressPage, pressPage } from '../../../support/pdf/press-page.ts'
import { cleanFiles, faultyFiles } from './pdfx-files.ts'

const PROFILE = readFileSync(join(import.meta.dirname, '../../../../server/profiles/coated.icc'))
const MADE_AT = Date.UTC(2026, 6, 15)

async function seen(file: Buffer, output: Output | null = null) {
  const { body, plan, scene, findings } = await compilePdf(file, testFonts().list(), { output })
  const found = judged(findings).filter(({ code }) => code.startsWith('pdfx_'))
  return { body, plan, scene, findings, found, label: plan.label?.label ?? null }
}
function claimed({ objects = {}, ...file }: PressPage) {
  const { info: _, ...own } = objects
  return seen(labelled('', xmp('PDF/X-4'), { ...file, objects: own }, PROFILE))
}

/** Faults of a label beside it make no claim of PDF/X-4. */
const FAULTY = faultyFiles().filter(([, , says]) => says !== 'pdfx_hindrance.claim')
/** Fixed in new files; in a file that claims they are faults, as is RGB without a profile. */
const MENDED = /^rgb|in RGB|RGB group|art box/

describe('a file that claims PDF/X-4', () => {
  for (const host of ['pattern', 'drawn letter'])
    it(`has been tried with ten faults in a ${host}`, () => {
      expect(FAULTY.filter(([name]) => name.endsWith(`in a ${host}`))).to.have.length.at.least(10)
    })

  for (const [name, file] of FAULTY)
    it(`loses its claim by ${name}`, async () => {
      const { label, found } = await claimed(file)
      expect(label).to.equal(null)
      expect(found.map(({ code }) => code)).to.have.members(['pdfx_claim', 'pdfx_claim_broken', 'pdfx_lost'])
    })

  for (const [name, file] of cleanFiles())
    it(`${MENDED.test(name) ? 'loses' : 'keeps'} it with ${name}`, async () => {
      const { label } = await claimed(file)
      expect(label).to.equal(MENDED.test(name) ? null : 'PDF/X-4')
    })

  it('keeps it where it is a print file of ours, with RGB that is tagged, whatever is asked of it', async () => {
    const output: Output = {
      format: 'pdfx4',
      profile: { id: 'coated', sha256: '', condition: 'Custom', info: 'Coated offset', registry: null },
      bytes: PROFILE,
    }
    const widget =
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /Rect [100 130 200 160] /F 4 /DA (/Helv 12 Tf 0.8 0.1 0.1 rg) >>'
    const page = pressPage({
      page: '/Annots [@field]',
      content: '0.1 0.6 0.3 rg 100 80 60 40 re f',
      catalog: '/AcroForm << /Fields [@field] >>',
      objects: { field: widget },
    })
    const { body, plan, scene, findings } = await seen(page, output)
    const fields = scene.fields.map((field, at) => ({ ...field, id: `fld_${at}` }))
    const { tail } = composeRender(
      {
        ...{ scene: { ...scene, fields }, plan, templateFindings: findings, kind: 'final' as const },
        ...{ values: { fld_0: 'Ada' }, colors: null, assignments: {}, madeAt: MADE_AT },
      },
      testFonts(),
    )
    const printed = Buffer.concat([...body, ...(tail.parts as Uint8Array[])])
    for (const asked of [null, output]) {
      const again = await seen(printed, asked)
      expect(again.label).to.equal('PDF/X-4')
      expect(again.found.map(({ code }) => code)).to.deep.equal(['pdfx_claim'])
    }
  })
})
