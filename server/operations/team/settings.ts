/** The operations on a team's rules for orders: review before printing, and forbidden words. */
import { type Static, Type } from '@sinclair/typebox'
import type { DefaultsChanges } from '../../../core/service/access/change-defaults.ts'
import {
  LONGEST_WORD,
  MOST_LISTS,
  MOST_WORDS,
  type TeamSettings,
  WORD_REPLIES,
} from '../../../core/service/access/change-settings.ts'
import { APPROVAL_MAILS } from '../../../core/service/access/key.ts'
import { REVIEW_MODES } from '../../../core/service/access/review-mode.ts'
import { LARGEST_ORDER } from '../../../core/service/access/shop-defaults.ts'
import { operation } from '../../http/operation.ts'
import { PAGE_LANGUAGES } from '../../pages/words.ts'
import { actorOf } from '../actor.ts'
import { given } from '../given.ts'
import { closed, described, literals, mapOf, nullable } from '../schema.ts'

const SHARED = { tag: 'Team', stability: 'beta', auth: 'secret', limit: 'key' } as const

const WORDS = described(
  // The words themselves are judged by the use case, which names the one that is at fault.
  mapOf(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 2 * MOST_WORDS }), {
    nameLength: 35,
    entries: MOST_LISTS,
  }),
  `Words that customers' texts may not have, by language tag. At most ${MOST_WORDS} words, ` +
    `each of at most ${LONGEST_WORD} characters.`,
)

const FIELDS = {
  review: literals(REVIEW_MODES, {
    description:
      'Which finalized fills wait for approval before anything of them is printed: none, those with an image of ' +
      'the customer, or all.',
  }),
  forbidden_words: WORDS,
  forbidden_word_reply: literals(WORD_REPLIES, {
    description: '`word` tells customers which word is refused, `vague` only that the text is.',
  }),
  default_output_profile: described(
    nullable(Type.String({ minLength: 1, maxLength: 100 })),
    'Id of the output profile of new templates, as PDF/X-4. Null for plain PDF.',
  ),
  customer_languages: Type.Array(literals(PAGE_LANGUAGES), {
    uniqueItems: true,
    maxItems: PAGE_LANGUAGES.length,
    description:
      'Languages of hosted pages; the first is for customers who prefer none of them. Empty for all languages.',
  }),
  order_prefix: described(
    nullable(Type.String({ maxLength: 20, pattern: '^[A-Za-z0-9._/-]*$' })),
    'What order numbers begin with. A design that is approved on a hosted page then gets the next number as its ' +
      'external_order_id, and so does a fill made or finalized with `assign_order_number`. Null gives no numbers.',
  ),
  next_order_number: Type.Integer({
    minimum: 1,
    maximum: LARGEST_ORDER,
    description: 'The number of the next order. It can only be raised.',
  }),
  approval_mail: literals(APPROVAL_MAILS, {
    description:
      'Who gets an e-mail when a customer approves a design: `none`, owners, or owners and editors. It needs SMTP_URL.',
  }),
}

const SETTINGS = Type.Object(FIELDS, { title: 'TeamSettings', additionalProperties: false })

export const retrieveTeamSettings = operation({
  ...SHARED,
  id: 'retrieveTeamSettings',
  method: 'get',
  path: '/team/settings',
  summary: 'Retrieve the team’s settings for orders',
  scope: null,
  replies: { 200: Type.Object({ settings: SETTINGS }, closed()) },
  errors: [],
  async handle({ service }, { teamId }, _input, reply) {
    return reply(200, { settings: settingsWire(await service.settings.find(teamId)) })
  },
})

export const changeTeamSettings = operation({
  ...SHARED,
  id: 'changeTeamSettings',
  method: 'patch',
  path: '/team/settings',
  summary: 'Update the team’s settings for orders',
  scope: null,
  body: Type.Partial(Type.Object(FIELDS), {
    ...closed(),
    examples: [{ review: 'all', forbidden_words: { en: ['darn'] } }],
  }),
  replies: { 200: Type.Object({ settings: SETTINGS }, closed()) },
  errors: ['invalid_forbidden_words', 'profile_not_found'],
  async handle({ service }, caller, { body }, reply) {
    const { review, forbidden_words: forbiddenWords, forbidden_word_reply: forbiddenWordReply } = body
    const { approval_mail: approvalMail } = body
    const defaults = defaultsOf(body)
    const changes = {
      ...given({ review, forbiddenWords, forbiddenWordReply, approvalMail }),
      ...(Object.keys(defaults).length === 0 ? {} : { defaults }),
    }
    const changed = await service.settings.change(caller.teamId, changes, actorOf(caller))
    return reply(200, { settings: settingsWire(changed) })
  },
})

function settingsWire(settings: TeamSettings): Static<typeof SETTINGS> {
  const { review, forbiddenWords, forbiddenWordReply, approvalMail, defaults, nextOrder } = settings
  const lists = Object.entries(forbiddenWords).map(([language, words]) => [language, [...words]])
  return {
    ...{ review, forbidden_words: Object.fromEntries(lists), forbidden_word_reply: forbiddenWordReply },
    approval_mail: approvalMail,
    default_output_profile: defaults.outputProfileId,
    customer_languages: PAGE_LANGUAGES.filter((one) => defaults.languages.includes(one)).sort(
      (a, b) => defaults.languages.indexOf(a) - defaults.languages.indexOf(b),
    ),
    order_prefix: defaults.orderPrefix,
    next_order_number: nextOrder,
  }
}

type Given = Partial<
  Pick<
    Static<typeof SETTINGS>,
    'default_output_profile' | 'customer_languages' | 'order_prefix' | 'next_order_number'
  >
>

function defaultsOf(body: Given): DefaultsChanges {
  const { default_output_profile: outputProfileId, customer_languages: languages } = body
  const { order_prefix: orderPrefix, next_order_number: nextOrder } = body
  return given({ outputProfileId, languages, orderPrefix, nextOrder })
}
