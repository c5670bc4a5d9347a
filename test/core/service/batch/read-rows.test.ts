/** What a table says: which column is which field, and which rows are wrong by their cells alone. */
import { expect } from 'chai'
import type { Scene } from '../../../../core/engine/scene/scene.ts'
import { ServiceError } from '../../../../core/errors.ts'
import {
  type ColumnNames,
  readHeader,
  readRow,
  refuseNameless,
} from '../../../../core/service/batch/read-rows.ts'
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
  readRow({ columns, missing: {}, mostCopies: 1000 }, { line: 2, cells })

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

  it('names its fields as before where it returns from failed rows that were downloaded', () => {
    const returned = header(["'-Name", 'platen_error'], { '-Name': 'fld_1' })
    expect(row(returned, 'Ada')?.content.values).to.deep.equal({ fld_1: 'Ada' })
    expect(refusal(["'-Name"]), 'of another table').to.deep.equal(["unknown_field '-Name"])
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
      'invalid_csv Size',
    ])
    expect(refusal(['Name'], { Name: 'Line' })).to.deep.equal(['ambiguous_label Name'])
    expect(refusal(['Name'], { Other: 'Size' })).to.deep.equal(['invalid_parameter columns.Other'])
    expect(refusal(['toString'])).to.deep.equal(['unknown_field toString'])
    expect(refusal(Array.from({ length: 1_006 }, () => 'Name'))).to.deep.equal(['invalid_csv'])
  })

  it('finds the field whose label looks the same or differs in case alone', () => {
    for (const name of ['\u200bName', '\ufeffName\u00ad', 'NAME', 'na\u2060me', '\u00a0Name\u202f'])
      expect(row(header([name]), 'Ada')?.content.values, JSON.stringify(name)).to.deep.equal({ fld_1: 'Ada' })
    const order = row(header(['\ufeffExternal_Order_ID', 'EXTERNAL_REF']), 'o1', 'r1')?.content
    expect([order?.externalOrderId, order?.values]).to.deep.equal(['o1', { fld_5: 'r1' }])
    expect(refusal(['Name', 'NAME'])).to.deep.equal(['invalid_csv NAME'])
    expect(refusal(['LINE'])).to.deep.equal(['ambiguous_label LINE'])
    expect(row(header(['Nom'], { '\u200bNom': 'SIZE' }), 's')?.content.values).to.deep.equal({ fld_2: 's' })
  })

  it('passes over columns without a name, and refuses a value below one by its place', () => {
    const columns = header(['Name', '', ' \u200b', '\u00a0'])
    expect(row(columns, 'Ada', '', '', '')?.content.values).to.deep.equal({ fld_1: 'Ada' })
    const refuse =
      (...cells: string[]) =>
      () =>
        refuseNameless(columns, { line: 7, cells })
    expect(refuse('Ada', ' ', '\u200b')).not.to.throw()
    expect(refuse('Ada', '', 'x'))
      .to.throw(ServiceError, 'Column 3 has no name, but line 7 has a value in it.')
      .with.nested.property('facts.param', '#3')
    const left = header(['Name', '', ''], { '': null })
    expect(() => refuseNameless(left, { line: 2, cells: ['Ada', 'x', 'y'] })).not.to.throw()
    expect(row(header(['Name', ''], { '#2': 'Size' }), 'Ada', 's')?.content.values).to.deep.equal({
      fld_1: 'Ada',
      fld_2: 's',
    })
    expect(refusal(['#1'])).to.deep.equal(['unknown_field #1'])
    expect(() => header(['Name', ...Array.from({ length: 16_383 }, () => '')])).not.to.throw()
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

  it('has empty cells where some are left out at the end, and may have more of them', () => {
    expect(row(columns, 'Ada')?.content.values).to.deep.equal({ fld_1: 'Ada', fld_2: '' })
    expect(codeOf('Ada', 's', 'o', 'a@b.c', '', ' ', '\u00a0')).to.equal(null)
  })

  it('is as it was where it returns from the failed rows that were downloaded', () => {
    const returned = header(['Name', 'Size', 'platen_error'])
    const read = (...cells: readonly string[]) => row(returned, ...cells)?.content.values.fld_1
    expect(read("'=1+1", 's', 'Not an option.')).to.equal('=1+1')
    expect(read("''=1+1", 's')).to.equal("'=1+1")
    expect(read("'＝1+1", 's')).to.equal('＝1+1')
    expect(read("'t Hooft", 's')).to.equal("'t Hooft")
  })

  it('keeps its apostrophe where it is of another table', () => {
    expect(row(columns, "'=1+1")?.content.values.fld_1).to.equal("'=1+1")
  })

  it('is wrong with a value beyond the header, or one that cannot be', () => {
    expect(codeOf('Ada', 's', 'o', 'a@b.c', '', 'x')).to.equal('invalid_csv')
    expect(codeOf('x'.repeat(5000), '', '', '')).to.equal(null)
    expect(codeOf('x'.repeat(5001), '', '', '')).to.equal('value_too_long')
    expect(codeOf('Ada', '', 'o'.repeat(256), '')).to.equal('value_too_long')
    expect(codeOf('Ada', '', 'o\u0000', '')).to.equal('invalid_value')
    for (const email of ['ada', 'a b@c.d', '@c', `${'a'.repeat(250)}@c.de`, 'a@b@c'])
      expect(codeOf('Ada', '', '', email), email).to.equal('invalid_value')
    expect(codeOf('Ada', '', '', 'zoë@example.com')).to.equal(null)
  })
})
