/** Checks the folders of an installation: that this account can write there, how much fits, how fast it lasts, and what kind of disk it is. */
import { randomUUID } from 'node:crypto'
import { access, open, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type DoctorFinding, findingsOf, reasonOf } from './finding.ts'

const LOW_BYTES = 2 * 2 ** 30
const LEAST_BYTES = 256 * 2 ** 20
const LEAST_INODES = 10_000
const SLOW_SYNC_MS = 50
const SYNCS = 5
const CLOCK_MS = 5_000

/** statfs(2) on Linux: what the type of a file system says. */
const IN_MEMORY = new Set([0x01021994, 0x858458f6])
const OVERLAY = 0x794c7630
const NETWORK = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x65735546, 'FUSE'],
])

export interface Folder {
  readonly check: string
  readonly path: string
  readonly setting: string
  /** SQLite needs locks and shared memory that network file systems do not have. */
  readonly hasSqlite: boolean
}

/** `now` in milliseconds since 1970. A folder that is not there yet is judged by the one that will hold it. */
export async function checkFolder(folder: Folder, now: () => number): Promise<readonly DoctorFinding[]> {
  const { ok, warning } = findingsOf(folder.check)
  const path = await nearest(folder.path)
  const written = await tryWriting(folder, path, now)
  if (written.severity === 'error') return [written]
  const space = await checkSpace(folder, path)
  const kind = await checkKind(folder, path)
  const missing =
    path === folder.path ? [] : [warning(`${folder.path} does not exist yet.`, 'The first start creates it.')]
  const found = [...missing, written, ...space, ...kind].filter(({ severity }) => severity !== 'ok')
  return found.length > 0
    ? found
    : [ok(`${folder.path}: ${[written, ...space].map(({ message }) => message).join(' ')}`)]
}

async function nearest(path: string): Promise<string> {
  const there = await access(path).then(
    () => true,
    () => false,
  )
  return there || dirname(path) === path ? path : nearest(dirname(path))
}

/** As files of the service are made: written, synced, removed. The time of the file is that of the disk's machine. */
async function tryWriting(folder: Folder, path: string, now: () => number): Promise<DoctorFinding> {
  const { ok, warning, error } = findingsOf(folder.check)
  const file = join(path, `.doctor-${randomUUID()}`)
  try {
    const times: number[] = []
    for (let count = 0; count < SYNCS; count += 1) times.push(await timeSync(file))
    const skew = (await stat(file)).mtimeMs - now()
    const ms = times.sort((a, b) => a - b)[Math.floor(SYNCS / 2)] ?? 0
    if (Math.abs(skew) > CLOCK_MS)
      return warning(
        `The clock of the disk of ${path} differs by ${Math.round(skew / 1000)} s.`,
        'Synchronize the clocks of both machines by NTP.',
      )
    if (ms > SLOW_SYNC_MS)
      return warning(
        `Writing to ${path} takes ${Math.round(ms)} ms until it lasts; each order waits for it.`,
        `Put ${folder.setting} on a faster disk, such as a local SSD.`,
      )
    return ok(`A write lasts after ${ms.toFixed(1)} ms.`)
  } catch (cause) {
    return error(
      `This account cannot write to ${path}: ${reasonOf(cause)}.`,
      await remedyOf(path, cause, folder),
    )
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}

async function timeSync(path: string): Promise<number> {
  const began = performance.now()
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(Buffer.alloc(8192, 1))
    await file.sync()
  } finally {
    await file.close()
  }
  return performance.now() - began
}

async function remedyOf(path: string, cause: unknown, { setting }: Folder): Promise<string> {
  const { code } = cause as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'Free some space.'
  if (code === 'EROFS') return `Mount it writable, or set ${setting} to another folder.`
  const owner = await stat(path).catch(() => null)
  const uid = process.getuid?.()
  if (code === 'EACCES' && owner !== null && uid !== undefined && owner.uid !== uid)
    return `The folder belongs to user ${owner.uid}, and Platen runs as user ${uid}: chown -R ${uid} ${path}`
  return `Give this account the right to write there, or set ${setting} to another folder.`
}

async function checkSpace({ check }: Folder, path: string): Promise<readonly DoctorFinding[]> {
  const { ok, warning, error } = findingsOf(check)
  const { bavail, bsize, files, ffree } = await statfs(path)
  const free = bavail * bsize
  const said = `${(free / 1e9).toFixed(1)} GB are free.`
  const fix = 'Free some space, or move the folder to a larger disk.'
  // Some file systems do not count inodes, and say 0.
  if (files > 0 && ffree < LEAST_INODES)
    return [error(`Only ${ffree} more files fit on the disk of ${path} (inodes).`, fix)]
  if (free < LEAST_BYTES) return [error(`The disk of ${path} is nearly full: ${said}`, fix)]
  if (free < LOW_BYTES) return [warning(`The disk of ${path} has little room: ${said}`, fix)]
  return [ok(said)]
}

async function checkKind(
  { check, hasSqlite, setting }: Folder,
  path: string,
): Promise<readonly DoctorFinding[]> {
  const { warning, error } = findingsOf(check)
  const type = process.platform === 'linux' ? (await statfs(path)).type >>> 0 : 0
  if (IN_MEMORY.has(type))
    return [
      error(
        `${path} lies in memory: all of it is lost at the next restart.`,
        `Set ${setting} to a folder on a disk.`,
      ),
    ]
  if (type === OVERLAY)
    return [
      warning(
        `${path} lies in the container itself and goes with it.`,
        'Mount a volume there, as compose.yml does with /data.',
      ),
    ]
  const network = NETWORK.get(type)
  if (hasSqlite && network !== undefined)
    return [
      error(
        `The SQLite database lies on a network file system (${network}), which can damage it.`,
        `Set ${setting} to a folder on a local disk, or use PostgreSQL.`,
      ),
    ]
  return []
}
