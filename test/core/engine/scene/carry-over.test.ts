/** What stays of a scene when newer artwork takes the place of the old one. */

import { expect } from 'chai'
import type { Box } from '../../../../core/engine/geometry/box.ts'
import type { PlanInk } from '../../../../core/engine/ink/plan-ink.ts'
import { carryOver } from '../../../../core/engine/scene/carry-over.ts'
import type { Scene, SceneField, SceneInk } from '../../../../core/engine/scene/scene.ts'
import { SAMPLE_SCENE } from '../../../support/service/sample-press.ts'

const [NAME, SIZE] = SAMPLE_SCENE.fields as [SceneField, SceneField]
const [PLACE] = NAME.placements
const ink = (name: string, index: number, more: Partial<SceneInk> = {}): SceneInk => ({
  ...{ index, key: name.toLowerCase(), name, hex: '#123456', technical: false },
  ...more,
})
const plate = (name: string): PlanInk => ({ name, object: 9, hex: '#654321', slots: [0], hindrance: null })
const at = (field: SceneField, box: Box, page = 0): SceneField => ({
  ...field,
  placements: [{ ...(PLACE as NonNullable<typeof PLACE>), box, page }],
})
const drawn = (id: string, box: Box, page = 0, more: Partial<SceneField> = {}): SceneField => ({
  ...at(NAME, box, page),
  ...{ id, label: id, sourceName: `added:${id}` },
  ...more,
})

let made = 0
const carry = (earlier: Scene, newer: Scene, old: readonly PlanInk[] = [], fresh: readonly PlanInk[] = []) =>
  carryOver(
    { scene: earlier, inks: old },
    { scene: newer, inks: fresh },
    {
      makeFieldId() {
        made += 1
        return `fld_new${made}`
      },
      isAdded: ({ sourceName }) => sourceName.startsWith('added:'),
    },
  )
const scene = (changes: Partial<Scene>): Scene => ({ ...SAMPLE_SCENE, ...changes })

describe('Newer artwork', () => {
  it('keeps the inks of outlines, in its own spelling', () => {
    const outlined = (field: SceneField, name: string): SceneField => {
      const place = field.placements[0] as NonNullable<typeof PLACE>
      const stroke = {
        ...({ widthPt: 1, ink: name, tint: 1, join: 'miter', overprint: false, filled: true } as const),
      }
      return { ...field, placements: [{ ...place, style: { ...place.style, stroke } }] }
    }
    const earlier = scene({
      fields: [
        outlined(drawn('one', [30, 30, 200, 60]), 'gold'),
        outlined(drawn('two', [30, 70, 200, 90]), 'Navy'),
      ],
      inks: [ink('Black', 1), ink('gold', 2), ink('Navy', 3)],
    })
    const newer = scene({ fields: [], inks: [ink('Black', 1), ink('Gold', 2)] })
    const { scene: carried } = carry(earlier, newer, [plate('gold'), plate('Navy')], [plate('Gold')])
    const inkOf = ({ placements }: SceneField) => placements[0]?.style.stroke?.ink
    expect(carried.fields.map(inkOf)).to.deep.equal(['Gold', 'Navy'])
    expect(carried.inks.map(({ name }) => name)).to.include.members(['Gold', 'Navy'])
  })

  it('takes over what the shop says of a field, and places it where the newer form has it', () => {
    const earlier = scene({
      fields: [
        { ...NAME, id: 'fld_1', label: 'Full name', maxLength: 8, ink: 'Gold' },
        { ...SIZE, id: 'fld_2', defaultValue: 's' },
      ],
      inks: [ink('Gold', 1)],
      papers: [{ key: 'cream', name: 'Cream', hex: '#fff4dd' }],
      textOutput: 'outlines',
    })
    const newer = scene({
      fields: [
        at(NAME, [30, 30, 200, 60]),
        { ...SIZE, options: [{ value: 'm', label: 'Medium' }] },
        { ...NAME, sourceName: 'street', label: 'Street' },
      ],
      inks: [ink('Gold', 1, { hex: '#c0a000' })],
    })
    const { scene: carried, leftOut, added } = carry(earlier, newer, [plate('Gold')], [plate('Gold')])
    const [name, size, street] = carried.fields
    expect(name).to.include({ id: 'fld_1', label: 'Full name', maxLength: 8, ink: 'Gold' })
    expect(name?.placements[0]?.box).to.deep.equal([30, 30, 200, 60])
    // Its old default is no option of the newer form.
    expect(size).to.include({ id: 'fld_2', defaultValue: 'm' })
    expect(street?.id).to.match(/^fld_new/)
    expect(added.map(({ label }) => label)).to.deep.equal(['Street'])
    expect(leftOut).to.deep.equal([])
    expect(carried).to.deep.include({ papers: earlier.papers, textOutput: 'outlines' })
    expect(carried.inks[0]?.hex).to.equal('#123456')
  })

  it('keeps formatting that the shop has changed, and its place where newer artwork has the same one', () => {
    const [read] = [at(NAME, [30, 30, 200, 60])]
    const [place] = read.placements
    if (place === undefined) throw new Error('The field has no place.')
    const mine: SceneField = {
      ...read,
      id: 'fld_1',
      placements: [
        { ...place, box: [40, 30, 210, 60], style: { ...place.style, align: 'center', minSizePt: 5 } },
      ],
    }
    const carried = (newer: SceneField, base?: SceneField) =>
      carryOver(
        { scene: scene({ fields: [mine] }), inks: [], ...(base === undefined ? {} : { read: [base] }) },
        { scene: scene({ fields: [newer] }), inks: [] },
        { makeFieldId: () => 'fld_new', isAdded: () => false },
      ).scene.fields[0]?.placements[0]
    const resized = { ...read, placements: [{ ...place, style: { ...place.style, sizePt: 21 } }] }
    expect(carried(resized, read)).to.deep.include({
      box: [40, 30, 210, 60],
      style: { ...place.style, sizePt: 21, align: 'center', minSizePt: 5 },
    })
    expect(carried(at(NAME, [50, 50, 220, 80]), read)?.box).to.deep.equal([50, 50, 220, 80])
    // What the shop changed cannot be told from what the artwork said.
    expect(carried(read)).to.deep.include({ box: [30, 30, 200, 60], style: place.style })
  })

  it('keeps drawn fields on pages that there still are, and tells what is left out', () => {
    const earlier = scene({
      fields: [
        { ...NAME, id: 'fld_form' },
        drawn('fld_in', [20, 20, 100, 40], 0, { slot: 'in_place' }),
        drawn('fld_edge', [-0.2, 20, 100, 40]),
        drawn('fld_beyond', [200, 20, 300, 40]),
        drawn('fld_back', [20, 20, 100, 40], 1),
        { ...drawn('fld_kind', [0, 0, 10, 10]), sourceName: 'size', type: 'text' },
      ],
    })
    const { scene: carried, leftOut } = carry(earlier, scene({ fields: [SIZE] }))
    expect(carried.fields.map(({ id }) => id.replace(/\d+$/, ''))).to.deep.equal([
      'fld_new',
      'fld_in',
      'fld_edge',
    ])
    expect(carried.fields[1]?.placements[0]?.inPlace).to.equal(null)
    expect(carried.fields[2]?.placements[0]?.box).to.deep.equal([0, 20, 100, 40])
    expect(leftOut.map(({ id }) => id)).to.deep.equal(['fld_form', 'fld_beyond', 'fld_back', 'fld_kind'])
  })

  it('keeps inks that are there, used or the shop’s own, under the artwork’s spelling, without what clashes', () => {
    const earlier = scene({
      fields: [drawn('fld_a', [20, 20, 100, 40], 0, { ink: 'gold' })],
      inks: [
        ink('Blue', 1),
        ink('gold', 2, {
          binding: ['Old plate', 'Red'],
          offers: [
            { key: 'silver', name: 'Silver', hex: '#cccccc' },
            { key: 'red', name: 'red', hex: '#ff0000' },
          ],
        }),
        ink('Old plate', 3),
        ink('Own', 4),
      ],
    })
    const newer = scene({ fields: [], inks: [ink('Gold', 1), ink('Red', 2, { key: 'own' }), ink('Blue', 3)] })
    const old = ['Blue', 'gold', 'Old plate'].map(plate)
    const { scene: carried } = carry(earlier, newer, old, ['Gold', 'Red', 'Blue'].map(plate))
    expect(carried.inks.map(({ index, key, name }) => `${index} ${key} ${name}`)).to.deep.equal([
      '1 blue Blue',
      '2 gold Gold',
      '3 own Own',
      '4 own-2 Red',
    ])
    expect(carried.fields[0]?.ink).to.equal('Gold')
    expect(carried.inks[1]?.offers).to.deep.equal([{ key: 'silver', name: 'Silver', hex: '#cccccc' }])
    expect(carried.inks[1]?.binding).to.deep.equal(['Red'])
  })
})
