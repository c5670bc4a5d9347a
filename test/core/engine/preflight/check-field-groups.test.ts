/** Fields in process colours on pages that blend in RGB: named, as RIPs do not print them at their values. */
import { expect } from 'chai'
import { PROFILES } from '../../../../core/engine/finding/profile.ts'
import { currentFindings } from '../../../../core/engine/preflight/current-findings.ts'
import { bundledFonts, compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { placeholderPage } from '../../../support/pdf/placeholder-page.ts'
import { pressPage, separationText } from '../../../support/pdf/press-page.ts'
import { needs, plates, RIPS } from '../../../support/rips/oracles.ts'

const COLORS = { mix: '0.37 0.62 0.08 0.21 k', black: '0 g', rgb: '0.9 0.2 0.1 rg', paper: '1 g' } as const
const MIX = { Cyan: 37, Magenta: 62, Yellow: 8, Black: 21 }

/** A field of each colour, 25 apart, the mix on top. */
const card = (group: string, gs = '') => {
  const names = Object.keys(COLORS)
  const fields = Object.entries(COLORS).map(([name, color], at) => [
    name,
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /Rect [100 ${150 - at * 25} 250 ${170 - at * 25}] /F 4 /DA (/Helv 18 Tf ${color}) >>`,
  ])
  return pressPage({
    content: `${gs} 0 0.5 0 0 k 30 30 20 20 re f`,
    page: `/Annots [${names.map((name) => `@${name}`).join(' ')}] ${group}`,
    resources: `/ExtGState << /Half << /ca 0.5 >> >> /ColorSpace << /S ${separationText('Gold')} >>`,
    catalog: `/AcroForm << /Fields [${names.map((name) => `@${name}`).join(' ')}] >>`,
    objects: Object.fromEntries(fields),
  })
}
const group = (space: string) => `/Group << /S /Transparency /CS ${space} >>`

async function told(source: Uint8Array) {
  const compiled = await compileSource(source)
  const { scene, findings } = compiled
  const current = currentFindings(findings, scene, PROFILES.sheetfed)
  return {
    compiled,
    labels: current
      .filter(({ code }) => code === 'field_process_in_rgb_group')
      .map(({ params, found, fieldId }) => [params?.label, found, fieldId === undefined ? null : 'field']),
  }
}

function mostOfMix(pdf: Uint8Array, rip: (typeof RIPS)[number]) {
  const found = plates(pdf, { rip })
  return Object.fromEntries(
    Object.keys(MIX).map((name) => {
      const { ink, width, height } = found.get(name)!
      const rows = ink.subarray((height - 170) * width, (height - 150) * width)
      return [name, Math.round(rows.reduce((most, value) => Math.max(most, value), 0) / 2.55)]
    }),
  )
}

describe('a field on a page that is a group', () => {
  for (const [name, source] of [
    ['transparent', card(group('/DeviceRGB'), '/Half gs')],
    ['opaque', card(group('/DeviceRGB'))],
  ] as const)
    it(`is named where its process colours blend in RGB, on ${name} pages`, async () => {
      expect((await told(source)).labels).to.deep.equal([
        ['mix', 'DeviceRGB', 'field'],
        ['black', 'DeviceRGB', 'field'],
      ])
    })

  for (const rip of RIPS)
    it(`prints its mix at its values where nothing is named, and otherwise does not, says ${rip}`, async function () {
      needs(this, rip)
      for (const own of [group('/DeviceRGB'), group('/DeviceCMYK'), '']) {
        const { compiled, labels } = await told(card(own, '/Half gs'))
        const values = Object.fromEntries(compiled.scene.fields.map(({ id }) => [id, 'MMMM']))
        const printed = mostOfMix(renderOn(compiled, values).pdf, rip)
        if (labels.length === 0) expect(printed).to.deep.equal(MIX)
        else expect(printed).not.to.deep.equal(MIX)
        expect(labels.length > 0).to.equal(own.includes('RGB'))
      }
    })

  it('is named within a form that blends in RGB, and not beside it', async () => {
    const form = (own: string) => ({
      entries: `/Type /XObject /Subtype /Form /BBox [0 0 400 60] ${own} /Resources << /Font << /F2 @bold >> >>`,
      data: '0.37 0.62 0.08 0.21 k BT /F2 20 Tf 10 10 Td ({{inside}}) Tj ET',
    })
    for (const [space, expected] of [
      ['/DeviceRGB', ['inside']],
      ['/DeviceCMYK', []],
    ] as const) {
      const source = placeholderPage({
        content: '/Form Do 0.37 0.62 0.08 0.21 k BT /F2 20 Tf 10 110 Td ({{beside}}) Tj ET',
        xObjects: '/Form @form',
        objects: { form: form(group(space)) },
      })
      expect((await told(source)).labels.map(([label]) => label)).to.deep.equal(expected)
    }
  })

  it('has no group left in PDF/X-4 where the page is opaque', async () => {
    const { openProfileLibrary } = await import('../../../../server/profiles/bundled.ts')
    const [output] = openProfileLibrary().bundled()
    const { scene, findings } = await compileSource(card(group('/DeviceRGB')), bundledFonts, { output })
    const codes = currentFindings(findings, scene, PROFILES.sheetfed).map(({ code }) => code)
    expect(codes).not.to.include('field_process_in_rgb_group')
  })
})
