/** The job of an e-mail: takes its lease, makes its letter of the records, and hands it over. */

import { createHash } from 'node:crypto'
import type { Ports } from '../ports.ts'
import { openSecret, sealSecret } from './access/seal.ts'
import { insertLink } from './console/join.ts'
import { emailKey } from './console/sign-in.ts'
import { type ConsoleLanguage, statusOf, type UserRecord } from './console/user.ts'
import type { FillRecord } from './fill/fill.ts'
import type { Letter, MailFacts, MailOutcome, MailRecord } from './mail/mail.ts'
import { type MailPorts, mailForgotten, mailJob } from './mail/request.ts'

/** Longer than an attempt can take: afterwards, the e-mails of a dead process are free. */
const LEASE_MS = 120_000
/** A link is over by then, and what else is that old is news to nobody. */
const LONGEST_WAIT_MS = 24 * 3_600_000
/** Rows keep the distance between e-mails of one cause. */
const KEPT_MS = 30 * 86_400_000
/** A job of its own comes long before. */
const OVERDUE_MS = 60_000

type SendPorts = MailPorts & Pick<Ports, 'store'>

/**
 * Decision: an e-mail leaves at least once. Where a process dies between the handing over and its note of it, the same
 * e-mail leaves again under the same Message-ID. Throws where the server is away; the job then comes again.
 */
export async function sendMail(ports: SendPorts, id: string): Promise<void> {
  const { store, clock, mail: mailer } = ports
  if (mailer === null) return
  const now = clock.now()
  const begun = await store.mails.begin(id, now, now + LEASE_MS)
  if (begun === null) return comeBack(ports, id)
  const letter = now - begun.createdAt > LONGEST_WAIT_MS ? null : await letterOf(ports, begun)
  let outcome: MailOutcome = 'dropped'
  try {
    if (letter !== null) outcome = await mailer.deliver(letter)
  } catch (error) {
    await store.mails.update(id, begun.lease, { leaseUntil: null })
    throw error
  }
  await store.mails.update(id, begun.lease, {
    ...{ outcome, endedAt: clock.now(), leaseUntil: null, sealedToken: null, address: null },
  })
}

/** Another worker sends it, or died sending it: which of the two is known when its lease is over. */
async function comeBack(ports: SendPorts, id: string): Promise<void> {
  const found = await ports.store.mails.find(id)
  if (found?.outcome !== 'waiting') return
  const job = mailJob(found, found.leaseUntil ?? ports.clock.now())
  await ports.store.transaction((store) => ports.jobs.enqueue(store, job))
}

/** Null where there is nothing to say any more, or nobody to say it to. */
async function letterOf(ports: SendPorts, mail: MailRecord): Promise<Letter | null> {
  const named = mail.userId === null ? await nameUser(ports, mail) : mail
  if (named?.userId == null) return null
  const user = await ports.store.users.find(named.teamId, named.userId)
  const team = await ports.store.teams.find(named.teamId)
  if (user === null || team === null || statusOf(user) === 'disabled') return null
  const facts = await factsOf(ports, named, user)
  if (facts === null) return null
  const used = await ports.store.consoleSessions.lastLanguage(user.teamId, user.id)
  const language: ConsoleLanguage = user.language ?? used ?? mail.language ?? 'en'
  return { id: mail.id, to: user.email, language, team: team.name, facts }
}

/** The user with the typed address gets a link, if there is one who has joined. */
async function nameUser(ports: SendPorts, { id, lease, address }: MailRecord): Promise<MailRecord | null> {
  const user = address === null ? null : await ports.store.users.findByEmail(emailKey(address))
  if (user === null || statusOf(user) !== 'active') return null
  const { teamId } = user
  return ports.store.transaction(async (store) => {
    // Decision: other links go on working, so that a stranger who types an address ends nobody's.
    const { token } = await insertLink({ ...ports, store }, teamId, user.id, { keepsOthers: true })
    const sealedToken = sealSecret(ports.secretsKey, ports.entropy, id, token)
    return store.mails.update(id, lease, { teamId, userId: user.id, objectId: user.id, sealedToken })
  })
}

/** Null where MASTER_KEY is not the one under which it was sealed. */
function opened({ secretsKey }: SendPorts, { id, sealedToken }: MailRecord): string | null {
  try {
    return sealedToken === null ? null : openSecret(secretsKey, id, sealedToken)
  } catch {
    return null
  }
}

async function factsOf(ports: SendPorts, mail: MailRecord, user: UserRecord): Promise<MailFacts | null> {
  const { store } = ports
  const { teamId, objectId, kind } = mail
  switch (kind) {
    case 'invitation': {
      const token = opened(ports, mail)
      return token === null || statusOf(user) !== 'invited' ? null : { kind, role: user.role, token }
    }
    case 'passphrase': {
      const token = opened(ports, mail)
      return token === null ? null : { kind, token }
    }
    case 'approval': {
      const fill = await store.fills.find(teamId, objectId)
      if (fill === null || fill.erasedAt !== null) return null
      return { kind, reference: referenceOf(fill), fillId: fill.id }
    }
    case 'hot_folder': {
      const delivery = await store.folderDeliveries.find(teamId, objectId)
      if (delivery === null) return null
      const folder = await store.hotFolders.find(teamId, delivery.hotFolderId)
      const render = await store.renders.find(teamId, delivery.renderId)
      if (folder === null || render === null) return null
      const reference = render.externalOrderId ?? render.fillId ?? render.id
      return { kind, folder: folder.name, reference, hotFolderId: folder.id }
    }
    case 'webhook': {
      const endpoint = await store.endpoints.find(teamId, objectId)
      if (endpoint === null || endpoint.disabledReason === null) return null
      // Its path may hold a secret of the receiver.
      return { kind, host: new URL(endpoint.url).host, reason: endpoint.disabledReason, endpointId: objectId }
    }
  }
}

function referenceOf({ externalOrderId, externalCartId, id }: FillRecord): string {
  return externalOrderId ?? externalCartId ?? id
}

/** A link to the user with this address, by e-mail; nothing where nobody has it. */
export async function forgetPassphrase(
  ports: SendPorts,
  { email, language }: { readonly email: string; readonly language: ConsoleLanguage | null },
): Promise<void> {
  const addressKey = createHash('sha256').update(emailKey(email)).digest('hex')
  await mailForgotten(ports, { address: email, addressKey, language })
}

/**
 * Enqueues the jobs of up to `limit` waiting e-mails after `afterId`, which may have none. Returns the last id, or null
 * if no more wait.
 */
export async function wakeMails(ports: SendPorts, afterId: string, limit: number): Promise<string | null> {
  const { store, clock, jobs, mail } = ports
  if (mail === null) return null
  const waiting = await store.mails.waiting(clock.now() - OVERDUE_MS, afterId, limit)
  if (waiting.length > 0)
    await store.transaction(async (inside) => {
      for (const one of waiting) await jobs.enqueue(inside, mailJob(one, one.leaseUntil ?? clock.now()))
    })
  return waiting.length < limit ? null : (waiting.at(-1)?.id ?? null)
}

/** Removes old rows; answers how many. */
export async function sweepMails(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  limit: number,
): Promise<number> {
  return store.mails.removeBefore(clock.now() - KEPT_MS, limit)
}
