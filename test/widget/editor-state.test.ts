/** What the editor knows without a screen: changes, steps back, inks, and how a field stands. */
import { expect } from 'chai'
import { type Content, difference, mergePatches, NOTHING } from '../../widget/editor/content.ts'
import { type FieldState, fieldState } from '../../widget/editor/field-state.ts'
import { countGraphemes } from '../../widget/editor/graphemes.ts'
import { createHistory } from '../../widget/editor/history.ts'
import { assignInk, chooseInk, fieldInks, inkChoices, inkOf } from '../../widget/editor/inks.ts'
import type { FieldWire, FillWire, ProblemWire, TemplateWire } from '../../widget/editor/wire.ts'

const field = (changes: Partial<FieldWire> = {}): FieldWire => ({
  ...{ id: 'a', label: 'Name', type: 'text', default_value: '', max_length: 10, required: false },
  ...{ options: null, multiline: false, ink: 1, ink_choice: false, places: [] },
  ...changes,
})
const fill = (values: Record<string, string>, problems: readonly ProblemWire[] = []): FillWire => ({
  ...{ id: 'fill_1', status: 'open', values, colors: null, assignments: {}, substrate: null },
  ...{ preview_url: null, proof_url: null, printable: problems.length === 0, problems },
})
const stands = (value: string, of: FillWire | null, changes: Partial<FieldWire> = {}): FieldState =>
  fieldState(field(changes), {
    ...{ content: { ...NOTHING, values: { a: value } }, fill: of, refusals: {}, holds: {} },
  })

describe('editor state', () => {
  it('counts characters as the service does', () => {
    for (const [text, count] of [
      ['', 0],
      ['e\u0301', 1],
      ['👩‍👩‍👧', 1],
      ['a\r\nb', 3],
      ['नमस्ते', 3],
    ] as const)
      expect(countGraphemes(text), text).to.equal(count)
  })

  it('says of a field only what the service has said of this very value', () => {
    expect(stands('Ada', fill({ a: 'Ada' })).fit).to.equal('fits')
    expect(stands('Adam', fill({ a: 'Ada' })).fit).to.equal('checking')
    expect(stands('e\u0301', fill({ a: '\u00e9' })).fit).to.equal('fits')
    const wide = { code: 'text_does_not_fit', field_id: 'a', message: '', found: 150, expected: 100 }
    expect(stands('AdaAda', fill({ a: 'AdaAda' }, [wide])).trouble).to.deep.equal({
      kind: 'does_not_fit',
      count: 2,
    })
    expect(stands('Ada', fill({ a: 'AdaAda' }, [wide])).trouble).to.equal(null)
    const strange = { code: 'glyph_missing', field_id: 'a', message: '', found: 'U+4E2D 中, U+0301' }
    expect(stands('中', fill({ a: '中' }, [strange])).trouble).to.deep.equal({
      kind: 'glyphs',
      characters: '中',
    })
  })

  it('sees by itself what is missing and what is too long', () => {
    expect(stands('', null, { required: true }).trouble).to.deep.equal({ kind: 'missing' })
    expect(stands('01234567890', null).trouble).to.deep.equal({ kind: 'over', count: 1 })
    expect(stands('01234567890', null, { max_length: null }).trouble).to.equal(null)
  })

  it('joins changes so that the latest wins, and finds what leads from one state to another', () => {
    const joined = mergePatches({ values: { a: '1', b: '1' } }, { values: { a: '2' }, substrate: null })
    expect(joined).to.deep.equal({ values: { a: '2', b: '1' }, substrate: null })
    const from: Content = { ...NOTHING, values: { a: '1', b: '1' } }
    expect(difference(from, { ...from, values: { a: '1', b: '2' } })).to.deep.equal({ values: { b: '2' } })
    expect(difference(from, { ...from, values: { ...from.values } })).to.equal(null)
  })

  it('takes a run of typing for one step, and forgets what was undone once something new is done', () => {
    const history = createHistory<string>()
    history.record('', 'value a', 1000)
    history.record('A', 'value a', 1300)
    history.record('Ad', 'value b', 1400)
    history.record('Ad+', null, 1500)
    expect([history.undo('end'), history.undo('Ad+'), history.undo('Ad')]).to.deep.equal(['Ad+', 'Ad', ''])
    expect([history.undo(''), history.canUndo, history.canRedo]).to.deep.equal([null, false, true])
    expect(history.redo('')).to.equal('Ad')
    history.record('Ad', 'value a', 9000)
    expect([history.redo('x'), history.undo('x')]).to.deep.equal([null, 'Ad'])
  })

  describe('with inks', () => {
    const gold = { key: 'gold', name: 'Gold', hex: '#b08d57' }
    const ink = (index: number, name: string, offers = [gold]) => ({
      ...{ index, key: name.toLowerCase(), name, hex: '#000000', technical: name === 'Cut', offers },
    })
    const template: TemplateWire = {
      ...{ id: 'tpl_1', title: 'Card' },
      fields: [field(), field({ id: 'b', ink: 2 })],
      scene_summary: { pages: [], inks: [ink(1, 'Black'), ink(2, 'Blue'), ink(3, 'Cut', [])], papers: [] },
    }

    it('changes the chosen one and leaves every field in its own', () => {
      const chosen = chooseInk(template, NOTHING, 1, gold)
      expect(chosen.colors?.map(({ index, name }) => [index, name])).to.deep.equal([
        [1, 'Gold'],
        [2, 'Blue'],
        [3, 'Cut'],
      ])
      expect(chosen.assignments).to.deep.equal({ b: 2 })
      const content = { ...NOTHING, ...chosen }
      expect(template.fields.map((one) => inkOf(one, content))).to.deep.equal([1, 2])
    })

    it('keeps a process mix one, for without its parts it would be a plate', () => {
      const mixed = { ...gold, cmyk: [10, 90, 0, 5] }
      const { colors } = chooseInk(template, NOTHING, 1, mixed)
      expect(colors?.[0]).to.deep.include({ name: 'Gold', cmyk: [10, 90, 0, 5] })
      const again = chooseInk(template, { ...NOTHING, ...chooseInk(template, NOTHING, 1, mixed) }, 2, mixed)
      expect(again.colors?.[0]).to.deep.include({ cmyk: [10, 90, 0, 5] })
    })

    it('offers no ink that another one has become, and no technical one for text', () => {
      const content = { ...NOTHING, ...chooseInk(template, NOTHING, 1, gold) }
      const [black, blue] = inkChoices(template, content)
      expect(black?.chosen.name).to.equal('Gold')
      expect([...(blue?.taken ?? [])]).to.include('Gold')
      expect(inkChoices(template, content)).to.have.length(2)
      expect(fieldInks(template, content).map(({ name }) => name)).to.deep.equal(['Gold', 'Blue'])
      const assigned = { ...content, ...assignInk(content, field(), 2) }
      expect(inkOf(field(), assigned)).to.equal(2)
    })
  })
})
