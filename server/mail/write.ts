/** Writes e-mails: subject and plain text in the language of the receiver, with the link to the console. */
import { IntlMessageFormat } from 'intl-messageformat'
import type { Letter, MailFacts } from '../../core/service/mail/mail.ts'
import { joinUrl } from '../operations/links.ts'
import german from './words/de.json' with { type: 'json' }
import english from './words/en.json' with { type: 'json' }

const WORDS = { en: english, de: german } as const
const LONGEST_REFERENCE = 80

export interface Written {
  readonly subject: string
  readonly text: string
}

export function writeLetter({ language, team, facts }: Letter, baseUrl: string): Written {
  const words = WORDS[language]
  const { subject, text } = words[facts.kind]
  const values = { team: plain(team), link: linkOf(facts, baseUrl), ...valuesOf(facts, words) }
  const say = (message: string) =>
    String(new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).format(values))
  return { subject: say(subject), text: `${say(text)}\n\n${say(words.end)}\n` }
}

function valuesOf(facts: MailFacts, words: (typeof WORDS)[keyof typeof WORDS]): Record<string, string> {
  switch (facts.kind) {
    case 'invitation':
      return { role: words.roles[facts.role] }
    case 'passphrase':
      return {}
    case 'approval':
      return { reference: plain(facts.reference) }
    case 'hot_folder':
      return { folder: plain(facts.folder), reference: plain(facts.reference) }
    case 'webhook':
      return { host: facts.host, reason: words.reasons[facts.reason] }
  }
}

function linkOf(facts: MailFacts, baseUrl: string): string {
  switch (facts.kind) {
    case 'invitation':
    case 'passphrase':
      return joinUrl(baseUrl, facts.token)
    case 'approval':
      return `${baseUrl}/console/orders/${facts.fillId}`
    case 'hot_folder':
      return `${baseUrl}/console/orders/delivery/${facts.hotFolderId}`
    case 'webhook':
      return `${baseUrl}/console/developers/webhooks/${facts.endpointId}`
  }
}

/** One short line, whatever a shop's reference holds. */
function plain(text: string): string {
  const line = text.replace(/\p{C}+/gu, ' ').trim()
  return [...line].length <= LONGEST_REFERENCE ? line : `${[...line].slice(0, LONGEST_REFERENCE).join('')}…`
}
