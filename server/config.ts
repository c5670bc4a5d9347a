/** The settings: one table of names, defaults and meanings, read from the environment here and nowhere else. */

import { join } from 'node:path'
import { PLATE_CHECKS } from '../core/ports.ts'
import {
  flag,
  folder,
  integer,
  keyBytes,
  metricsToken,
  oneOf,
  optional,
  path,
  text,
  webAddress,
} from './setting-readers.ts'

/** A value that cannot be used; the message names the setting and says what it takes. */
export class ConfigError extends Error {}

interface Setting<T> {
  readonly name: string
  /** As it would be written; empty where the default is made of other settings, which `meaning` then says. */
  readonly standard: string
  readonly meaning: string
  /** Throws a plain sentence that goes on after the setting's name. */
  readonly read: (text: string) => T
}

function setting<T>(name: string, standard: string, meaning: string, read: (text: string) => T): Setting<T> {
  return { name, standard, meaning, read }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** What a process does. */
export const ROLES = ['api', 'press', 'raster', 'jobs'] as const
export type Role = (typeof ROLES)[number]

export const SETTINGS = {
  port: setting('PORT', '3000', 'Port to listen on; 0 takes a free one.', integer(0, 65535)),
  host: setting('HOST', '', 'Address to listen on; all by default.', optional(text)),
  baseUrl: setting(
    'BASE_URL',
    '',
    'Address under which the service is reached, without a path; http://localhost:PORT by default.',
    optional(webAddress),
  ),
  widgetUrl: setting(
    'WIDGET_URL',
    '',
    'Address of the widget and the hosted pages, where it is to differ; BASE_URL by default.',
    optional(webAddress),
  ),
  dataDir: setting('DATA_DIR', './data', 'Folder of the embedded database, files and master key.', path),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    'postgres:// and a database, or the path of a SQLite file; DATA_DIR/platen.db by default.',
    optional(text),
  ),
  filesUrl: setting(
    'FILES_URL',
    '',
    'Folder of the files, as file:/path; DATA_DIR/files by default.',
    optional(folder),
  ),
  hotFolders: setting(
    'HOT_FOLDERS',
    '',
    'Folder in which hot folders lie, such as one with the shares of presses; {team} in it stands for the id of the ' +
      'team. DATA_DIR/hot-folders by default. Platen makes none of them.',
    optional(path),
  ),
  masterKey: setting(
    'MASTER_KEY',
    '',
    'At least 32 bytes as hex or base64, from which links are signed; by default made once and kept in DATA_DIR.',
    optional(keyBytes),
  ),
  trustedProxies: setting(
    'TRUST_PROXY',
    '0',
    'Number of proxies in front whose X-Forwarded-For is believed.',
    integer(0, 10),
  ),
  keyPerMinute: setting(
    'RATE_LIMIT_KEY_PER_MINUTE',
    '60',
    'Requests that one API key may make in a minute.',
    integer(1, 1_000_000),
  ),
  failuresPerMinute: setting(
    'RATE_LIMIT_FAILURES_PER_MINUTE',
    '20',
    'Failed authentications of one address in a minute, after which further ones are answered 429.',
    integer(1, 1_000_000),
  ),
  browserPerMinute: setting(
    'RATE_LIMIT_BROWSER_PER_MINUTE',
    '30',
    'Requests that one origin and network address may make in a minute on the public browser routes.',
    integer(1, 1_000_000),
  ),
  previewPerMinute: setting(
    'RATE_LIMIT_PREVIEW_PER_MINUTE',
    '120',
    'Previews that one embed session may read in a minute.',
    integer(1, 1_000_000),
  ),
  sessionPerMinute: setting(
    'RATE_LIMIT_SESSION_PER_MINUTE',
    '120',
    'Changes that one embed session may make to its fill in a minute.',
    integer(1, 1_000_000),
  ),
  consolePerMinute: setting(
    'RATE_LIMIT_CONSOLE_PER_MINUTE',
    '600',
    'Requests that one session of the console may make in a minute.',
    integer(1, 1_000_000),
  ),
  signInAttempts: setting(
    'SIGN_IN_ATTEMPTS',
    '10',
    'Sign-ins that one network address may try with one e-mail address in 15 minutes; with any e-mail addresses three ' +
      'times as many, and with one e-mail address from all network addresses ten times as many in an hour.',
    integer(1, 1_000_000),
  ),
  maxUploadBytes: setting(
    'MAX_UPLOAD_BYTES',
    '52428800',
    'Size of the largest template PDF, in bytes (50 MB).',
    integer(1024, 2 ** 31),
  ),
  uploadsWaiting: setting(
    'UPLOADS_WAITING',
    '250',
    'Uploads of one team that wait in line while 4 of the team, or 8 of all teams, are received and read; of all teams ' +
      'four times as many wait. Teams take turns. One that waits takes no disk space, and at most 0.2 MB of memory.',
    integer(0, 10_000),
  ),
  uploadWaitSeconds: setting(
    'UPLOAD_WAIT_SECONDS',
    '30',
    'Longest time that an upload waits in line, in seconds; it is then answered 503 with Retry-After, and can be sent ' +
      'again. Less than the patience of proxies in front.',
    integer(0, 60),
  ),
  pressWorkers: setting(
    'PRESS_WORKERS',
    '1',
    'Processes that open uploaded PDFs at the same time.',
    integer(1, 64),
  ),
  pressTimeoutSeconds: setting(
    'PRESS_TIMEOUT_SECONDS',
    '9',
    'Seconds of the processor after which reading an upload is given up; by the clock ten times as many.',
    integer(1, 600),
  ),
  pressMemoryMb: setting(
    'PRESS_MEMORY_MB',
    '1024',
    'Memory of one such process, in MB.',
    integer(128, 65_536),
  ),
  rasterWorkers: setting(
    'RASTER_WORKERS',
    '2',
    'Processes that draw previews at the same time.',
    integer(1, 64),
  ),
  rasterTimeoutSeconds: setting(
    'RASTER_TIMEOUT_SECONDS',
    '20',
    'Seconds after which drawing a page is given up.',
    integer(1, 600),
  ),
  rasterMemoryMb: setting(
    'RASTER_MEMORY_MB',
    '1024',
    'Memory of one such process, in MB.',
    integer(256, 65_536),
  ),
  rasterCacheMb: setting(
    'RASTER_CACHE_MB',
    '1024',
    'Blank pages kept in DATA_DIR/cache/plates, in MB; what was used longest ago goes first.',
    integer(16, 10_000_000),
  ),
  plateChecks: setting(
    'PLATE_CHECKS',
    'templates',
    'What is drawn as plates to be checked for too much ink, missing and unexpected plates: none, templates (once, ' +
      'when they are uploaded) or renders (final ones too, after they were answered). A report draws them when it is asked.',
    oneOf(PLATE_CHECKS),
  ),
  previewCacheMb: setting(
    'PREVIEW_CACHE_MB',
    '512',
    'Disk space for pictures that were drawn before, in MB; those unused for longest go first.',
    integer(1, 1_000_000),
  ),
  previewWarmUp: setting(
    'PREVIEW_WARM_UP',
    'true',
    'Starts what draws with the service, and draws the first pages of a template when it is published; false waits ' +
      'until somebody looks.',
    flag,
  ),
  renderLimitMonthly: setting(
    'RENDER_LIMIT_MONTHLY',
    '',
    'Final renders a month of the team that the first start makes; no limit by default.',
    optional(integer(0, 1_000_000_000)),
  ),
  metricsToken: setting(
    'METRICS_TOKEN',
    '',
    'Bearer token with which /metrics is read; without it, /metrics answers programs of this machine alone.',
    optional(metricsToken),
  ),
  fillTtlDays: setting(
    'FILL_TTL_DAYS',
    '30',
    'Days after which an open fill that nobody edits expires.',
    integer(1, 3650),
  ),
  retentionDays: setting(
    'RETENTION_DAYS',
    '',
    'Days after which what shoppers gave (values, names, addresses, print files) is erased of orders that are done ' +
      'with; kept by default. A team can have a number of its own.',
    optional(integer(1, 36_525)),
  ),
  guestSessionsPerDay: setting(
    'GUEST_SESSIONS_PER_DAY',
    '5000',
    'Sessions that guests may open in a day (UTC) on the pages of one embed application.',
    integer(1, 1_000_000_000),
  ),
  guestsPerAddress: setting(
    'GUEST_SESSIONS_PER_ADDRESS',
    '500',
    'Of these, and of those of hosted pages, the ones that one network address may open within a day.',
    integer(1, 1_000_000_000),
  ),
  roles: setting(
    'ROLES',
    'api,press,raster,jobs',
    'What this process does: api answers requests, press reads uploads and makes print files, raster draws previews, ' +
      'jobs sends webhooks, fills hot folders and clears away what has expired. Without api, PORT answers health and ' +
      'metrics alone.',
    roles,
  ),
  storefrontTeam: setting(
    'STOREFRONT_TEAM',
    '',
    'Team whose storefront the adapters serve, by id or name; not needed where there is one team.',
    optional(text),
  ),
  allowPrivateWebhooks: setting(
    'ALLOW_PRIVATE_WEBHOOKS',
    'false',
    'true sends webhooks over http and to private addresses too: for a laptop, never where strangers have keys.',
    flag,
  ),
  logLevel: setting(
    'LOG_LEVEL',
    '',
    `What is logged: ${LOG_LEVELS.join(', ')}. On a terminal warn by default, elsewhere info.`,
    optional(oneOf(LOG_LEVELS)),
  ),
} as const

type Settings = { readonly [K in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[K]['read']> }

export interface Config extends Settings {
  /** Null where the port is only known once the server listens. */
  readonly baseUrl: string | null
  readonly databaseUrl: string
  readonly filesFolder: string
  readonly hotFolders: string
  /** A setting of an adapter, by its name in the environment; empty where it is not set. */
  readonly adapterSetting: (name: string) => string
}

/** Throws ConfigError for the first setting that cannot be used. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const read = Object.fromEntries(
    Object.entries(SETTINGS).map(([key, setting]) => [key, readSetting(setting as Setting<unknown>, env)]),
  ) as unknown as Settings
  const filesFolder = read.filesUrl ?? join(read.dataDir, 'files')
  const hotFolders = read.hotFolders ?? join(read.dataDir, 'hot-folders')
  // Who may name a hot folder could name these.
  const around = [read.dataDir, filesFolder].find((own) => `${own}/`.startsWith(`${hotFolders}/`))
  if (around !== undefined)
    throw new ConfigError(`HOT_FOLDERS takes a folder that ${around} does not lie in.`)
  return Object.freeze({
    ...read,
    baseUrl: read.baseUrl ?? (read.port === 0 ? null : `http://localhost:${read.port}`),
    databaseUrl: read.databaseUrl ?? join(read.dataDir, 'platen.db'),
    filesFolder,
    hotFolders,
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

function roles(value: string): readonly Role[] {
  return value.split(',').map((word) => oneOf(ROLES)(word.trim()))
}
