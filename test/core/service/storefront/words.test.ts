/** Each state and reason of a line has words in each language, and the actions that fit it. */
import { expect } from 'chai'
import { LANGUAGES } from '../../../../core/engine/finding/sentence.ts'
import { FAULTS, HOLDS, LINE_MOVES, NOTES } from '../../../../core/service/storefront/line.ts'
import { LINE_STATES } from '../../../../core/service/storefront/order.ts'
import de from '../../../../core/service/storefront/words/de.json' with { type: 'json' }
import en from '../../../../core/service/storefront/words/en.json' with { type: 'json' }
import { lineWords } from '../../../../core/service/storefront/words.ts'

type Facts = Parameters<typeof lineWords>[0]
const PRINTED: Facts = {
  ...{ goal: 'finalize', state: 'finalized', reason: null, message: null, renderStatus: 'succeeded' },
  ...{ quantity: 2, refunded: 0, printed: 0 },
}
const wordsOf = (changes: Partial<Facts>, locale = 'en') => lineWords({ ...PRINTED, ...changes }, locale)
const labelsOf = (changes: Partial<Facts>, locale = 'en') =>
  wordsOf(changes, locale).actions.map(({ label }) => label)

/** Reasons by the state that they occur in. */
const REASONS: readonly (readonly [Facts['state'], string])[] = [
  ...Object.keys(HOLDS).map((reason) => ['held', reason] as const),
  ...Object.keys(FAULTS).map((reason) => ['failed', reason] as const),
  ...Object.keys(NOTES).map((reason) => ['finalized', reason] as const),
]
/** Both texts name every part of the same form. */
const keysOf = (value: object, path = ''): readonly string[] =>
  Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [`${path}${key}`] : keysOf(inner, `${path}${key}.`),
  )

describe('The words for a line of a shop’s order', () => {
  for (const language of LANGUAGES) {
    for (const state of LINE_STATES)
      it(`name the state ${state} (${language})`, () => {
        const { label } = wordsOf({ state, goal: state === 'attached' ? 'attach' : 'finalize' }, language)
        expect(label).to.match(/^[A-ZÄÖÜ][a-zäöü]/)
        expect(label).to.equal({ en, de }[language].label[state])
      })

    for (const [state, reason] of REASONS)
      it(`say what ${reason} means for the print (${language})`, () => {
        const changes = { state, reason, message: null, quantity: 9, printed: 3 }
        const { message } = wordsOf(changes, language)
        expect(message).to.match(/^(?:[A-ZÄÖÜ]|\d).{20,}\.$/s)
        expect(message).not.to.include(reason)
      })
  }

  it('say the same in each language', () => {
    expect(keysOf(de)).to.deep.equal(keysOf(en))
  })

  it('are English for a language that is not spoken, and German for each German locale', () => {
    const label = (locale: string) => wordsOf({ state: 'held', reason: 'cart_mismatch' }, locale).label
    expect(['fr', '', 'x-klingon', 'en-US'].map(label)).to.deep.equal(['Held', 'Held', 'Held', 'Held'])
    expect(['de', 'de-AT', 'de_CH_informal', 'DE'].map(label)).to.deep.equal(Array(4).fill('Angehalten'))
  })

  it('count what is left to print, on the state and on the button', () => {
    const more = { state: 'held', reason: 'more_to_print', quantity: 8, refunded: 1, printed: 3 } as const
    expect(wordsOf(more).label).to.equal('4 more to print')
    expect(labelsOf(more)).to.deep.equal(['Print 4 more'])
    expect(wordsOf(more).message).to.match(/^3 pieces were sent to print, then the quantity rose to 7\./)
    expect(wordsOf(more, 'de').label).to.equal('Noch 4 zu drucken')
    expect(labelsOf(more, 'de')).to.deep.equal(['4 weitere drucken'])
  })

  it('count what is too much at the press', () => {
    const less = { reason: 'too_many_at_press', quantity: 5, refunded: 2, printed: 5 }
    expect(wordsOf(less)).to.include({ label: '2 too many at the press', tone: 'warning' })
    expect(wordsOf(less).message).to.match(/then the quantity fell to 3\. Take 2 off the print run\.$/)
    expect(wordsOf({ ...less, state: 'fulfilled' })).to.include({ label: 'Fulfilled', tone: 'good' })
    expect(wordsOf({ ...less, state: 'fulfilled' }).message).not.to.include('Take')
  })

  it('tell quantities apart where refunds and prints changed them', () => {
    const said = (quantity: number, refunded: number, printed: number, locale = 'en') =>
      wordsOf({ quantity, refunded, printed }, locale).quantity
    expect(said(3, 0, 0)).to.equal('3')
    expect(said(3, 0, 3)).to.equal('3')
    expect(said(3, 1, 0)).to.equal('3 ordered, 1 refunded')
    expect(said(3, 1, 2)).to.equal('3 ordered, 1 refunded, 2 sent to print')
    expect(said(5, 0, 3)).to.equal('5 ordered, 3 sent to print')
    expect(said(1200, 1, 1200, 'de')).to.equal('1.200 bestellt, 1 erstattet, 1.200 in Druck gegeben')
  })

  it('say nothing beside a print file that is ready', () => {
    expect(wordsOf({})).to.include({ label: 'Print file ready', message: null, tone: 'good' })
    expect(wordsOf({ renderStatus: 'queued' })).to.include({ label: 'Creating print file', tone: 'busy' })
  })

  it('call a paid line that nobody works on yet by what comes next', () => {
    expect(wordsOf({ state: 'attached', goal: 'attach' }).label).to.equal('Payment pending')
    expect(wordsOf({ state: 'attached', goal: 'finalize' })).to.include({
      ...{ label: 'Creating print file', message: null, tone: 'busy' },
    })
  })

  it('put a review in the place of the state, with the reason of a refusal', () => {
    const review = { reason: 'review_refused', message: 'The design was refused: Our logo is not yours.' }
    expect(wordsOf(review)).to.include({ label: 'Refused', tone: 'critical' })
    expect(wordsOf(review).message).to.include('(“Our logo is not yours.”)')
    expect(wordsOf({ ...review, message: 'The design was refused.' }).message).not.to.include('“')
    expect(wordsOf({ reason: 'review_requested', renderStatus: 'queued' }, 'de').label).to.equal('In Prüfung')
  })

  it('keep the reason of a refusal as staff wrote it, braces and tags too', () => {
    const message = 'The design was refused: Use {our} <b>logo</b>, it’s ’new’.'
    expect(wordsOf({ reason: 'review_refused', message }).message).to.include(
      'Use {our} <b>logo</b>, it’s ’new’.',
    )
  })

  it('quote the service where its refusal names the value', () => {
    const message = 'Some values cannot be printed. Name: the text does not fit.'
    const refused = wordsOf({ state: 'failed', reason: 'values_not_printable', message }, 'de').message
    expect(refused).to.match(/^Nicht gedruckt: .*Details: Some values cannot be printed\. Name/)
  })

  it('quote a refusal that they do not know, with its code', () => {
    const refused = wordsOf({ state: 'failed', reason: 'of_tomorrow', message: 'Not on Sundays.' }).message
    expect(refused).to.match(
      /^Not printed: Platen rejects the line \(of_tomorrow\)\..* Details: Not on Sundays\.$/,
    )
  })

  it('tell what a line waits for', () => {
    const waiting = (message: string, changes: Partial<Facts> = {}) =>
      wordsOf({ state: 'finalizing', reason: 'waiting', message, ...changes })
    expect(waiting('overloaded: Too much at once.').message).to.equal(
      'Not printed yet: Platen is busy, and tries again automatically.',
    )
    expect(waiting('Internal error.')).to.include({ label: 'Waiting', tone: 'busy' })
    expect(waiting('Internal error.').message).to.match(
      /tries again automatically\. Details: Internal error\.$/,
    )
    expect(waiting('Internal error.', { goal: 'withdraw' }).message).to.match(/^Not withdrawn yet/)
    expect(waiting('Internal error.', { state: 'finalized' })).to.include({ label: 'Print file ready' })
  })
})

describe('The actions of a line', () => {
  it('print a held line in spite of what held it, by what that means', () => {
    const release = (reason: string) => labelsOf({ state: 'held', reason })
    expect(release('cart_mismatch')).to.deep.equal(['Print anyway'])
    expect(release('fill_of_other_order')).to.deep.equal(['Print a copy'])
    expect(release('printed_then_canceled')).to.deep.equal(['Print again'])
    expect(release('line_has_other_fill')).to.deep.equal(['Print this design'])
  })

  it('are a new design where there is none, and nothing where no release can print', () => {
    expect(wordsOf({ state: 'held', reason: 'design_missing' }).actions).to.deep.equal([
      { action: 'add_design', label: 'Add design' },
    ])
    for (const reason of ['fill_id_malformed', 'fill_not_found'])
      expect(wordsOf({ state: 'held', reason }).actions, reason).to.deep.equal([])
  })

  it('are moves that the line can make', () => {
    for (const state of LINE_STATES)
      for (const { action } of wordsOf({ state, reason: 'cart_mismatch' }).actions)
        expect(LINE_MOVES[state], state).to.have.property(action)
  })

  it('end with a withdrawal that is on its way', () => {
    for (const state of ['held', 'failed'] as const)
      expect(wordsOf({ state, reason: 'cart_mismatch', goal: 'withdraw' }).actions).to.deep.equal([])
  })
})
