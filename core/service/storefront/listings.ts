/** Updates a shop's products: which are personalized, and their images, drawn again when a template is published. */

import { createHash } from 'node:crypto'
import { listMappings, type ShownMapping } from '../mapping/map-product.ts'
import type { Adapter, MappedProduct } from './contract.ts'
import { markOwner } from './look-through.ts'
import type { PerformParts } from './perform-parts.ts'
import { isRefusedAs, refusalOf } from './refusal.ts'

const PAGE = 100
/** Products looked at in one go; a shop with more has its pictures refreshed over some rounds. */
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
  const mapped = await readMappings(parts)
  await adapter.showMappings?.(shop, mapped.map(productOf))
  for (const { mapping, template } of adapter.showListing === undefined ? [] : mapped) {
    if (template.status !== 'live') continue
    const png = drawn.get(template.id) ?? (await draw(parts, template.id))
    if (png === null) return
    drawn.set(template.id, png)
    const sha256 = createHash('sha256').update(png).digest('hex')
    const { externalProductId: product, externalVariantId: variant } = mapping
    const key = `picture ${shop} ${product} ${variant ?? ''}`
    const kept = await store.storefront.shelf.get(teamId, markOwner(name), key)
    if (kept?.sealed === sha256) continue
    await adapter.showListing?.({ shop, product, variant, template: template.id, png, sha256 })
    await store.storefront.shelf.put(teamId, markOwner(name), key, sha256, null)
  }
  await store.storefront.shelf.put(teamId, markOwner(name), `listed ${shop}`, String(begun), null)
}

function productOf({ mapping }: ShownMapping): MappedProduct {
  return {
    product: mapping.externalProductId,
    variant: mapping.externalVariantId,
    application: mapping.embedApplicationId,
  }
}

async function readMappings({ store, teamId }: PerformParts): Promise<readonly ShownMapping[]> {
  const found: ShownMapping[] = []
  let startingAfter: string | null = null
  for (let seen = 0; seen < MOST; seen += PAGE) {
    const { items, hasMore } = await listMappings(store, teamId, {}, { limit: PAGE, startingAfter })
    found.push(...items)
    if (!hasMore) break
    startingAfter = items.at(-1)?.mapping.id ?? null
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
