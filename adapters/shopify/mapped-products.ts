/** Tells the theme block and the checkout rule which products are personalized: an app metafield, and one on each product. */
import type { Shelf } from '../../core/service/storefront/adapter-context.ts'
import type { MappedProduct } from '../../core/service/storefront/contract.ts'
import { listOf, part, textOf } from '../../core/service/storefront/exact-json.ts'
import { type Admin, RefusedByShopify } from './admin.ts'
import { gidNumber } from './ids.ts'

/** By the product's number: all of its variants, or the numbers of some. */
export type Mapped = Readonly<Record<string, 'all' | readonly string[]>>

interface Published {
  readonly mapped: Mapped
  /** As it stands on the products themselves; empty where the checkout rule is not to know. */
  readonly onProducts: Mapped
}

const NAMESPACE = '$app:platen'
const KEY = 'design'
/** Of one call, as Shopify limits them. */
const MOST_NODES = 200
const MOST_METAFIELDS = 25

/** What was last published for the shop. */
export async function publishedFor(shelf: Shelf, shop: string): Promise<Published> {
  const kept = await shelf.get(shelfKey(shop))
  return kept === null ? { mapped: {}, onProducts: {} } : (JSON.parse(kept.value) as Published)
}

/**
 * Writes what differs from what was written last. `application` is the shop's own; mappings of others are not its.
 * Throws Later and RefusedByShopify.
 */
export async function publishMapped(
  { admin, shelf }: { readonly admin: Admin; readonly shelf: Shelf },
  shop: string,
  mappings: readonly MappedProduct[],
  { application, onProducts }: { readonly application: string | null; readonly onProducts: boolean },
): Promise<void> {
  const before = await publishedFor(shelf, shop)
  const own = mappings.filter((one) => one.application === null || one.application === application)
  const all = byProduct(own)
  const known = new Set(Object.keys(before.mapped))
  const unknown = Object.keys(all).filter((product) => !known.has(product))
  for (const product of await productsOfShop(admin, shop, unknown)) known.add(product)
  // The team's other shops have products of their own.
  const mapped = Object.fromEntries(Object.entries(all).filter(([product]) => known.has(product)))
  if (!isSame(mapped, before.mapped)) await writeToApp(admin, shop, mapped)
  let written = before.onProducts
  const wanted = onProducts ? mapped : {}
  if (!isSame(wanted, written)) {
    await writeToProducts(admin, shop, wanted, written)
    written = wanted
  }
  if (isSame(mapped, before.mapped) && isSame(written, before.onProducts)) return
  // Last, so that what was cut off is done again.
  await shelf.put(shelfKey(shop), JSON.stringify({ mapped, onProducts: written }))
}

export function shelfKey(shop: string): string {
  return `mapped:${shop}`
}

function byProduct(mappings: readonly MappedProduct[]): Mapped {
  const found = new Map<string, 'all' | string[]>()
  for (const { product, variant } of mappings) {
    if (!/^\d+$/.test(product)) continue
    const known = found.get(product) ?? []
    if (variant === null || known === 'all') found.set(product, 'all')
    else found.set(product, [...known, variant].sort())
  }
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}

async function productsOfShop(
  admin: Admin,
  shop: string,
  products: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = []
  for (let at = 0; at < products.length; at += MOST_NODES) {
    const ids = products.slice(at, at + MOST_NODES).map(gidOf)
    const nodes = listOf(part(await admin.ask(shop, 'productTitles', { ids }), 'nodes'))
    found.push(...nodes.flatMap((node) => gidNumber(part(node, 'id')) ?? []))
  }
  return found
}

async function writeToApp(admin: Admin, shop: string, mapped: Mapped): Promise<void> {
  const about = await admin.ask(shop, 'installation')
  const ownerId = textOf(part(part(about, 'currentAppInstallation'), 'id'))
  const one = { ownerId, namespace: 'platen', key: 'products', type: 'json', value: JSON.stringify(mapped) }
  await admin.ask(shop, 'setMetafields', { metafields: [one] })
}

async function writeToProducts(admin: Admin, shop: string, wanted: Mapped, written: Mapped): Promise<void> {
  const changed = Object.entries(wanted).filter(
    ([product, variants]) => JSON.stringify(variants) !== JSON.stringify(written[product]),
  )
  const set = changed.map(([product, variants]) => ({
    ...{ ownerId: gidOf(product), namespace: NAMESPACE, key: KEY, type: 'json' },
    value: JSON.stringify(variants),
  }))
  const gone = Object.keys(written).filter((product) => !(product in wanted))
  const removed = gone.map((product) => ({ ownerId: gidOf(product), namespace: NAMESPACE, key: KEY }))
  for (let at = 0; at < set.length; at += MOST_METAFIELDS)
    await admin.ask(shop, 'setMetafields', { metafields: set.slice(at, at + MOST_METAFIELDS) })
  for (let at = 0; at < removed.length; at += MOST_METAFIELDS)
    try {
      await admin.ask(shop, 'deleteMetafields', { metafields: removed.slice(at, at + MOST_METAFIELDS) })
    } catch (error) {
      // The products themselves may be gone.
      if (!(error instanceof RefusedByShopify)) throw error
    }
}

function gidOf(product: string): string {
  return `gid://shopify/Product/${product}`
}

function isSame(one: Mapped, other: Mapped): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
