/** Adds an uploaded output profile to the team's library. */

import { CUSTOM_CONDITION } from '../../engine/press/output.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { UniqueViolation } from '../../unique-violation.ts'
import { audit } from '../access/audit.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import type { ByActor, OfTeam } from '../access/request.ts'
import type { ProfileRecord } from './profile-record.ts'

/** A received file under its temporary name; the receiver removes it. */
export interface ProfileUpload {
  readonly temporaryPath: string
  readonly sha256: string
  readonly sizeBytes: number
  /** Null for what the profile calls itself. */
  readonly name: string | null
  /** Null for one that no registry knows. */
  readonly condition: string | null
  readonly metadata: Readonly<Record<string, string>> | null
}

export interface ProfileResult {
  readonly profile: ProfileRecord
  readonly deduplicated?: true
  readonly restored?: true
}

/**
 * Decision: the same bytes are the same profile of a team: present, it is answered as it stands (`deduplicated`), an
 * archived one is taken back (`restored`). Throws `invalid_profile`, and `renderer_not_configured` where this process
 * opens no uploads; nothing is kept then.
 */
export async function uploadProfile(
  ports: Ports,
  { teamId, upload, actor = SYSTEM }: OfTeam & ByActor & { readonly upload: ProfileUpload },
): Promise<ProfileResult> {
  const known = await ports.store.profiles.findByFile(teamId, upload.sha256)
  return known === null ? addProfile(ports, teamId, upload, actor) : restoreProfile(ports, known, actor)
}

async function addProfile(
  ports: Ports,
  teamId: string,
  upload: ProfileUpload,
  actor: Actor,
): Promise<ProfileResult> {
  if (ports.intake === null) throw new ServiceError('renderer_not_configured')
  const { description, version } = await ports.intake.readProfile(upload.temporaryPath, teamId)
  await ports.files.store(upload.temporaryPath, upload.sha256)
  const now = ports.clock.now()
  const profile: ProfileRecord = {
    id: ports.makeId('profile'),
    teamId,
    name: upload.name ?? (description === '' ? 'Output profile' : description),
    condition: upload.condition ?? CUSTOM_CONDITION,
    ...{ description, version },
    ...{ fileSha256: upload.sha256, sizeBytes: upload.sizeBytes },
    metadata: upload.metadata ?? {},
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
  }
  try {
    await ports.store.transaction(async (store) => {
      await store.profiles.insert(profile)
      const details = { name: profile.name, condition: profile.condition }
      await audit(ports, store, teamId, { actor, action: 'profile.created', objectId: profile.id, details })
    })
    return { profile }
  } catch (error) {
    const twin =
      error instanceof UniqueViolation ? await ports.store.profiles.findByFile(teamId, upload.sha256) : null
    if (twin === null) throw error
    return restoreProfile(ports, twin, actor)
  }
}

async function restoreProfile(ports: Ports, known: ProfileRecord, actor: Actor): Promise<ProfileResult> {
  if (known.archivedAt === null) return { profile: known, deduplicated: true }
  const { teamId, id } = known
  const profile = await ports.store.transaction(async (store) => {
    await audit(ports, store, teamId, { actor, action: 'profile.restored', objectId: id })
    return store.profiles.update(teamId, id, { archivedAt: null, updatedAt: ports.clock.now() })
  })
  return { profile: profile ?? known, restored: true }
}
