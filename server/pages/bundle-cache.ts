/**
 * Browser code as it was bundled at an earlier start, kept beside the code that Node has compiled (NODE_COMPILE_CACHE)
 * for as long as no file that went into it has changed. Where Node keeps nothing, nothing is kept here.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

export interface CachedBundle<T> {
  /** What `serialize` of node:v8 takes. */
  readonly value: T
  /** Paths of all files that went into it, below `root`. */
  readonly inputs: readonly string[]
}

export interface Keeping {
  /** The folder that paths of files begin at. */
  readonly root: string
  /** What it is made with, such as a version: another one is kept under another name. */
  readonly maker: string
  /** Where it is kept; the folder is there. Null: nowhere. */
  readonly folder: string | null
}

interface Record<T> extends CachedBundle<T> {
  /** Of the contents of the files, in their order. */
  readonly hash: string
}

/** The folder of this process, or null where Node keeps nothing. */
export function compiledFolder(): string | null {
  return getCompileCacheDir() ?? null
}

/** Rejects with what `make` rejects with, and for no other reason: what cannot be kept is made each time. */
export async function cachedBundle<T>(
  { root, maker, folder }: Keeping,
  make: () => Promise<CachedBundle<T>>,
): Promise<T> {
  if (folder === null) return (await make()).value
  const name = createHash('sha256').update(`${root}\n${maker}`).digest('hex').slice(0, 32)
  const path = join(folder, `bundle-${name}`)
  const found = await read<T>(path)
  if (found !== null && (await hashOf(root, found.inputs)) === found.hash) return found.value
  const made = await make()
  await write(path, { ...made, hash: await hashOf(root, made.inputs) })
  return made.value
}

async function read<T>(path: string): Promise<Record<T> | null> {
  try {
    return deserialize(await readFile(path)) as Record<T>
  } catch {
    // None was kept yet, or by a version of Node that wrote it in another way.
    return null
  }
}

/** Whole or not at all, for several processes may start at once. */
async function write<T>(path: string, record: Record<T>): Promise<void> {
  const own = `${path}-${randomUUID()}`
  try {
    await writeFile(own, serialize(record), { mode: 0o600 })
    await rename(own, path)
  } catch {
    await rm(own, { force: true }).catch(() => {})
  }
}

/** A file that is gone counts as one that has changed. */
async function hashOf(root: string, inputs: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  const bodies = await Promise.all(inputs.map((input) => readFile(join(root, input)).catch(() => null)))
  for (const [at, body] of bodies.entries())
    hash.update(`${inputs[at]} ${body === null ? 'gone' : body.length}\n`).update(body ?? '')
  return hash.digest('hex')
}
