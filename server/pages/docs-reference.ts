/** The reference at /docs: the OpenAPI document as one page that is read from top to bottom. */
import { docsPage } from './docs-frame.ts'
import { type DescribedOperation, operationArticle } from './docs-operation.ts'
import { membersTable, type Schema } from './docs-schema.ts'
import { type Html, html, type Page, prose } from './html.ts'

/** The parts of the OpenAPI document that the page shows. */
export interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly summary: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, unknown>> & { readonly servers?: readonly { url: string }[] }>
  >
  readonly webhooks?: Readonly<Record<string, { readonly post: DescribedWebhook }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>
  }
}

interface DescribedWebhook {
  readonly summary: string
}

interface Entry {
  readonly route: string
  readonly method: string
  readonly operation: DescribedOperation
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export function referencePage(document: Document): Page {
  const entries = entriesOf(document)
  const main = html`
<h1>The interface</h1>
<p class="lead">${document.info.summary} Version ${document.info.version}.</p>
<p>Every path below stands at <code>${document.servers[0]?.url ?? ''}</code> unless it is written whole. Bodies and replies are
JSON. As a file: <a href="/v1/openapi.json">openapi.json</a>, <a href="/v1/openapi.yaml">openapi.yaml</a>.
What each error means: <a href="/docs/errors">errors</a>.</p>
${credentials(document)}
${document.tags.map((tag) => tagSection(tag, entries))}
${webhooks(document)}
${records(document)}
`
  return docsPage({ title: 'Platen API reference', navigation: navigation(document, entries), main })
}

function entriesOf(document: Document): readonly Entry[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => ({
      route: `${item.servers?.[0]?.url ?? ''}${path}`,
      method,
      operation: item[method] as DescribedOperation,
    })),
  )
}

function navigation(document: Document, entries: readonly Entry[]): Html {
  const groups = document.tags.map(
    ({ name }) =>
      html`<h2>${name}</h2><ul>${taggedWith(name, entries).map(
        ({ operation }) =>
          html`<li><a href="#${operation.operationId}">${titleOf(operation.operationId)}</a></li>`,
      )}</ul>`,
  )
  return html`${groups}<h2>More</h2><ul>
${document.webhooks !== undefined && html`<li><a href="#webhooks">Webhook events</a></li>`}
<li><a href="#records">Records</a></li>
<li><a href="/docs/errors">Errors</a></li>
</ul>`
}

/** `listApiKeys` as `List api keys`. */
function titleOf(operationId: string): string {
  const words = operationId.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function taggedWith(tag: string, entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ operation }) => operation.tags.includes(tag))
}

function tagSection(tag: Document['tags'][number], entries: readonly Entry[]): Html {
  const articles = taggedWith(tag.name, entries).map(({ route, method, operation }) =>
    operationArticle(route, method, operation),
  )
  return html`<section><h2>${tag.name}</h2><p>${tag.description}</p>${articles}</section>`
}

function credentials({ components }: Document): Html {
  const rows = Object.entries(components.securitySchemes).map(
    ([name, { description }]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td><p>${prose(description)}</p></td></tr>`,
  )
  return html`<section id="credentials"><h2>Credentials</h2><table><tbody>${rows}</tbody></table></section>`
}

function webhooks(document: Document): Html | null {
  if (document.webhooks === undefined) return null
  const rows = Object.entries(document.webhooks).map(
    ([name, { post }]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td><p>${prose(post.summary)}</p></td></tr>`,
  )
  return html`<section id="webhooks"><h2>Webhook events</h2>
<p>Each is sent as a POST to the endpoints that ask for it, signed over the exact bytes of its body.</p>
<table><tbody>${rows}</tbody></table></section>`
}

function records({ components }: Document): Html {
  const articles = Object.entries(components.schemas)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(
      ([name, schema]) =>
        html`<article id="schema-${name}"><h3>${name}</h3>${membersTable(schema)}</article>
`,
    )
  return html`<section id="records"><h2>Records</h2><p>What bodies and replies are made of.</p>${articles}</section>`
}
