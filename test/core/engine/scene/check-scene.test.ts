/** What a saved scene is refused for. */
import { expect } from 'chai'
import { checkScene } from '../../../../core/engine/scene/check-scene.ts'
import type { Scene, ScenePage } from '../../../../core/engine/scene/scene.ts'
import {
  TEST_FONT,
  testField,
  testPage,
  testPlacement,
  testScene,
  testStyle,
} from '../../../support/engine/scene.ts'
import { thrownBy } from '../../../support/run/thrown.ts'

const FONTS = new Set([TEST_FONT])
const field = testField('fld_1')
const scene = testScene([field])
const EARLIER = new Map([[field.id, field]])

/** The parameters that are found fault with. */
function faultsOf(
  draft: Scene,
  pages: readonly ScenePage[] = scene.pages,
  places: readonly number[] = [],
): readonly (string | undefined)[] {
  const { code, facts } = thrownBy(() => checkScene(draft, pages, EARLIER, FONTS, places))
  expect(code).to.equal('invalid_scene')
  return (facts.details ?? []).map((detail) => detail.param)
}

/** The same record with its names the other way round, all the way down. */
function turnedRound<T>(value: T): T {
  if (Array.isArray(value)) return value.map(turnedRound) as T
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).reverse()
  return Object.fromEntries(members.map(([name, member]) => [name, turnedRound(member)])) as T
}

describe('checkScene', () => {
  it('takes a scene as it stands', () => {
    expect(() => checkScene(scene, scene.pages, EARLIER, FONTS)).not.to.throw()
  })

  it('takes pages whose members stand in another order', () => {
    const pages = turnedRound(scene.pages)
    expect(JSON.stringify(pages)).not.to.equal(JSON.stringify(scene.pages))
    expect(() => checkScene({ ...scene, pages }, scene.pages, EARLIER, FONTS)).not.to.throw()
  })

  it('takes an outline in an ink of the scene alone', () => {
    const outlined = (ink: string | null) => {
      const stroke = {
        ...({ widthPt: 1, ink, tint: null, join: 'miter', overprint: false, filled: true } as const),
      } as const
      return testScene([{ ...field, placements: [testPlacement({ style: testStyle({ stroke }) })] }])
    }
    for (const ink of [null, 'Black'])
      expect(() => checkScene(outlined(ink), scene.pages, EARLIER, FONTS)).not.to.throw()
    expect(faultsOf(outlined('Gold'))).to.deep.equal(['fields[0].placements[0].style.stroke.ink'])
  })

  it('takes words in languages that there are, each once', () => {
    const said = (translations: Scene['fields'][0]['translations']) =>
      testScene([{ ...field, ...(translations === undefined ? {} : { translations }) }])
    const good = said({ de: { label: 'Name' }, 'pt-BR': {}, 'zh-Hant': { help: null } })
    expect(() => checkScene(good, scene.pages, EARLIER, FONTS)).not.to.throw()
    expect(faultsOf(said({ Deutsch_: {}, 'de-AT': {} }))).to.deep.equal(['fields[0].translations'])
    expect(faultsOf(said({ 'pt-BR': {}, 'pt-br': {} }))).to.deep.equal(['fields[0].translations'])
  })

  it('takes image fields, groups and fonts that stand in, where they belong', () => {
    const picture = { fit: 'fill', anchor: 'top' } as const
    const style = testStyle({ fallbacks: [{ requested: 'x', key: 'test:none', substitute: false }] })
    const image = testField('fld_1', {
      ...{ type: 'image', oneColor: true },
      placements: [testPlacement({ picture })],
    })
    expect(() =>
      checkScene(testScene([image]), scene.pages, new Map([[image.id, image]]), FONTS),
    ).not.to.throw()
    const wrong = {
      ...testField('fld_1', { oneColor: true, placements: [testPlacement({ picture, style })] }),
    }
    expect(faultsOf(testScene([wrong]))).to.deep.equal([
      'fields[0].one_color',
      'fields[0].placements[0].style.fallbacks[0].key',
      'fields[0].placements[0].picture',
    ])
    const line = {
      parts: [{ text: 'x', source: null, font: null, scale: 1, ink: null }],
      keepWhenEmpty: true,
    }
    const misplaced = { ...image, group: 'names', placements: [testPlacement({ line })] }
    expect(faultsOf(testScene([misplaced]))).to.include.members([
      'fields[0].group',
      'fields[0].placements[0].line',
    ])
  })

  const page = testPage()
  const others: readonly (readonly [string, readonly unknown[]])[] = [
    ['a moved box', [{ ...page, trimBox: [0, 0, 300, 199] }]],
    ['a box in another order', [{ ...page, trimBox: [300, 0, 0, 200] }]],
    ['a box that is no list', [{ ...page, trimBox: { ...page.trimBox } }]],
    ['another turn', [{ ...page, rotate: 90 }]],
    ['a further member', [{ ...page, note: 1 }]],
    ['a missing member', [Object.fromEntries(Object.entries(page).filter(([name]) => name !== 'userUnit'))]],
    ['a member of another name', [{ ...page, rotate: undefined, turn: 0 }]],
    ['a page more', [page, { ...page, index: 1 }]],
    ['no page', []],
  ]
  for (const [what, pages] of others)
    it(`refuses pages with ${what}`, () => {
      const draft = { ...scene, pages: pages as readonly ScenePage[] }
      expect(faultsOf(draft, [page])).to.include('pages')
    })

  it('names each fault of a field by its place', () => {
    const far = testPlacement({ box: [20, 20, 2000, 50] })
    const draft = { ...scene, fields: [{ ...field, label: ' ', ink: 'Gold', placements: [far] }] }
    expect(faultsOf(draft)).to.deep.equal(['fields[0].label', 'fields[0].ink', 'fields[0].placements[0].box'])
  })

  it('refuses frames, lines and places that cannot be', () => {
    const frame = { matrix: [1, 0, 0, 1, 20, 20] as const, widthPt: 200, heightPt: 30 }
    const part = { text: 'x', source: null, font: null, scale: 1, ink: null }
    const placements = [
      testPlacement({ frame }),
      testPlacement({ frame: { ...frame, widthPt: 100 } }),
      testPlacement({ frame: { ...frame, matrix: [1, 0, 1, 0, 20, 20] } }),
      testPlacement({ inPlace: 1 }),
      testPlacement({ inPlace: 2 }),
      testPlacement({
        line: { parts: [part, { ...part, source: 'a' }, { ...part, ink: 'All' }], keepWhenEmpty: true },
      }),
    ]
    const draft = { ...scene, fields: [{ ...field, placements }] }
    expect(faultsOf(draft, scene.pages, [2])).to.deep.equal([
      'fields[0].placements[1].box',
      'fields[0].placements[2].frame.matrix',
      'fields[0].placements[2].box',
      'fields[0].placements[4].in_place',
      'fields[0].placements[5].line.parts[1]',
      'fields[0].placements[5].line.parts[2].ink',
    ])
  })

  it('refuses an id that was never given, one used twice and one used for another field', () => {
    expect(faultsOf({ ...scene, fields: [{ ...field, id: 'fld_2' }] })).to.deep.equal(['fields[0].id'])
    expect(faultsOf({ ...scene, fields: [field, field] })).to.deep.equal(['fields[1].id'])
    expect(faultsOf({ ...scene, fields: [{ ...field, sourceName: 'x' }] })).to.deep.equal(['fields[0].id'])
  })
})
