/** The table of lines in the guide: each state and reason with the words that staff see, in both languages. */
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Language } from '../../core/engine/finding/sentence.ts'
import { FAULTS, HOLDS, NOTES, type StorefrontLine } from '../../core/service/storefront/line.ts'
import { LINE_STATES } from '../../core/service/storefront/order.ts'
import en from '../../core/service/storefront/words/en.json' with { type: 'json' }
import { lineWords } from '../../core/service/storefront/words.ts'

const PAGES: Readonly<Record<Language, string>> = { en: 'order-lines.md', de: 'order-lines.de.md' }
const NUMBERS: Readonly<Record<string, object>> = {
  more_to_print: { quantity: 6, printed: 2 },
  too_many_at_press: { quantity: 2, printed: 6 },
}
/** Of the service's refusals, those that have words of their own. */
const REFUSALS = Object.keys(en.message).filter((key) => key.startsWith('fill_') || key.startsWith('values_'))
const ROWS: readonly (readonly [state: StorefrontLine['state'], reason: string | null])[] = [
  ...LINE_STATES.filter((state) => state !== 'held' && state !== 'failed').map(
    (state) => [state, null] as const,
  ),
  ['finalizing', 'waiting'],
  ...Object.keys(HOLDS).map((reason) => ['held', reason] as const),
  ...[...Object.keys(FAULTS), ...REFUSALS.filter((code) => !(code in HOLDS))].map(
    (reason) => ['failed', reason] as const,
  ),
  ...Object.keys(NOTES).map(
    (note) => [note === 'withdrawn_after_print' ? 'withdrawn' : 'finalized', note] as const,
  ),
]

function rowOf(state: StorefrontLine['state'], reason: string | null, language: Language): string {
  const line = {
    ...{ goal: state === 'attached' ? 'attach' : 'finalize', state, reason, message: null },
    ...{ quantity: 2, refunded: 0, printed: 0, renderStatus: 'succeeded' },
    ...NUMBERS[reason ?? ''],
  } as Parameters<typeof lineWords>[0]
  const { label, message, actions } = lineWords(line, language)
  const code = reason === null ? `\`${state}\`` : `\`${state}\`, \`${reason}\``
  return `| ${code} | ${label} | ${message ?? '—'} | ${actions.map((one) => one.label).join() || '—'} |`
}

describe('The table of lines in the guide', () => {
  for (const language of ['en', 'de'] as const)
    it(`has each state and reason with its words (${language})`, async () => {
      const text = await readFile(`docs/sell/${PAGES[language]}`, 'utf8')
      const rows = text.split('\n').filter((line) => line.startsWith('| `'))
      expect(rows).to.deep.equal(ROWS.map(([state, reason]) => rowOf(state, reason, language)))
    })
})
