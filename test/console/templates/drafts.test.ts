/** What pages of templates and sets compute by themselves: what is sent of a draft, values of options, zooming in. */
import { expect } from 'chai'
import {
  addLines,
  draftOfSet,
  faultsOfSet,
  moved,
  valuesOf,
  wireOfSet,
} from '../../../widget/console/library/set-draft.ts'
import { isTag, readTags } from '../../../widget/console/library/tags.ts'
import { draftOf, faultsOf, isChanged, wireOf } from '../../../widget/console/templates/settings-draft.ts'
import type { TemplateWire } from '../../../widget/console/templates/wire.ts'
import { centred, nextZoom, zoomFor } from '../../../widget/console/templates/zoom.ts'

const TEMPLATE = {
  title: 'Card',
  slug: 'card',
  profile: 'sheetfed',
  hosted: { description: null, ask_name: 'no', ask_email: 'no', noindex: false, accent_color: null },
  metadata: { article: '17' },
} as unknown as TemplateWire

describe('The settings of a template', () => {
  it('send only what has changed', () => {
    const draft = draftOf(TEMPLATE)
    expect(isChanged(draft, TEMPLATE)).to.equal(false)
    expect(wireOf(draft, TEMPLATE)).to.deep.equal({})
    const changed = {
      ...draft,
      title: ' New ',
      askEmail: 'required' as const,
      description: ' Two\nlines ',
      metadata: [...draft.metadata, { name: ' shelf ', value: 'B' }],
    }
    expect(wireOf(changed, TEMPLATE)).to.deep.equal({
      title: 'New',
      hosted: { description: 'Two lines', ask_email: 'required' },
      metadata: { article: '17', shelf: 'B' },
    })
    expect(wireOf({ ...draft, accent: '#112233' }, TEMPLATE)).to.deep.equal({
      hosted: { accent_color: '#112233' },
    })
  })

  it('are refused without a title and with notes of no or of one name', () => {
    const notes = ['a', 'a', ' '].map((name) => ({ name, value: '' }))
    expect(faultsOf({ ...draftOf(TEMPLATE), title: ' ', metadata: notes })).to.deep.equal({
      title: true,
      metadata: [null, 'twice', 'empty'],
    })
  })
})

describe('A selection set as it is edited', () => {
  const option = (value: string, label: string) => ({ value, label, disabled: false, asset_id: null })
  const set = {
    ...{ id: 'sel_1', name: 'Sizes', metadata: {}, created_at: '', updated_at: '', archived_at: null },
    options: [option('s', 'Small'), option('m', 'Medium')],
  }
  let count = 0
  const key = () => {
    count += 1
    return `k${count}`
  }

  it('keeps what is printed for a value, and makes values of new words, none of them twice', () => {
    const draft = draftOfSet(set)
    expect(draft.rows.every(({ kept }) => kept)).to.equal(true)
    const rows = addLines(draft.rows, ' Größe  XL \n\nMedium\nM\nGröße XL\n♥\n', key)
    expect(rows.map(({ label }) => label)).to.deep.equal(['Small', 'Medium', 'Größe XL', 'M', '♥'])
    expect(valuesOf(rows)).to.deep.equal(['s', 'm', 'große-xl', 'm-2', 'option'])
    expect(wireOfSet({ name: ' Sizes ', rows: moved(rows, 1, -1).slice(0, 2) })).to.deep.equal({
      name: 'Sizes',
      options: [
        { value: 'm', label: 'Medium' },
        { value: 's', label: 'Small' },
      ],
    })
    expect(moved(rows, 0, -1)).to.equal(rows)
  })

  it('is refused without a name, without words, and with one value twice', () => {
    const [first] = draftOfSet(set).rows
    if (first === undefined) throw new Error('There is no option.')
    const rows = [first, { ...first, key: 'x' }, { ...first, key: 'y', value: '', label: ' ' }]
    expect(faultsOfSet({ name: '', rows })).to.deep.equal({
      name: true,
      rows: [null, 'value_twice', 'label'],
    })
  })

  it('has tags as the service takes them', () => {
    expect(readTags('Gold, oak  leaf;gold')).to.deep.equal(['gold', 'oak', 'leaf'])
    expect(['gold', '1-a', '-a', 'Größe', ''].map(isTag)).to.deep.equal([true, true, false, false, false])
  })
})

describe('A spot on a page', () => {
  it('is enlarged until it is seen well, and stands in the middle', () => {
    expect(zoomFor({ left: 0, top: 0, width: 1, height: 1 })).to.equal(1)
    expect(zoomFor({ left: 0, top: 0, width: 0.1, height: 0.05 })).to.equal(3.5)
    expect(zoomFor({ left: 0, top: 0, width: 0, height: 0 })).to.equal(8)
    const window = { clientWidth: 100, clientHeight: 50 }
    const place = { left: 0.4, top: 0.4, width: 0.2, height: 0.2 }
    expect(centred(place, { width: 400, height: 200 }, window)).to.deep.equal([150, 75])
    expect(centred({ ...place, left: 0.9, top: 0 }, { width: 400, height: 200 }, window)).to.deep.equal([
      300, 0,
    ])
    expect([nextZoom(1, 1), nextZoom(1, -1), nextZoom(8, 1)]).to.deep.equal([1.5, 1, 8])
  })
})
