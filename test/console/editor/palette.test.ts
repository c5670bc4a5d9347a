/** The palette of the editor, the values that a template is tried out with, and the steps of the arrow keys. */
import { expect } from 'chai'
import {
  boundInk,
  changedInk,
  freeKey,
  mixedInk,
  movedInk,
  partsOf,
  renamedInk,
  usesOf,
  withForm,
  withInk,
  withOffers,
  withoutInk,
} from '../../../widget/console/editor/inks-edit.ts'
import { changesOf, same } from '../../../widget/console/editor/merge-scenes.ts'
import { newField } from '../../../widget/console/editor/new-field.ts'
import { nudgeOf } from '../../../widget/console/editor/nudge.ts'
import { type EditScene, withField } from '../../../widget/console/editor/scene-edit.ts'
import { trialValue } from '../../../widget/console/editor/trial-values.ts'

const EMPTY: EditScene = {
  version: 1,
  pages: [],
  inks: [{ index: 1, key: 'black', name: 'Black', hex: '#000000', technical: false }],
  papers: [],
  text_output: 'live',
  fields: [],
}
const GOLD = { name: 'Gold Foil', hex: '#c9a227', technical: false }
function withFieldIn(ink: string | null, scene = withInk(EMPTY, GOLD)): EditScene {
  const place = { box: [0, 0, 10, 10] as const, turn: 0 as const, frame: null }
  const field = newField(scene, { uid: 'a', kind: 'text', label: 'A', page: 0, place, height: 10 })
  return withField(scene, { ...field, ink })
}

describe("The editor's palette", () => {
  it('numbers inks from 1, with keys of their own, and the order says which is the primary one', () => {
    const scene = withInk(withInk(EMPTY, GOLD), { ...GOLD, name: 'gold-foil' })
    expect(scene.inks.map(({ index, key }) => [index, key])).to.deep.equal([
      [1, 'black'],
      [2, 'gold-foil'],
      [3, 'gold-foil-2'],
    ])
    expect(freeKey([], '銀')).to.equal('ink')
    expect(movedInk(scene, 1, -1).inks.map(({ index, name }) => [index, name])).to.deep.equal([
      [1, 'Gold Foil'],
      [2, 'Black'],
      [3, 'gold-foil'],
    ])
    expect(movedInk(scene, 0, -1)).to.equal(scene)
  })

  it('keeps outlines on plates that there are', () => {
    const plain = withFieldIn(null)
    const outlined = (ink: string | null): EditScene => ({
      ...plain,
      fields: plain.fields.map((field) => ({
        ...field,
        placements: field.placements.map((one) => ({
          ...one,
          style: { ...one.style, stroke: { width_pt: 1, ink, tint: 1 } },
        })),
      })),
    })
    const inkOf = (scene: EditScene) => scene.fields[0]?.placements[0]?.style.stroke?.ink
    expect(usesOf(outlined('Gold Foil'), 1)).to.equal(1)
    expect(inkOf(renamedInk(outlined('Gold Foil'), 1, 'PANTONE 871 C'))).to.equal('PANTONE 871 C')
    expect(inkOf(withoutInk(outlined('Gold Foil'), 1))).to.equal(null)
    expect(inkOf(renamedInk(outlined(null), 1, 'PANTONE 871 C'))).to.equal(null)
  })

  it('renames a plate with everything that prints on it', () => {
    const scene = renamedInk(withFieldIn('Gold Foil'), 1, 'PANTONE 871 C')
    expect([scene.inks[1]?.name, scene.fields[0]?.ink]).to.deep.equal(['PANTONE 871 C', 'PANTONE 871 C'])
    expect([usesOf(scene, 0), usesOf(scene, 1)]).to.deep.equal([0, 1])
    expect(usesOf(withFieldIn(null), 0)).to.equal(1)
  })

  it('removes an ink, whose fields print in the primary one, and never the last', () => {
    const scene = withoutInk(withFieldIn('Gold Foil'), 1)
    expect([scene.inks.length, scene.fields[0]?.ink]).to.deep.equal([1, null])
    expect(withoutInk(scene, 0)).to.equal(scene)
  })

  it('lets a separation follow one ink alone', () => {
    const bound = boundInk(boundInk(withFieldIn(null), 0, 'Cut', true), 1, 'Cut', true)
    expect(bound.inks.map(({ binding }) => binding)).to.deep.equal([null, ['Cut']])
    expect(boundInk(bound, 1, 'Cut', false).inks[1]?.binding).to.equal(null)
    const offered = withOffers(bound, 1, [{ key: 'silver', name: 'Silver', hex: '#c0c0c0' }])
    expect(offered.inks[1]?.offers?.map(({ name }) => name)).to.deep.equal(['Silver'])
  })

  it('makes an ink a process colour, which no plate of the artwork follows, and a plate again', () => {
    const scene = boundInk(withInk(EMPTY, GOLD), 1, 'Silver', true)
    const mixed = mixedInk(withForm(scene, 1, 'cmyk'), 1, { cmyk: [0, 90, 10, 0] })
    expect(mixed.inks[1]).to.include({ name: 'Gold Foil', binding: null })
    expect(mixed.inks[1]?.cmyk).to.deep.equal([0, 90, 10, 0])
    expect(mixed.inks[1]?.hex).not.to.equal(GOLD.hex)
    expect(partsOf({ gray: 30 })).to.deep.equal([0, 0, 0, 30])
    const plain = withForm(
      { ...mixed, inks: mixed.inks.map((ink) => ({ ...ink, gray: 5 })) },
      1,
      'separation',
    )
    expect(plain.inks[1]).not.to.have.any.keys('cmyk', 'gray')
  })

  it('is compared by what it means', () => {
    const scene = withInk(EMPTY, GOLD)
    expect(same({ a: 1, b: null }, { a: 1 })).to.equal(true)
    expect(same([1, 2], [2, 1])).to.equal(false)
    expect(changesOf(scene, changedInk(scene, 1, { hex: '#ffffff' }))).to.deep.equal([
      { kind: 'changed', what: 'ink', name: 'Gold Foil' },
    ])
    expect(changesOf(EMPTY, { ...scene, text_output: 'outlines' })).to.deep.equal([
      { kind: 'added', what: 'ink', name: 'Gold Foil' },
      { kind: 'changed', what: 'output', name: '' },
    ])
  })
})

describe('Values to try out', () => {
  const text = { type: 'text', options: null, max_length: 8 } as const
  it('go to the limit, from right to left, and beyond what fonts have', () => {
    expect(trialValue(text, 'default')).to.equal(null)
    expect(trialValue(text, 'short')).to.equal('Io')
    expect(trialValue({ ...text, max_length: 1 }, 'short')).to.equal('I')
    expect(trialValue(text, 'long')).to.have.length(8)
    expect(trialValue({ ...text, max_length: 400 }, 'long')?.length).to.be.within(395, 400)
    expect(trialValue({ ...text, max_length: null }, 'rtl')).to.match(/^\p{Script=Hebrew}/u)
    expect(trialValue(text, 'missing')).to.match(/[\u{10000}-\u{1ffff}]|[Ⰰ-Ⱟ]/u)
  })

  it('are options where there are options', () => {
    const options = ['Medium', 'S', 'Extra large'].map((label) => ({ value: label[0] ?? '', label }))
    const choice = { type: 'selection', options, max_length: null } as const
    expect([
      trialValue(choice, 'short'),
      trialValue(choice, 'long'),
      trialValue(choice, 'rtl'),
    ]).to.deep.equal(['S', 'E', null])
    expect(trialValue({ ...choice, type: 'image' }, 'long')).to.equal(null)
  })
})

describe('The arrow keys', () => {
  it('move by the unit that is worked in, finely with Alt and coarsely with Shift', () => {
    const press = (key: string, altKey = false, shiftKey = false) => ({ key, altKey, shiftKey })
    expect(nudgeOf(press('ArrowRight'), 'pt')).to.deep.equal({ x: 1, y: 0 })
    expect(nudgeOf(press('ArrowUp', true), 'mm')?.y).to.be.closeTo((-0.1 * 72) / 25.4, 1e-9)
    expect(nudgeOf(press('ArrowDown', false, true), 'inch')).to.deep.equal({ x: 0, y: 36 })
    expect(nudgeOf(press('a'), 'mm')).to.equal(null)
  })
})
