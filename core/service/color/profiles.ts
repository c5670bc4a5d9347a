/** Output profiles of a team: listed beside those that come with the service, found, changed and archived. */

import type { OutputProfile } from '../../engine/press/output.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Page, PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import { audit } from '../access/audit.ts'
import { SYSTEM } from '../access/audit-store.ts'
import type { ByActor, OfRecord } from '../access/request.ts'
import type { ProfileRecord } from './profile-record.ts'

/** A profile of the team's, or one that comes with the service. */
export type LibraryProfile =
  | { readonly source: 'team'; readonly id: string; readonly profile: ProfileRecord }
  | {
      readonly source: 'bundled'
      readonly id: string
      readonly setting: OutputProfile
      readonly sizeBytes: number
    }

type LibraryPorts = Pick<Ports, 'store' | 'profiles'>

/** The team's own, newest first, then the bundled ones. A page begins after an id of either kind. */
export async function listProfiles(
  ports: LibraryPorts,
  teamId: string,
  { limit, startingAfter }: PageRequest,
): Promise<Page<LibraryProfile>> {
  const bundled = bundledProfiles(ports)
  const at = bundled.findIndex(({ id }) => id === startingAfter)
  if (at >= 0) {
    const rest = bundled.slice(at + 1)
    return { items: rest.slice(0, limit), hasMore: rest.length > limit }
  }
  const own = await ports.store.profiles.list(teamId, { limit, startingAfter })
  const first = own.items.map((profile): LibraryProfile => ({ source: 'team', id: profile.id, profile }))
  const items = own.hasMore ? first : [...first, ...bundled].slice(0, limit)
  return { items, hasMore: own.hasMore || first.length + bundled.length > limit }
}

/** One of the team's, archived or not, or a bundled one; else `not_found`. */
export async function findLibraryProfile(
  ports: LibraryPorts,
  teamId: string,
  id: string,
): Promise<LibraryProfile> {
  const bundled = bundledProfiles(ports).find((one) => one.id === id)
  if (bundled !== undefined) return bundled
  const profile = await ports.store.profiles.find(teamId, id)
  if (profile === null) throw notFound('profile')
  return { source: 'team', id, profile }
}

function bundledProfiles({ profiles }: Pick<Ports, 'profiles'>): readonly LibraryProfile[] {
  return profiles.bundled().map(({ profile, bytes }) => ({
    ...{ source: 'bundled', id: profile.id, setting: profile, sizeBytes: bytes.length },
  }))
}

export interface ChangeProfile extends OfRecord, ByActor {
  readonly changes: {
    readonly name?: string
    readonly condition?: string
    readonly metadata?: Readonly<Record<string, string>>
  }
}

/**
 * Templates keep the name and the condition that they were read with. Throws `not_found`, and `profile_read_only` for a
 * profile that comes with the service.
 */
export async function changeProfile(
  ports: Ports,
  { teamId, id, changes, actor = SYSTEM }: ChangeProfile,
): Promise<ProfileRecord> {
  refuseBundled(ports, id)
  return ports.store.transaction(async (store) => {
    const profile = await store.profiles.update(teamId, id, { ...changes, updatedAt: ports.clock.now() })
    if (profile === null) throw notFound('profile')
    const details = { changed: Object.keys(changes) }
    await audit(ports, store, teamId, { actor, action: 'profile.changed', objectId: id, details })
    return profile
  })
}

/**
 * Archiving again is no change. Nothing new is set to the profile; templates that are set to it go on printing with it.
 * Throws `not_found`, and `profile_read_only` for a profile that comes with the service.
 */
export async function archiveProfile(
  ports: Ports,
  { teamId, id, actor = SYSTEM }: OfRecord & ByActor,
): Promise<ProfileRecord> {
  refuseBundled(ports, id)
  return ports.store.transaction(async (store) => {
    const found = await store.profiles.find(teamId, id)
    if (found === null) throw notFound('profile')
    if (found.archivedAt !== null) return found
    const now = ports.clock.now()
    const profile = await store.profiles.update(teamId, id, { archivedAt: now, updatedAt: now })
    if (profile === null) throw notFound('profile')
    await audit(ports, store, teamId, { actor, action: 'profile.archived', objectId: id })
    return profile
  })
}

function refuseBundled(ports: LibraryPorts, id: string): void {
  if (bundledProfiles(ports).some((one) => one.id === id)) throw new ServiceError('profile_read_only')
}
