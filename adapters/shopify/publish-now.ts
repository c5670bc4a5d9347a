/** Publishes a shop's mapped products at once, as after a change in the app's page; the job of every ten minutes does it too. */
import { Later, type MappedProduct } from '../../core/service/storefront/contract.ts'
import { listOf, part, textOf } from '../../core/service/storefront/exact-json.ts'
import { RefusedByShopify } from './admin.ts'
import { applicationOf } from './connect-shop.ts'
import { publishMapped } from './mapped-products.ts'
import type { TranslateParts } from './translate.ts'

/** Failures are logged and left to the job: the mapping itself is stored. */
export async function publishNow(parts: TranslateParts, shop: string): Promise<void> {
  const { context, admin, settings } = parts
  const { shelf } = context
  try {
    const mappings = await readMappings(parts)
    const application = await applicationOf(shelf, shop)
    await publishMapped({ admin, shelf }, shop, mappings, {
      application,
      onProducts: settings.requireDesign,
    })
  } catch (error) {
    if (!(error instanceof Later) && !(error instanceof RefusedByShopify)) throw error
    context.log('The mapped products could not be published. Platen tries again.', {
      shop,
      why: error.message,
    })
  }
}

async function readMappings({ context }: TranslateParts): Promise<readonly MappedProduct[]> {
  const found: MappedProduct[] = []
  for (let after = ''; ; ) {
    const { status, body } = await context.api.call('GET', `/v1/product_mappings?limit=100${after}`)
    if (status !== 200) throw new Later(`The service responded with ${status}.`)
    for (const one of listOf(part(body, 'data')))
      found.push({
        product: textOf(part(one, 'external_product_id')) ?? '',
        variant: textOf(part(one, 'external_variant_id')),
        application: textOf(part(one, 'embed_application_id')),
      })
    const last = textOf(part(listOf(part(body, 'data')).at(-1), 'id'))
    if (part(body, 'has_more') !== true || last === null) return found
    after = `&starting_after=${last}`
  }
}
