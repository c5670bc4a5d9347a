/**
 * What core asks of the outside: storage, files, the press workers, fonts, time and chance.
 *
 * Core imports core and `node:crypto` alone: no network, disk, database or framework. Its engine also imports
 * libraries that only compute: pdf-lib and zlib (pdf, artwork, press, preview), pdf.js (press, preview), a canvas
 * (preview), and HarfBuzz with bidi and line breaking (text; pdf for glyph widths). `test/architecture.rules.ts` is the
 * list that counts.
 */

import type { Clock, Entropy } from './clock.ts'
import type { Press } from './engine/press/press-port.ts'
import type { Files } from './files.ts'
import type { MakeId } from './ids.ts'
import type { Intake } from './service/asset/intake.ts'
import type { ProfileLibrary } from './service/color/profile-library.ts'
import type { PasskeyChecks } from './service/console/passkey.ts'
import type { Passphrases } from './service/console/user.ts'
import type { EventObjects } from './service/event-objects.ts'
import type { OutTray, SftpServers } from './service/folder/out-tray.ts'
import type { FontLibrary } from './service/font/font-library.ts'
import type { Jobs } from './service/jobs.ts'
import type { Mailer } from './service/mail/mail.ts'
import type { Pictures, Raster } from './service/preview/raster-port.ts'
import type { Traces } from './service/traces.ts'
import type { Outside } from './service/webhook/outside.ts'
import type { RootStore } from './store.ts'

export interface Ports {
  readonly store: RootStore
  readonly traces: Traces
  readonly files: Files
  /** Null if this process does no press work: its prints wait for a process that does. */
  readonly press: Press | null
  readonly jobs: Jobs
  readonly fonts: FontLibrary
  /** The output profiles that come with the service. */
  readonly profiles: ProfileLibrary
  /** Null where this process draws no pages: previews are refused. */
  readonly raster: Raster | null
  /** What is drawn to be checked without being asked for. */
  readonly plateChecks: PlateChecks
  readonly pictures: Pictures
  /** Null where this process opens no uploads: they are refused. */
  readonly intake: Intake | null
  readonly clock: Clock
  readonly entropy: Entropy
  /** One maker for the whole process, or ids of one millisecond lose their order. */
  readonly makeId: MakeId
  /** The way out for webhooks. */
  readonly webhooks: Outside
  /** Null where no e-mail is sent. */
  readonly mail: Mailer | null
  /** The folders that presses are fed from. */
  readonly hotFolders: OutTray
  readonly sftpServers: SftpServers
  /**
   * 32 bytes: the signing secrets of webhook endpoints, the logins of hot folders, and links on their way, lie encrypted
   * under it.
   */
  readonly secretsKey: Uint8Array
  /** For the users of the console. */
  readonly passphrases: Passphrases
  readonly passkeys: PasskeyChecks
  /** How events show records. */
  readonly eventObjects: EventObjects
  /** How long an open fill lives without being edited, milliseconds. */
  readonly fillTtlMs: number
  /** Days after which customer data is erased, unless the team has its own number; null keeps it. */
  readonly retentionDays: number | null
  /** Sessions that guests may open on the pages of one application in a day. */
  readonly guestSessionsPerDay: number
}

/** What is drawn without being asked for: nothing, the artwork of templates, or final renders as well. */
export const PLATE_CHECKS = ['none', 'templates', 'renders'] as const

export type PlateChecks = (typeof PLATE_CHECKS)[number]
