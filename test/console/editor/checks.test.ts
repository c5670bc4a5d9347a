/** The checklist before publishing: each fault is found by its own check, and a sound template passes all. */
import { expect } from 'chai'
import { newField } from '../../../widget/console/editor/new-field.ts'
import { type CheckFacts, type CheckName, checksOf } from '../../../widget/console/editor/publish/checks.ts'
import type { EditField, EditScene } from '../../../widget/console/editor/scene-edit.ts'

const BOX = [0, 0, 200, 100] as const
const PAGE = {
  ...{ index: 0, width_pt: 200, height_pt: 100, rotate: 0, user_unit: 1 },
  ...{ media_box: BOX, crop_box: BOX, trim_box: BOX, bleed_box: BOX },
} as EditScene['pages'][number]
const EMPTY: EditScene = { version: 1, pages: [PAGE], inks: [], papers: [], text_output: 'live', fields: [] }

function field(uid: string, left: number, changes: Partial<EditField> = {}): EditField {
  const made = newField(EMPTY, {
    ...{ uid, kind: 'text', label: uid, page: 0, height: 20 },
    place: { box: [left, 10, left + 40, 30], turn: 0, frame: null },
  })
  return { ...made, id: `fld_${uid}`, default_value: 'Text', ...changes }
}

function found(fields: readonly EditField[], facts: Partial<CheckFacts> = {}) {
  const checks = checksOf({
    ...{ scene: { ...EMPTY, fields }, findings: [], unfit: [] },
    ...{ emptySets: new Set<string>(), emptyTags: new Set<string>() },
    ...facts,
  })
  const failed = checks.filter(({ troubles }) => troubles.length > 0)
  return Object.fromEntries(failed.map(({ name, troubles }) => [name, troubles.map(({ label }) => label)]))
}

describe('Checks before publishing', () => {
  it('pass a sound template', () => {
    const options = [{ value: 'a', label: 'A' }]
    const fields = [
      field('one', 0),
      field('two', 50, { default_value: '', required: true }),
      field('three', 100, { type: 'selection', options, default_value: 'a' }),
      field('four', 150, { type: 'image', default_value: '' }),
    ]
    expect(found(fields)).to.deep.equal({})
  })

  const cases: readonly (readonly [
    CheckName,
    readonly EditField[],
    Partial<CheckFacts>,
    readonly (string | null)[],
  ])[] = [
    ['defaults', [field('bare', 0, { default_value: '' })], {}, ['bare']],
    ['choices', [field('none', 0, { type: 'selection', options: [] })], {}, ['none']],
    [
      'choices',
      [field('set', 0, { type: 'selection', options: [], selection_set_id: 'set_1' })],
      { emptySets: new Set(['set_1']) },
      ['set'],
    ],
    [
      'catalogues',
      [field('logo', 0, { type: 'image', asset_tag: 'logos' })],
      { emptyTags: new Set(['logos']) },
      ['logo'],
    ],
    ['overlaps', [field('under', 0), field('over', 30)], {}, ['under + over']],
    ['fit', [field('long', 0)], { unfit: [0] }, [null]],
    [
      'errors',
      [field('font', 0)],
      {
        findings: [
          { code: 'field_ink_unknown', severity: 'fail', message: 'No ink.', page: 0, field_id: 'fld_font' },
        ],
      },
      ['font'],
    ],
    [
      'warnings',
      [field('any', 0)],
      { findings: [{ code: 'x', severity: 'warn', message: 'Look.', page: null, field_id: null }] },
      [null],
    ],
  ]
  for (const [name, fields, facts, labels] of cases)
    it(`find ${name} of ${labels.join() || 'the template'}`, () => {
      expect(found(fields, facts)).to.deep.equal({ [name]: labels })
    })

  it('let customers bring images where the catalogue is empty, and boxes touch', () => {
    const bring = field('photo', 0, { type: 'image', source: 'both' })
    expect(found([bring, field('next', 39)], { emptyTags: new Set(['']) })).to.deep.equal({})
  })
})
