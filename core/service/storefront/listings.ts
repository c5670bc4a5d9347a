/** Updates a shop's products: which are personalized, and their images, drawn again when a template is published. */

import { createHash } from 'node:crypto'
import { answered } from './api-calls.ts'
import { type Adapter, Later, type MappedProduct } from './contract.ts'
import { markOwner } from './look-through.ts'
import type { PerformParts } from './perform-parts.ts'

interface Mapping {
  readonly id: string
  readonly template_id: string
  readonly external_product_id: string
  readonly external_variant_id: string | null
  readonly embed_application_id: string | null
  readonly template_status: string
}

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
  for (const mapping of adapter.showListing === undefined ? [] : mapped) {
    if (mapping.template_status !== 'live') continue
    const png = drawn.get(mapping.template_id) ?? (await draw(parts, mapping.template_id))
    if (png === null) return
    drawn.set(mapping.template_id, png)
    const sha256 = createHash('sha256').update(png).digest('hex')
    const key = `picture ${shop} ${mapping.external_product_id} ${mapping.external_variant_id ?? ''}`
    const kept = await store.storefront.shelf.get(teamId, markOwner(name), key)
    if (kept?.sealed === sha256) continue
    const { external_product_id: product, external_variant_id: variant, template_id: template } = mapping
    await adapter.showListing?.({ shop, product, variant, template, png, sha256 })
    await store.storefront.shelf.put(teamId, markOwner(name), key, sha256, null)
  }
  await store.storefront.shelf.put(teamId, markOwner(name), `listed ${shop}`, String(begun), null)
}

function productOf(mapping: Mapping): MappedProduct {
  return {
    product: mapping.external_product_id,
    variant: mapping.external_variant_id,
    application: mapping.embed_application_id,
  }
}

async function readMappings({ api }: PerformParts): Promise<readonly Mapping[]> {
  const found: Mapping[] = []
  let after = ''
  for (let seen = 0; seen < MOST; seen += PAGE) {
    const path = `/v1/product_mappings?limit=${PAGE}${after}`
    const page = answered<{ data: readonly Mapping[]; has_more: boolean }>(await api.call('GET', path))
    found.push(...page.data)
    if (!page.has_more) break
    after = `&starting_after=${page.data.at(-1)?.id ?? ''}`
  }
  return found
}

/** Null where nothing draws previews now. */
async function draw({ api }: PerformParts, templateId: string): Promise<Uint8Array | null> {
  try {
    const answer = await api.call('POST', '/v1/previews', { template_id: templateId })
    if (answer.bytes === null) answered(answer)
    return answer.bytes
  } catch (error) {
    if (error instanceof Later && /renderer_not_configured/.test(error.message)) return null
    throw error
  }
}
