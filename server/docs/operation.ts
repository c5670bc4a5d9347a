/** One operation of the API for readers: its route, who may call it, what it takes and what it answers. */
import { CATALOGUE, type ErrorCode } from '../../core/errors.ts'
import { type Html, html, prose } from '../pages/html.ts'
import { codeMarkup } from './code-block.ts'
import { callsOf } from './operation-calls.ts'
import { memberRow, membersTable, type Schema, typeOf } from './schema.ts'

interface Media {
  readonly schema: Schema
  readonly example?: unknown
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

/** An operation as it stands in the OpenAPI document. */
export interface DescribedOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly 'x-stability': string
  readonly 'x-required-scope'?: string
  readonly 'x-error-codes': readonly ErrorCode[]
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Media>> }>
  >
}

/** `route` is the whole path, `baseUrl` what stands before it. */
export function operationArticle(
  { route, method, baseUrl }: { readonly route: string; readonly method: string; readonly baseUrl: string },
  operation: DescribedOperation,
): Html {
  const title = titleOf(operation.operationId)
  return html`<article class="operation" id="${operation.operationId}">
<h2>${title}<a class="anchor" href="#${operation.operationId}" aria-label="Link to ${operation.operationId}"></a></h2>
${operation.summary.toLowerCase() !== title.toLowerCase() && html`<p>${prose(operation.summary)}</p>`}
<p class="route"><b class="${method}">${method.toUpperCase()}</b> ${route}</p>
<p class="facts">${factsOf(operation)}</p>
${codeMarkup(callsOf({ route, method, baseUrl }, operation))}
${parametersOf(operation, 'path', 'Path')}
${parametersOf(operation, 'query', 'Query')}
${parametersOf(operation, 'header', 'Headers')}
${bodyOf(operation)}
${repliesOf(operation)}
${errorsOf(operation)}
</article>
`
}

/** `listApiKeys` as `List API keys`. */
export function titleOf(operationId: string): string {
  const words = operationId.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const title = `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  return title.replace(/\b(?:api|csv)\b/g, (word) => word.toUpperCase())
}

const CREDENTIALS: Readonly<Record<string, string>> = {
  secretKey: 'secret key',
  restrictedKey: 'restricted key',
  publishableKey: 'publishable key',
  clientSecret: 'client secret',
  clientSecretQuery: 'client secret in the query',
}

function factsOf(operation: DescribedOperation): Html {
  const keys = operation.security.flatMap((one) => Object.keys(one))
  const may = keys.map((key) => CREDENTIALS[key] ?? key)
  const open = operation.security.some((one) => Object.keys(one).length === 0)
  const named = [...may, ...(open || may.length === 0 ? ['no key'] : [])]
  const scope = operation['x-required-scope']
  return html`${operation['x-stability']} · ${named.join(' or ')}${scope !== undefined && html` · scope <code>${scope}</code>`}`
}

function parametersOf(operation: DescribedOperation, where: string, title: string): Html | null {
  const parameters = operation.parameters.filter((parameter) => parameter.in === where)
  if (parameters.length === 0) return null
  const rows = parameters.map(({ name, description, required, schema }) =>
    memberRow(name, description === undefined ? schema : { ...schema, description }, required),
  )
  return html`<h3>${title}</h3><table><tbody>${rows}</tbody></table>`
}

function bodyOf({ requestBody }: DescribedOperation): Html | null {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (type === undefined || media === undefined) return null
  return html`<h3>Body <span class="type">${type}</span></h3>${contentOf(media)}${exampleOf(media)}`
}

function contentOf({ schema }: Media): Html {
  return membersTable(schema) ?? html`<p class="type">${typeOf(schema)}</p>`
}

function exampleOf({ example }: Media): Html | null {
  if (example === undefined) return null
  return html`<details><summary>Example</summary><pre tabindex="0">${JSON.stringify(example, null, 2)}</pre></details>`
}

function repliesOf({ responses }: DescribedOperation): readonly Html[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { description, content }]) => {
      const [type, media] = Object.entries(content ?? {})[0] ?? []
      const said = html`<h3>Reply ${status} <span class="type">${type ?? description}</span></h3>`
      return media === undefined ? said : html`${said}${contentOf(media)}${exampleOf(media)}`
    })
}

/** Its own codes stand open; those that every operation can answer with are a click away. */
function errorsOf(operation: DescribedOperation): Html {
  const codes = Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { content }]) => codesIn(content?.['application/json']?.schema as never))
  const own = codes.filter((code) => operation['x-error-codes'].includes(code))
  const common = codes.filter((code) => !own.includes(code))
  return html`${own.length > 0 && html`<h3>Errors</h3>${codeList(own)}`}
<details><summary>${own.length > 0 ? 'Errors of every operation' : 'Errors'}</summary>${codeList(common)}</details>`
}

/** The codes that a response of errors lists: see the writer of the document. */
function codesIn(
  schema:
    | {
        readonly allOf?: readonly {
          properties?: { error?: { properties?: { code?: { enum?: readonly ErrorCode[] } } } }
        }[]
      }
    | undefined,
): readonly ErrorCode[] {
  return schema?.allOf?.flatMap((part) => part.properties?.error?.properties?.code?.enum ?? []) ?? []
}

function codeList(codes: readonly ErrorCode[]): Html {
  const items = codes.map((code) => {
    const { status, says } = CATALOGUE[code]
    return html`<li><a href="/docs/api/errors#${code}"><code>${code}</code></a> <span class="type">${status} · ${says}</span></li>`
  })
  return html`<ul class="codes">${items}</ul>`
}
