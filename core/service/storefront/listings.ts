/** Updates a shop's products: which are personalized, and their images, drawn again when a template is published. */

import { createHash } from 'node:crypto'
import { eachItem } from '../../page.ts'
import type { Store } from '../../store.ts'
import { listMappings } from '../mapping/map-product.ts'
import type { Adapter, MappedProduct } from './contract.ts'
import { markOwner } from './look-through.ts'
import type { PerformParts } from './perform-parts.ts'
import { isRefusedAs, refusalOf } from './refusal.ts'

/** The newest ones; older mappings are not published. */
const MOST = 5_000

/**
 * The job of a shop, each ten minutes. What was put up last is known by the picture's hash, so a template that draws
 * the same picture uploads nothing. Decision: without a raster, listings stay as they are. Throws Later.
 */
export async function refreshListings(
  parts: PerformParts,
  name: string,
  adapter: Adapter,
  shop: string,
): Promise<void> {
  if (!(await adapter.shops()).includes(shop)) return
  const { store, teamId, clock } = parts
  const begun = clock.now()
  const drawn = new Map<string, Uint8Array>()
  const mapped = await mappedProducts(store, teamId)
  await adapter.showMappings?.(shop, mapped)
  for (const { product, variant, template } of adapter.showListing === undefined ? [] : mapped) {
    if (template.status !== 'live') continue
    const png = drawn.get(template.id) ?? (await draw(parts, template.id))
    if (png === null) return
    drawn.set(template.id, png)
    const sha256 = createHash('sha256').update(png).digest('hex')
    const key = `picture ${shop} ${product} ${variant ?? ''}`
    const kept = await store.storefront.shelf.get(teamId, markOwner(name), key)
    if (kept?.sealed === sha256) continue
    await adapter.showListing?.({ shop, product, variant, template: template.id, png, sha256 })
    await store.storefront.shelf.put(teamId, markOwner(name), key, sha256, null)
  }
  await store.storefront.shelf.put(teamId, markOwner(name), `listed ${shop}`, String(begun), null)
}

/** Newest first. */
export async function mappedProducts(store: Store, teamId: string): Promise<readonly MappedProduct[]> {
  const found: MappedProduct[] = []
  const mappings = eachItem(
    (page) => listMappings(store, teamId, {}, page),
    ({ mapping }) => mapping.id,
  )
  for await (const { mapping, template } of mappings) {
    if (found.length === MOST) break
    found.push({
      id: mapping.id,
      product: mapping.externalProductId,
      variant: mapping.externalVariantId,
      application: mapping.embedApplicationId,
      template: { id: template.id, title: template.title, status: template.status },
    })
  }
  return found
}

/** Null where nothing draws previews now. */
async function draw({ useCases, teamId }: PerformParts, templateId: string): Promise<Uint8Array | null> {
  try {
    return await useCases.drawTemplate(teamId, templateId)
  } catch (error) {
    if (isRefusedAs(error, 'renderer_not_configured')) return null
    throw refusalOf(error)
  }
}
