/** The identity of a picture changes with everything that its pixels depend on, and with nothing else. */

import { expect } from 'chai'
import type { FillContent } from '../../../../core/engine/scene/content.ts'
import type { Scene, SceneField } from '../../../../core/engine/scene/scene.ts'
import { type PictureState, pictureIdentity } from '../../../../core/service/preview/identity.ts'
import { revisionRecord, templateRecord } from '../../../support/database/records.ts'
import { SAMPLE_SCENE } from '../../../support/service/sample-press.ts'

const [first, second] = SAMPLE_SCENE.fields as [SceneField, SceneField]
const form = (letter: string) => ({
  sha256: letter.repeat(64),
  sizeBytes: 9,
  filter: 'flate' as const,
  bitsPerComponent: 8,
  inverted: false,
})
const picture = (print: string, screen = 'c') => ({
  assetId: 'ast_1',
  widthPx: 4,
  heightPx: 4,
  colorKind: 'rgb' as const,
  alpha: false,
  print: form(print),
  mask: null,
  screen: { sha256: screen.repeat(64), sizeBytes: 9 },
})
const logo = (shown: ReturnType<typeof picture>): SceneField => ({
  ...first,
  id: 'fld_logo',
  type: 'image',
  defaultValue: '',
  options: [{ value: 'ast_1', label: 'Logo', picture: shown }],
})
const size = (label: string): SceneField => ({
  ...second,
  id: 'fld_size',
  selectionSetId: 'sel_1',
  options: [{ value: 'm', label }],
})
const scene = (print = 'a', label = 'Medium', screen = 'c'): Scene => ({
  ...SAMPLE_SCENE,
  fields: [{ ...first, id: 'fld_name' }, size(label), logo(picture(print, screen))],
})

const revision = { ...revisionRecord(templateRecord('team_1')), scene: scene() }
const content: FillContent = {
  values: { fld_name: 'Ada', fld_size: 'm', fld_logo: 'ast_1' },
  colors: [
    { index: 1, key: 'navy', name: 'Navy', hex: '#102040' },
    { index: 2, key: 'gold', name: 'Gold Foil', hex: '#b08d2e' },
  ],
  assignments: { fld_name: 2, fld_size: 1 },
  substrate: { key: 'kraft', name: 'Kraft', hex: '#C8A165' },
}
const STATE: PictureState = {
  scope: 'fill_1',
  revision,
  content,
  page: 0,
  size: { widthPx: 880, heightPx: 575 },
}
const withContent = (changes: Partial<FillContent>): PictureState => ({
  ...STATE,
  content: { ...content, ...changes },
})
const [navy, gold] = content.colors as [
  NonNullable<FillContent['colors']>[0],
  NonNullable<FillContent['colors']>[0],
]

const DIFFERENT: Readonly<Record<string, PictureState>> = {
  'another fill': { ...STATE, scope: 'fill_2' },
  'another template': { ...STATE, revision: { ...revision, templateId: 'tpl_2' } },
  'another revision': { ...STATE, revision: { ...revision, revision: revision.revision + 1 } },
  'another body': {
    ...STATE,
    revision: { ...revision, plan: { ...revision.plan, bodySha256: 'f'.repeat(64) } },
  },
  'another page': { ...STATE, page: 1 },
  'another width': { ...STATE, size: { ...STATE.size, widthPx: 881 } },
  'a width that is asked for': { ...STATE, asked: { w: 880, dpr: 1 } },
  'half the width at twice the pixels': { ...STATE, asked: { w: 440, dpr: 2 } },
  'another height': { ...STATE, size: { ...STATE.size, heightPx: 576 } },
  'another value': withContent({ values: { ...content.values, fld_name: 'Ada ' } }),
  'an emptied value': withContent({ values: { ...content.values, fld_name: '' } }),
  'a value in the place of another': withContent({
    values: { ...content.values, fld_name: 'm', fld_size: 'Ada' },
  }),
  'no colours': withContent({ colors: null }),
  'one colour': withContent({ colors: [navy] }),
  'another hex': withContent({ colors: [{ ...navy, hex: '#102041' }, gold] }),
  'another name, which may be white or metal': withContent({ colors: [{ ...navy, name: 'White' }, gold] }),
  'colours under each other’s numbers': withContent({
    colors: [
      { ...navy, index: 2 },
      { ...gold, index: 1 },
    ],
  }),
  'another assignment': withContent({ assignments: { fld_name: 1, fld_size: 1 } }),
  'no assignment': withContent({ assignments: {} }),
  'another substrate': withContent({ substrate: { key: 'kraft', name: 'Kraft', hex: '#c8a166' } }),
  'no substrate': withContent({ substrate: null }),
  'another picture under the same name': { ...STATE, revision: { ...revision, scene: scene('b') } },
  'another picture for the screen': { ...STATE, revision: { ...revision, scene: scene('a', 'Medium', 'd') } },
  'labels in another language': { ...STATE, spoken: ['fld_name', 'Nom'] },
  'the same label of another field': { ...STATE, spoken: ['fld_size', 'Nom'] },
  'another label in the set': { ...STATE, revision: { ...revision, scene: scene('a', 'Middling') } },
}

const SAME: Readonly<Record<string, PictureState>> = {
  'values in another order': withContent({
    values: { fld_logo: 'ast_1', fld_size: 'm', fld_name: 'Ada' },
  }),
  'the default, said': withContent({ values: { fld_name: 'Ada', fld_logo: 'ast_1' } }),
  'assignments in another order': withContent({ assignments: { fld_size: 1, fld_name: 2 } }),
  'a hex in capitals': withContent({ colors: [{ ...navy, hex: '#102040'.toUpperCase() }, gold] }),
  'keys of colours and paper': withContent({
    colors: [{ ...navy, key: 'n' }, gold],
    substrate: { key: 'x', name: 'Brown paper', hex: '#c8a165' },
  }),
  'another day': { ...STATE, revision: { ...revision, createdAt: 5 } },
}

describe('The identity of a picture', () => {
  const identity = pictureIdentity(STATE)

  it('is a SHA-256', () => {
    expect(identity).to.match(/^[0-9a-f]{64}$/)
  })
  for (const [what, state] of Object.entries(DIFFERENT))
    it(`is another one for ${what}`, () => {
      expect(pictureIdentity(state)).to.not.equal(identity)
    })
  it('is another one for each of these', () => {
    const all = Object.values(DIFFERENT).map(pictureIdentity)
    expect(new Set(all).size).to.equal(all.length)
  })
  for (const [what, state] of Object.entries(SAME))
    it(`stays for ${what}`, () => {
      expect(pictureIdentity(state)).to.equal(identity)
    })
})
