/** The schema of Shopify's Admin API with the scopes that each part of it asks for, where this machine has it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  buildClientSchema,
  type GraphQLError,
  type GraphQLSchema,
  getNamedType,
  type IntrospectionQuery,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'

const FILE = join(import.meta.dirname, '../../../../shared/schema/shopify-admin-2026-10.json.gz')
export const HAS_SHOPIFY_SCHEMA = existsSync(FILE)

interface ScopeItem {
  readonly typeName: string
  readonly fieldName?: string
  readonly offlineScopes: readonly string[]
}
export interface ShopifySchema {
  readonly schema: GraphQLSchema
  readonly scopes: readonly ScopeItem[]
}

let read: ShopifySchema | undefined

export function shopifySchema(): ShopifySchema {
  if (read === undefined) {
    const file = JSON.parse(gunzipSync(readFileSync(FILE)).toString('utf8')) as {
      readonly data: IntrospectionQuery
      readonly offline_scopes: { readonly items: readonly ScopeItem[] }
    }
    // Shopify's own schema breaks a rule about deprecations, which is nothing to us.
    read = { schema: buildClientSchema(file.data, { assumeValid: true }), scopes: file.offline_scopes.items }
  }
  return read
}

/** What is wrong with a document, uses of what is deprecated included. */
export function faultsOf(document: string): readonly GraphQLError[] {
  return validate(shopifySchema().schema, parse(document), [...specifiedRules, NoDeprecatedCustomRule])
}

/** For each type and field of a document that asks for scopes: those of which one is enough. */
export function scopesOf(document: string): readonly (readonly string[])[] {
  const { schema, scopes } = shopifySchema()
  const info = new TypeInfo(schema)
  const asked: (readonly string[])[] = []
  const ask = (typeName: string | undefined, fieldName?: string) => {
    const item = scopes.find((one) => one.typeName === typeName && one.fieldName === fieldName)
    if (item !== undefined && item.offlineScopes.length > 0) asked.push(item.offlineScopes)
  }
  visit(
    parse(document),
    visitWithTypeInfo(info, {
      Field() {
        ask(info.getParentType()?.name, info.getFieldDef()?.name)
        const type = info.getType()
        if (type != null) ask(getNamedType(type).name)
      },
    }),
  )
  return asked
}
