/** Makes and lists teams: the tenants of the service. */
import { ServiceError } from '../errors.ts'
import type { Store } from '../ports.ts'
import type { TeamRecord } from './key.ts'
import type { AccessPorts } from './keys.ts'

const LONGEST_NAME = 100

export interface TeamRequest {
  readonly name: string
  /** Final renders a calendar month, or null for no limit. */
  readonly renderLimitMonthly: number | null
}

/** Throws `invalid_parameter`. Two teams may bear one name; their ids tell them apart. */
export async function createTeam(ports: AccessPorts, request: TeamRequest): Promise<TeamRecord> {
  const name = request.name.normalize('NFC').trim()
  if (name === '' || name.length > LONGEST_NAME || /\p{C}/u.test(name)) {
    throw new ServiceError('invalid_parameter', {
      message: `A team's name has 1 to ${LONGEST_NAME} printable characters.`,
      param: 'name',
    })
  }
  const limit = request.renderLimitMonthly
  if (limit !== null && !(Number.isSafeInteger(limit) && limit >= 0)) {
    throw new ServiceError('invalid_parameter', {
      message: 'The monthly limit of renders is a whole number of 0 or more.',
      param: 'render_limit_monthly',
    })
  }
  const team: TeamRecord = {
    id: ports.makeId('team'),
    name,
    renderLimitMonthly: limit,
    createdAt: ports.clock.now(),
  }
  await ports.store.teams.insert(team)
  return team
}

/** Newest first. */
export function listTeams(store: Store): Promise<readonly TeamRecord[]> {
  return store.teams.list()
}
