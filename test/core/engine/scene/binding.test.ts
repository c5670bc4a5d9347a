/** What a choice of inks makes of the separations that a scene is bound to. */

import { expect } from 'chai'
import type { PaletteInk } from '../../../../core/engine/ink/palette.ts'
import type { PlanInk } from '../../../../core/engine/ink/plan-ink.ts'
import { separate } from '../../../../core/engine/layout/separation.ts'
import { chooseInks } from '../../../../core/engine/scene/assignment.ts'
import type { SceneInk } from '../../../../core/engine/scene/scene.ts'
import { testInk, testScene } from '../../../support/engine/scene.ts'
import { thrownBy } from '../../../support/run/thrown.ts'

const artwork = (name: string, object: number, mixedWith: readonly string[] = []): PlanInk => ({
  name,
  object,
  hex: '#b88f29',
  slots: [object],
  hindrance: null,
  mixedWith,
})
const ARTWORK = [artwork('Gold', 10), artwork('Silver', 11), artwork('Copper', 12)]
const MIXED = [
  artwork('Gold', 10, ['Silver', 'Black']),
  artwork('Silver', 11, ['Gold', 'Black']),
  artwork('Copper', 12),
]

const bound = (index: number, name: string, binding: readonly string[] | null): SceneInk => ({
  ...testInk(index, name),
  binding,
})
const scene = testScene([], {
  inks: [bound(1, 'Gold', ['Gold']), bound(2, 'Silver', ['Silver']), bound(3, 'Black', null)],
})
const color = (index: number, name: string, hex = '#336699'): PaletteInk => ({
  index,
  key: name.toLowerCase(),
  name,
  hex,
})

const choose = (colors: readonly PaletteInk[] | null, plates = ARTWORK, of = scene) =>
  chooseInks(of, colors, {}, plates)
const pairs = (choice: ReturnType<typeof choose>) =>
  choice.rebindings.map(({ artwork: name, ink }) => `${name} > ${ink.name}`)
const rebound = (colors: readonly PaletteInk[], plates = ARTWORK) =>
  separate([], choose(colors, plates), plates).rebound.map(({ artwork: name, plate, hex }) => ({
    name,
    plate,
    hex,
  }))

describe('a choice of inks with bindings', () => {
  it('takes the color of the same index, and leaves what has none', () => {
    expect(pairs(choose([color(1, 'Rose'), color(3, 'Slate')]))).to.deep.equal(['Gold > Rose'])
    expect(pairs(choose([color(2, 'Rose'), color(1, 'Slate')]))).to.deep.equal([
      'Gold > Slate',
      'Silver > Rose',
    ])
  })

  it("leaves the artwork with the scene's own inks, and with colors of the plates' own names", () => {
    expect(pairs(choose(null))).to.deep.equal([])
    expect(pairs(choose([color(1, 'Gold', '#000000')]))).to.deep.equal([])
  })

  it('renames a plate for good where the scene names the ink otherwise', () => {
    const renamed = testScene([], { inks: [bound(1, 'PANTONE 871 C', ['Gold', 'Copper'])] })
    expect(pairs(choose(null, ARTWORK, renamed))).to.deep.equal([
      'Gold > PANTONE 871 C',
      'Copper > PANTONE 871 C',
    ])
  })

  it('takes a name that is the old plate in another case, for the old plate is gone', () => {
    expect(pairs(choose([color(1, 'GOLD')]))).to.deep.equal(['Gold > GOLD'])
    expect(thrownBy(() => choose([color(1, 'SILVER')])).code).to.equal('invalid_colors')
  })

  for (const [what, colors] of [
    ['a reserved name', [color(1, 'All')]],
    ['twins', [color(1, 'Rose'), color(2, 'rose')]],
    ['a plate that the ink is mixed with', [color(1, 'Black')]],
    ['a plate of the artwork that the ink is mixed with', [color(1, 'Silver')]],
  ] as const)
    it(`refuses ${what} as invalid_colors`, () => {
      const { code, facts } = thrownBy(() => choose(colors, MIXED))
      expect([code, facts.details?.[0]?.param]).to.deep.equal([
        'invalid_colors',
        what === 'twins' ? 'colors' : 'colors[0].name',
      ])
    })

  it('lets two inks that are mixed change places', () => {
    expect(pairs(choose([color(1, 'Silver'), color(2, 'Gold')], MIXED))).to.deep.equal([
      'Gold > Silver',
      'Silver > Gold',
    ])
  })
})

describe('the plates of bound inks', () => {
  it('are defined by the slot of the separation', () => {
    const [first] = rebound([color(1, 'Rose', '#336699')])
    expect(first?.plate).to.deep.include({ name: 'Rose', object: 10, ofArtwork: false })
    expect(first?.hex).to.equal('#336699')
  })

  it("are the artwork's own where it has one of the name", () => {
    const [first] = rebound([color(1, 'Copper', '#336699')])
    expect(first?.plate).to.deep.include({ name: 'Copper', object: 12, ofArtwork: true })
    expect(first?.hex).to.equal('#b88f29')
  })

  it('find their definitions where two have changed places, and where one moved away', () => {
    const changed = rebound([color(1, 'Silver'), color(2, 'Gold')])
    expect(changed.map(({ plate }) => [plate.name, plate.object])).to.deep.equal([
      ['Silver', 10],
      ['Gold', 11],
    ])
    const moved = rebound([color(1, 'Silver'), color(2, 'Rose')])
    expect(moved.map(({ plate }) => [plate.name, plate.object])).to.deep.equal([
      ['Silver', 10],
      ['Rose', 11],
    ])
  })

  it('have alternates that no other plate of the palette has', () => {
    const [one, other] = rebound([color(1, 'Rose'), color(2, 'Slate')])
    expect(one?.plate.alternate).not.to.deep.equal(other?.plate.alternate)
  })
})
