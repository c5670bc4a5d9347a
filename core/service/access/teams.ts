/** Makes, changes and lists teams: the tenants of the service. */

import { notFound, ServiceError } from '../../errors.ts'
import type { Store } from '../../store.ts'
import { audit } from './audit.ts'
import { type Actor, CLI } from './audit-store.ts'
import { BILLING_STATUSES, type TeamRecord } from './key.ts'
import type { AccessPorts } from './keys.ts'
import { FIRST_ORDER } from './shop-defaults.ts'

const LONGEST_NAME = 100
const MOST = 1_000_000_000
/** A hundred years: longer is a slip of the pen. */
const LONGEST_RETENTION_DAYS = 36_525

/** The limits of a team; see TeamRecord. */
export type TeamTerms = Pick<
  TeamRecord,
  | 'billingStatus'
  | 'renderLimitMonthly'
  | 'templateLimit'
  | 'embedApplicationLimit'
  | 'webhookEndpointLimit'
  | 'retentionDays'
>

export interface TeamRequest extends Partial<TeamTerms> {
  readonly name: string
}

/** Decision: a team without settings is active, has no limits, and follows RETENTION_DAYS. */
const NO_TERMS: TeamTerms = {
  billingStatus: 'active',
  renderLimitMonthly: null,
  templateLimit: null,
  embedApplicationLimit: null,
  webhookEndpointLimit: null,
  retentionDays: null,
}

/** Throws `invalid_parameter`. Two teams can have the same name; their ids differ. */
export async function createTeam(ports: AccessPorts, request: TeamRequest): Promise<TeamRecord> {
  const { name, ...terms } = request
  checkTerms(terms)
  const team: TeamRecord = {
    ...NO_TERMS,
    ...terms,
    branding: null,
    review: 'none',
    forbiddenWords: null,
    approvalMail: 'none',
    defaults: null,
    nextOrder: FIRST_ORDER,
    id: ports.makeId('team'),
    name: readName(name),
    createdAt: ports.clock.now(),
  }
  await ports.store.teams.insert(team)
  return team
}

/** Changes only the given settings; a lower limit removes nothing. Throws `invalid_parameter`. */
export async function changeTeam(
  ports: AccessPorts,
  id: string,
  changes: Partial<TeamRequest>,
  actor: Actor = CLI,
): Promise<TeamRecord> {
  checkTerms(changes)
  const { name, ...terms } = changes
  const wanted = name === undefined ? terms : { ...terms, name: readName(name) }
  return ports.store.transaction(async (store) => {
    const team = await store.teams.update(id, wanted)
    if (team === null) throw notFound('team')
    // The name may be a person's.
    const details = { ...wireNames(terms), ...(name === undefined ? {} : { renamed: true }) }
    if (Object.keys(wanted).length > 0)
      await audit(ports, store, id, { actor, action: 'team.changed', objectId: id, details })
    return team
  })
}

/** Newest first. */
export function listTeams(store: Store): Promise<readonly TeamRecord[]> {
  return store.teams.list()
}

function wireNames(terms: object): Readonly<Record<string, unknown>> {
  const named = (property: string) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(Object.entries(terms).map(([property, value]) => [named(property), value]))
}

function readName(given: string): string {
  const name = given.normalize('NFC').trim()
  if (name !== '' && name.length <= LONGEST_NAME && !/\p{C}/u.test(name)) return name
  throw invalid('name', `The name of a team must have 1 to ${LONGEST_NAME} printable characters.`)
}

function checkTerms(terms: Partial<TeamTerms>): void {
  const { billingStatus, retentionDays } = terms
  if (billingStatus !== undefined && !BILLING_STATUSES.includes(billingStatus))
    throw invalid('billing_status', `The billing status must be ${BILLING_STATUSES.join(' or ')}.`)
  const limits = {
    render_limit_monthly: terms.renderLimitMonthly,
    template_limit: terms.templateLimit,
    embed_application_limit: terms.embedApplicationLimit,
    webhook_endpoint_limit: terms.webhookEndpointLimit,
  }
  for (const [param, limit] of Object.entries(limits))
    if (!isNullOrWithin(limit, 0, MOST)) throw invalid(param, 'A limit must be an integer of 0 or more.')
  if (!isNullOrWithin(retentionDays, 1, LONGEST_RETENTION_DAYS))
    throw invalid('retention_days', `The retention period must be 1 to ${LONGEST_RETENTION_DAYS} days.`)
}

function isNullOrWithin(number: number | null | undefined, least: number, most: number): boolean {
  if (number === undefined || number === null) return true
  return Number.isSafeInteger(number) && number >= least && number <= most
}

function invalid(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', { message, param })
}
