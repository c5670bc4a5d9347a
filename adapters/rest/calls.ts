/** The calls of the client, made out of the table of resources: ids of the path, then the input, then options. */
import type { InputOf, ItemOf, OperationId, ReplyOf } from './operations.ts'
import { type List, listOf, type Page } from './pages.ts'
import type { Calls, Travels } from './resources.ts'
import { type CallOptions, readReply, type Sender, send } from './send.ts'

/** The ids in a path, one by one. */
type Ids<Route extends string> = Route extends `${string}{${string}}${infer Rest}`
  ? [id: string, ...Ids<Rest>]
  : []

type Rest<Input> = Input extends undefined
  ? [input?: Record<string, never>, options?: CallOptions]
  : object extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions]

type Method<Row> = Row extends readonly [
  infer Id extends OperationId,
  infer Route extends string,
  ...unknown[],
]
  ? [ItemOf<Id>] extends [never]
    ? (...args: [...Ids<Route>, ...Rest<InputOf<Id>>]) => Promise<ReplyOf<Id>>
    : (...args: [...Ids<Route>, ...Rest<InputOf<Id>>]) => List<ItemOf<Id>>
  : never

/** Every call by its resource: `fills.finalize(id, { external_order_id })`. */
export type Resources = {
  readonly [R in keyof Calls]: { readonly [M in keyof Calls[R]]: Method<Calls[R][M]> }
}

type AnyRow = readonly [string, string, Travels?]
type Table = Readonly<Record<string, Readonly<Record<string, AnyRow>>>>

/** The longest name of a downloaded file that the service takes. */
const LONGEST_FILE_NAME = 120
/** Lists by their operation's name; `items`, `deliveries` and audit events are lists too. */
const LISTS = /^list/

export function createCalls<T>(sender: Sender, table: Table): T {
  const resources = Object.entries(table).map(([resource, rows]) => {
    const methods = Object.entries(rows).map(([name, row]) => [name, methodOf(sender, row)])
    return [resource, Object.freeze(Object.fromEntries(methods))]
  })
  return Object.fromEntries(resources) as T
}

function methodOf(sender: Sender, [operation, route, travels]: AnyRow) {
  const [method = 'GET', template = ''] = route.split(' ')
  const ids = (template.match(/\{/g) ?? []).length
  const ask = async (args: readonly unknown[], more: object = {}): Promise<unknown> => {
    const path = pathOf(template, args.slice(0, ids))
    const input = { ...((args[ids] ?? {}) as Record<string, unknown>), ...more }
    refuseLongName(input)
    const inQuery = method === 'GET' || travels === 'query'
    const query = inQuery ? queryOf(input) : ''
    const hasBody = !inQuery && method !== 'DELETE'
    const part = travels?.startsWith('form ') ? travels.slice('form '.length) : null
    const body = !hasBody ? null : part === null ? input : formOf(input, part)
    const response = await send(sender, { method, path: path + query, body }, args[ids + 1] as CallOptions)
    return readReply(response)
  }
  // The fields of a scene are one page, and its rows have no ids of their own.
  if (!LISTS.test(operation)) return (...args: readonly unknown[]) => ask(args)
  return (...args: readonly unknown[]) =>
    listOf(
      (after) => ask(args, after === undefined ? {} : { starting_after: after }) as Promise<Page<unknown>>,
    )
}

function pathOf(template: string, ids: readonly unknown[]): string {
  let at = 0
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[at++]
    // `..` and an empty id would make another path of it.
    if (typeof id !== 'string' || !/^[\w-]+$/.test(id))
      throw new TypeError(`${name} is not a valid id: ${String(id)}`)
    return id
  })
}

function queryOf(input: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && value !== null) query.set(name, String(value))
  return query.size === 0 ? '' : `?${query}`
}

/** The file's part goes last, after the fields that describe it. */
function formOf({ file, fileName, ...fields }: Readonly<Record<string, unknown>>, part: string): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  if (!(file instanceof Blob)) throw new TypeError('file must be a Blob.')
  form.set(part, file, typeof fileName === 'string' ? fileName : 'file')
  return form
}

function refuseLongName({ filename }: Readonly<Record<string, unknown>>): void {
  if (typeof filename === 'string' && filename.length > LONGEST_FILE_NAME)
    throw new RangeError(`A file name can have at most ${LONGEST_FILE_NAME} characters.`)
}
