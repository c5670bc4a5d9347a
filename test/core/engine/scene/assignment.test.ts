/** Which ink a field ends in, with and without a palette of the request. */
import { expect } from 'chai'
import { chooseInks } from '../../../../core/engine/scene/assignment.ts'
import { ServiceError } from '../../../../core/errors.ts'
import { testField, testInk, testScene } from '../../../support/engine/scene.ts'

const scene = testScene(
  [
    testField('fld_names', { label: 'Names', ink: 'Gold' }),
    testField('fld_date', { label: 'Date' }),
    testField('fld_a', { label: 'Twin' }),
    testField('fld_b', { label: 'Twin' }),
  ],
  { inks: [testInk(1, 'Green'), testInk(2, 'Gold')] },
)
const colors = [
  { index: 1, key: 'navy', name: 'Navy', hex: '#001133' },
  { index: 4, key: 'rose', name: 'Rose', hex: '#cc8899' },
]

const inkNames = (choice: ReturnType<typeof chooseInks>) =>
  Object.fromEntries([...choice.inkOf].map(([id, ink]) => [id, ink.name]))

describe('chooseInks', () => {
  it("uses the scene's inks and each field's own ink when no colors are given", () => {
    expect(inkNames(chooseInks(scene, null, {}, []))).to.deep.equal({
      fld_names: 'Gold',
      fld_date: 'Green',
      fld_a: 'Green',
      fld_b: 'Green',
    })
  })

  it('gives fields without an assignment index 1 of the colors', () => {
    const choice = chooseInks(scene, colors, { fld_date: 4 }, [])
    expect(inkNames(choice)).to.deep.equal({
      fld_names: 'Navy',
      fld_date: 'Rose',
      fld_a: 'Navy',
      fld_b: 'Navy',
    })
  })

  it('takes labels, lets the id win, and assigns scene inks by index without colors', () => {
    expect(inkNames(chooseInks(scene, colors, { Date: 4, fld_date: 1 }, [])).fld_date).to.equal('Navy')
    expect(inkNames(chooseInks(scene, null, { Date: 2 }, [])).fld_date).to.equal('Gold')
  })

  describe('with process mixes', () => {
    const refusal = (mix: object, inks = scene, plates: readonly string[] = []) => {
      const planned = plates.map((name, at) => ({
        name,
        hex: '#caa24a',
        object: 10 + at,
        slots: [20 + at],
        hindrance: null,
      }))
      return () =>
        chooseInks(inks, [{ index: 1, key: 'a', name: 'Brand', hex: '#102030', ...mix }], {}, planned)
    }

    for (const [what, mix, param] of [
      ['both cmyk and gray', { cmyk: [10, 0, 0, 0], gray: 20 }, 'colors[0].gray'],
      ['three parts', { cmyk: [10, 0, 0] }, 'colors[0].cmyk'],
      ['a part above 100', { cmyk: [10, 0, 101, 0] }, 'colors[0].cmyk'],
      ['a part below 0', { gray: -1 }, 'colors[0].gray'],
      ['RGB where the template does not allow it', { rgb: [255, 0, 0] }, 'colors[0].rgb'],
      ['both cmyk and rgb', { cmyk: [10, 0, 0, 0], rgb: [255, 0, 0] }, 'colors[0].rgb'],
      ['the name of a process plate', { gray: 100, name: 'black' }, 'colors[0].name'],
      ['the name of a plate of the artwork', { gray: 100, name: 'Gold' }, 'colors[0].name'],
    ] as const)
      it(`refuses ${what} as invalid_colors with its parameter`, () => {
        const act = refusal(mix, scene, ['Gold'])
        expect(act).to.throw(ServiceError).with.property('code', 'invalid_colors')
        expect(act).to.throw(ServiceError).with.nested.property('facts.param', param)
      })

    it('refuses a mix in place of an ink that a plate of the artwork follows', () => {
      const bound = { ...scene, inks: [{ ...testInk(1, 'Green'), binding: ['Gold'] }, testInk(2, 'Rose')] }
      const act = refusal({ cmyk: [0, 90, 10, 0] }, bound, ['Gold'])
      expect(act).to.throw(ServiceError).with.property('code', 'invalid_colors')
      expect(act).to.throw(ServiceError).with.nested.property('facts.param', 'colors[0]')
    })

    it('accepts RGB where the scene allows it, by a setting or by an ink of its own', () => {
      const rgb = { rgb: [255, 0, 0] }
      expect(refusal(rgb, { ...scene, allowRgb: true }, [])).not.to.throw()
      const own = { ...scene, inks: [...scene.inks, { ...testInk(3, 'Screen'), ...rgb }] }
      expect(refusal(rgb, own, [])).not.to.throw()
      const act = refusal({ rgb: [256, 0, 0] }, own, [])
      expect(act).to.throw(ServiceError).with.nested.property('facts.param', 'colors[0].rgb')
      expect(refusal(rgb, { ...own, allowRgb: false }, [])).to.throw(ServiceError)
    })

    it('accepts a mix beside the plates of the artwork', () => {
      expect(refusal({ cmyk: [0, 90, 10, 0] }, scene, ['Gold'])).not.to.throw()
    })
  })

  for (const [what, assignments] of [
    ['an index without a color', { fld_date: 2 }],
    ['an unknown field', { fld_gone: 1 }],
    ['an ambiguous label', { Twin: 1 }],
  ] as const)
    it(`refuses ${what} as invalid_assignments with its parameter`, () => {
      const act = () => chooseInks(scene, colors, assignments, [])
      expect(act).to.throw(ServiceError).with.property('code', 'invalid_assignments')
      expect(act)
        .to.throw(ServiceError)
        .with.nested.property('facts.param', `assignments.${Object.keys(assignments)[0]}`)
    })
})
