/** Starts a worker process with as few rights as its work needs. */
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

export interface Launch {
  /** The worker's module. */
  readonly entry: string
  /** Folders from which the worker may read, besides the service's code. */
  readonly readable: readonly string[]
  /** Folders in which it may write. */
  readonly writable: readonly string[]
  /** Allows native code (the canvas), which Node's permissions do not restrict. */
  readonly addons: boolean
  /** Steps of nice below this process; 0 by default. */
  readonly niceness?: number | undefined
  readonly heapBytes: number
}

/**
 * Only the heap's limit, no other flag of V8: over 12,000 previews a raster worker levels off at 365 MB (454 MB and growing
 * without this flag, 343 MB with V8's flags of heap growth).
 */
export function heapFlag(heapBytes: number): string {
  return `--max-old-space-size=${Math.ceil(heapBytes / 2 ** 20)}`
}

/** Fewer malloc arenas: rasterizing 500 pages ends at 400 MB instead of 500. Nothing from the server's environment. */
export const WORKER_ENV = { MALLOC_ARENA_MAX: '2' } as const

const LEAST_PRIORITY = constants.priority.PRIORITY_LOW

const PROJECT = resolve(import.meta.dirname, '../..')

/** The program that ends a worker with its server, see `findLifeBinder`; null if the machine has none. */
export type LifeBinder = string | null

/**
 * Forks `entry` under Node's permission model: no other files, no processes, no threads, no code from strings, an
 * environment without secrets. Node 24 cannot forbid the network, so no code of a worker uses it. The child never keeps
 * this process alive.
 */
export function launchWorker(launch: Launch, binder: LifeBinder): ChildProcess {
  const flags = workerFlags(launch)
  const child = fork(launch.entry, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: WORKER_ENV,
    execPath: binder === null ? process.execPath : binder,
    execArgv: binder === null ? [...flags] : ['--pdeathsig', 'KILL', process.execPath, ...flags],
  })
  const { niceness = 0 } = launch
  if (niceness !== 0) {
    standBehind(child, niceness)
    child.once('message', () => standBehind(child, niceness))
  }
  child.unref()
  child.channel?.unref()
  const { stderr } = child
  if (stderr !== null && 'unref' in stderr && typeof stderr.unref === 'function') stderr.unref()
  return child
}

/**
 * Set when the child starts, and for each of its threads once it has sent a message, because V8's threads for compilation
 * and garbage collection inherit the priority that the main thread has when they start. Threads with the priority of
 * requests would take the processor from them.
 */
function standBehind({ pid }: ChildProcess, niceness: number): void {
  if (pid === undefined) return
  const priority = Math.min(LEAST_PRIORITY, getPriority() + niceness)
  for (const thread of threadsOf(pid))
    try {
      setPriority(thread, priority)
    } catch {
      // It has ended already; the caller hears of a process that ends by its events.
    }
}

/** Linux has a priority for each thread, other systems for the process. None of a process that has ended. */
function threadsOf(pid: number): readonly number[] {
  if (process.platform !== 'linux') return [pid]
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return []
  }
}

/** Never the whole project, because a checkout contains the data folder by default. */
export function workerFlags(launch: Launch): readonly string[] {
  const code = [join(PROJECT, 'package.json'), join(PROJECT, 'core/*'), join(PROJECT, 'server/*')]
  const packages = packageFolders(PROJECT).map((folder) => join(folder, '*'))
  const entry = join(dirname(launch.entry), '*')
  const readable = launch.readable.map((folder) => join(resolve(folder), '*'))
  const writable = launch.writable.map((folder) => join(resolve(folder), '*'))
  return [
    '--permission',
    ...new Set([...code, entry, ...packages, ...readable].map((path) => `--allow-fs-read=${path}`)),
    ...writable.map((path) => `--allow-fs-write=${path}`),
    ...(launch.addons ? ['--allow-addons'] : []),
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    heapFlag(launch.heapBytes),
  ]
}

const folders = new Map<string, readonly string[]>()

/**
 * Where Node looks for packages: in the project and in every folder above it, and where links in them lead, as those of
 * pnpm and of `npm link`. Looked for once.
 */
export function packageFolders(project: string): readonly string[] {
  const known = folders.get(project)
  if (known !== undefined) return known
  const readable = new Set<string>()
  const above = [project]
  for (let folder = project; dirname(folder) !== folder; folder = dirname(folder)) above.push(dirname(folder))
  // The outermost first: pnpm has its store in there, which is then one folder and not hundreds.
  for (const folder of above.reverse()) addPackages(join(folder, PACKAGES), readable)
  folders.set(project, [...readable])
  return [...readable]
}

const PACKAGES = 'node_modules'

function addPackages(folder: string, readable: Set<string>): void {
  const real = realPath(folder)
  if (real === null || readable.has(real)) return
  readable.add(folder).add(real)
  for (const entry of readdirSync(real, { withFileTypes: true })) {
    const path = join(real, entry.name)
    if (entry.isSymbolicLink()) addLinked(path, readable)
    else if (entry.name.startsWith('@') && entry.isDirectory())
      for (const scoped of readdirSync(path, { withFileTypes: true }))
        if (scoped.isSymbolicLink()) addLinked(join(path, scoped.name), readable)
  }
}

/** A package beside its own packages, or one with them in it. */
function addLinked(link: string, readable: Set<string>): void {
  const path = realPath(link)
  if (path === null || [...readable].some((folder) => path.startsWith(join(folder, '/')))) return
  const end = path.lastIndexOf(`/${PACKAGES}/`)
  if (end < 0) readable.add(path)
  addPackages(end < 0 ? join(path, PACKAGES) : path.slice(0, end + PACKAGES.length + 1), readable)
}

/** Null where there is nothing, or a link leads nowhere. */
function realPath(path: string): string | null {
  return existsSync(path) ? realpathSync(path) : null
}

let found: Promise<LifeBinder> | undefined

/**
 * A worker notices the end of its server by the closed channel, but not while an upload keeps it in a loop. With
 * util-linux installed, `setpriv --pdeathsig` makes the kernel end it in that case too. Tried once, without blocking this
 * process.
 */
export function findLifeBinder(): Promise<LifeBinder> {
  found ??= tryBinders()
  return found
}

async function tryBinders(): Promise<LifeBinder> {
  for (const path of process.platform === 'linux' ? ['/usr/bin/setpriv', '/bin/setpriv'] : []) {
    if (!existsSync(path)) continue
    const tried = promisify(execFile)(path, ['--pdeathsig', 'KILL', process.execPath, '--version'])
    const works = await tried.then(
      () => true,
      () => false,
    )
    if (works) return path
  }
  return null
}
