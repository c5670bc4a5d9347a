/** Which overlap of fields is told: of each field the first from the left, whatever way they are looked through. */
import { expect } from 'chai'
import { type Box, boxHeight, boxWidth, intersection } from '../../../../core/engine/geometry/box.ts'
import { checkFields } from '../../../../core/engine/preflight/check-fields.ts'
import type { SceneField } from '../../../../core/engine/scene/scene.ts'
import { testField, testPage, testPlacement } from '../../../support/engine/scene.ts'
import { type Chance, seededChance, someSeed } from '../../../support/run/seeded-chance.ts'

const PAGE: Box = [0, 0, 600, 800]
/** What a form may look like; fields of one kind alone, and all kinds on one page. */
const FORMS: Readonly<Record<string, (chance: Chance) => Box>> = {
  'a column': (chance) => sized([50, chance.whole(0, 790)], [200, chance.whole(2, 9)]),
  'a row': (chance) => sized([chance.whole(0, 590), 50], [chance.whole(2, 9), 200]),
  'a table': (chance) => sized([chance.whole(0, 9) * 50, chance.whole(0, 30) * 20], [52, 20.5]),
  disorder: (chance) =>
    sized([chance.whole(0, 500), chance.whole(0, 700)], [chance.whole(1, 99), chance.whole(1, 99)]),
  'one place': () => sized([10, 10], [90, 30]),
}

describe('overlaps of fields', () => {
  const forms = { ...FORMS, everything: (chance: Chance) => chance.pick(Object.values(FORMS))(chance) }
  for (const [name, make] of Object.entries(forms))
    it(`are those that looking at every pair finds, in ${name}`, () => {
      const chance = seededChance(someSeed())
      for (const count of [1, 2, 7, 60, 200]) {
        const fields = Array.from({ length: count }, (_, at) => fieldAt(at, make(chance)))
        expect(toldOf(fields), `PLATEN_TEST_SEED=${chance.seed}`).to.deep.equal(everyPair(fields))
      }
    })

  it('are all looked for in a column of any length', () => {
    const fields = Array.from({ length: 4_000 }, (_, at) => fieldAt(at, sized([20, at / 8], [200, 0.1])))
    fields.push(fieldAt(4_000, sized([30, 2], [50, 3])))
    const findings = checkFields(fields, [testPage(PAGE)])
    expect(findings.filter((one) => 'code' in one && one.code === 'check_incomplete')).to.deep.equal([])
  })
})

function sized([x, y]: readonly [number, number], [width, height]: readonly [number, number]): Box {
  return [x, y, x + width, y + height]
}

function fieldAt(at: number, box: Box): SceneField {
  return testField(`fld_${at}`, { label: `Field ${at}`, placements: [testPlacement({ box })] })
}

function toldOf(fields: readonly SceneField[]) {
  return checkFields(fields, [testPage(PAGE)]).flatMap((one) =>
    'code' in one && one.code === 'field_overlap' ? [{ params: one.params, bbox: one.bbox }] : [],
  )
}

function everyPair(fields: readonly SceneField[]) {
  const boxOf = (field: SceneField): Box => field.placements[0]?.box ?? PAGE
  const fromLeft = [...fields].sort((one, other) => boxOf(one)[0] - boxOf(other)[0])
  return fromLeft.flatMap((one, at) => {
    for (const other of fromLeft.slice(at + 1)) {
      const bbox = intersection(boxOf(one), boxOf(other))
      if (bbox === null || Math.min(boxWidth(bbox), boxHeight(bbox)) <= 1) continue
      return [{ params: { label: one.label, other: other.label }, bbox }]
    }
    return []
  })
}
