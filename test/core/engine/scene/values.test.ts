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
    const error = refusal({ fld_size: 'Small' })
    expect(error.code).to.equal('invalid_option')
    expect(error.facts.details?.[0]?.expected).to.equal('s, l')
  })

  for (const [what, value] of [
    ['NUL', 'a\u0000b'],
    ['an escape', 'a\u001bb'],
    ['a C1 control', 'a\u0085b'],
    ['a lone surrogate', 'a\ud800'],
  ] as const)
    it(`refuses ${what} by name of the field`, () => {
      const error = refusal({ fld_one: value })
      expect(error.code).to.equal('invalid_value')
      expect(error.facts.param).to.equal('values.fld_one')
    })

  it('makes line ends one kind', () => {
    expect(readValues(scene, { fld_one: 'a\r\nb\rc' }).fld_one).to.equal('a\nb\nc')
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
