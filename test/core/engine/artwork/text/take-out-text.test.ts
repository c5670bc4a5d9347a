/** Taking placeholders out of artwork: nothing else moves, and what takes their place stays in clip, layer and group. */
import { expect } from 'chai'
import type { Scene, SlotKind } from '../../../../../core/engine/scene/scene.ts'
import { compileSource, renderOn } from '../../../../support/engine/rendering.ts'
import { type PlaceholderPage, placeholderPage, RESOURCES } from '../../../../support/pdf/placeholder-page.ts'
import { comparedPlates, coverage, needs, plates, qpdfCheck, RIPS } from '../../../../support/rips/oracles.ts'

/**
 * Artwork with placeholders, and the same artwork made without their words. The placeholder `{{name}}` is 3.837 em
 * wide in Helvetica; a gap of more than an em keeps other words out of its line.
 */
const PAIRS: Readonly<Record<string, readonly [string, string]>> = {
  'a kerned array': [
    'BT /F1 14 Tf 40 250 Td [(Ab)-30(c)-3000({{na)15(me)-5(}})-3000(!)] TJ ( end) Tj ET',
    'BT /F1 14 Tf 40 250 Td [(Ab)-30(c)-9827(!)] TJ ( end) Tj ET',
  ],
  'spaced and scaled strings, one after the other': [
    'BT /F1 14 Tf 3 Tw 1 Tc 80 Tz 40 250 Td ({{na) Tj (me}}) Tj [-4000(next one)] TJ 0 -20 Td (below) Tj ET',
    'BT /F1 14 Tf 3 Tw 1 Tc 80 Tz 40 250 Td [-8408.4286(next one)] TJ 0 -20 Td (below) Tj ET',
  ],
  'operators that begin lines': [
    "BT /F1 12 Tf 14 TL 40 250 Td (one) Tj ({{two}}) ' 2 1 ({{th ree}}) \" (four five) ' ET",
    "BT /F1 12 Tf 14 TL 40 250 Td (one) Tj T* T* 2 Tw 1 Tc (four five) ' ET",
  ],
  'text that others follow on the line': [
    'BT /F1 12 Tf 40 250 Td ({{a}}) Tj 250 0 Td (far) Tj -250 -30 Td (below) Tj ET',
    'BT /F1 12 Tf 40 250 Td 250 0 Td (far) Tj -250 -30 Td (below) Tj ET',
  ],
  'false bold of two paintings': [
    'BT /F1 12 Tf 40 250 Td ({{a}}) Tj 0.3 0 Td ({{a}}) Tj ET 0 0 10 10 re f',
    '0 0 10 10 re f',
  ],
}

const withSlot = (scene: Scene, slot: SlotKind): Scene => ({
  ...scene,
  fields: scene.fields.map((field) => ({ ...field, slot })),
})

describe('taking placeholders out', () => {
  for (const [what, [artwork, without]] of Object.entries(PAIRS))
    for (const rip of RIPS)
      it(`leaves the plates of the rest as they are: ${what}, in ${rip}`, async function () {
        needs(this, rip)
        const compiled = await compileSource(placeholderPage({ content: artwork }))
        expect(compiled.scene.fields).to.not.have.length(0)
        const expected = placeholderPage({ content: without })
        const { differences } = comparedPlates(expected, compiled.body, { rip, dpi: 150 })
        expect(differences).to.deep.equal([])
      })

  const inGold = 'BT /Gold cs 1 scn /F1 20 Tf'

  /** The gold plate of the page with a value, cut down to a rectangle of points, in per cent. */
  async function goldIn(
    parts: PlaceholderPage,
    rip: (typeof RIPS)[number],
    values: Record<string, string> = {},
  ) {
    const compiled = await compileSource(placeholderPage(parts))
    const all = Object.fromEntries(
      compiled.scene.fields.map(({ id, label }) => [id, values[label] ?? 'HHHHHH']),
    )
    const { pdf } = renderOn(compiled, all)
    const found = plates(pdf, { rip, dpi: 72 }).get('Gold')
    return { pdf, compiled, gold: found === undefined ? 0 : coverage(found).mean }
  }

  for (const rip of RIPS) {
    it(`keeps the clip in which a placeholder stood, says ${rip}`, async function () {
      needs(this, rip)
      const text = `${inGold} 40 200 Td ({{name}}) Tj ET`
      const free = await goldIn({ content: text }, rip)
      const half = await goldIn({ content: `q 0 207 400 93 re W n ${text} Q` }, rip)
      expect(half.gold)
        .to.be.greaterThan(0)
        .and.lessThan(free.gold * 0.7)
    })

    it(`keeps the layer, also one that begins within the text, says ${rip} @long`, async function () {
      needs(this, rip)
      for (const content of [
        `/OC /Layer BDC ${inGold} 40 200 Td ({{name}}) Tj ET EMC`,
        `${inGold} 40 200 Td /OC /Layer BDC ({{name}}) Tj EMC ET`,
      ]) {
        const catalog = '/OCProperties << /OCGs [@layer] /D << /ON [@layer] >> >>'
        const objects = { layer: '<< /Type /OCG /Name (Text) >>' }
        const { pdf, gold, compiled } = await goldIn(
          { content, catalog, objects, properties: '/Layer @layer' },
          rip,
        )
        expect(gold).to.be.greaterThan(0)
        const text = Buffer.from(pdf).toString('latin1')
        const off = Buffer.from(text.replace('/ON [', '/OFF['), 'latin1')
        expect(off.length).to.equal(pdf.length)
        const hidden = plates(off, { rip, dpi: 72 }).get('Gold')
        expect(hidden === undefined ? 0 : coverage(hidden).max, content).to.equal(0)
        expect(compiled.scene.fields[0]?.slot).to.equal('in_place')
      }
    })

    it(`paints where the artwork transforms, in forms within forms, says ${rip} @long`, async function () {
      needs(this, rip)
      const form = (entries: string, data: string) => ({
        entries: `/Type /XObject /Subtype /Form /BBox [0 0 400 300] /Resources << ${RESOURCES} ${entries} >> /Matrix [1 0 0 1 5 0]`,
        data,
      })
      const nested = {
        content: 'q 0.5 0 0 0.5 20 10 cm /Outer Do Q',
        xObjects: '/Outer @outer',
        objects: {
          outer: form('/XObject << /Inner @inner >>', 'q 2 0 0 2 0 50 cm /Inner Do Q'),
          inner: form('', `${inGold} 3 Tr 0 Tr 5 Tc 40 100 Td ({{name}}) Tj ET`),
        },
      }
      const { pdf, compiled } = await goldIn(nested, rip, { name: 'HHH' })
      // (40, 100) by the inner form's matrix, its painting, the outer's matrix and painting.
      const [placement] = compiled.scene.fields[0]?.placements ?? []
      expect(placement?.box[0]).to.be.closeTo(20 + (5 + 2 * (5 + 40)) / 2 - 4, 0.01)
      expect((placement?.box[1] ?? 0) + (placement?.baselinePt ?? 0)).to.be.closeTo(10 + (50 + 200) / 2, 0.01)
      const above = { ...compiled, scene: withSlot(compiled.scene, 'above') }
      const expected = renderOn(above, { fld_0: 'HHH' }).pdf
      const { found, differences } = comparedPlates(expected, pdf, { rip, dpi: 150 })
      expect(found.get('Gold') && coverage(found.get('Gold')!).max).to.equal(100)
      expect(differences).to.deep.equal([])
    })

    it(`gives each painting of one form a value of its own, says ${rip}`, async function () {
      needs(this, rip)
      const parts = {
        content: 'q 1 0 0 1 0 0 cm /Card Do Q q 1 0 0 1 200 0 cm /Card Do Q q 1 0 0 1 0 100 cm /Card Do Q',
        xObjects: '/Card @card',
        objects: {
          card: {
            entries: `/Type /XObject /Subtype /Form /BBox [0 0 150 90] /Resources << ${RESOURCES} >>`,
            data: `0 0 0 0.2 k 0 0 150 90 re f ${inGold} 10 40 Td ({{name}}) Tj ET`,
          },
        },
      }
      const { compiled, pdf } = await goldIn(parts, rip)
      const placements = compiled.scene.fields[0]?.placements ?? []
      expect(placements.map(({ box, inPlace }) => [Math.round(box[0]), inPlace])).to.deep.equal([
        [6, 0],
        [6, 1],
        [206, 2],
      ])
      const above = { ...compiled, scene: withSlot(compiled.scene, 'above') }
      const expected = renderOn(above, { fld_0: 'HHHHHH' }).pdf
      expect(comparedPlates(expected, pdf, { rip, dpi: 150 }).differences).to.deep.equal([])
    })
  }

  it('leaves files that qpdf finds nothing wrong with', async function () {
    needs(this, 'qpdf')
    for (const [artwork] of Object.values(PAIRS)) {
      const compiled = await compileSource(placeholderPage({ content: artwork }))
      const values = Object.fromEntries(compiled.scene.fields.map(({ id }) => [id, 'Anna']))
      expect(qpdfCheck(renderOn(compiled, values).pdf)).to.include({ status: 0 })
    }
  })

  it('rewrites no page without placeholders', async () => {
    const content = 'BT /F1 14 Tf 40 250 Td [(Ab)-30(c {name})] TJ ET'
    const { body, plan } = await compileSource(placeholderPage({ content }))
    expect(Buffer.from(body).includes(content)).to.equal(true)
    expect(plan.pages[0]?.inPlace).to.deep.equal([])
  })
})
