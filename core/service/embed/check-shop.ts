/** Checks a shop as its pages use it: key, origin, product, template, and the opening of the editor. */

import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { OfRecord } from '../access/request.ts'
import type { ApplicationRecord } from '../application/application.ts'
import { checkPublishableKey } from '../application/check-key.ts'
import { readOrigin } from '../application/origin.ts'
import { type ProductReference, resolveProduct } from '../mapping/resolve.ts'
import { findApplication } from './applications.ts'
import { openGuestSession } from './open-session.ts'

/** In the order in which a page needs them. */
export const SHOP_CHECKS = ['shop', 'key', 'origin', 'product', 'template', 'editor'] as const
export type ShopCheckName = (typeof SHOP_CHECKS)[number]

export const SHOP_FAULTS = [
  'application_archived',
  'key_missing',
  'key_invalid',
  'key_of_other_team',
  'key_of_other_shop',
  'origin_invalid',
  'origin_not_allowed',
  'mapping_not_found',
  'template_not_live',
  'guest_limit_reached',
] as const
export type ShopFault = (typeof SHOP_FAULTS)[number]

/** `skipped`: nothing was named to check, or what it rests on failed. */
export interface ShopCheck {
  readonly name: ShopCheckName
  readonly status: 'passed' | 'failed' | 'skipped'
  readonly fault: ShopFault | null
}

export interface CheckShop extends Omit<OfRecord, 'actor'> {
  /** The publishable key of the page; null checks that the shop has one. */
  readonly key: string | null
  /** Of the page, as it was typed; null checks the shop without a page. */
  readonly origin: string | null
  readonly product: ProductReference | null
}

/** An archived shop fails. Throws `not_found`. */
export async function checkShop(
  ports: Ports,
  { teamId, id, ...page }: CheckShop,
): Promise<readonly ShopCheck[]> {
  const { application, key } = await findApplication(ports, teamId, id)
  if (application.status !== 'active') return inOrder({ shop: 'application_archived' })
  const faults = {
    shop: null,
    key:
      page.key !== null
        ? await keyFault(ports, application, page.key)
        : key === null
          ? ('key_missing' as const)
          : null,
    ...(page.origin === null ? {} : { origin: originFault(application, page.origin) }),
  }
  if (page.product === null) return inOrder(faults)
  const missing = await productFault(ports, application, page.product)
  if (missing === 'mapping_not_found') return inOrder({ ...faults, product: missing })
  const mapped = { ...faults, product: null, template: missing }
  if (missing !== null) return inOrder(mapped)
  return inOrder({ ...mapped, editor: await openingFault(ports, application, page.product) })
}

/** Those without an entry are skipped. */
function inOrder(faults: Readonly<Partial<Record<ShopCheckName, ShopFault | null>>>): readonly ShopCheck[] {
  return SHOP_CHECKS.map((name) => {
    const fault = faults[name]
    if (fault === undefined) return { name, status: 'skipped', fault: null }
    return { name, status: fault === null ? 'passed' : 'failed', fault }
  })
}

async function keyFault(
  ports: Ports,
  { teamId, id, allowedOrigins }: ApplicationRecord,
  key: string,
): Promise<ShopFault | null> {
  // A key of the team serves each of its shops on that shop's own pages.
  const origin = allowedOrigins[0] ?? null
  const { status, application } = await checkPublishableKey(ports, { teamId, key: key.trim(), origin })
  if (status === 'invalid') return 'key_invalid'
  if (status === 'other_team') return 'key_of_other_team'
  return application?.id === id ? null : 'key_of_other_shop'
}

function originFault({ allowedOrigins }: ApplicationRecord, typed: string): ShopFault | null {
  const origin = readOrigin(typed.trim().replace(/\/$/, ''))
  if (origin === null) return 'origin_invalid'
  return allowedOrigins.includes(origin) ? null : 'origin_not_allowed'
}

async function productFault(
  { store }: Ports,
  application: ApplicationRecord,
  product: ProductReference,
): Promise<'mapping_not_found' | 'template_not_live' | null> {
  try {
    await resolveProduct(store, application.teamId, product, application)
    return null
  } catch (error) {
    const code = error instanceof ServiceError ? error.code : null
    if (code === 'mapping_not_found' || code === 'template_not_live') return code
    throw error
  }
}

class TakenBack extends Error {}

/** Opens a session as a customer's page does and takes it back: no session, fill or count remains. */
async function openingFault(
  ports: Ports,
  application: ApplicationRecord,
  product: ProductReference,
): Promise<ShopFault | null> {
  const request = { product, externalCartId: null, resumeToken: null }
  const origin = application.allowedOrigins[0] ?? null
  try {
    await ports.store.transaction(async (store) => {
      await openGuestSession({ ...ports, store }, { application, origin, request })
      throw new TakenBack()
    })
  } catch (error) {
    if (error instanceof TakenBack) return null
    if (error instanceof ServiceError && error.code === 'rate_limited') return 'guest_limit_reached'
    throw error
  }
  return null
}
