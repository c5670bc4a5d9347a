/** The settings: one table of names, defaults and meanings, read from the environment here and nowhere else. */

import { join } from 'node:path'
import type { S3Location } from './files/s3/location.ts'
import { SETTINGS, type Setting } from './settings.ts'

/** A value that cannot be used; the message names the setting and says what it takes. */
export class ConfigError extends Error {}

type Settings = { readonly [K in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[K]['read']> }

export interface Config extends Settings {
  /** Null where the port is only known once the server listens. */
  readonly baseUrl: string | null
  readonly databaseUrl: string
  /** Of stored files, or of local copies if they lie in a bucket. */
  readonly filesFolder: string
  readonly filesBucket: S3Location | null
  readonly hotFolders: string
  /** For copies of the database from before a migration; null where none is wanted. */
  readonly copiesFolder: string | null
  /** A setting of an adapter, by its name in the environment; empty where it is not set. */
  readonly adapterSetting: (name: string) => string
}

/** Throws ConfigError for the first setting that cannot be used. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const read = Object.fromEntries(
    Object.entries(SETTINGS).map(([key, setting]) => [key, readSetting(setting as Setting<unknown>, env)]),
  ) as unknown as Settings
  const filesBucket = typeof read.filesUrl === 'object' ? read.filesUrl : null
  const ownFolder = join(read.dataDir, ...(filesBucket === null ? ['files'] : ['cache', 'files']))
  const filesFolder = typeof read.filesUrl === 'string' ? read.filesUrl : ownFolder
  const hotFolders = read.hotFolders ?? join(read.dataDir, 'hot-folders')
  // A user who can register a hot folder could name these.
  const around = [read.dataDir, filesFolder].find((own) => `${own}/`.startsWith(`${hotFolders}/`))
  if (around !== undefined) throw new ConfigError(`HOT_FOLDERS must not contain ${around}.`)
  if (read.smtpUrl !== null && read.mailFrom === null)
    throw new ConfigError('MAIL_FROM is required with SMTP_URL.')
  return Object.freeze({
    ...read,
    baseUrl: read.baseUrl ?? (read.port === 0 ? null : `http://localhost:${read.port}`),
    databaseUrl: read.databaseUrl ?? join(read.dataDir, 'platen.db'),
    filesFolder,
    filesBucket,
    hotFolders,
    copiesFolder: read.migrationBackup ? join(read.dataDir, 'backups') : null,
    adapterSetting: (name: string) => env[name]?.trim() ?? '',
  })
}

/** The settings of this process. */
export function readProcessConfig(): Config {
  return readConfig(process.env)
}

function readSetting<T>(setting: Setting<T>, env: Readonly<Record<string, string | undefined>>): T {
  const given = env[setting.name]?.trim()
  try {
    return setting.read(given === undefined || given === '' ? setting.standard : given)
  } catch (error) {
    throw new ConfigError(`${setting.name} ${(error as Error).message}`)
  }
}
