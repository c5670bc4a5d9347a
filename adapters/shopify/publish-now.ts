/** Publishes a shop's mapped products at once, as after a change in the app's page; the job of every ten minutes does it too. */
import { ServiceError } from '../../core/errors.ts'
import { Later } from '../../core/service/storefront/contract.ts'
import { RefusedByShopify } from './admin.ts'
import { applicationOf } from './connect-shop.ts'
import { publishMapped } from './mapped-products.ts'
import type { TranslateParts } from './translate.ts'

/** Failures are logged and left to the job: the mapping itself is stored. */
export async function publishNow(parts: TranslateParts, shop: string): Promise<void> {
  const { context, admin, settings } = parts
  const { shelf } = context
  try {
    const mappings = await context.setUp.mappings()
    const application = await applicationOf(shelf, shop)
    await publishMapped({ admin, shelf }, shop, mappings, {
      application,
      onProducts: settings.requireDesign,
    })
  } catch (error) {
    const passes = error instanceof Later || error instanceof RefusedByShopify
    if (!passes && !(error instanceof ServiceError)) throw error
    context.log('The mapped products could not be published. Platen tries again.', {
      shop,
      why: error.message,
    })
  }
}
