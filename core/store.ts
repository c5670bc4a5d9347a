/** The store: every record by name, and transactions over all of them. */

import type { KeyStore, TeamStore, UsageStore } from './service/access/access-store.ts'
import type { ApiRequestStore } from './service/access/api-request.ts'
import type { AuditStore } from './service/access/audit-store.ts'
import type { IdempotencyStore } from './service/access/idempotency-store.ts'
import type { AssetStore } from './service/asset/asset-store.ts'
import type { ConvertedPictureStore } from './service/asset/converted-picture.ts'
import type { OwnPictureStore } from './service/asset/own-picture.ts'
import type { BatchStore } from './service/batch/batch-store.ts'
import type { BrandColorStore } from './service/color/brand-color-store.ts'
import type { ProfileStore } from './service/color/profile-store.ts'
import type { PasskeyStore } from './service/console/passkey.ts'
import type { ConsoleLinkStore, ConsoleSessionStore, UserStore } from './service/console/user.ts'
import type { ApplicationStore, SessionStore } from './service/embed/embed-store.ts'
import type { FillStore } from './service/fill/fill-store.ts'
import type { FolderDeliveryStore, HotFolderStore } from './service/folder/folder-store.ts'
import type { FontStore } from './service/font/font-store.ts'
import type { MailStore } from './service/mail/mail.ts'
import type { MappingStore } from './service/mapping/mapping-store.ts'
import type { RemovalStore, RenderStore, TailStore } from './service/render/render-store.ts'
import type { SelectionSetStore } from './service/selection/selection-store.ts'
import type { StorefrontStore } from './service/storefront/storefront-store.ts'
import type { RevisionStore, TemplateStore } from './service/template/template-store.ts'
import type { DeliveryStore, EndpointStore, EventStore } from './service/webhook/webhook-store.ts'

/**
 * The database, or one transaction of it. Every read and write of a team's rows takes the team's id: a row of another
 * team is not there. Inserts throw UniqueViolation on a broken unique index; `update` returns the new record, or null when
 * no row matched.
 */
export interface Store {
  readonly teams: TeamStore
  readonly keys: KeyStore
  readonly apiRequests: ApiRequestStore
  readonly templates: TemplateStore
  readonly revisions: RevisionStore
  readonly renders: RenderStore
  readonly tails: TailStore
  readonly removals: RemovalStore
  readonly fills: FillStore
  readonly mappings: MappingStore
  readonly batches: BatchStore
  readonly applications: ApplicationStore
  readonly sessions: SessionStore
  readonly usage: UsageStore
  readonly audit: AuditStore
  readonly idempotency: IdempotencyStore
  readonly endpoints: EndpointStore
  readonly events: EventStore
  readonly deliveries: DeliveryStore
  readonly hotFolders: HotFolderStore
  readonly folderDeliveries: FolderDeliveryStore
  readonly assets: AssetStore
  readonly ownPictures: OwnPictureStore
  readonly fonts: FontStore
  readonly profiles: ProfileStore
  readonly brandColors: BrandColorStore
  readonly convertedPictures: ConvertedPictureStore
  readonly selectionSets: SelectionSetStore
  readonly storefront: StorefrontStore
  readonly users: UserStore
  readonly consoleSessions: ConsoleSessionStore
  readonly consoleLinks: ConsoleLinkStore
  readonly mails: MailStore
  readonly passkeys: PasskeyStore
}

/** One transaction: what must be written together with other things takes this, and no database beside it. */
export interface Tx extends Store {
  /**
   * Waits until no other transaction, of any process, holds this name, and holds it until the end of this one: for
   * what must happen once, whether it has a row to lock yet or not.
   */
  lock(name: string): Promise<void>
  /** Within this one: what `work` throws takes back its own changes alone. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** The database outside of transactions. No commit is visible before it is durable. */
export interface RootStore extends Store {
  /** Runs `work` in one transaction (SQLite: BEGIN IMMEDIATE); what it throws rolls everything back. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}
