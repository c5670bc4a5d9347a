/** The reference: the OpenAPI document as a page of credentials, one for each tag, and one of all records. */
import { type Html, html, prose } from '../pages/html.ts'
import type { Heading } from './markdown.ts'
import { type DescribedOperation, operationArticle, titleOf } from './operation.ts'
import { membersTable, RECORDS_PATH, type Schema } from './schema.ts'
import type { Section } from './sections.ts'

export const REFERENCE_PATH = '/docs/api/reference'

/** The parts of the OpenAPI document that the pages show. */
export interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly summary: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, unknown>> & { readonly servers?: readonly { url: string }[] }>
  >
  readonly webhooks?: Readonly<Record<string, { readonly post: { readonly summary: string } }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>
  }
}

/** One page of the reference. */
export interface ReferencePage {
  readonly path: string
  readonly title: string
  readonly body: Html
  readonly headings: readonly Heading[]
  readonly sections: readonly Section[]
}

interface Entry {
  readonly route: string
  readonly method: string
  readonly operation: DescribedOperation
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export function referencePages(document: Document): readonly ReferencePage[] {
  const entries = entriesOf(document)
  const tags = document.tags.map(({ name, description }) =>
    tagPage(
      { name, description },
      entries.filter(({ operation }) => operation.tags.includes(name)),
      document,
    ),
  )
  return [overview(document, tags), ...tags, recordsPage(document)]
}

/** Paths with `/v1` where they stand below it. */
function entriesOf(document: Document): readonly Entry[] {
  const prefix = new URL(document.servers[0]?.url ?? 'http://localhost').pathname.replace(/\/$/, '')
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => ({
      route: `${item.servers === undefined ? prefix : ''}${path}`,
      method,
      operation: item[method] as DescribedOperation,
    })),
  )
}

function overview(document: Document, tags: readonly ReferencePage[]): ReferencePage {
  const events = Object.entries(document.webhooks ?? {})
  const title = 'API reference'
  const described = new Map(document.tags.map(({ name, description }) => [name, description]))
  const body = html`
<p class="lead">${document.info.summary} Version ${document.info.version}.</p>
<p>Bodies and replies are JSON. The whole API as a file: <a href="/v1/openapi.json">openapi.json</a>,
<a href="/v1/openapi.yaml">openapi.yaml</a>. What each error means: <a href="/docs/api/errors">errors</a>.</p>
<h2 id="resources">Resources</h2>
${rows(tags.map((page) => [html`<a href="${page.path}">${page.title}</a>`, prose(described.get(page.title) ?? '')]))}
<h2 id="credentials">Credentials</h2>
${rows(
  Object.entries(document.components.securitySchemes).map(([name, { description }]) => [
    html`<code>${name}</code>`,
    prose(description),
  ]),
)}
<h2 id="webhooks">Webhook events</h2>
<p>Each is sent as a POST to the endpoints that ask for it, and signed. <a href="/docs/api/webhooks">How to verify it.</a></p>
${rows(events.map(([name, { post }]) => [html`<code>${name}</code>`, prose(post.summary)]))}
`
  const headings = [
    ['resources', 'Resources'],
    ['credentials', 'Credentials'],
    ['webhooks', 'Webhook events'],
  ].map(([id = '', text = '']) => ({ id, text, depth: 2 }))
  const sections = [{ id: '', title, text: document.info.summary }]
  return { path: REFERENCE_PATH, title, body, headings, sections }
}

function rows(pairs: readonly (readonly [Html, Html])[]): Html {
  return html`<table><tbody>${pairs.map(([name, says]) => html`<tr><th scope="row">${name}</th><td>${says}</td></tr>`)}</tbody></table>`
}

function tagPage(
  tag: Document['tags'][number],
  entries: readonly Entry[],
  document: Document,
): ReferencePage {
  const baseUrl = new URL(document.servers[0]?.url ?? 'http://localhost').origin
  const articles = entries.map(({ route, method, operation }) =>
    operationArticle({ route, method, baseUrl }, operation),
  )
  const headings = entries.map(({ operation }) => ({
    id: operation.operationId,
    text: titleOf(operation.operationId),
    depth: 2,
  }))
  const sections = entries.map(({ route, method, operation }) => ({
    id: operation.operationId,
    title: titleOf(operation.operationId),
    text: `${method.toUpperCase()} ${route} ${operation.summary}`,
  }))
  const path = `${REFERENCE_PATH}/${tag.name.toLowerCase().replaceAll(' ', '-')}`
  const body = html`<p class="lead">${prose(tag.description)}</p>${articles}`
  return { path, title: tag.name, body, headings, sections }
}

function recordsPage({ components }: Document): ReferencePage {
  const named = Object.entries(components.schemas).sort(([a], [b]) => a.localeCompare(b))
  const articles = named.map(
    ([name, schema]) =>
      html`<article class="operation" id="schema-${name}"><h2>${name}</h2>${membersTable(schema)}</article>
`,
  )
  const headings = named.map(([name]) => ({ id: `schema-${name}`, text: name, depth: 2 }))
  const sections = named.map(([name, { description = '' }]) => ({
    ...{ id: `schema-${name}`, title: name, text: description },
  }))
  const body = html`<p class="lead">The objects that requests and replies consist of.</p>${articles}`
  return { path: RECORDS_PATH, title: 'Records', body, headings, sections }
}
