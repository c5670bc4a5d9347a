/** A team's settings for orders: which designs it reviews, which words it refuses, and whom approvals are mailed to. */
import {
  type ForbiddenWords,
  foldText,
  WORD_REPLIES,
  type WordReply,
} from '../../engine/layout/forbidden-words.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { audit } from './audit.ts'
import type { Actor } from './audit-store.ts'
import { type DefaultsChanges, defaultsAfter } from './change-defaults.ts'
import type { ApprovalMail, TeamRecord } from './key.ts'
import type { AccessPorts } from './keys.ts'
import type { ReviewMode } from './review-mode.ts'
import { NO_DEFAULTS, type ShopDefaults } from './shop-defaults.ts'

export { WORD_REPLIES }

/** Decision: enough for a list of a whole language, and quick to look through with every key that somebody presses. */
export const MOST_WORDS = 5000
export const LONGEST_WORD = 100
export const MOST_LISTS = 50

export interface TeamSettings {
  readonly review: ReviewMode
  readonly forbiddenWords: Readonly<Record<string, readonly string[]>>
  readonly forbiddenWordReply: WordReply
  readonly approvalMail: ApprovalMail
  readonly defaults: ShopDefaults
  readonly nextOrder: number
}

export interface SettingsChanges extends Partial<Omit<TeamSettings, 'defaults' | 'nextOrder'>> {
  readonly defaults?: DefaultsChanges
}

export async function findSettings(
  { store }: Pick<AccessPorts, 'store'>,
  teamId: string,
): Promise<TeamSettings> {
  const team = await store.teams.find(teamId)
  if (team === null) throw notFound('team')
  return settingsOf(team)
}

/** The words that the team does not print. */
export async function forbiddenWordsOf(
  store: Pick<Store, 'teams'>,
  teamId: string,
): Promise<ForbiddenWords | null> {
  return (await store.teams.find(teamId))?.forbiddenWords ?? null
}

/**
 * What is given is changed, the rest stays; a language that is given has its list replaced, and an empty list is
 * removed. Decision: fills that wait for review go on waiting whatever is set. Throws `invalid_forbidden_words`, which
 * names the list and the word, and what defaultsAfter refuses; nothing is changed then.
 */
export async function changeSettings(
  ports: AccessPorts & Pick<Ports, 'profiles'>,
  teamId: string,
  changes: SettingsChanges,
  actor: Actor,
): Promise<TeamSettings> {
  return ports.store.transaction(async (store) => {
    const team = await store.teams.find(teamId)
    if (team === null) throw notFound('team')
    const present = settingsOf(team)
    const lists = mergeLists(present.forbiddenWords, changes.forbiddenWords ?? {})
    const reply = changes.forbiddenWordReply ?? present.forbiddenWordReply
    const forbiddenWords: ForbiddenWords | null =
      Object.keys(lists).length === 0 && reply === 'word' ? null : { lists, reply }
    const review = changes.review ?? team.review
    const approvalMail = changes.approvalMail ?? team.approvalMail
    const { defaults, nextOrder } = await defaultsAfter(ports, store, team, changes.defaults ?? {})
    const changed = await store.teams.update(teamId, {
      ...{ review, forbiddenWords, approvalMail, defaults },
      ...(nextOrder === team.nextOrder ? {} : { nextOrder }),
    })
    // The words are the shop's own; how many there are is enough.
    const details = {
      ...{ review, forbidden_words: countOf(lists), forbidden_word_reply: reply },
      approval_mail: approvalMail,
      ...(changes.defaults === undefined ? {} : { defaults: Object.keys(changes.defaults).sort() }),
    }
    await audit(ports, store, teamId, { actor, action: 'team.changed', objectId: teamId, details })
    return settingsOf(changed ?? team)
  })
}

function settingsOf(team: TeamRecord): TeamSettings {
  const { review, forbiddenWords, approvalMail, defaults, nextOrder } = team
  return {
    review,
    forbiddenWords: forbiddenWords?.lists ?? {},
    forbiddenWordReply: forbiddenWords?.reply ?? 'word',
    approvalMail,
    defaults: defaults ?? NO_DEFAULTS,
    nextOrder,
  }
}

function mergeLists(
  present: TeamSettings['forbiddenWords'],
  given: TeamSettings['forbiddenWords'],
): TeamSettings['forbiddenWords'] {
  const cleaned = Object.entries(given).map(([language, words]) => [language, cleanList(language, words)])
  const merged: TeamSettings['forbiddenWords'] = { ...present, ...Object.fromEntries(cleaned) }
  const lists = Object.fromEntries(Object.entries(merged).filter(([, words]) => words.length > 0))
  if (Object.keys(lists).length > MOST_LISTS)
    throw refused('forbidden_words', `There are lists for more than ${MOST_LISTS} languages.`, {
      limit: MOST_LISTS,
      found: Object.keys(lists).length,
    })
  const count = countOf(lists)
  if (count > MOST_WORDS)
    throw refused('forbidden_words', `The lists have ${count} words; the limit is ${MOST_WORDS}.`, {
      limit: MOST_WORDS,
      found: count,
    })
  return lists
}

/** Trimmed, without empty lines and words that are the same when read. */
function cleanList(language: string, given: readonly string[]): readonly string[] {
  const param = `forbidden_words.${language}`
  if (!isLanguage(language))
    throw refused(param, `“${language}” is not a language tag. Use one such as en, de or pt-BR.`)
  const words = new Map<string, string>()
  for (const line of given) {
    const word = line.replace(/\s+/gu, ' ').trim()
    if (word === '') continue
    const folded = foldText(word)
    if (!/[\p{L}\p{N}]/u.test(folded))
      throw refused(param, `“${word}” has neither letters nor digits, and would never be found. Remove it.`)
    const length = [...word].length
    if (length > LONGEST_WORD)
      throw refused(
        param,
        `“${[...word].slice(0, 40).join('')}…” has ${length} characters; the limit is ${LONGEST_WORD}. Enter one word in each line.`,
        { limit: LONGEST_WORD, found: length },
      )
    if (!words.has(folded)) words.set(folded, word)
  }
  return [...words.values()]
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

function countOf(lists: TeamSettings['forbiddenWords']): number {
  return Object.values(lists).reduce((sum, words) => sum + words.length, 0)
}

function refused(param: string, message: string, extra: Readonly<Record<string, number>> = {}): ServiceError {
  return new ServiceError('invalid_forbidden_words', { message, param, extra })
}
