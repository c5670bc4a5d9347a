/** What core asks of the outside: storage, files, the press workers, fonts, time and chance. */
import type { AuditStore } from './access/audit.ts'
import type { IdempotencyStore } from './access/idempotency.ts'
import type { KeyRecord, TeamRecord } from './access/key.ts'
import type { Picture } from './asset/asset.ts'
import type { AssetStore } from './asset/asset-store.ts'
import type { BatchStore } from './batch/batch-store.ts'
import type { ConsoleLinkStore, ConsoleSessionStore, Passphrases, UserStore } from './console/user.ts'
import type { ApplicationStore, SessionStore } from './embed/embed-store.ts'
import type { FillStore } from './fill/fill-store.ts'
import type { FolderDeliveryStore, HotFolderStore } from './folder/folder-store.ts'
import type { OutTray } from './folder/out-tray.ts'
import type { FontFacts } from './font/font-record.ts'
import type { FontStore } from './font/font-store.ts'
import type { MakeId } from './ids.ts'
import type { Jobs } from './jobs.ts'
import type { Page, PageRequest } from './page.ts'
import type { CompileStep } from './press/compile-step.ts'
import type { FormBorders } from './press/form-borders.ts'
import type { Fact } from './press/measure.ts'
import type { Plan } from './press/plan.ts'
import type { PrintFile, Reopened } from './press/reopened.ts'
import type { Sheets } from './press/sheets.ts'
import type { Pictures, Raster } from './preview/raster-port.ts'
import type { PlateChecks } from './render/plate-checks.ts'
import type { RenderKind, RenderRecord } from './render/render.ts'
import type { StoredTail } from './render/tail-parts.ts'
import type { ArtworkPick, RefusedPick } from './scene/artwork-pick.ts'
import type { PageArtwork } from './scene/read-artwork.ts'
import type { Scene } from './scene/scene.ts'
import type { SelectionSetStore } from './selection/selection-store.ts'
import type { Show } from './show.ts'
import type { MappingStore } from './storefront/mapping-store.ts'
import type { StorefrontStore } from './storefront/storefront-store.ts'
import type { RevisionArtwork } from './template/artwork.ts'
import type { RevisionHead } from './template/revision-made.ts'
import type { RevisionRecord, TemplateRecord, TemplateStatus } from './template/template.ts'
import type { FontInfo, Typeface } from './text/font.ts'
import type { Outside } from './webhook/outside.ts'
import type { DeliveryStore, EndpointStore, EventStore } from './webhook/webhook-store.ts'

export type {
  BlankPage,
  KeptPicture,
  PicturePair,
  Pictures,
  PressPage,
  Raster,
  SeenPressPage,
} from './preview/raster-port.ts'

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export interface Entropy {
  bytes(count: number): Uint8Array
}

/** A write that a unique index of the database refused. */
export class UniqueViolation extends Error {
  readonly table: string
  /** The columns that would have stood twice, such as `team_id` and `source_sha256`. */
  readonly columns: readonly string[]

  constructor(table: string, cause?: unknown, columns: readonly string[] = []) {
    super(`A row of ${table} with these values exists already.`, { cause })
    this.name = 'UniqueViolation'
    this.table = table
    this.columns = columns
  }
}

export interface RenderFilter {
  readonly fillId?: string
  readonly externalOrderId?: string
  readonly externalCartId?: string
  /** In capitals or small letters. */
  readonly customerEmail?: string
  readonly kind?: RenderKind
}

/**
 * The database, or one transaction of it. Every read and write of a team's rows takes the team's id: a row of another
 * team is not there. Inserts throw UniqueViolation on a broken unique index; `update` returns the new record, or null when
 * no row matched.
 */
export interface Store {
  readonly teams: {
    insert(team: TeamRecord): Promise<void>
    find(id: string): Promise<TeamRecord | null>
    list(): Promise<readonly TeamRecord[]>
    update(id: string, changes: Partial<Omit<TeamRecord, 'id' | 'createdAt'>>): Promise<TeamRecord | null>
  }
  readonly keys: {
    insert(key: KeyRecord): Promise<void>
    /** The only look-up without a team: it is what tells the team. */
    findByHash(keyHash: string): Promise<KeyRecord | null>
    find(teamId: string, id: string): Promise<KeyRecord | null>
    list(teamId: string): Promise<readonly KeyRecord[]>
    page(teamId: string, page: PageRequest): Promise<Page<KeyRecord>>
    /** As find, and on PostgreSQL locked until the transaction ends. */
    findForUpdate(teamId: string, id: string): Promise<KeyRecord | null>
    revoke(teamId: string, id: string, at: number): Promise<KeyRecord | null>
    /** Sets `expiresAt` (used by a rotation's overlap). */
    expire(teamId: string, id: string, at: number): Promise<KeyRecord | null>
    touch(id: string, at: number): Promise<void>
  }
  readonly templates: {
    insert(template: TemplateRecord): Promise<void>
    find(teamId: string, id: string): Promise<TemplateRecord | null>
    /** As find, and on PostgreSQL locked until the transaction ends: for reading in order to write. */
    findForUpdate(teamId: string, id: string): Promise<TemplateRecord | null>
    /** Those of `ids` that are the team's, in no particular order; at most 100 are asked for at once. */
    findMany(teamId: string, ids: readonly string[]): Promise<readonly TemplateRecord[]>
    /** The team's template of these bytes, whatever its status. */
    findBySource(teamId: string, sourceSha256: string): Promise<TemplateRecord | null>
    findBySlug(slug: string): Promise<TemplateRecord | null>
    /** The template that once had this slug. */
    findByFormerSlug(slug: string): Promise<TemplateRecord | null>
    /** Notes that the template had this slug until now. */
    keepFormerSlug(template: Pick<TemplateRecord, 'id' | 'teamId' | 'slug'>, at: number): Promise<void>
    /** The team that has it, for links that name no team. */
    findTeam(id: string): Promise<string | null>
    /** Counts one guest of the hosted page on `day` (`yyyy-mm-dd`); false when `limit` is reached. */
    admitGuest(teamId: string, id: string, day: string, limit: number): Promise<boolean>
    /** Without archived ones, unless they are asked for. */
    list(teamId: string, page: PageRequest, status?: TemplateStatus): Promise<Page<TemplateRecord>>
    /** How many there are, without archived ones. */
    count(teamId: string): Promise<number>
    update(
      teamId: string,
      id: string,
      changes: Partial<Omit<TemplateRecord, 'id' | 'teamId' | 'createdAt'>>,
    ): Promise<TemplateRecord | null>
  }
  readonly revisions: {
    insert(revision: RevisionRecord): Promise<void>
    /** Notes the artwork of all revisions of a template that have none of their own: newer artwork comes in. */
    keepArtwork(teamId: string, templateId: string, artwork: RevisionArtwork): Promise<void>
    find(teamId: string, templateId: string, revision: number): Promise<RevisionRecord | null>
    /** Newest first, those below `before` where it is a number. */
    list(
      teamId: string,
      templateId: string,
      page: { readonly limit: number; readonly before: number | null },
    ): Promise<Page<RevisionHead>>
    /** Those that are there, in no particular order; at most 100 are asked for at once. */
    findMany(
      teamId: string,
      wanted: readonly { readonly templateId: string; readonly revision: number }[],
    ): Promise<readonly RevisionRecord[]>
  }
  readonly renders: {
    insert(render: RenderRecord): Promise<void>
    /** The team of a render: signed links name none, and are checked before anything of the render is used. */
    findTeam(id: string): Promise<string | null>
    find(teamId: string, id: string): Promise<RenderRecord | null>
    list(teamId: string, filter: RenderFilter, page: PageRequest): Promise<Page<RenderRecord>>
    /** Fenced: changes nothing and returns null unless the row still stands at `attempt`. */
    update(
      teamId: string,
      id: string,
      attempt: number,
      changes: Partial<Omit<RenderRecord, 'id' | 'teamId' | 'createdAt'>>,
    ): Promise<RenderRecord | null>
    /** Queued ones of all teams that were last changed at or before `updatedBefore`, by id, after `afterId`. */
    waiting(afterId: string, updatedBefore: number, limit: number): Promise<readonly RenderRecord[]>
    /** Renders without a fill that no longer wait, hold words still and were last changed before; oldest first. */
    unswept(teamId: string, updatedBefore: number, limit: number): Promise<readonly RenderRecord[]>
    /** The preview of this storage key. */
    findPicture(teamId: string, storageKey: string): Promise<RenderRecord | null>
    /** Removes previews of all teams that were made before, the oldest first; answers what is gone. */
    removePictures(
      createdBefore: number,
      limit: number,
    ): Promise<readonly Pick<RenderRecord, 'id' | 'teamId' | 'storageKey'>[]>
  }
  readonly tails: {
    /** Writes or replaces the tail of a render. */
    put(teamId: string, renderId: string, tail: StoredTail): Promise<void>
    find(teamId: string, renderId: string): Promise<StoredTail | null>
    /** The file that holds the words of a render's tail, where there is one. */
    ownFile(teamId: string, renderId: string): Promise<string | null>
    /** Removes the tail of a render for good; a missing one is fine. */
    remove(teamId: string, renderId: string): Promise<void>
  }
  /** Files that are to be removed, and those in the making that are removed unless they come to be named in time. */
  readonly removals: {
    /** At `dueAt`, milliseconds since 1970; what was planned for the file before is replaced. */
    plan(teamId: string, sha256: string, dueAt: number): Promise<void>
    /** False where it was not planned, or for `after` or earlier. */
    cancel(teamId: string, sha256: string, after?: number): Promise<boolean>
    /** Of all teams, those whose time came at or before `now`, in that order. */
    due(now: number, limit: number): Promise<readonly { readonly teamId: string; readonly sha256: string }[]>
  }
  readonly fills: FillStore
  readonly mappings: MappingStore
  readonly batches: BatchStore
  readonly applications: ApplicationStore
  readonly sessions: SessionStore
  readonly usage: {
    /** Counts one final render in `month` (`yyyymm`, UTC); false when `limit` is reached, and then counts nothing. */
    consume(teamId: string, month: string, limit: number | null): Promise<boolean>
    /** Takes back what was counted in `month`; never below 0. */
    release(teamId: string, month: string, count: number): Promise<void>
    read(teamId: string, month: string): Promise<number>
  }
  readonly audit: AuditStore
  readonly idempotency: IdempotencyStore
  readonly endpoints: EndpointStore
  readonly events: EventStore
  readonly deliveries: DeliveryStore
  readonly hotFolders: HotFolderStore
  readonly folderDeliveries: FolderDeliveryStore
  readonly assets: AssetStore
  readonly fonts: FontStore
  readonly selectionSets: SelectionSetStore
  readonly storefront: StorefrontStore
  readonly users: UserStore
  readonly consoleSessions: ConsoleSessionStore
  readonly consoleLinks: ConsoleLinkStore
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

/** The database outside of transactions. Nobody sees a commit before it lasts. */
export interface RootStore extends Store {
  /** Runs `work` in one transaction (SQLite: BEGIN IMMEDIATE); what it throws rolls everything back. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** A file in the making, which nobody sees before it is kept. */
export interface FileSink {
  write(bytes: Uint8Array): Promise<void>
  /** Ends it and makes it last, under the hash of what was written; `before` is awaited before there is such a file. */
  keep(
    before?: (sha256: string) => Promise<void>,
  ): Promise<{ readonly sha256: string; readonly sizeBytes: number }>
  /** Removes what is not kept; afterwards nothing can be written. */
  discard(): Promise<void>
}

/** Content-addressed files: a name is the SHA-256 of the bytes, so a file is never changed. */
export interface Files {
  /** A path for a file in the making, on the same file system as the kept ones. */
  temporaryPath(): string
  /** Makes a temporary file last: synced, renamed to its hash, its folder synced. The same bytes twice are one file. */
  keep(temporaryPath: string, sha256: string): Promise<void>
  /** Removes a temporary file; a missing one is fine. */
  discard(temporaryPath: string): Promise<void>
  /** Begins a file of the service's own making. */
  begin(): Promise<FileSink>
  /** Removes a kept file for good; a missing one is fine. Nothing may name it any more. */
  remove(sha256: string): Promise<void>
  has(sha256: string): Promise<boolean>
  path(sha256: string): string
  /** The file's bytes from `start` up to and excluding `end`. */
  read(sha256: string, range?: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>
}

/** What compiling an upload gives; the body lies at the path that was asked for. */
export interface Compiled {
  readonly plan: Plan
  /** Fields carry empty ids: who keeps ids over revisions gives them. */
  readonly scene: Scene
  readonly findings: readonly Fact[]
  /** Picks that could not become fields. */
  readonly refused?: readonly RefusedPick[]
}

export interface CompileRequest {
  /** Hears of each step as it begins. */
  readonly tell?: (step: CompileStep) => void
  /** Runs of the artwork's text that become fields. */
  readonly picks?: readonly ArtworkPick[]
  /** What becomes of borders and backgrounds that the form draws; the default where nothing is said. */
  readonly borders?: FormBorders | undefined
  /** Teams take turns at the workers; who names none is one more of them. */
  readonly teamId?: string
}

/** The worker processes in which strangers' files are opened. Errors are ServiceErrors of the catalogue. */
export interface Press {
  /** `fonts` are those that fields may be set in. */
  compile(
    sourcePath: string,
    bodyPath: string,
    fonts: readonly FontInfo[],
    options?: CompileRequest,
  ): Promise<Compiled>
  /** What a page of an upload shows beside fields, where `picks` have become fields. */
  readArtwork(
    sourcePath: string,
    page: number,
    fonts: readonly FontInfo[],
    picks: readonly ArtworkPick[],
    teamId?: string,
  ): Promise<PageArtwork>
  /** What a merged PDF needs to know of a compiled body beyond its plan; read once for all its records. */
  describePages(bodyPath: string, teamId?: string): Promise<Sheets>
  /**
   * Opens a print file with a program that did not write it. A file that costs that program its life cannot be opened;
   * rejects with `overloaded` where the program cannot be had.
   */
  reopen(file: PrintFile): Promise<Reopened>
}

/** Where the forms of a picture are written before they are kept; the hashes in what is read of it name them. */
export interface PicturePaths {
  readonly print: string
  /** Left empty where the picture has no opacity of its own. */
  readonly mask: string
  /** Left empty where the picture has no colours. */
  readonly gray: string
  readonly screen: string
  readonly thumbnail: string
}

/**
 * The worker processes in which strangers' pictures and fonts are opened, teams in turn. Errors are ServiceErrors of the
 * catalogue.
 */
export interface Intake {
  readPicture(sourcePath: string, paths: PicturePaths, teamId?: string): Promise<Picture>
  /** Writes the font that is to be kept to `fontPath`. */
  readFont(sourcePath: string, fontPath: string, teamId?: string): Promise<FontFacts>
}

/** The fonts of every team: those that come with the service, and the team's own. */
export interface FontLibrary {
  /** What texts of the team can be set in from now on, its own fonts first. */
  list(teamId: string): Promise<readonly FontInfo[]>
  /**
   * Reads the fonts of these keys, archived ones too, and gives them beside the bundled ones, which are opened when
   * they are asked for. Keys that are none of the team's are left out. Reads files: never within a transaction.
   */
  load(teamId: string, keys: Iterable<string>): Promise<Fonts>
}

/** Fonts that are at hand, for work that waits for nothing. */
export interface Fonts {
  list(): readonly FontInfo[]
  /** Throws where no font has this key. */
  open(key: string): Typeface
  /** A font file with only these glyphs, under their own ids (TrueType or OpenType with CFF, as the source is). */
  subset(typeface: Typeface, glyphIds: Iterable<number>): Uint8Array
}

export interface Ports {
  readonly store: RootStore
  readonly files: Files
  /** Null where this process does no press work: what it is asked to print waits for one that does. */
  readonly press: Press | null
  readonly jobs: Jobs
  readonly fonts: FontLibrary
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
  /** The folders that presses are fed from. */
  readonly hotFolders: OutTray
  /** 32 bytes: the signing secrets of webhook endpoints lie encrypted under it. */
  readonly secretsKey: Uint8Array
  /** Of the people who work in the console. */
  readonly passphrases: Passphrases
  /** How events show records. */
  readonly show: Show
  /** How long an open fill lives without being edited, milliseconds. */
  readonly fillTtlMs: number
  /** Days after which what a person gave is erased, where the team says nothing else; null keeps it. */
  readonly retentionDays: number | null
  /** Sessions that guests may open on the pages of one application in a day. */
  readonly guestSessionsPerDay: number
}
