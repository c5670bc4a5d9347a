/** Hot folders: made, changed, tried and disabled by their team. */

import type { OutputFormat } from '../../engine/press/output.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import { UniqueViolation } from '../../unique-violation.ts'
import { audit } from '../access/audit.ts'
import { SYSTEM } from '../access/audit-store.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { ByActor, Noted, OfRecord, OfTeam } from '../access/request.ts'
import { requireConversion, requireOutput } from '../template/require-output.ts'
import { findShownTemplate } from '../template/retrieve.ts'
import { checkPattern } from './file-name.ts'
import { checkFolder, folderKey, type HotFolderRecord, type HotFolderStatus } from './hot-folder.ts'
import { changeLogin, type LoginDraft, NO_LOGIN } from './login.ts'
import { FOLDER_FAULTS, FolderFault, type FolderFaultCode, type Place } from './out-tray.ts'
import { isSftp, readSftpAddress, writeSftpAddress } from './sftp-address.ts'

export interface HotFolderDraft {
  readonly name: string
  readonly templateId: string | null
  readonly folder: string
  readonly namePattern: string
  readonly holdOnFail: boolean
  readonly output: OutputFormat | null
  readonly convert: 'cmyk' | null
  readonly metadata: Readonly<Record<string, string>>
  /** For SFTP servers alone. */
  readonly login?: LoginDraft
}

export type HotFolderChanges = Partial<Omit<HotFolderDraft, 'templateId'>> & {
  readonly status?: HotFolderStatus
}

export interface CreateHotFolder extends OfTeam, ByActor, Noted {
  readonly draft: HotFolderDraft
}

/**
 * The folder itself need not be there yet; see probeHotFolder. Throws `not_found` for the template,
 * `output_not_available` where its print files are not that, `invalid_parameter`, `unsafe_url` and `hot_folder_exists`.
 */
export async function createHotFolder(
  ports: Ports,
  { teamId, draft: { login = {}, ...draft }, actor = SYSTEM, note = NOTE_NOTHING }: CreateHotFolder,
): Promise<HotFolderRecord> {
  const now = ports.clock.now()
  const folder = await checkTarget(ports, draft.folder)
  const id = ports.makeId('hotFolder')
  const hotFolder: HotFolderRecord = {
    ...draft,
    ...{ id, teamId, folder, folderKey: folderKey(folder), namePattern: checkPattern(draft.namePattern) },
    ...(await changeLogin(ports, { id, folder, ...NO_LOGIN }, folder, login)),
    status: 'enabled',
    createdAt: now,
    updatedAt: now,
  }
  return onePerTemplate(() =>
    ports.store.transaction(async (store) => {
      await checkOutput(store, teamId, draft)
      await claimFolder(ports, store, teamId, folder)
      await store.hotFolders.insert(hotFolder)
      await audit(ports, store, teamId, { actor, action: 'hot_folder.created', objectId: hotFolder.id })
      await note(store, { id: hotFolder.id })
      return hotFolder
    }),
  )
}

/** Delivered files stay. Throws what `createHotFolder` throws. */
export async function changeHotFolder(
  ports: Ports,
  { teamId, id, changes, actor = SYSTEM }: OfRecord & ByActor & { readonly changes: HotFolderChanges },
): Promise<HotFolderRecord> {
  const { folder: given, namePattern, login = {}, ...plain } = changes
  const folder = given === undefined ? null : await checkTarget(ports, given)
  const checked = {
    ...plain,
    ...(folder === null ? {} : { folder, folderKey: folderKey(folder) }),
    ...(namePattern === undefined ? {} : { namePattern: checkPattern(namePattern) }),
  }
  return onePerTemplate(() =>
    ports.store.transaction(async (store) => {
      const found = await findHotFolder(store, teamId, id)
      await checkOutput(store, teamId, {
        ...{ templateId: found.templateId, output: changes.output ?? null, convert: changes.convert ?? null },
      })
      if (folder !== null) await claimFolder(ports, store, teamId, folder)
      const updatedAt = ports.clock.now()
      const fields = await changeLogin(ports, found, folder ?? found.folder, login)
      const hotFolder = await store.hotFolders.update(teamId, id, { ...checked, ...fields, updatedAt })
      if (hotFolder === null) throw notFound('hot folder')
      // A confirmed host key can be read again; passwords and keys are named, never told.
      const confirmed = fields.hostKey === found.hostKey ? {} : { host_key: fields.hostKey }
      const { login: _, ...names } = { ...changes, ...login }
      const details = { changed: Object.keys(names), ...confirmed }
      await audit(ports, store, teamId, { actor, action: 'hot_folder.changed', objectId: id, details })
      return hotFolder
    }),
  )
}

/** Disabling again is no change. Waiting deliveries are skipped later; withdrawals still happen. */
export async function disableHotFolder(
  ports: Ports,
  { teamId, id, actor = SYSTEM }: OfRecord & ByActor,
): Promise<HotFolderRecord> {
  return ports.store.transaction(async (store) => {
    const found = await findHotFolder(store, teamId, id)
    if (found.status === 'disabled') return found
    const changes = { status: 'disabled', updatedAt: ports.clock.now() } as const
    const disabled = await store.hotFolders.update(teamId, id, changes)
    if (disabled === null) throw notFound('hot folder')
    await audit(ports, store, teamId, { actor, action: 'hot_folder.disabled', objectId: id })
    return disabled
  })
}

/** The team's hot folder, or `not_found`. */
export async function findHotFolder(store: Store, teamId: string, id: string): Promise<HotFolderRecord> {
  const hotFolder = await store.hotFolders.find(teamId, id)
  if (hotFolder === null) throw notFound('hot folder')
  return hotFolder
}

export interface Probe {
  readonly writable: boolean
  readonly errorCode: FolderFaultCode | null
  readonly message: string | null
  readonly path: string
  /** Fingerprint of the key that the server showed, where it is not the confirmed one. */
  readonly hostKey: string | null
  /** The folder is missing, and could be made. */
  readonly creatable: boolean
}

/** Writes a small file into the folder and removes it; says what keeps it from that. */
export async function probeHotFolder(ports: Ports, { teamId, id }: OfRecord): Promise<Probe> {
  const { folder } = await findHotFolder(ports.store, teamId, id)
  return probePlace(ports, { teamId, hotFolderId: id, folder })
}

async function probePlace(ports: Pick<Ports, 'hotFolders'>, place: Place): Promise<Probe> {
  const path = ports.hotFolders.pathOf(place)
  try {
    await ports.hotFolders.probe(place)
    return { writable: true, errorCode: null, message: null, path, hostKey: null, creatable: false }
  } catch (error) {
    if (!(error instanceof FolderFault)) throw error
    const creatable = error.code === 'folder_missing' && (await ports.hotFolders.canMake(place))
    const { code, hostKey } = error
    return { writable: false, errorCode: code, message: FOLDER_FAULTS[code], path, hostKey, creatable }
  }
}

/**
 * Makes the folder and probes it. Decision: only on request and only on a disk of this machine: behind a share that is
 * not connected, a folder made here would take files that no press ever sees.
 */
export async function makeHotFolder(
  ports: Ports,
  { teamId, id, actor = SYSTEM }: OfRecord & ByActor,
): Promise<Probe> {
  const { folder } = await findHotFolder(ports.store, teamId, id)
  const place = { teamId, hotFolderId: id, folder }
  const before = await probePlace(ports, place)
  if (!before.creatable) return before
  try {
    await ports.hotFolders.make(place)
  } catch (error) {
    if (!(error instanceof FolderFault)) throw error
  }
  await ports.store.transaction((store) =>
    audit(ports, store, teamId, { actor, action: 'hot_folder.folder_created', objectId: id }),
  )
  return probePlace(ports, place)
}

/**
 * Decision: where teams share the folder of all hot folders, a folder belongs to the team that names it first, with
 * what is inside and around it, whether its hot folder is enabled or not. Hot folders of one team may share one. Of an
 * SFTP server nobody is the first: there, the login decides.
 */
async function claimFolder(ports: Ports, store: Tx, teamId: string, folder: string): Promise<void> {
  if (isSftp(folder) || !ports.hotFolders.sharedByTeams) return
  await store.lock('hot folders')
  if (await store.hotFolders.isOthers(teamId, folderKey(folder)))
    throw new ServiceError('invalid_parameter', {
      message: 'This folder belongs to another team. Choose another one.',
      param: 'folder',
    })
}

/** Of the template's own folder; what a folder of the whole team gets is seen with each file. */
async function checkOutput(
  store: Store,
  teamId: string,
  { templateId, output, convert }: Pick<HotFolderDraft, 'templateId' | 'output' | 'convert'>,
): Promise<void> {
  if (templateId === null) return
  const { revision } = await findShownTemplate(store, teamId, templateId)
  requireOutput(output, revision.plan)
  requireConversion(convert, revision.plan)
}

/** The folder in the form in which it is stored. */
async function checkTarget(ports: Pick<Ports, 'sftpServers'>, given: string): Promise<string> {
  if (!isSftp(given)) return checkFolder(given)
  const address = readSftpAddress(given)
  await ports.sftpServers.check(address)
  return writeSftpAddress(address)
}

async function onePerTemplate<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof UniqueViolation ? new ServiceError('hot_folder_exists', { cause: error }) : error
  }
}
