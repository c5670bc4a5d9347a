/** JSON Schemas for readers: what a value is in a few words, and the members of an object as a table. */
import { type Content, type Html, html, prose } from '../pages/html.ts'

/** The page with a table for each component. */
export const RECORDS_PATH = '/docs/api/reference/records'

/** A schema as it stands in the OpenAPI document. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly maxProperties?: number
}

/** `list of Field`, `integer`, `text or null`; a component is a link to its table. */
export function typeOf(schema: Schema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    return html`<a href="${RECORDS_PATH}#schema-${name}">${name}</a>`
  }
  if (schema.anyOf !== undefined) return joined(schema.anyOf.map(typeOf), ' or ')
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum !== undefined)
    return html`one of ${joined(
      schema.enum.map((one) => html`<code>${String(one)}</code>`),
      ', ',
    )}`
  if (schema.type === 'array') return html`list of ${typeOf(schema.items ?? {})}`
  if (schema.type === 'object' && schema.properties === undefined) return mapType(schema)
  if (schema.type === 'string') return html`${FORMATS[schema.format ?? ''] ?? 'text'}`
  return html`${String(schema.type ?? 'any value')}`
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'time (RFC 3339)',
  email: 'e-mail address',
  uri: 'address',
  binary: 'file',
}

function mapType(schema: Schema): Html {
  const values = schema.additionalProperties
  return typeof values === 'object' ? html`map of name to ${typeOf(values)}` : html`object`
}

/** The members of an object, a row each; objects within it open below their row. Null for what has none. */
export function membersTable(schema: Schema): Html | null {
  const members = Object.entries(schema.properties ?? {})
  if (members.length === 0) return null
  const rows = members.map(([name, member]) => {
    const required = schema.required?.includes(name) ?? false
    return memberRow(name, member, required)
  })
  return html`<table><tbody>${rows}</tbody></table>`
}

export function memberRow(name: string, schema: Schema, required: boolean): Html {
  const nested = membersTable(objectIn(schema))
  const said = [limitsOf(schema), schema.description === undefined ? null : prose(schema.description)]
  return html`<tr><th scope="row"><code>${name}</code>${required && html` <span class="must">required</span>`}</th>
<td><p><span class="type">${typeOf(schema)}</span></p>${said.map((one) => one !== null && html`<p>${one}</p>`)}
${nested && html`<details><summary>Members of <code>${name}</code></summary>${nested}</details>`}</td></tr>`
}

/** The object that a list, or an alternative to null, holds. */
function objectIn(schema: Schema): Schema {
  if (schema.items !== undefined) return objectIn(schema.items)
  const alternative = schema.anyOf?.find((one) => objectIn(one).properties !== undefined)
  return alternative === undefined ? schema : objectIn(alternative)
}

/** `1 to 100`, `at most 200 characters`. */
function limitsOf(schema: Schema): Content {
  const limits = [
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    range(undefined, schema.maxProperties, ' entries'),
  ].filter((limit) => limit !== null)
  return limits.length === 0 ? null : sentence(limits.join(', '))
}

function range(least: number | undefined, most: number | undefined, unit: string): string | null {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`
  if (most !== undefined) return `at most ${most}${unit}`
  return least === undefined ? null : `at least ${least}${unit}`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function joined(parts: readonly Html[], between: string): Html {
  return html`${parts.map((part, at) => (at === 0 ? part : html`${between}${part}`))}`
}
