/**
 * Results of the PDF tools, kept between runs below `node_modules/.cache`. Equal bytes give equal plates, so a tool runs
 * once for each of its versions, arguments and input files. `PLATEN_TEST_RIPS=run` runs the tools again.
 */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

const FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/platen-rips')
/** The oldest results beyond this are removed when a run begins. */
const MOST_BYTES = 1_500 * 2 ** 20
/** Input files of a call and its arguments name this in place of the throw-away folder. */
const HERE = '{folder}'

export interface ToolResult {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

interface KeptResult extends ToolResult {
  /** Files that the tool wrote into its folder, by name. */
  readonly written: ReadonlyMap<string, Uint8Array>
}

/**
 * Runs `tool` in `folder`, or repeats what it printed and wrote there before. A result is kept if all inputs are known:
 * files in the folder, and files that arguments name with an absolute path.
 */
export function keptResult(
  tool: string,
  args: readonly string[],
  folder: string,
  run: () => ToolResult,
): ToolResult {
  if (process.env.PLATEN_TEST_RIPS === 'run' || args.some((word) => isUnknown(word, folder))) return run()
  const before = filesOf(folder)
  const path = join(FOLDER, nameOf(tool, args, folder, before))
  const kept = readKept(path)
  if (kept !== null) {
    for (const [name, bytes] of kept.written) writeFileSync(join(folder, name), bytes)
    return { ...kept, stdout: here(kept.stdout, folder), stderr: here(kept.stderr, folder) }
  }
  const result = run()
  const written = [...filesOf(folder)].filter(([name, stamp]) => before.get(name) !== stamp)
  if (written.some(([, stamp]) => stamp === NO_FILE)) return result
  const files = written.map(([name]) => [name, readFileSync(join(folder, name))] as const)
  const { status, stdout, stderr } = result
  const words = { stdout: stdout.replaceAll(folder, HERE), stderr: stderr.replaceAll(folder, HERE) }
  writeKept(path, { status, ...words, written: new Map(files) })
  return result
}

const here = (text: string, folder: string) => text.replaceAll(HERE, folder)

/** The path in an argument such as `/a/file.pdf` or `-sOutputICCProfile=/a/file.icc`. `-dOverprint=/enable` has none. */
function pathIn(word: string): string | null {
  if (word.startsWith('-d')) return null
  const path = word.slice(word.startsWith('-') ? word.indexOf('=') + 1 : 0)
  return isAbsolute(path) ? path : null
}

/** An argument that names a folder, or a file that does not exist yet, may stand for a result outside of the folder. */
function isUnknown(word: string, folder: string): boolean {
  const path = pathIn(word)
  if (path === null || path === '/dev/null' || path.startsWith(`${folder}/`)) return false
  return !statSync(path, { throwIfNoEntry: false })?.isFile()
}

const NO_FILE = 'no file'

/** Name and state of all entries of the folder. */
function filesOf(folder: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(folder).map((name) => {
      const stat = lstatSync(join(folder, name))
      return [name, stat.isFile() ? `${stat.size} ${stat.mtimeMs} ${stat.ino}` : NO_FILE]
    }),
  )
}

function nameOf(
  tool: string,
  args: readonly string[],
  folder: string,
  files: ReadonlyMap<string, string>,
): string {
  const hash = createHash('sha256').update(`${tool}\n${versionOf(tool)}\n`)
  for (const word of args) {
    const path = pathIn(word)
    if (path !== null && path !== '/dev/null' && !path.startsWith(`${folder}/`))
      hash.update(`${word.slice(0, -path.length)}${digest(path)}\n`)
    else hash.update(`${word.replaceAll(folder, HERE)}\n`)
  }
  for (const [name, stamp] of files)
    hash.update(`${name} ${stamp === NO_FILE ? NO_FILE : digest(join(folder, name))}\n`)
  return hash.digest('hex')
}

const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

const versions = new Map<string, string>()
/** poppler's tools and MuPDF have `-v`, the others `--version`. */
function versionOf(tool: string): string {
  const known = versions.get(tool)
  if (known !== undefined) return known
  const flag = tool === 'mutool' || tool.startsWith('pdf') ? '-v' : '--version'
  const { stdout, stderr }: SpawnSyncReturns<string> = spawnSync(tool, [flag], { encoding: 'utf8' })
  const version = `${stdout}${stderr}`
  versions.set(tool, version)
  return version
}

function readKept(path: string): KeptResult | null {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
    utimesSync(path, new Date(), new Date())
  } catch {
    return null
  }
  return deserialize(zstdDecompressSync(bytes)) as KeptResult
}

function writeKept(path: string, result: KeptResult): void {
  const partial = `${path}.${randomUUID()}`
  try {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(partial, zstdCompressSync(serialize(result)))
    renameSync(partial, path)
  } catch {
    // A full or read-only disk keeps no results.
    rmSync(partial, { force: true })
  }
}

/** Removes the results that were used longest ago once there are too many, and what killed runs left unfinished. */
export function mochaGlobalSetup(): void {
  if (!existsSync(FOLDER)) return
  const files = readdirSync(FOLDER).flatMap((name) => {
    const stat = statSync(join(FOLDER, name), { throwIfNoEntry: false })
    return stat === undefined ? [] : [{ name, bytes: stat.size, usedMs: stat.mtimeMs }]
  })
  let total = 0
  for (const { name, bytes, usedMs } of files.sort((one, other) => other.usedMs - one.usedMs)) {
    const isLeft = name.includes('.') && Date.now() - usedMs > 3_600_000
    total += bytes
    if (isLeft || total > MOST_BYTES) rmSync(join(FOLDER, name), { force: true })
  }
}
