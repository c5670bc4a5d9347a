/** Requests e-mails, in the transaction of what they report: each cause gives one for each receiver. */

import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import { sealSecret } from '../access/seal.ts'
import type { ConsoleLanguage, UserRecord } from '../console/user.ts'
import type { FillRecord } from '../fill/fill.ts'
import type { Job } from '../jobs.ts'
import type { MailKind, MailRecord } from './mail.ts'

export type MailPorts = Pick<Ports, 'mail' | 'jobs' | 'secretsKey' | 'clock' | 'makeId' | 'entropy'>
/** The command line has no queue: what it does is sent to nobody. */
export type PerhapsMailPorts = Pick<MailPorts, 'clock' | 'makeId' | 'entropy'> & Partial<MailPorts>

/** Between two e-mails on one failing folder or endpoint. */
export const QUIET_MS = 3_600_000
/** Between two links for a forgotten passphrase, so that nobody can fill the inbox of somebody else. */
const PASSPHRASE_QUIET_MS = 300_000

interface Wanted extends Pick<MailRecord, 'teamId' | 'kind' | 'cause' | 'objectId'> {
  readonly receivers: readonly (Pick<MailRecord, 'userId' | 'address'> & { readonly token?: string })[]
  readonly language?: ConsoleLanguage | null
  /** Since an e-mail of the same cause; for ever by default. */
  readonly quietMs?: number
}

/** The one-time link of a user; false where no e-mail is sent. */
export async function mailLink(
  ports: PerhapsMailPorts,
  store: Tx,
  kind: Extract<MailKind, 'invitation' | 'passphrase'>,
  { user, token, linkId, language }: LinkToMail,
): Promise<boolean> {
  if (!sendsMail(ports)) return false
  const receivers = [{ userId: user.id, address: null, token }]
  await request(ports, store, {
    ...{ teamId: user.teamId, kind, cause: linkId, objectId: user.id, receivers, language },
  })
  return true
}

export interface LinkToMail {
  readonly user: UserRecord
  readonly token: string
  readonly linkId: string
  /** Of the user who requests it. */
  readonly language: ConsoleLanguage | null
}

/** Whether somebody has the address is looked up when the e-mail is sent: a request takes as long either way. */
export async function mailForgotten(
  ports: MailPorts & Pick<Ports, 'store'>,
  { address, addressKey, language }: ForgottenPassphrase,
): Promise<void> {
  await ports.store.transaction((store) =>
    request(ports, store, {
      ...{ teamId: '', kind: 'passphrase', cause: `passphrase ${addressKey}`, objectId: '', language },
      receivers: [{ userId: null, address }],
      quietMs: PASSPHRASE_QUIET_MS,
    }),
  )
}

export interface ForgottenPassphrase {
  readonly address: string
  /** As addresses are compared, hashed: it is kept for some days. */
  readonly addressKey: string
  readonly language: ConsoleLanguage | null
}

/** A customer approved the design, and the team wants to know. */
export async function mailApproval(ports: PerhapsMailPorts, store: Tx, fill: FillRecord): Promise<void> {
  if (!sendsMail(ports)) return
  const { teamId, id } = fill
  const mode = (await store.teams.find(teamId))?.approvalMail ?? 'none'
  if (mode === 'none') return
  const users = await store.users.active(teamId, mode === 'owners' ? ['owner'] : ['owner', 'editor'])
  await request(ports, store, {
    ...{ teamId, kind: 'approval', cause: `approval ${id}`, objectId: id },
    receivers: users.map((user) => ({ userId: user.id, address: null })),
  })
}

/** A fault that somebody has to mend: to the owners, at most once an hour for each folder or endpoint. */
export async function mailFault(
  ports: PerhapsMailPorts,
  store: Tx,
  kind: Extract<MailKind, 'hot_folder' | 'webhook'>,
  { teamId, of, objectId }: FaultToMail,
): Promise<void> {
  if (!sendsMail(ports)) return
  const owners = await store.users.active(teamId, ['owner'])
  await request(ports, store, {
    ...{ teamId, kind, cause: `${kind} ${of}`, objectId, quietMs: QUIET_MS },
    receivers: owners.map((user) => ({ userId: user.id, address: null })),
  })
}

export interface FaultToMail {
  readonly teamId: string
  /** The folder or endpoint. */
  readonly of: string
  /** The record that says what failed. */
  readonly objectId: string
}

function sendsMail(ports: PerhapsMailPorts): ports is MailPorts {
  return ports.mail != null && ports.jobs !== undefined && ports.secretsKey !== undefined
}

async function request(ports: MailPorts, store: Tx, wanted: Wanted): Promise<void> {
  const { receivers, language = null, quietMs = Number.POSITIVE_INFINITY, ...facts } = wanted
  const now = ports.clock.now()
  // Of two at once, the second waits and then sees the first.
  await store.lock(`mail ${facts.cause}`)
  const last = await store.mails.lastOf(facts.cause)
  if (last !== null && now - last < quietMs) return
  for (const { token, userId, address } of receivers) {
    const id = ports.makeId('mail')
    const sealedToken = token === undefined ? null : sealSecret(ports.secretsKey, ports.entropy, id, token)
    const mail: MailRecord = {
      ...{ id, ...facts, userId, address, language, sealedToken },
      ...{ outcome: 'waiting', lease: 0, leaseUntil: null, createdAt: now, endedAt: null },
    }
    await store.mails.insert(mail)
    await ports.jobs.enqueue(store, mailJob(mail, now))
  }
}

/** E-mails of one team are a group, so that many of one team do not hold up another. */
export function mailJob({ id, teamId }: Pick<MailRecord, 'id' | 'teamId'>, runAt: number): Job {
  return { kind: 'mail', teamId, objectId: id, group: teamId === '' ? 'passphrases' : teamId, runAt }
}
