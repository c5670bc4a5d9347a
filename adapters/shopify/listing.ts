/** Shows the design on a product's listing: a file of the app, whose content is replaced in place. */
import { createHash } from 'node:crypto'
import { FormData, fetch } from 'undici'
import type { Shelf } from '../../core/service/storefront/adapter-context.ts'
import { Later, type Listing } from '../../core/service/storefront/contract.ts'
import { listOf, part, textOf } from '../../core/service/storefront/exact-json.ts'
import { type Admin, RefusedByShopify } from './admin.ts'

interface ListedPicture {
  /** `gid://shopify/MediaImage/…` */
  readonly file: string
  readonly sha256: string
  /** Is it on the product yet? A file can be put there once Shopify has worked on it. */
  readonly attached: boolean
  /** The merchant removed it, so it is not added again. */
  readonly removed: boolean
}

const UPLOAD_TIMEOUT_MS = 60_000
const WAIT_SECONDS = 10

/**
 * The same picture again uploads nothing; another replaces the content of the same file, so that the merchant's order
 * of pictures, alt texts and links stay. No file but the app's own is ever touched. Throws Later and RefusedByShopify.
 *
 * Decision: a picture that the merchant deleted stays deleted.
 */
export async function showListing(admin: Admin, shelf: Shelf, listing: Listing): Promise<void> {
  const { shop, product, variant, png } = listing
  const key = `listing:${shop}:${product}:${variant ?? ''}`
  const sha256 = createHash('sha256').update(png).digest('hex')
  const kept = await shelf.get(key)
  let shown = kept === null ? null : (JSON.parse(kept.value) as ListedPicture)
  if (shown?.removed || (shown?.attached && shown.sha256 === sha256)) return
  const saveShown = async (next: ListedPicture): Promise<void> => {
    shown = next
    await shelf.put(key, JSON.stringify(next))
  }

  if (shown === null) {
    const id = `gid://shopify/Product/${product}`
    // The team's other shops have products of their own.
    const isOurs = /^\d+$/.test(product) && part(await admin.ask(shop, 'product', { id }), 'product') != null
    if (!isOurs) return
    const originalSource = await upload(admin, shop, product, png)
    const files = [{ originalSource, contentType: 'IMAGE', alt: 'Personalized print' }]
    const made = await admin.ask(shop, 'createFile', { files })
    const file = textOf(part(listOf(part(part(made, 'fileCreate'), 'files'))[0], 'id'))
    if (file === null) throw new RefusedByShopify('Shopify did not create a file for the image.')
    await saveShown({ file, sha256, attached: false, removed: false })
  }
  if (shown === null) return
  const status = await fileStatus(admin, shop, shown.file)
  if (status === 'gone') return saveShown({ ...shown, removed: true })
  if (status === 'FAILED') {
    await shelf.remove(key)
    throw new Later('Shopify could not read the image.', 60)
  }
  if (status !== 'READY') throw new Later('Shopify is still processing the image.', WAIT_SECONDS)
  if (shown.sha256 !== sha256) {
    const originalSource = await upload(admin, shop, product, png)
    await admin.ask(shop, 'updateFile', { files: [{ id: shown.file, originalSource }] })
    await saveShown({ ...shown, sha256 })
  }
  if (!shown.attached) {
    const referencesToAdd = [`gid://shopify/Product/${product}`]
    await admin.ask(shop, 'updateFile', { files: [{ id: shown.file, referencesToAdd }] })
    await saveShown({ ...shown, attached: true })
  }
}

async function fileStatus(admin: Admin, shop: string, id: string): Promise<string> {
  const node = part(await admin.ask(shop, 'file', { id }), 'node')
  return node == null ? 'gone' : (textOf(part(node, 'fileStatus')) ?? 'PROCESSING')
}

/** Uploads a file to Shopify's staged upload target. Returns the name by which Shopify finds it. */
async function upload(admin: Admin, shop: string, product: string, png: Uint8Array): Promise<string> {
  const filename = `personalized-${product}.png`
  const stage = {
    resource: 'IMAGE',
    filename,
    mimeType: 'image/png',
    httpMethod: 'POST',
    fileSize: String(png.length),
  }
  const answer = await admin.ask(shop, 'stageUpload', { input: [stage] })
  const target = listOf(part(part(answer, 'stagedUploadsCreate'), 'stagedTargets'))[0]
  const url = textOf(part(target, 'url'))
  const resourceUrl = textOf(part(target, 'resourceUrl'))
  if (url === null || resourceUrl === null)
    throw new RefusedByShopify('Shopify did not provide an upload target for the image.')
  const form = new FormData()
  for (const parameter of listOf(part(target, 'parameters')))
    form.append(String(part(parameter, 'name')), String(part(parameter, 'value')))
  // The upload target ignores fields after the file.
  form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), filename)
  const sent = await fetch(url, {
    method: 'POST',
    body: form,
    signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
  }).catch(() => null)
  if (sent === null || !sent.ok)
    throw new Later(`The upload of the image failed: ${sent?.status ?? 'no response'}.`, WAIT_SECONDS)
  return resourceUrl
}
