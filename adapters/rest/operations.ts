/** Parameters and results of the client's calls, from the types generated from the table of operations. */
import type { Operations } from '../../types/api.d.ts'

/** The operation's id in the description of the API. */
export type OperationId = keyof Operations

type Part<Id extends OperationId, Name extends string> =
  Operations[Id] extends Readonly<Record<Name, infer T>> ? T : undefined

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

/** The argument of a call beside the ids of its path: the body, or else the query. */
export type InputOf<Id extends OperationId> = Operations[Id] extends { upload: true }
  ? FileUpload & Defined<Part<Id, 'body'>>
  : Part<Id, 'body'> extends undefined
    ? Part<Id, 'query'>
    : Part<Id, 'body'>

type Defined<T> = T extends undefined ? object : T

/** The result of a successful call. */
export type ReplyOf<Id extends OperationId> =
  | (Operations[Id] extends { file: true } ? FileDownload : never)
  | (Operations[Id] extends { reply: infer Reply } ? Reply : never)

/** The records of a list. */
export type ItemOf<Id extends OperationId> =
  ReplyOf<Id> extends { data: readonly (infer Item)[] } ? Item : never
