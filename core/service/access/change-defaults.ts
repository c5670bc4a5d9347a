/** Checks and changes what a shop sets once for its templates, pages and orders. */
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import type { TeamRecord } from './key.ts'
import { NO_DEFAULTS, type ShopDefaults } from './shop-defaults.ts'

export interface DefaultsChanges extends Partial<ShopDefaults> {
  readonly nextOrder?: number
}

/** Throws `profile_not_found`, and `invalid_parameter` for a number that would go back. */
export async function defaultsAfter(
  { profiles }: Pick<Ports, 'profiles'>,
  store: Pick<Store, 'profiles'>,
  team: TeamRecord,
  { nextOrder = team.nextOrder, ...changes }: DefaultsChanges,
): Promise<Pick<TeamRecord, 'defaults' | 'nextOrder'>> {
  const { outputProfileId } = changes
  if (outputProfileId != null && !(await hasProfile(profiles, store, team.id, outputProfileId)))
    throw new ServiceError('profile_not_found', { param: 'default_output_profile' })
  // Decision: numbers are given once, so that the counter only goes on.
  if (nextOrder < team.nextOrder)
    throw new ServiceError('invalid_parameter', {
      message: `next_order_number must be at least ${team.nextOrder}.`,
      param: 'next_order_number',
      extra: { minimum: team.nextOrder },
    })
  return { defaults: { ...NO_DEFAULTS, ...team.defaults, ...changes }, nextOrder }
}

/** The profile of the team's new templates; null for plain PDF, and where the profile was archived since. */
export async function defaultProfileOf(
  { store, profiles }: Pick<Ports, 'store' | 'profiles'>,
  teamId: string,
): Promise<string | null> {
  const id = (await store.teams.find(teamId))?.defaults?.outputProfileId ?? null
  return id !== null && (await hasProfile(profiles, store, teamId, id)) ? id : null
}

async function hasProfile(
  profiles: Ports['profiles'],
  store: Pick<Store, 'profiles'>,
  teamId: string,
  id: string,
): Promise<boolean> {
  if (profiles.bundled().some(({ profile }) => profile.id === id)) return true
  const own = await store.profiles.find(teamId, id)
  return own !== null && own.archivedAt === null
}
