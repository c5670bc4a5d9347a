/** How an operation meets Koa: authenticate, count, read, validate, handle, reply. */
import type { TSchema } from '@sinclair/typebox'
import type { Context } from 'koa'
import { LANGUAGES, type Language } from '../../core/engine/finding/sentence.ts'
import { CATALOGUE, ServiceError } from '../../core/errors.ts'
import { type AdmitParts, admit } from './admit.ts'
import { API_VERSION } from './api-version.ts'
import { type Asset, sendAsset } from './asset.ts'
import { readJson, readJsonParts, readQuery, refuseHarm } from './body.ts'
import type { Cors } from './cors.ts'
import { EXACT_ERROR_BODY } from './error-schema.ts'
import { errorBody } from './fail.ts'
import type { Idempotency, Work } from './idempotency.ts'
import type { Uploads } from './multipart.ts'
import {
  type AnyOperation,
  type Caller,
  type Core,
  errorsOf,
  isBrowserRoute,
  isFileReply,
  isIdempotent,
  type Sent,
} from './operation.ts'
import { sendDrawn, sendFile, sendJson, sendStream } from './reply.ts'
import type { Validator } from './validate.ts'

export interface RouteParts extends AdmitParts {
  readonly core: Core
  readonly cors: Cors
  readonly uploads: Uploads
  readonly idempotency: Idempotency
  readonly validator: Validator
  /**
   * Called with what an operation did beside its declaration: an undeclared status or code, a body that fails its
   * schema, an error of the program. Given in tests, where such a reply becomes a 500; null otherwise.
   */
  readonly onUndeclared: ((fault: string) => void) | null
}

/** Answers one request to the operation; faults are thrown. `pathParams` come from the router. */
export async function serve(
  operation: AnyOperation,
  parts: RouteParts,
  ctx: Context,
  pathParams: Readonly<Record<string, string>>,
  requestId: string,
): Promise<void> {
  let leave: (() => void) | undefined
  try {
    if (isBrowserRoute(operation)) await parts.cors.answer(ctx)
    refuseVersion(ctx.get('X-Service-Version'))
    const admission = await admit(operation, parts, ctx, requestId)
    const { caller: admitted, body } = admission
    leave = admission.leave
    const caller = { ...admitted, language: languageOf(ctx, admitted) }
    ctx.state.userId = caller.console?.user.id
    const params = validated(parts.validator, operation.params, { ...pathParams })
    const query = validated(parts.validator, operation.query, readQuery(ctx.querystring))
    const sent = await handle(operation, parts, ctx, caller, { params, query }, body)
    await send(operation, parts, ctx, sent)
  } catch (thrown) {
    const fault = parts.onUndeclared === null ? null : faultOf(operation, thrown, parts.validator)
    if (fault === null) throw thrown
    parts.onUndeclared?.(fault)
    throw new Error(fault, { cause: thrown })
  } finally {
    leave?.()
  }
}

/** A choice in the console takes precedence over the browser's preference; English is the default. */
function languageOf(ctx: Context, caller: Caller): Language {
  const chosen = caller.console?.user.language
  if (chosen !== undefined && chosen !== null) return chosen
  // Servers ask for none.
  if (ctx.req.headers['accept-language'] === undefined) return 'en'
  const accepted = ctx.acceptsLanguages(...LANGUAGES)
  return accepted === false ? 'en' : (accepted as Language)
}

async function handle(
  operation: AnyOperation,
  parts: RouteParts,
  ctx: Context,
  caller: Caller,
  input: { readonly params: unknown; readonly query: unknown },
  bodyRead: unknown,
): Promise<Sent> {
  const run = (more: object, file?: string): Promise<Sent> => {
    const whole = { ...input, ...more } as never
    const work: Work = {
      run: (note) => operation.handle(parts.core, { ...caller, note }, whole, reply as never),
      recall(made) {
        if (operation.recall === undefined) throw new Error(`${operation.id} notes what it cannot recall.`)
        return operation.recall(parts.core, caller, whole, reply as never, made)
      },
    }
    const key = ctx.req.headers['idempotency-key']
    if (key === undefined || !isIdempotent(operation))
      return operation.handle(parts.core, caller, whole, reply as never)
    // Of an uploaded file its hash stands in the content: the name on the sender's disk may differ.
    const content = [input.query, 'body' in more ? more.body : null, file ?? null]
    const keepsReply = !Object.values(operation.replies).some(isFileReply)
    const { method, path } = ctx
    const { teamId } = caller
    // Shoppers of one team choose their keys apart from each other and from its servers.
    const space = caller.browser?.session?.id ?? caller.console?.user.id ?? 'key'
    return parts.idempotency.once(
      { key: String(key), teamId, space, method, path, content, keepsReply },
      work,
    )
  }
  if (operation.multipart !== undefined) {
    const texts = Object.keys((operation.body?.properties ?? {}) as object)
    const { json = [], ...multipart } = operation.multipart
    const form = { ...multipart, texts, whose: caller.teamId }
    return parts.uploads.receive(ctx.req, form, ({ fields, upload }) => {
      const body = readJsonParts(fields, json)
      refuseHarm(body)
      if (operation.body !== undefined) parts.validator.body(operation.body, body, operation.errors)
      return run({ body, upload }, upload.sha256)
    })
  }
  if (operation.body === undefined) return run({})
  const body = bodyRead ?? (await readJson(ctx))
  parts.validator.body(operation.body, body, operation.errors)
  return run({ body })
}

/** Handlers get this; its type checks which body belongs to which status. */
function reply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Sent {
  return { status, body, headers }
}

/** Undeclared parameters are rejected, so an operation without a query accepts no query parameter. */
function validated(
  validator: Validator,
  schema: TSchema | undefined,
  values: Record<string, unknown>,
): unknown {
  refuseHarm(values)
  if (schema !== undefined) {
    validator.parameters(schema, values)
    return values
  }
  const [unknown] = Object.keys(values)
  if (unknown !== undefined)
    throw new ServiceError('unknown_parameter', { message: `Unknown parameter: ${unknown}.`, param: unknown })
  return values
}

function refuseVersion(wanted: string): void {
  if (wanted !== '' && wanted !== API_VERSION)
    throw new ServiceError('unsupported_version', {
      message: `Unsupported API version. The only version is ${API_VERSION}.`,
    })
}

async function send(operation: AnyOperation, parts: RouteParts, ctx: Context, sent: Sent): Promise<void> {
  const declared = operation.replies[sent.status]
  if (declared === undefined) {
    throw new Error(`answered ${sent.status}, which it does not declare`)
  }
  if (isFileReply(declared) && 'drawn' in declared) {
    await sendDrawn(ctx, sent, declared.file)
    return
  }
  if (isFileReply(declared) && 'streamed' in declared) {
    sendStream(ctx, sent, declared.file)
    return
  }
  if (isFileReply(declared) && 'kept' in declared) {
    sendAsset(ctx, sent.body as Asset, sent.headers)
    return
  }
  if (isFileReply(declared)) {
    sendFile(ctx, sent, declared.file)
    return
  }
  if (parts.onUndeclared !== null) {
    // Checked as it goes over the wire: without the members that JSON leaves out.
    const faults = parts.validator.faults(declared, JSON.parse(JSON.stringify(sent.body)))
    if (faults !== null)
      throw new Error(`answered ${sent.status} with a body that fails its schema: ${faults}`)
  }
  sendJson(ctx, sent)
}

function faultOf(operation: AnyOperation, thrown: unknown, validator: Validator): string | null {
  if (!(thrown instanceof ServiceError)) return `${operation.id}: ${thrown}`
  const { status } = CATALOGUE[thrown.code]
  if (!errorsOf(operation).includes(thrown.code))
    return `${operation.id} answered ${status} ${thrown.code}, which it does not declare`
  const body = JSON.parse(JSON.stringify(errorBody(thrown, 'req', 'http://localhost')))
  const faults = validator.faults(EXACT_ERROR_BODY, body)
  return faults === null
    ? null
    : `${operation.id} answered ${status} ${thrown.code} against its declaration: ${faults}`
}
