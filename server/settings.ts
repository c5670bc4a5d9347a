/** The settings as a table: name, default, meaning, and how the text of each is read. */

import { PLATE_CHECKS } from '../core/ports.ts'
import {
  filesPlace,
  flag,
  integer,
  keyBytes,
  mailAddress,
  metricsToken,
  oneOf,
  optional,
  path,
  smtpUrl,
  text,
  webAddress,
} from './setting-readers.ts'

export interface Setting<T> {
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

/** The roles of a process. */
export const ROLES = ['api', 'press', 'raster', 'jobs'] as const

export type Role = (typeof ROLES)[number]

export const SETTINGS = {
  port: setting('PORT', '3000', 'Port to listen on; 0 for any free port.', integer(0, 65535)),
  host: setting('HOST', '', 'Address to listen on; all by default.', optional(text)),
  baseUrl: setting(
    'BASE_URL',
    '',
    'Public URL of the service, without a path; http://localhost:PORT by default.',
    optional(webAddress),
  ),
  widgetUrl: setting(
    'WIDGET_URL',
    '',
    'URL of the widget and the hosted pages, if different; BASE_URL by default.',
    optional(webAddress),
  ),
  dataDir: setting('DATA_DIR', './data', 'Folder for the embedded database, files and master key.', path),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    'postgres:// URL or path of a SQLite file; DATA_DIR/platen.db by default.',
    optional(text),
  ),
  migrationBackup: setting(
    'MIGRATION_BACKUP',
    'true',
    'Copies a SQLite database to DATA_DIR/backups before a new version migrates it. false makes no copy.',
    flag,
  ),
  filesUrl: setting(
    'FILES_URL',
    '',
    'Folder for stored files, as file:/path, or a bucket, as s3://bucket/prefix?endpoint=…&region=…; DATA_DIR/files by default.',
    optional(filesPlace),
  ),
  filesCacheMb: setting(
    'FILES_CACHE_MB',
    '4096',
    'Local copies of files in a bucket, in MB; the least recently used files are removed first.',
    integer(64, 1_048_576),
  ),
  filesDownloads: setting(
    'FILES_DOWNLOADS',
    'stream',
    'Downloads of single files from a bucket: stream them, or redirect to a signed link of the bucket.',
    oneOf(['stream', 'redirect']),
  ),
  hotFolders: setting(
    'HOT_FOLDERS',
    '',
    'Parent folder of the hot folders, such as one with the network shares of presses; {team} stands for the id of the ' +
      'team. DATA_DIR/hot-folders by default. Platen does not create these folders.',
    optional(path),
  ),
  masterKey: setting(
    'MASTER_KEY',
    '',
    'Key for signed links and secrets: at least 32 bytes as hex or base64; created once in DATA_DIR by default.',
    optional(keyBytes),
  ),
  trustedProxies: setting(
    'TRUST_PROXY',
    '0',
    'Number of trusted proxies in front of the service (X-Forwarded-For).',
    integer(0, 10),
  ),
  keyPerMinute: setting(
    'RATE_LIMIT_KEY_PER_MINUTE',
    '60',
    'Requests per minute and API key.',
    integer(1, 1_000_000),
  ),
  failuresPerMinute: setting(
    'RATE_LIMIT_FAILURES_PER_MINUTE',
    '20',
    'Failed authentications per minute and IP address; further ones get 429.',
    integer(1, 1_000_000),
  ),
  browserPerMinute: setting(
    'RATE_LIMIT_BROWSER_PER_MINUTE',
    '30',
    'Requests per minute, origin and IP address on the public browser routes.',
    integer(1, 1_000_000),
  ),
  previewPerMinute: setting(
    'RATE_LIMIT_PREVIEW_PER_MINUTE',
    '120',
    'Previews per minute and embed session.',
    integer(1, 1_000_000),
  ),
  typingPerMinute: setting(
    'RATE_LIMIT_TYPING_PER_MINUTE',
    '600',
    'Previews of unsaved changes per minute and embed session.',
    integer(1, 1_000_000),
  ),
  sessionPerMinute: setting(
    'RATE_LIMIT_SESSION_PER_MINUTE',
    '120',
    'Changes to the fill per minute and embed session.',
    integer(1, 1_000_000),
  ),
  consolePerMinute: setting(
    'RATE_LIMIT_CONSOLE_PER_MINUTE',
    '600',
    'Requests per minute and console session.',
    integer(1, 1_000_000),
  ),
  signInAttempts: setting(
    'SIGN_IN_ATTEMPTS',
    '10',
    'Sign-in attempts per IP address and e-mail address in 15 minutes; three times as many per IP address, ' +
      'and ten times as many per e-mail address in an hour.',
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
    'Uploads per team that can wait while 4 of the team, or 8 in total, are in progress; ' +
      'four times as many in total. Teams take turns. A waiting upload uses no disk space and at most 0.2 MB of memory.',
    integer(0, 10_000),
  ),
  uploadWaitSeconds: setting(
    'UPLOAD_WAIT_SECONDS',
    '30',
    'Maximum waiting time of an upload in seconds, followed by 503 with Retry-After. ' +
      'Must be below the timeout of proxies in front.',
    integer(0, 60),
  ),
  pressWorkers: setting('PRESS_WORKERS', '1', 'Number of processes that read uploaded PDFs.', integer(1, 64)),
  pressTimeoutSeconds: setting(
    'PRESS_TIMEOUT_SECONDS',
    '9',
    'CPU seconds after which reading an upload is stopped; ten times as many by the clock. Four times as many where colours are converted.',
    integer(1, 600),
  ),
  pressMemoryMb: setting(
    'PRESS_MEMORY_MB',
    '1024',
    'Memory limit of one such process, in MB.',
    integer(128, 65_536),
  ),
  rasterWorkers: setting('RASTER_WORKERS', '2', 'Number of processes that draw previews.', integer(1, 64)),
  rasterTimeoutSeconds: setting(
    'RASTER_TIMEOUT_SECONDS',
    '20',
    'CPU seconds after which drawing a page is stopped; ten times as many by the clock.',
    integer(1, 600),
  ),
  rasterMemoryMb: setting(
    'RASTER_MEMORY_MB',
    '1024',
    'Memory limit of one such process, in MB.',
    integer(256, 65_536),
  ),
  rasterCacheMb: setting(
    'RASTER_CACHE_MB',
    '1024',
    'Cache of blank pages in DATA_DIR/cache/plates, in MB; the least recently used pages are removed first.',
    integer(16, 10_000_000),
  ),
  plateChecks: setting(
    'PLATE_CHECKS',
    'templates',
    'Plates that are drawn and checked for ink coverage and missing or unexpected plates: none, templates (once, ' +
      'after the upload) or renders (also final renders, after the response). A report can draw them on request.',
    oneOf(PLATE_CHECKS),
  ),
  previewCacheMb: setting(
    'PREVIEW_CACHE_MB',
    '512',
    'Disk cache for drawn previews, in MB; the least recently used ones are removed first.',
    integer(1, 1_000_000),
  ),
  previewWarmUp: setting(
    'PREVIEW_WARM_UP',
    'true',
    'Starts the drawing processes with the service and draws the first pages of a template when it is published; ' +
      'false starts them on the first request.',
    flag,
  ),
  renderLimitMonthly: setting(
    'RENDER_LIMIT_MONTHLY',
    '',
    'Final renders per month of the team that the first start creates; no limit by default.',
    optional(integer(0, 1_000_000_000)),
  ),
  metricsToken: setting(
    'METRICS_TOKEN',
    '',
    'Bearer token for /metrics; without it, /metrics is available on this machine only.',
    optional(metricsToken),
  ),
  fillTtlDays: setting(
    'FILL_TTL_DAYS',
    '30',
    'Days without edits after which an open fill expires.',
    integer(1, 3650),
  ),
  retentionDays: setting(
    'RETENTION_DAYS',
    '',
    'Days after which customer data (values, names, addresses, print files) of completed orders is erased; ' +
      'not erased by default. Teams can have their own number.',
    optional(integer(1, 36_525)),
  ),
  guestSessionsPerDay: setting(
    'GUEST_SESSIONS_PER_DAY',
    '5000',
    'Guest sessions per day (UTC) and embed application.',
    integer(1, 1_000_000_000),
  ),
  guestsPerAddress: setting(
    'GUEST_SESSIONS_PER_ADDRESS',
    '500',
    'Guest sessions per day and IP address, including hosted pages.',
    integer(1, 1_000_000_000),
  ),
  pictureMbPerAddress: setting(
    'PICTURE_MB_PER_ADDRESS',
    '2000',
    'Images that customers of one IP address may upload per day, in MB.',
    integer(1, 1_000_000),
  ),
  heicImages: setting(
    'HEIC_IMAGES',
    'false',
    'true accepts HEIC images of customers for fields that allow them, once the npm package heic-decode is installed ' +
      'beside Platen. HEVC, on which HEIC rests, is patented: make sure that you may use a decoder.',
    flag,
  ),
  roles: setting(
    'ROLES',
    'api,press,raster,jobs',
    'Roles of this process: api serves requests, press reads uploads and creates print files, raster draws previews, ' +
      'jobs sends webhooks, fills hot folders and deletes expired data. Without api, PORT serves health and ' +
      'metrics alone.',
    roles,
  ),
  storefrontTeam: setting(
    'STOREFRONT_TEAM',
    '',
    'Team of the storefront that the adapters serve, by id or name; not needed with a single team.',
    optional(text),
  ),
  allowPrivateWebhooks: setting(
    'ALLOW_PRIVATE_WEBHOOKS',
    'false',
    'true allows webhooks over http and to private addresses. For development only.',
    flag,
  ),
  smtpUrl: setting(
    'SMTP_URL',
    '',
    'Mail server for e-mail to users of the console, as smtp://user:password@host:587 or smtps://…:465; none is sent by default.',
    optional(smtpUrl),
  ),
  mailFrom: setting(
    'MAIL_FROM',
    '',
    'Sender of e-mail, as address or Name <address>; required with SMTP_URL.',
    optional(mailAddress),
  ),
  allowPrivateSftp: setting(
    'ALLOW_PRIVATE_SFTP',
    'false',
    'true allows hot folders on SFTP servers with private addresses, such as those in the network of the print shop.',
    flag,
  ),
  logLevel: setting(
    'LOG_LEVEL',
    '',
    `Log level: ${LOG_LEVELS.join(', ')}. Default: warn on a terminal, info elsewhere.`,
    optional(oneOf(LOG_LEVELS)),
  ),
} as const

function roles(value: string): readonly Role[] {
  return value.split(',').map((word) => oneOf(ROLES)(word.trim()))
}
