/** Examples for the documentation: made from a schema, with meaningful values for the names that recur. */
import type { TSchema } from '@sinclair/typebox'

/** Values by the name of a member; each is used only where the member's schema takes its kind. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  id: 'tpl_01kq3f8w2bx6mt4v9y0hzd5s7e',
  template_id: 'tpl_01kq3f8w2bx6mt4v9y0hzd5s7e',
  object_id: 'tpl_01kq3f8w2bx6mt4v9y0hzd5s7e',
  fill_id: 'fill_01kq3fa0c1y9m2t7v4r8wz6h5d',
  embed_session: 'esn_01kq3fb7k4e8p0s2x6c9n3q5vj',
  title: 'Wedding card',
  name: 'Navy',
  slug: 'wedding-card',
  key: 'navy',
  hex: '#0c2340',
  external_order_id: 'order-1042',
  external_cart_id: 'cart-77',
  external_product_id: 'product-12',
  external_variant_id: 'variant-3',
  line_ref: 'line-1',
  customer_email: 'shopper@example.com',
  customer_name: 'Ada Example',
  url: 'https://shop.example/webhooks/platen',
  origin: 'https://shop.example',
  allowed_origins: ['https://shop.example'],
  enabled_events: ['render.succeeded'],
  values: { fld_01kq3fc2d5f7g9h1j3k5m7n9p1: 'Annabel' },
  default_values: { fld_01kq3fc2d5f7g9h1j3k5m7n9p1: 'Annabel' },
  assignments: { fld_01kq3fc2d5f7g9h1j3k5m7n9p1: 1 },
  metadata: { season: 'summer' },
}

const AT = '2026-07-15T12:00:00.000Z'
const DEPTH = 12

/** A value that the schema accepts: its own example where it has one, else required and meaningful members. */
export function exampleOf(schema: TSchema, name = '', depth = 0): unknown {
  const given = (schema.examples as readonly unknown[] | undefined)?.[0] ?? schema.default ?? schema.const
  if (given !== undefined) return given
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf !== undefined) return ofAlternatives(schema.anyOf, name, depth)
  const sample = SAMPLES[name]
  if (sample !== undefined && takes(schema, sample)) return sample
  switch (schema.type) {
    case 'object':
      return depth > DEPTH ? {} : ofObject(schema, depth)
    case 'array':
      return depth > DEPTH ? [] : ofArray(schema, depth)
    case 'string':
      return ofText(schema)
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, Math.min(schema.maximum ?? 1, 1))
    case 'boolean':
      return true
    default:
      return null
  }
}

function ofObject(schema: TSchema, depth: number): Record<string, unknown> {
  const members = Object.entries((schema.properties ?? {}) as Record<string, TSchema>)
  return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member, name, depth + 1)]))
}

function ofArray({ items, minItems, maxItems }: TSchema, depth: number): unknown[] {
  if (Array.isArray(items)) return items.map((item: TSchema) => exampleOf(item, '', depth + 1))
  const count = Math.min(Math.max(minItems ?? 1, 1), maxItems ?? 1)
  return Array.from({ length: Math.max(count, minItems ?? 0) }, () => exampleOf(items ?? {}, '', depth + 1))
}

/** The first alternative with content. */
function ofAlternatives(alternatives: readonly TSchema[], name: string, depth: number): unknown {
  const [first] = alternatives.filter((one) => one.type !== 'null')
  return first === undefined ? null : exampleOf(first, name, depth)
}

function ofText({ format, pattern, minLength = 0 }: TSchema): string {
  if (format === 'date-time') return AT
  if (format === 'email' || format === 'idn-email') return 'shopper@example.com'
  if (format === 'uri') return 'https://print.example'
  if (pattern !== undefined) return PATTERNS.find((text) => new RegExp(pattern, 'u').test(text)) ?? ''
  return '…'.padEnd(minLength, '…')
}

/** Texts of which one fits each pattern of the API. */
const PATTERNS = ['#0c2340', '2026-07', '2026-07-15', 'https://shop.example', '1', 'name', '']

function takes(schema: TSchema, sample: unknown): boolean {
  if (schema.type === 'array') return Array.isArray(sample)
  if (schema.type === 'object')
    return typeof sample === 'object' && !Array.isArray(sample) && schema.properties === undefined
  return schema.type === typeof sample
}
