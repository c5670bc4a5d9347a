/** The key from which every other key of the service is derived: made once, readable by its owner alone. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { diskFileSystem, syncFolder } from './files/file-system.ts'

const FILE = 'master.key'

/**
 * Reads the key of the folder, or makes it. Of two processes that make it at once, both take the one that was
 * there first. Throws ConfigError for a file that holds none: a new key would end every link and secret.
 */
export async function openMasterKey(dataDir: string): Promise<Buffer> {
  return (await findMasterKey(dataDir)) ?? placeMasterKey(dataDir, randomBytes(32))
}

/** The key of the folder, or null where it has none yet. Throws ConfigError for a file that holds none. */
export function findMasterKey(dataDir: string): Promise<Buffer | null> {
  return readKey(join(dataDir, FILE))
}

/** Puts a key of 32 bytes where the folder has none; gives the one that is there afterwards, be it another one. */
export async function placeMasterKey(dataDir: string, key: Uint8Array): Promise<Buffer> {
  const path = join(dataDir, FILE)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const made = join(dataDir, `.${FILE}.${randomBytes(6).toString('hex')}`)
  const file = await open(made, 'wx', 0o600)
  try {
    try {
      await file.writeFile(`${Buffer.from(key).toString('hex')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    // A link fails where the name is taken; a rename would replace the key of the faster process.
    await link(made, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(made)
  }
  await syncFolder(diskFileSystem, dataDir)
  const kept = await readKey(path)
  if (kept === null) throw new Error(`${path} disappeared while it was created.`)
  return kept
}

async function readKey(path: string): Promise<Buffer | null> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  if (!/^[0-9a-f]{64}$/i.test(text.trim()))
    throw new ConfigError(`MASTER_KEY: the file ${path} does not contain a key of 64 hexadecimal digits.`)
  return Buffer.from(text.trim(), 'hex')
}
