/** The types of the interface's operations, taken from the very table that the service is served from. */
import type { Static, TSchema } from '@sinclair/typebox'
import type * as batchCheck from '../../server/operations/batches/batch-check.ts'
import type * as batchCreate from '../../server/operations/batches/batch-create.ts'
import type * as batches from '../../server/operations/batches/batches.ts'
import type * as consoleUsers from '../../server/operations/console/console-users.ts'
import type * as applications from '../../server/operations/embed/embed-applications.ts'
import type * as embedFills from '../../server/operations/embed/embed-fills.ts'
import type * as sessions from '../../server/operations/embed/embed-sessions.ts'
import type * as fillMoves from '../../server/operations/fills/fill-moves.ts'
import type * as fills from '../../server/operations/fills/fills.ts'
import type * as folderDeliveries from '../../server/operations/hot-folders/hot-folder-deliveries.ts'
import type * as hotFolders from '../../server/operations/hot-folders/hot-folders.ts'
import type * as assets from '../../server/operations/library/assets.ts'
import type * as fonts from '../../server/operations/library/fonts.ts'
import type * as selectionSets from '../../server/operations/library/selection-sets.ts'
import type * as preflight from '../../server/operations/previews/preflight.ts'
import type * as pressPreviews from '../../server/operations/previews/press-previews.ts'
import type * as previews from '../../server/operations/previews/previews.ts'
import type * as exportsOf from '../../server/operations/renders/exports.ts'
import type * as files from '../../server/operations/renders/files.ts'
import type * as renders from '../../server/operations/renders/renders.ts'
import type * as mappings from '../../server/operations/storefronts/product-mappings.ts'
import type * as storefrontHooks from '../../server/operations/storefronts/storefront-hooks.ts'
import type * as storefront from '../../server/operations/storefronts/storefront-orders.ts'
import type * as keys from '../../server/operations/team/keys.ts'
import type * as team from '../../server/operations/team/team.ts'
import type * as artworkText from '../../server/operations/templates/artwork-text.ts'
import type * as revisions from '../../server/operations/templates/revisions.ts'
import type * as scenes from '../../server/operations/templates/scenes.ts'
import type * as templateArtwork from '../../server/operations/templates/template-artwork.ts'
import type * as templates from '../../server/operations/templates/templates.ts'
import type * as events from '../../server/operations/webhooks/events.ts'
import type * as deliveries from '../../server/operations/webhooks/webhook-deliveries.ts'
import type * as endpoints from '../../server/operations/webhooks/webhook-endpoints.ts'

/** By the operation's id, under which each stands in its file. */
export type Operations = typeof assets &
  typeof batchCreate &
  typeof batches &
  typeof consoleUsers &
  typeof applications &
  typeof embedFills &
  typeof sessions &
  typeof events &
  typeof files &
  typeof fillMoves &
  typeof fills &
  typeof fonts &
  typeof folderDeliveries &
  typeof hotFolders &
  typeof keys &
  typeof preflight &
  typeof previews &
  typeof mappings &
  typeof renders &
  typeof scenes &
  typeof selectionSets &
  typeof storefront &
  typeof storefrontHooks &
  typeof team &
  typeof templates &
  typeof artworkText &
  typeof batchCheck &
  typeof exportsOf &
  typeof pressPreviews &
  typeof revisions &
  typeof templateArtwork &
  typeof deliveries &
  typeof endpoints

export type OperationId = keyof Operations & string

type Wire<Id extends OperationId> = Operations[Id] extends { readonly types?: infer T }
  ? NonNullable<T>
  : { replies: object }
type Part<W, Name extends string> = Name extends keyof W
  ? W[Name] extends TSchema
    ? Static<W[Name]>
    : undefined
  : undefined

/** A file of the reply: read it as a stream, or whole. */
export interface FileDownload {
  readonly status: number
  readonly headers: Headers
  readonly contentType: string
  readonly stream: ReadableStream<Uint8Array>
  bytes(): Promise<Uint8Array>
}

/** An upload: the file beside the fields of its form. */
export interface FileUpload {
  readonly file: Blob
  readonly fileName?: string
}

/** What a call is given beside the ids of its path: the body, or the query of one that has none. */
export type InputOf<Id extends OperationId> =
  Wire<Id> extends { multipart: { file: string } }
    ? FileUpload & Defined<Part<Wire<Id>, 'body'>>
    : Part<Wire<Id>, 'body'> extends undefined
      ? Part<Wire<Id>, 'query'>
      : Part<Wire<Id>, 'body'>

type Defined<T> = T extends undefined ? object : T

/** What a success answers. */
export type ReplyOf<Id extends OperationId> =
  Wire<Id> extends { replies: infer R }
    ? { [S in keyof R]: R[S] extends TSchema ? Static<R[S]> : FileDownload }[keyof R]
    : unknown

/** The records of a list. */
export type ItemOf<Id extends OperationId> =
  ReplyOf<Id> extends { data: readonly (infer Item)[] } ? Item : never
