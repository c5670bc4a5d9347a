/** The table of contents of a backup: what is in it, how much, and the hash of every part. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { createValidator } from '../http/validate.ts'
import { closed, nullable } from '../operations/schema.ts'
import { writeLasting } from './write-lasting.ts'

/** Why a backup cannot be created, verified or restored, in words for the operator. */
export class BackupRefused extends Error {}

/** Raised when an older Platen could no longer read what is written. */
export const BACKUP_FORMAT = 1
export const MANIFEST = 'manifest.json'
export const KEY_FILE = 'master.key'
const CHECKSUM = 'manifest.sha256'

const COUNT = Type.Integer({ minimum: 0 })
const SHA256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
/** Names of tables become names of files. */
const NAME = Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$' })

const SCHEMA = Type.Object(
  {
    format: Type.Literal(BACKUP_FORMAT),
    platen_version: Type.String(),
    created_at: Type.String(),
    database: Type.String({ enum: ['sqlite', 'postgresql'] }),
    /** The steps that the database had taken, in order: the form in which its rows stand here. */
    migrations: Type.Array(Type.String()),
    tables: Type.Array(Type.Object({ name: NAME, rows: COUNT, bytes: COUNT, sha256: SHA256 }, closed())),
    left_out: Type.Array(NAME),
    files: Type.Array(Type.Object({ sha256: SHA256, bytes: COUNT }, closed())),
    master_key: Type.Object(
      {
        /** Null where the service had none yet. */
        id: nullable(Type.String({ pattern: '^[0-9a-f]{8}$' })),
        included: Type.Boolean(),
      },
      closed(),
    ),
  },
  closed(),
)
export type Manifest = Static<typeof SCHEMA>

export function tableFile(name: string): string {
  return join('tables', `${name}.ndjson.gz`)
}

/** The checksum beside it has the form of `sha256sum`, so that a person can check it without Platen. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await writeLasting(join(folder, MANIFEST), text)
  await writeLasting(join(folder, CHECKSUM), `${hashOf(text)}  ${MANIFEST}\n`)
}

/** Throws BackupRefused for what is no backup, is damaged, or was written by a newer Platen. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readText(join(folder, MANIFEST), `${folder} is not a backup: it has no ${MANIFEST}.`)
  const sum = await readText(join(folder, CHECKSUM), `The backup is incomplete: ${CHECKSUM} is missing.`)
  if (sum !== `${hashOf(text)}  ${MANIFEST}\n`)
    throw new BackupRefused(`The backup is damaged: ${MANIFEST} has changed.`)
  const manifest: unknown = JSON.parse(text)
  const format = (manifest as { readonly format?: unknown } | null)?.format
  if (typeof format === 'number' && format > BACKUP_FORMAT)
    throw new BackupRefused('The backup was written by a newer version of Platen. Use that version.')
  const faults = createValidator().faults(SCHEMA, manifest)
  if (faults !== null) throw new BackupRefused(`${MANIFEST} is not a valid backup manifest: ${faults}.`)
  return manifest as Manifest
}

async function readText(path: string, missing: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new BackupRefused(missing)
    throw error
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
