/** The palette: which inks of the artwork join it, in which order, and which ink each field gets. */
import { PDFRef } from '@cantoo/pdf-lib'
import { expect } from 'chai'
import type { ArtworkInk } from '../../../../../core/engine/artwork/ink/read-inks.ts'
import { makePalette } from '../../../../../core/engine/artwork/ink/scene-palette.ts'
import type { ProcessMix } from '../../../../../core/engine/ink/process-mix.ts'
import type { SceneField } from '../../../../../core/engine/scene/scene.ts'

const ink = (name: string, facts: Partial<ArtworkInk> = {}): ArtworkInk => ({
  name,
  hex: '#123456',
  technical: false,
  painted: true,
  object: PDFRef.of(1),
  ...facts,
})

const field = (sourceName: string, fieldInk: string | null = null): SceneField => ({
  id: '',
  label: sourceName,
  sourceName,
  type: 'text',
  defaultValue: '',
  required: false,
  maxLength: null,
  options: null,
  ink: fieldInk,
  tint: 1,
  overprint: false,
  slot: 'above',
  placements: [],
})

const palette = (
  inks: ArtworkInk[],
  paintsProcess = false,
  fields: SceneField[] = [],
  black: string[] = [],
  mixes: Record<string, ProcessMix> = {},
) => {
  const made = makePalette({
    ...{ inks, paintsProcess, fields, blackFields: new Set(black) },
    mixes: new Map(Object.entries(mixes)),
  })
  return {
    names: made.inks.map(({ name }) => name),
    inks: made.inks,
    fields: made.fields.map((one) => one.ink),
  }
}

describe('the palette', () => {
  it('takes in the mixes that fields print in, after the plates and before technical inks', () => {
    const mixes = { Blue: { cmyk: [100, 75, 0, 10] }, Red: { rgb: [255, 0, 0] } }
    const { inks } = palette(
      [ink('CutContour', { technical: true }), ink('Gold')],
      false,
      [field('a', 'Blue')],
      [],
      mixes,
    )
    expect(inks.map(({ name, cmyk }) => [name, cmyk])).to.deep.equal([
      ['Gold', undefined],
      ['Blue', [100, 75, 0, 10]],
      ['CutContour', undefined],
    ])
  })

  it('has Black as its primary ink where fields have mixes alone', () => {
    const { names, fields } = palette([], true, [field('a', 'Blue')], [], {
      Blue: { cmyk: [100, 75, 0, 10] },
    })
    expect(names).to.deep.equal(['Black', 'Blue'])
    expect(fields).to.deep.equal(['Blue'])
  })

  it('lists printing inks in order of appearance and technical ones after them', () => {
    const { inks } = palette([ink('CutContour', { technical: true }), ink('Gold'), ink('Navy')])
    expect(inks.map(({ index, name }) => [index, name])).to.deep.equal([
      [1, 'Gold'],
      [2, 'Navy'],
      [3, 'CutContour'],
    ])
  })

  it('begins with Black where there is no printing ink', () => {
    expect(palette([]).names).to.deep.equal(['Black'])
    expect(palette([ink('Varnish', { technical: true })]).names).to.deep.equal(['Black', 'Varnish'])
  })

  it('leaves out inks that are merely declared, unless a field is set in them', () => {
    const declared = ink('Silver', { painted: false })
    expect(palette([ink('Gold'), declared]).names).to.deep.equal(['Gold'])
    expect(palette([ink('Gold'), declared], false, [field('a', 'Silver')]).names).to.deep.equal([
      'Gold',
      'Silver',
    ])
  })

  it('knows an ink that only a field names', () => {
    expect(palette([ink('Gold')], false, [field('a', 'Copper')]).names).to.deep.equal(['Gold', 'Copper'])
  })

  it('adds Black to process artwork, for fields set in black and no others', () => {
    const fields = [field('black'), field('red'), field('gold', 'Gold')]
    const made = palette([ink('Gold'), ink('CutContour', { technical: true })], true, fields, ['black'])
    expect(made.names).to.deep.equal(['Gold', 'Black', 'CutContour'])
    expect(made.fields).to.deep.equal(['Black', null, 'Gold'])
  })

  it('leaves black fields of a spot job to the primary ink', () => {
    const made = palette([ink('Gold')], false, [field('black')], ['black'])
    expect(made.names).to.deep.equal(['Gold'])
    expect(made.fields).to.deep.equal([null])
  })

  it('uses the artwork’s own Black, and makes keys unique', () => {
    expect(palette([ink('Gold'), ink('Black')], true).names).to.deep.equal(['Gold', 'Black'])
    const { inks } = palette([ink('Gold 1'), ink('Gold-1'), ink('金')])
    expect(inks.map(({ key }) => key)).to.deep.equal(['gold-1', 'gold-1-2', 'ink'])
  })
})
