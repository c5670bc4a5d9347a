/** What a table says: which column is which field, and which rows are wrong by their cells alone. */
import { expect } from 'chai'
import type { Scene } from '../../../../core/engine/scene/scene.ts'
import { ServiceError } from '../../../../core/errors.ts'
import { type ColumnNames, readHeader, readRow } from '../../../../core/service/batch/read-rows.ts'
import { SAMPLE_SCENE } from '../../../support/service/sample-press.ts'

const [NAME, SIZE] = SAMPLE_SCENE.fields
const scene: Scene = {
  ...SAMPLE_SCENE,
  fields: [
    { ...NAME, id: 'fld_1' },
    { ...SIZE, id: 'fld_2' },
    { ...NAME, id: 'fld_3', label: 'Line' },
    { ...NAME, id: 'fld_4', label: 'Line' },
    { ...NAME, id: 'fld_5', label: 'external_ref' },
  ] as Scene['fields'],
}

const header = (cells: readonly string[], names: ColumnNames = {}) =>
  readHeader(scene, { line: 1, cells }, names)
const row = (columns: ReturnType<typeof header>, ...cells: readonly string[]) =>
  readRow(columns, { line: 2, cells })

function refusal(cells: readonly string[], names: ColumnNames = {}) {
  try {
    header(cells, names)
  } catch (error) {
    if (error instanceof ServiceError)
      return error.facts.details?.map(({ code, param }) => `${code} ${param}`) ?? [error.code]
    throw error
  }
  return null
}

describe('The header of a table', () => {
  it('names fields by label or id, and references', () => {
    const columns = header([' Name ', 'fld_2', 'external_order_id', 'external_cart_id', 'customer_email'])
    const read = row(columns, 'Ada', 's', ' o 1 ', '', 'Ada@example.com')
    expect(read?.error).to.equal(null)
    expect(read?.content).to.deep.include({
      values: { fld_1: 'Ada', fld_2: 's' },
      externalOrderId: 'o 1',
      externalCartId: null,
      customerEmail: 'Ada@example.com',
    })
  })

  it('is a field where its label is that of a reference, and what the request says where it says something', () => {
    expect(row(header(['external_ref']), 'x')?.content.values).to.deep.equal({ fld_5: 'x' })
    const columns = header(['A', 'B', 'Name'], { A: 'external_cart_id', B: 'fld_3', Name: null })
    const content = row(columns, 'c', 'l', 'n')?.content
    expect([content?.externalCartId, content?.values]).to.deep.equal(['c', { fld_3: 'l' }])
  })

  it('is refused with every column that means nothing, two things or the same thing', () => {
    expect(refusal(['Name', 'Nope', 'Line', 'fld_1', '', 'Size', 'Size'])).to.deep.equal([
      'unknown_field Nope',
      'ambiguous_label Line',
      'invalid_csv fld_1',
      'unknown_field ',
      'invalid_csv Size',
    ])
    expect(refusal(['Name'], { Name: 'Line' })).to.deep.equal(['ambiguous_label Name'])
    expect(refusal(['Name'], { Other: 'Size' })).to.deep.equal(['invalid_parameter columns.Other'])
    expect(refusal(['toString'])).to.deep.equal(['unknown_field toString'])
    expect(refusal(Array.from({ length: 1_005 }, () => 'Name'))).to.deep.equal(['invalid_csv'])
  })
})

describe('A row of a table', () => {
  const columns = header(['Name', 'Size', 'external_order_id', 'customer_email'])
  const codeOf = (...cells: readonly string[]) => row(columns, ...cells)?.error?.code ?? null

  it('is an item with empty values where cells are empty, and nothing where all are', () => {
    expect(row(columns, '', 's', '', '')?.content.values).to.deep.equal({ fld_1: '', fld_2: 's' })
    expect(row(columns, '', ' ', '', '')).to.equal(null)
    expect(row(columns, ' Ada ', '', '', '')?.content.values.fld_1, 'a value stays as it is').to.equal(
      ' Ada ',
    )
  })

  it('is wrong with a cell too few or too many, or one that cannot be', () => {
    expect(codeOf('Ada', 's', 'o')).to.equal('invalid_csv')
    expect(codeOf('Ada', 's', 'o', 'a@b.c', '')).to.equal('invalid_csv')
    expect(codeOf('x'.repeat(5000), '', '', '')).to.equal(null)
    expect(codeOf('x'.repeat(5001), '', '', '')).to.equal('value_too_long')
    expect(codeOf('Ada', '', 'o'.repeat(256), '')).to.equal('value_too_long')
    expect(codeOf('Ada', '', 'o\u0000', '')).to.equal('invalid_value')
    for (const email of ['ada', 'a b@c.d', '@c', `${'a'.repeat(250)}@c.de`, 'a@b@c'])
      expect(codeOf('Ada', '', '', email), email).to.equal('invalid_value')
    expect(codeOf('Ada', '', '', 'zoë@example.com')).to.equal(null)
  })
})
