/**
 * The words for lines of storefront orders, in each language: for staff, what happened, what it means for the print and
 * what to do. The API, the console and the pages of platforms show these.
 */
import { formatMessage, type Language, languageOf } from '../../engine/finding/sentence.ts'
import { NOTES, type StorefrontLine, wantedOf } from './line.ts'
import { actionsOf, type LineAction } from './line-actions.ts'
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }

/** How a line is shown: `warning` and `critical` need somebody. */
export const LINE_TONES = ['neutral', 'busy', 'good', 'warning', 'critical'] as const
export type LineTone = (typeof LINE_TONES)[number]

export interface LineWords {
  /** The state, such as `4 more to print`. */
  readonly label: string
  readonly tone: LineTone
  /** Null where the label says all. */
  readonly message: string | null
  /** `3 ordered, 1 refunded, 2 sent to print`. */
  readonly quantity: string
  readonly actions: readonly { readonly action: LineAction; readonly label: string }[]
}

type Facts = Pick<
  StorefrontLine,
  'goal' | 'state' | 'reason' | 'message' | 'quantity' | 'refunded' | 'printed' | 'renderStatus'
>
type Words = typeof en
type Shown = keyof Words['label']

const WORDS: Readonly<Record<Language, Words>> = { en, de }

/** Reasons whose label takes the place of any state's. */
const SHOWN_REASONS: readonly Shown[] = [
  'design_missing',
  'more_to_print',
  'review_requested',
  'review_refused',
  'render_canceled',
]

const TONES: Readonly<Record<Shown, LineTone>> = {
  attached: 'neutral',
  finalizing: 'busy',
  finalized: 'good',
  fulfilled: 'good',
  withdrawn: 'neutral',
  failed: 'critical',
  held: 'warning',
  waiting: 'busy',
  design_missing: 'warning',
  more_to_print: 'warning',
  too_many_at_press: 'warning',
  review_requested: 'warning',
  review_refused: 'critical',
  render_canceled: 'neutral',
}

/** Buttons that say more than the name of their action. */
const RELEASES: Readonly<Record<string, keyof Words['action']>> = {
  fill_of_other_order: 'print_copy',
  fill_on_other_line: 'print_copy',
  printed_with_source: 'print_copy',
  printed_then_canceled: 'print_again',
  line_has_other_fill: 'print_this',
  more_to_print: 'print_more',
}

/** Reasons whose stored message adds what their words leave open. */
const QUOTED = ['values_not_printable', 'waiting']

export function lineWords(line: Facts, locale: string): LineWords {
  const language = languageOf(locale)
  const words = WORDS[language]
  const values = numbersOf(line)
  const say = (text: string, more: Record<string, string> = {}) =>
    formatMessage(text, { ...values, ...more }, language)
  const shown = shownOf(line)
  return {
    label: say(words.label[shown]),
    // A look at the press is asked for.
    tone: line.reason === 'withdrawn_after_print' ? 'warning' : TONES[shown],
    message: messageOf(line, shown, words, say),
    quantity: say(words.quantity[quantityKey(line)]),
    actions: actionsOf(line).map((action) => ({ action, label: say(words.action[labelOf(action, line)]) })),
  }
}

function numbersOf(line: Facts) {
  const { quantity, refunded, printed } = line
  const wanted = wantedOf(line)
  const [more, surplus] = [Math.max(0, wanted - printed), Math.max(0, printed - wanted)]
  return { quantity, refunded, printed, wanted, more, surplus }
}

function shownOf({ goal, state, reason, renderStatus }: Facts): Shown {
  const byReason = SHOWN_REASONS.find((one) => one === reason)
  if (byReason !== undefined) return byReason
  if (state === 'attached') return goal === 'attach' ? 'attached' : 'finalizing'
  if (state === 'finalizing') return reason === 'waiting' ? 'waiting' : 'finalizing'
  if (state !== 'finalized') return state
  if (reason === 'too_many_at_press') return 'too_many_at_press'
  return renderStatus === 'queued' ? 'finalizing' : 'finalized'
}

function messageOf(
  line: Facts,
  shown: Shown,
  { message: messages, quoted }: Words,
  say: (text: string, more?: Record<string, string>) => string,
): string | null {
  const { state, reason } = line
  if (reason === null) return shown === 'attached' || shown === 'withdrawn' ? say(messages[shown]) : null
  const { key, said } = sayingOf(line)
  const known = Object.entries(messages).find(([one]) => one === key)?.[1]
  // The reason is from another version, whose words are not here.
  if (known === undefined && state !== 'failed') return said === '' ? null : said
  const text = say(known ?? messages.refused, { code: reason, said })
  const isOpen = known === undefined || (QUOTED.includes(reason) && key === reason)
  return isOpen && said !== '' ? say(quoted, { text, said }) : text
}

/** The words of a reason, and what its stored message adds. */
function sayingOf({ goal, state, reason, message }: Facts): { readonly key: string; readonly said: string } {
  const said = message ?? ''
  if (reason === 'review_refused') {
    const why = said.slice(NOTES.review_refused.length).replace(/^(?:: |\.$)/, '')
    return { key: why === '' ? reason : 'review_refused_because', said: why }
  }
  if (reason === 'too_many_at_press' && state === 'fulfilled') return { key: 'too_many_fulfilled', said }
  if (reason !== 'waiting') return { key: reason ?? state, said }
  if (goal === 'withdraw') return { key: 'waiting_to_withdraw', said }
  if (state !== 'attached' && state !== 'finalizing') return { key: 'waiting_to_update', said }
  const [, code = '', rest = said] = /^(\w+): (.*)$/s.exec(said) ?? []
  return { key: `waiting_${code}` in en.message ? `waiting_${code}` : 'waiting', said: rest }
}

function quantityKey({ quantity, refunded, printed }: Facts): keyof Words['quantity'] {
  const isTold = printed > 0 && printed !== quantity
  if (refunded > 0) return printed > 0 ? 'both' : 'refunded'
  return isTold ? 'printed' : 'ordered'
}

function labelOf(action: LineAction, { reason }: Facts): keyof Words['action'] {
  return action === 'release' ? (RELEASES[reason ?? ''] ?? action) : action
}
