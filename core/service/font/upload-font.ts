/** Adds an uploaded font to the team's library, and sets the fields that were missing it. */

import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { UniqueViolation } from '../../unique-violation.ts'
import { audit } from '../access/audit.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import type { ByActor, OfTeam } from '../access/request.ts'
import type { FontFacts, FontRecord } from './font-record.ts'
import { type Rebound, rebindFont } from './rebind.ts'

/** A received file, still under its temporary name; whoever received it removes it. */
export interface FontUpload {
  readonly temporaryPath: string
  readonly sha256: string
  readonly metadata: Readonly<Record<string, string>> | null
}

export interface FontResult {
  readonly font: FontRecord
  /** Templates whose newest revision is now set in it. */
  readonly rebound: readonly Rebound[]
  readonly deduplicated?: true
  readonly restored?: true
}

/**
 * Decision: the same bytes are the same font of a team, with the same key: present, it is answered as it stands
 * (`deduplicated`), an archived one is taken back (`restored`). Fields that asked for it are looked for each time, so
 * that an upload which was cut short is finished by the next one. Throws `invalid_font`, `font_embedding_denied`,
 * `font_too_complex`, `font_exists` and `renderer_not_configured`; nothing is kept then.
 */
export async function uploadFont(
  ports: Ports,
  { teamId, upload, actor = SYSTEM }: OfTeam & ByActor & { readonly upload: FontUpload },
): Promise<FontResult> {
  const known = await ports.store.fonts.findBySource(teamId, upload.sha256)
  const kept =
    known === null ? await addFont(ports, teamId, upload, actor) : await restoreFont(ports, known, actor)
  return { ...kept, rebound: await rebindFont(ports, kept.font, actor) }
}

type StoredFont = Omit<FontResult, 'rebound'>

async function addFont(ports: Ports, teamId: string, upload: FontUpload, actor: Actor): Promise<StoredFont> {
  const facts = await readAndStoreFont(ports, teamId, upload.temporaryPath)
  const now = ports.clock.now()
  const font: FontRecord = {
    ...facts,
    id: ports.makeId('font'),
    teamId,
    sourceSha256: upload.sha256,
    metadata: upload.metadata ?? {},
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
  }
  try {
    await ports.store.transaction(async (store) => {
      await store.fonts.insert(font)
      const details = { post_script_name: font.postScriptName }
      await audit(ports, store, teamId, { actor, action: 'font.created', objectId: font.id, details })
    })
    return { font }
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    const twin = await ports.store.fonts.findBySource(teamId, upload.sha256)
    if (twin === null) throw nameTaken(font, error)
    return restoreFont(ports, twin, actor)
  }
}

async function restoreFont(ports: Ports, known: FontRecord, actor: Actor): Promise<StoredFont> {
  if (known.archivedAt === null) return { font: known, deduplicated: true }
  const { teamId, id } = known
  try {
    const font = await ports.store.transaction(async (store) => {
      await audit(ports, store, teamId, { actor, action: 'font.restored', objectId: id })
      return store.fonts.update(teamId, id, { archivedAt: null, updatedAt: ports.clock.now() })
    })
    return { font: font ?? known, restored: true }
  } catch (error) {
    throw error instanceof UniqueViolation ? nameTaken(known, error) : error
  }
}

function nameTaken({ postScriptName }: FontRecord, cause: unknown): ServiceError {
  return new ServiceError('font_exists', {
    message: `Another font of the team has the PostScript name ${postScriptName}. Archive it first.`,
    param: 'file',
    cause,
  })
}

/** Opens it in a worker, and makes it last before a row names it. */
async function readAndStoreFont(
  { files, intake }: Ports,
  teamId: string,
  sourcePath: string,
): Promise<FontFacts> {
  const fontPath = files.temporaryPath()
  try {
    if (intake === null) throw new ServiceError('renderer_not_configured')
    const facts = await intake.readFont(sourcePath, fontPath, teamId)
    await files.store(fontPath, facts.fileSha256)
    return facts
  } finally {
    await files.discard(fontPath)
  }
}
