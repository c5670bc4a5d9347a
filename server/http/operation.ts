/** An operation of the API: one literal for routes, validation, scopes, limits and OpenAPI. */
import type { Readable } from 'node:stream'
import { Kind, type Static, type TSchema } from '@sinclair/typebox'
import type { Language } from '../../core/engine/finding/sentence.ts'
import type { ErrorCode, ServiceError } from '../../core/errors.ts'
import type { NoteResult, RequestResult } from '../../core/service/access/idempotency.ts'
import type { KeyType } from '../../core/service/access/key.ts'
import type { Scope } from '../../core/service/access/scope.ts'
import type { ApplicationRecord } from '../../core/service/application/application.ts'
import type { Device } from '../../core/service/console/device.ts'
import type { SignedIn } from '../../core/service/console/sign-in.ts'
import type { SessionRecord } from '../../core/service/embed/session.ts'
import type { CountPicture } from '../../core/service/fill/own-pictures.ts'
import type { Service } from '../../core/service.ts'
import type { Archives } from '../files/archive.ts'
import type { LinkedFile } from '../files/linked-file.ts'
import type { Links } from '../operations/links.ts'
import type { Asset } from './asset.ts'
import type { ConsoleCookie } from './console-cookie.ts'
import type { Description } from './description.ts'

/** The context of handlers: the use cases, and the parts of the wire that use cases do not know. */
export interface Core {
  readonly service: Service
  readonly links: Links
  readonly archives: Archives
  readonly cookie: ConsoleCookie
  /** URL from which a browser gets a stored file without this service; null where downloads come from here. */
  linkFile(sha256: string, seconds: number, file: LinkedFile): Promise<string | null>
  /** The description of the API from the table of operations. */
  readonly description: Description
  /** Milliseconds since 1970. */
  now(): number
}

/** The caller. `teamId` is empty for operations without a key. */
export interface Caller {
  readonly teamId: string
  readonly keyId: string
  readonly keyType: KeyType | null
  readonly scopes: readonly string[]
  readonly requestId: string
  /** The language that is asked for, where there are findings to read; English where it is missing. */
  readonly language?: Language
  /** Somebody signed in to the console: in the place of a key. */
  readonly console?: SignedIn
  /** Where people sign in: counts an attempt with this e-mail address, or with none. Throws `rate_limited`. */
  readonly countSignIn?: (email: string | null) => Promise<void>
  /** Where people sign in: with what they do it. */
  readonly device?: Device
  /** Of a customer: counts the bytes of an image for the network address, and says what is too much. */
  readonly countPicture?: CountPicture
  /** Of operations that browsers call. */
  readonly browser?: BrowserCaller
  /** For a request with an Idempotency-Key: records the created object, for `recall`. */
  readonly note?: NoteResult
}

/** A page with an application, or a session that was found by its secret, whatever its state. */
export interface BrowserCaller {
  readonly application: ApplicationRecord | null
  readonly session: SessionRecord | null
  /** The page's; for the widget's frame that of the page around it. */
  readonly origin: string | null
  /** Does the call come from the service's own pages, such as the widget's frame? */
  readonly own: boolean
}

/** A stored file on its way out; the reply layer serves ranges, HEAD and conditions from these facts. */
export interface FileBody {
  readonly sizeBytes: number
  /** Strong validator, without quotes. */
  readonly etag: string
  /** Where the reply is declared with a range of media types. */
  readonly mediaType?: string
  /** The bytes from `start` up to and excluding `end`. */
  read(range: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>
}

/** A picture that is drawn only if the client does not have it yet; it is sent whole. */
export interface DrawnBody {
  /** Strong validator, without quotes. */
  readonly etag: string
  draw(): Promise<{ readonly bytes: Uint8Array; readonly headers: Readonly<Record<string, string>> }>
}

/** An archive that is streamed, so its length is unknown before its end; `open` is called when its bytes are wanted. */
export interface StreamBody {
  open(): Readable
}

/** A reply that is a file of this media type instead of JSON. */
export interface FileReply {
  readonly file:
    | 'application/pdf'
    | 'image/png'
    | 'image/webp'
    | 'image/*'
    | 'application/json'
    | 'application/yaml'
    | 'application/zip'
}
export interface DrawnReply extends FileReply {
  readonly drawn: true
}
export interface StreamedReply extends FileReply {
  readonly streamed: true
}
/** Written and compressed once, whatever number of requests ask for it. */
export interface KeptReply extends FileReply {
  readonly kept: true
}
export const pdf: FileReply = { file: 'application/pdf' }
export const png: DrawnReply = { file: 'image/png', drawn: true }
/** Made only for who does not have it yet. */
export const drawnPdf: DrawnReply = { file: 'application/pdf', drawn: true }
export const webp: FileReply = { file: 'image/webp' }
/** Each says its own media type. */
export const picture: FileReply = { file: 'image/*' }
export const zip: StreamedReply = { file: 'application/zip', streamed: true }
export const zipFile: FileReply = { file: 'application/zip' }
export const yaml: KeptReply = { file: 'application/yaml', kept: true }
export const keptJson: KeptReply = { file: 'application/json', kept: true }

export type Replies = Readonly<Record<number, TSchema | FileReply>>
type BodyOf<R> = R extends TSchema
  ? Static<R>
  : R extends DrawnReply
    ? DrawnBody
    : R extends StreamedReply
      ? StreamBody
      : R extends KeptReply
        ? Asset
        : FileBody

/** The result of a handler, created by `reply` alone, which checks the body against the status. */
export interface Sent {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}
export type Reply<R extends Replies> = <S extends keyof R & number>(
  status: S,
  body: BodyOf<R[S]>,
  headers?: Readonly<Record<string, string>>,
) => Sent

/** A file from multipart/form-data, already on disk; the handler keeps or ignores it. */
export interface UploadedFile {
  readonly temporaryPath: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly fileName: string | null
}

/**
 * The refusal of a file above the limit: both sizes in bytes, `found` as declared or as far as it was read, and the text
 * parts that came before the file.
 */
export type TooLarge = (limit: number, found: number, texts: Readonly<Record<string, string>>) => ServiceError

/** A multipart body: the one required file; the text parts stand in the operation's `body`. */
export interface MultipartSchema {
  /** Name of the part. */
  readonly file: string
  readonly mediaType: string
  readonly description: string
  /** Size of the largest file, where it is less than what the service takes at all. */
  readonly maxBytes?: number
  /** The refusal of a larger one; else `payload_too_large`. */
  readonly tooLarge?: TooLarge
  /** Text parts that hold JSON; the others are the text that they are. */
  readonly json?: readonly string[]
}

type In<P, Q, B, M> = (P extends TSchema ? { readonly params: Static<P> } : unknown) &
  (Q extends TSchema ? { readonly query: Static<Q> } : unknown) &
  (B extends TSchema ? { readonly body: Static<B> } : unknown) &
  (M extends MultipartSchema ? { readonly upload: UploadedFile } : unknown)

export const STABILITIES = ['stable', 'beta'] as const
export type Stability = (typeof STABILITIES)[number]
/**
 * `secret`: a secret or restricted key as a Bearer token. `publishable`: a page by a publishable key or its origin.
 * `session`: an embed session by its client secret. `console`: somebody signed in to the console. `sign_in`: the
 * console's own page, before anybody is. `none`: no key.
 */
export type Auth = 'secret' | 'publishable' | 'session' | 'console' | 'sign_in' | 'none'
/**
 * `key`: per API key, or session of the console. `browser`: per origin and address. `session`: per embed session.
 * `typing`: the same with a budget for what is drawn while somebody types. `none`: not counted.
 */
export type Limit = 'key' | 'browser' | 'session' | 'typing' | 'none'
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

interface Facts {
  readonly id: string
  readonly method: Method
  /** As the specification writes it: `/templates/{id}`. */
  readonly path: string
  /** Every path has the version prefix, except those in links outside of the API. */
  readonly prefix?: '/v1' | ''
  /** The group in the documentation. */
  readonly tag: string
  readonly summary: string
  readonly stability: Stability
  readonly auth: Auth
  readonly scope: Scope | null
  /** Of one without a scope: restricted keys may call it as well, whatever theirs are. */
  readonly anyScope?: true
  /** In the console, for owners only, whatever its scope: the result cannot be undone. */
  readonly ownersOnly?: true
  readonly limit: Limit
  /** Sent as a write because its input is long; it stores nothing, so it needs no idempotency. */
  readonly keepsNothing?: true
  /** Needs no key: also counted by network address and day. */
  readonly opensToGuests?: true
  /** Refused with 402 `subscription_inactive` while the team's billing status is inactive. */
  readonly needsSubscription?: true
  /** Its replies carry `X-Render-Limit-Remaining` where the team has a monthly limit. */
  readonly showsAllowance?: true
  /** The codes of this operation's own work; `errorsOf` adds those of authentication, limits and validation. */
  readonly errors: readonly ErrorCode[]
}

interface Schemas<P, Q, B, M> {
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly multipart?: M
}

/** An operation as the table holds it, its types forgotten. */
export interface AnyOperation
  extends Facts,
    Schemas<TSchema | undefined, TSchema | undefined, TSchema | undefined, MultipartSchema | undefined> {
  readonly replies: Replies
  handle(core: Core, caller: Caller, input: never, reply: never): Promise<Sent>
  recall?(core: Core, caller: Caller, input: never, reply: never, made: RequestResult): Promise<Sent>
}

/** An operation with its types, from which the typed client is made. `types` never has a value. */
export interface TypedOperation<R, P, Q, B, M> extends AnyOperation {
  readonly types?: {
    readonly replies: R
    readonly params: P
    readonly query: Q
    readonly body: B
    readonly multipart: M
  }
}

export function operation<
  R extends Replies,
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
  M extends MultipartSchema | undefined = undefined,
>(
  literal: Facts &
    Schemas<P, Q, B, M> & {
      readonly replies: R
      readonly handle: (core: Core, caller: Caller, input: In<P, Q, B, M>, reply: Reply<R>) => Promise<Sent>
      /**
       * The reply of a handle that has made this and was cut off before it was answered. Whatever would do its work
       * a second time when it is run again has one.
       */
      readonly recall?: (
        core: Core,
        caller: Caller,
        input: In<P, Q, B, M>,
        reply: Reply<R>,
        made: RequestResult,
      ) => Promise<Sent>
    },
): TypedOperation<R, P, Q, B, M> {
  return literal
}

export function isFileReply(reply: TSchema | FileReply): reply is FileReply {
  return !(Kind in reply) && 'file' in reply
}

/** Called by pages of other origins: answers preflights, and its replies carry CORS headers. */
export function isBrowserRoute(operation: Pick<AnyOperation, 'auth'>): boolean {
  return operation.auth === 'publishable' || operation.auth === 'session'
}

/** The full path of the operation: `/v1/templates/{id}`. */
export function fullPath(operation: AnyOperation): string {
  return `${operation.prefix ?? '/v1'}${operation.path}`
}

/** As the router writes it: `/v1/templates/:id`. */
export function routePath(operation: AnyOperation): string {
  return fullPath(operation).replace(/\{(\w+)\}/g, ':$1')
}

/** Decision: every write with a key or a session takes an Idempotency-Key. */
export function isIdempotent(operation: Pick<AnyOperation, 'method' | 'auth' | 'keepsNothing'>): boolean {
  if (operation.method === 'get' || operation.keepsNothing === true) return false
  return operation.auth === 'secret' || operation.auth === 'session'
}

/** Every code that the operation can answer with, those of the way to its handler included. */
export function errorsOf(operation: AnyOperation): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(['unsupported_version', 'invalid_parameter', 'unknown_parameter'])
  if (operation.auth === 'secret') codes.add('invalid_api_key').add('key_type_not_allowed')
  if (operation.auth === 'secret' || operation.auth === 'console')
    codes.add('invalid_console_session').add('origin_not_allowed')
  if (operation.auth === 'sign_in') codes.add('origin_not_allowed')
  if (operation.auth === 'publishable') codes.add('invalid_publishable_key').add('origin_not_allowed')
  if (operation.auth === 'session') codes.add('invalid_client_secret').add('origin_not_allowed')
  if (operation.scope !== null) codes.add('insufficient_scope')
  if (operation.auth !== 'none' || operation.limit !== 'none') codes.add('rate_limited')
  if (operation.needsSubscription) codes.add('subscription_inactive')
  if (operation.params || operation.query || operation.body) codes.add('missing_parameter')
  if (operation.body || operation.multipart) {
    codes.add('payload_too_large').add('unsupported_media_type').add('invalid_request')
    if (operation.multipart) codes.add('invalid_multipart').add('missing_file').add('overloaded')
    else codes.add('invalid_json')
  }
  if (isIdempotent(operation)) codes.add('idempotency_key_in_progress').add('idempotency_key_reused')
  for (const code of operation.errors) codes.add(code)
  // A read may store drawings and counts.
  const ours = ['internal_error', 'database_unavailable', 'disk_full', 'disk_read_only'] as const
  return [...new Set([...codes, ...ours, 'files_unavailable' as const, 'shutting_down' as const])]
}
