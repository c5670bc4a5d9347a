/** Keys, limits and options of values. */
import { expect } from 'chai'
import { completeValues, readValues } from '../../../../core/engine/scene/values.ts'
import { ServiceError } from '../../../../core/errors.ts'
import { testField, testScene } from '../../../support/engine/scene.ts'

const scene = testScene([
  testField('fld_name', { label: 'Name', maxLength: 5, defaultValue: 'Ada' }),
  testField('fld_size', {
    label: 'Size',
    type: 'selection',
    options: [
      { value: 's', label: 'Small' },
      { value: 'l', label: 'Large' },
    ],
  }),
  testField('fld_one', { label: 'Twin' }),
  testField('fld_two', { label: 'Twin' }),
])

function refusal(values: Record<string, string>): ServiceError {
  try {
    readValues(scene, values)
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error('The values were accepted.')
}

describe('readValues', () => {
  it('takes field ids and labels as keys', () => {
    expect(readValues(scene, { fld_name: 'Eva', Size: 'l' })).to.deep.equal({
      fld_name: 'Eva',
      fld_size: 'l',
    })
  })

  it('lets the id win where id and label of one field both stand', () => {
    expect(readValues(scene, { Name: 'A', fld_name: 'B' })).to.deep.equal({ fld_name: 'B' })
    expect(readValues(scene, { fld_name: 'B', Name: 'A' })).to.deep.equal({ fld_name: 'B' })
  })

  it('refuses a label that two fields carry, and takes the id of either', () => {
    expect(refusal({ Twin: 'x' }).code).to.equal('ambiguous_label')
    expect(readValues(scene, { fld_two: 'x' })).to.deep.equal({ fld_two: 'x' })
  })

  it('takes a key that looks like the label of one field, or differs from it in case alone', () => {
    const cafe = testScene([
      testField('fld_cafe', { label: 'Café au\nlait' }),
      testField('fld_size', { label: 'Größe' }),
      testField('fld_upper', { label: 'LINE' }),
      testField('fld_lower', { label: 'line' }),
    ])
    const keys = [
      'Cafe\u0301 au lait',
      'Café\u00a0au\u202flait',
      '\u200bCafé au\u00ad lait\ufeff',
      'CAFÉ AU  LAIT',
    ]
    for (const key of keys)
      expect(readValues(cafe, { [key]: 'x' }), JSON.stringify(key)).to.deep.equal({ fld_cafe: 'x' })
    expect(readValues(cafe, { 'Gro\u0308ße': 'L', LINE: 'a', line: 'b' })).to.deep.equal({
      fld_size: 'L',
      fld_upper: 'a',
      fld_lower: 'b',
    })
    expect(() => readValues(cafe, { Line: 'x' })).to.throw(
      ServiceError,
      'Several fields have the label Line.',
    )
  })

  it('refuses two keys of one field unless one is its id', () => {
    expect(refusal({ Name: 'A', name: 'B' }).facts.details?.[0]).to.include({
      code: 'ambiguous_label',
      param: 'values.name',
      field_id: 'fld_name',
    })
    expect(readValues(scene, { name: 'A', fld_name: 'B', NAME: 'C' })).to.deep.equal({ fld_name: 'B' })
  })

  it('names the key of an unknown field', () => {
    const error = refusal({ fld_gone: 'x' })
    expect(error.code).to.equal('unknown_field')
    expect(error.facts.param).to.equal('values.fld_gone')
  })

  it('counts length in graphemes after composition', () => {
    expect(readValues(scene, { fld_name: '👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧' })).to.have.property('fld_name')
    expect(readValues(scene, { fld_name: 'e\u0301'.repeat(5) }).fld_name).to.equal('\u00e9'.repeat(5))
    const error = refusal({ fld_name: 'abcdef' })
    expect(error.code).to.equal('value_too_long')
    expect(error.facts.details?.[0]).to.include({ found: 6, expected: 5, field_id: 'fld_name', page: 0 })
  })

  it('refuses an option that the field does not have and lists those it has', () => {
    const error = refusal({ fld_size: 'Medium' })
    expect(error.code).to.equal('invalid_option')
    expect(error.facts.details?.[0]?.expected).to.equal('s, l')
    expect(error.message).to.equal('Medium is not an option of “Size”. Options: Small (s), Large (l).')
  })

  it('takes the label of an option beside its code, and keeps the code', () => {
    for (const named of ['Small', 'small', ' Sm\u00adall ', 's', 'S'])
      expect(readValues(scene, { Size: named }), named).to.deep.equal({ fld_size: 's' })
  })

  it('lets codes win over labels, and refuses a label of several options', () => {
    const options = [
      { value: '1', label: '2' },
      { value: '2', label: '3' },
      { value: 'a', label: 'Fish' },
      { value: 'b', label: 'Fish' },
      { value: 'c', label: 'Käse' },
      { value: 'd', label: 'Plum', retired: true },
      { value: 'NFD e\u0301', label: 'Accent' },
    ]
    const meals = testScene([testField('fld_meal', { label: 'Meal', type: 'selection', options })])
    const chosen = (value: string) => readValues(meals, { Meal: value }).fld_meal
    expect(['2', '3', 'Ka\u0308se', 'NFD é'].map(chosen)).to.deep.equal(['2', '2', 'c', 'NFD e\u0301'])
    expect(() => chosen('Fish')).to.throw(
      ServiceError,
      'Several options of “Meal” are named Fish. Use the code of one: 2 (1), 3 (2), Fish (a), Fish (b)',
    )
    expect(() => chosen('Plum')).to.throw(ServiceError, 'Plum is not an option of “Meal”.')
    expect(completeValues(meals, {}).fld_meal).to.equal('')
  })

  for (const [what, value] of [
    ['NUL', 'a\u0000b'],
    ['an escape', 'a\u001bb'],
    ['a C1 control', 'a\u0086b'],
    ['a lone surrogate', 'a\ud800'],
  ] as const)
    it(`refuses ${what} by name of the field`, () => {
      const error = refusal({ fld_one: value })
      expect(error.code).to.equal('invalid_value')
      expect(error.facts.param).to.equal('values.fld_one')
    })

  it('makes line ends one kind', () => {
    expect(readValues(scene, { fld_one: 'a\r\nb\rc' }).fld_one).to.equal('a\nb\nc')
    for (const sign of ['\v', '\f', '\u0085', '\u2028', '\u2029'])
      expect(readValues(scene, { fld_one: `a${sign}b` }).fld_one).to.equal('a\nb')
  })

  it('keeps compatibility characters as they were typed, and composes accents', () => {
    const typed = '\ufa19\u{2f804}\u212b e\u0301'
    expect(readValues(scene, { fld_one: typed }).fld_one).to.equal('\ufa19\u{2f804}\u212b \u00e9')
  })

  it('reports every fault at once', () => {
    const error = refusal({ fld_name: 'abcdef', nobody: 'x', fld_size: 'xl' })
    expect(error.facts.details?.map((detail) => detail.code)).to.deep.equal([
      'value_too_long',
      'unknown_field',
      'invalid_option',
    ])
  })
})

describe('completeValues', () => {
  it('fills in defaults for what the patch leaves out and keeps emptied values empty', () => {
    expect(completeValues(scene, { fld_size: 's' })).to.deep.equal({
      fld_name: 'Ada',
      fld_size: 's',
      fld_one: '',
      fld_two: '',
    })
    expect(completeValues(scene, { fld_name: '' }).fld_name).to.equal('')
  })
})
