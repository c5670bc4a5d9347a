/** Examines an installation from outside and inside, and changes nothing in it. */
import { dirname, join } from 'node:path'
import { findKey } from '../backup/installation.ts'
import type { Config } from '../config.ts'
import { openFiles } from '../files/open.ts'
import { isPostgres, sqliteFile } from '../store/engine/dialect.ts'
import { checkAddress } from './address.ts'
import { checkDatabase } from './database.ts'
import { checkDrawing } from './drawing.ts'
import { type DoctorFinding, findingsOf, reasonOf } from './finding.ts'
import { checkFonts, checkMemory, checkOpenFiles, checkPackages, checkVersions } from './machine.ts'
import { checkMail } from './mail.ts'
import { doctorKey, makePass } from './pass.ts'
import { checkFolder, type Folder } from './storage.ts'

/** `now` in milliseconds since 1970; `reportProgress` hears what is being checked. */
export async function examine(
  config: Config,
  now: () => number,
  reportProgress: (line: string) => void,
): Promise<readonly DoctorFinding[]> {
  const found: DoctorFinding[] = []
  const check = async (
    what: string,
    work: () => Promise<readonly DoctorFinding[]> | readonly DoctorFinding[],
  ) => {
    reportProgress(`Checking ${what}`)
    found.push(...(await work()))
  }
  await check('the machine', async () => [
    ...checkVersions(),
    ...(await checkPackages()),
    ...checkFonts(),
    ...checkMemory(config),
    ...checkOpenFiles(),
  ])
  for (const folder of foldersOf(config)) await check(folder.check, () => checkFolder(folder, now))
  const database = await checkDatabase(config, now)
  await check('the database', () => database.findings)
  await check('the files', () => checkShared(config, database.newestBody))
  const key = await findKey(config).catch(() => null)
  const pass = key === null ? null : makePass(doctorKey(key.key), now())
  await check('the address', () => checkAddress(config, pass, database.origins, now))
  await check('e-mail', () => checkMail(config))
  await check('drawing', () => checkDrawing(config))
  return found
}

function foldersOf(config: Config): readonly Folder[] {
  const file = sqliteFile(config.databaseUrl)
  const folders: Folder[] = [
    {
      check: 'data',
      path: config.dataDir,
      setting: 'DATA_DIR',
      hasSqlite: file !== null && dirname(file) === config.dataDir,
    },
  ]
  if (file !== null && dirname(file) !== config.dataDir)
    folders.push({ check: 'database', path: dirname(file), setting: 'DATABASE_URL', hasSqlite: true })
  if (typeof config.filesUrl === 'string' && config.filesFolder !== join(config.dataDir, 'files'))
    folders.push({ check: 'files', path: config.filesFolder, setting: 'FILES_URL', hasSqlite: false })
  return folders
}

/** The body of the newest template was kept before its row, so every process that shares the files sees it. */
async function checkShared(config: Config, newestBody: string | null): Promise<readonly DoctorFinding[]> {
  const { ok, warning, error } = findingsOf('files')
  const ownFolder = config.filesFolder === join(config.dataDir, 'files')
  if (newestBody !== null) {
    const has = await hasFile(config, newestBody)
    if (has !== true)
      return [
        error(
          has === false
            ? 'The PDF of the newest template is not among the files here.'
            : `The files cannot be read: ${has}.`,
          'Set FILES_URL of all processes to the same folder or bucket. If they have it, run platen verify.',
        ),
      ]
  }
  if (isPostgres(config.databaseUrl) && ownFolder)
    return [
      warning(
        'The files lie in DATA_DIR, which other machines do not see.',
        'With processes on several machines, set FILES_URL of all of them to one shared folder or bucket.',
      ),
    ]
  return [
    ok(newestBody === null ? 'There are no templates yet.' : 'The PDF of the newest template is there.'),
  ]
}

/** Or why that cannot be said. */
async function hasFile(config: Config, sha256: string): Promise<boolean | string> {
  try {
    const files = await openFiles(config)
    try {
      return await files.has(sha256)
    } finally {
      await files.close()
    }
  } catch (cause) {
    return reasonOf(cause)
  }
}
