/** A picture of the template behind the merchant's own pictures of a product, replaced in place when it changes. */

import type { AdapterContext } from '../../core/service/storefront/adapter-context.ts'
import type { Listing } from '../../core/service/storefront/contract.ts'
import { listOf, part, textOf } from '../../core/service/storefront/exact-json.ts'
import { idOf } from './fields.ts'
import { RefusedByStore, type StoreApi } from './store-api.ts'

/** Where the store fetches it from: the name ends as a picture's, or WordPress refuses it. */
export const PICTURES = '/pictures/'

const ownAt = (shop: string, product: string) => `picture-id:${shop}:${product}`
export const bytesAt = (sha256: string) => `picture:${sha256}`

/**
 * Pictures of others are named by their ids and stay, in their order. One that the merchant has taken out stays out.
 * Decision: a product has one, whatever its variants are printed from; products that the store does not have are passed
 * over. Throws Later and RefusedByStore.
 */
export async function putPicture(
  context: Pick<AdapterContext, 'shelf' | 'url'>,
  api: StoreApi,
  listing: Listing,
): Promise<void> {
  const { shop, product, variant, png, sha256 } = listing
  if (variant !== null || !/^\d{1,20}$/.test(product)) return
  const shown = await readProduct(api, product)
  if (shown === null) return
  const { shelf, url } = context
  const before = listOf(part(shown, 'images')).flatMap((image) => idOf(part(image, 'id')) ?? [])
  const own = (await shelf.get(ownAt(shop, product)))?.value ?? null
  if (own !== null && !before.includes(own)) return
  const fresh = JSON.stringify({
    src: `${url}${PICTURES}${sha256}.png`,
    alt: textOf(part(shown, 'name')) ?? '',
  })
  const kept = before.map((id) => (id === own ? fresh : `{"id":${id}}`))
  await shelf.put(bytesAt(sha256), Buffer.from(png).toString('base64'))
  try {
    const images = own === null ? [...kept, fresh] : kept
    const { body } = await api('put', `products/${product}`, { body: `{"images":[${images.join(',')}]}` })
    const after = listOf(part(body, 'images')).flatMap((image) => idOf(part(image, 'id')) ?? [])
    const made = after.find((id) => !before.includes(id))
    if (made !== undefined) await shelf.put(ownAt(shop, product), made)
  } finally {
    await shelf.remove(bytesAt(sha256))
  }
}

async function readProduct(api: StoreApi, id: string): Promise<unknown> {
  try {
    return (await api('get', `products/${id}`)).body
  } catch (error) {
    if (error instanceof RefusedByStore && error.status === 404) return null
    throw error
  }
}
