/** Makes a shop's storefront ready: an embed application of its origins, and its key where the theme block reads it. */
import type { Shelf } from '../../core/service/storefront/adapter-context.ts'
import { part, textOf } from '../../core/service/storefront/exact-json.ts'
import type { TranslateParts } from './translate.ts'

interface Prepared {
  readonly application: string
  readonly publishableKey: string
  readonly origins: readonly string[]
}

const NAMESPACE = 'platen'

/** The shop's embed application; null before it is connected. */
export async function applicationOf(shelf: Shelf, shop: string): Promise<string | null> {
  const kept = await shelf.get(`shop:${shop}`)
  return kept === null ? null : (JSON.parse(kept.value) as Prepared).application
}

/** Does what is missing, and nothing twice. Throws Later and RefusedByShopify. */
export async function connectShop(
  { context, admin }: Pick<TranslateParts, 'context' | 'admin'>,
  shop: string,
): Promise<{ readonly name: string; readonly publishableKey: string }> {
  const { setUp, shelf } = context
  const about = await admin.ask(shop, 'installation')
  const name = textOf(part(part(about, 'shop'), 'name')) ?? shop
  const domain = textOf(part(part(part(about, 'shop'), 'primaryDomain'), 'url'))
  const origins = [...new Set([`https://${shop}`, ...(domain === null ? [] : [new URL(domain).origin])])]

  const key = `shop:${shop}`
  const kept = await shelf.get(key)
  const before = kept === null ? null : (JSON.parse(kept.value) as Prepared)
  const same = before !== null && origins.every((origin) => before.origins.includes(origin))
  if (same) return { name, publishableKey: before.publishableKey }

  const after = before === null ? await create() : await change(before)
  const installation = textOf(part(part(about, 'currentAppInstallation'), 'id'))
  const entry = (field: string, value: string) => {
    const type = field === 'service_url' ? 'url' : 'single_line_text_field'
    return { ownerId: installation, namespace: NAMESPACE, key: field, type, value }
  }
  const metafields = [
    entry('publishable_key', after.publishableKey),
    entry('service_url', context.serviceUrl),
  ]
  await admin.ask(shop, 'setMetafields', { metafields })
  // Last, so that what was cut off is done again.
  await shelf.put(key, JSON.stringify(after))
  return { name, publishableKey: after.publishableKey }

  async function create(): Promise<Prepared> {
    const { id, publishableKey } = await setUp.createApplication(shop, origins)
    return { application: id, publishableKey, origins }
  }

  async function change(known: Prepared): Promise<Prepared> {
    // Once somebody has archived it, another takes its place.
    return (await setUp.allowOrigins(known.application, origins)) ? { ...known, origins } : create()
  }
}
