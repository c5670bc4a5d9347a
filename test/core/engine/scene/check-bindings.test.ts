/** What a scene's inks can be bound to. */

import { expect } from 'chai'
import type { PlanInk } from '../../../../core/engine/ink/plan-ink.ts'
import { checkBindings } from '../../../../core/engine/scene/check-bindings.ts'
import type { SceneInk } from '../../../../core/engine/scene/scene.ts'
import { testInk, testScene } from '../../../support/engine/scene.ts'

const ARTWORK: readonly PlanInk[] = [
  { name: 'Gold', object: 1, hex: '#b88f29', slots: [1], hindrance: null, mixedWith: ['Silver'] },
  { name: 'Silver', object: 2, hex: '#999999', slots: [2], hindrance: null, mixedWith: ['Gold'] },
  { name: 'Copper', object: 3, hex: '#884422', slots: [3], hindrance: null, mixedWith: [] },
  { name: 'Foil', object: 4, hex: '#884422', slots: [4], hindrance: 'opi', mixedWith: [] },
  { name: 'Old', object: 5, hex: '#884422' },
]

type Bindings = readonly (readonly [name: string, binding: readonly string[] | null])[]

function faultsOf(...bindings: Bindings) {
  const inks = bindings.map(([name, binding], at): SceneInk => ({ ...testInk(at + 1, name), binding }))
  const faults: string[] = []
  checkBindings(testScene([], { inks }), ARTWORK, (param, message) => faults.push(`${param}: ${message}`))
  return faults
}

describe('checkBindings', () => {
  it('takes separations of the artwork, several for an ink too, and none', () => {
    expect(faultsOf(['Gold', ['Gold', 'Copper']], ['Silver', ['Silver']], ['Black', null])).to.deep.equal([])
  })

  const refused: readonly (readonly [string, Bindings, string])[] = [
    [
      'a separation that is none',
      [['Gold', ['Gelb']]],
      'inks[0].binding: The artwork has no separation named Gelb.',
    ],
    ['one that cannot be bound', [['Foil', ['Foil']]], 'inks[0].binding: Foil always prints as itself'],
    ['one of an earlier version', [['Old', ['Old']]], 'inks[0].binding: Old was read by an earlier version'],
    [
      'one that two inks are bound to',
      [
        ['Gold', ['Gold']],
        ['Rose', ['Gold']],
      ],
      'inks[1].binding: Gold is already bound to Gold',
    ],
    [
      'two that are mixed',
      [['Rose', ['Gold', 'Silver']]],
      'inks[0].binding: The artwork mixes Silver and Gold',
    ],
    [
      'one that would print on a plate it is mixed with',
      [['Silver', ['Gold']]],
      'inks[0].binding: The artwork mixes Gold and Silver',
    ],
  ]
  for (const [what, bindings, fault] of refused)
    it(`refuses ${what}`, () => {
      const faults = faultsOf(...bindings)
      expect(faults).to.have.length(1)
      expect(faults[0]).to.include(fault)
    })
})
