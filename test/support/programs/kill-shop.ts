/** The shop of the kill test: a published card, a mapped product, a browser's key, and webhooks to a local receiver. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EVENT_TYPES } from '../../../core/service/webhook/event.ts'
import { formPdf, textField } from '../pdf/form-pdf.ts'
import type { ServiceClient } from './service-client.ts'

export const SHOP = 'https://shop.example'
const CARD = join(import.meta.dirname, '../../../examples/wedding-card.pdf')

export interface ShopSetup {
  readonly templateId: string
  readonly product: string
  readonly publishableKey: string
  /** Values of the card's fields by label. */
  readonly values: Readonly<Record<string, string>>
  readonly endpointId: string
  /** Events from before there was an endpoint. */
  readonly eventsBefore: ReadonlySet<string>
  readonly signingSecret: string
  /** The upload of a small form that nobody else uploads. */
  form(word: string): FormData
}

export async function openShop(client: ServiceClient, sinkUrl: string): Promise<ShopSetup> {
  const post = async (path: string, body: unknown) => {
    const answer = await client.send(path, { method: 'POST', body })
    if (answer === null || answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.body
  }
  const card = uploadOf(await readFile(CARD), 'Wedding card')
  const templateId: string = (await post('/v1/templates', card)).template.id
  await post(`/v1/templates/${templateId}/publish`, undefined)
  const application = { name: 'Shop', allowed_origins: [SHOP], create_publishable_key: true }
  const publishableKey: string = (await post('/v1/embed/applications', application)).publishable_key
  const product = 'card 7'
  await post('/v1/product_mappings', { external_product_id: product, template_id: templateId })
  const eventsBefore = new Set((await client.all('/v1/events')).map((event) => event.id as string))
  const endpoint = await post('/v1/webhook_endpoints', { url: sinkUrl, enabled_events: [...EVENT_TYPES] })
  return {
    templateId,
    product,
    publishableKey,
    values: { 'First name': 'Ada', 'Second name': 'Grace', Date: '14 June 2027', Place: 'Hartfield' },
    endpointId: endpoint.webhook_endpoint.id,
    eventsBefore,
    signingSecret: endpoint.signing_secret,
    form: (word) => uploadOf(smallForm(word), word),
  }
}

function smallForm(word: string): Uint8Array {
  return formPdf({ fields: [textField(word, '20 20 200 50', '/DA (/Helv 14 Tf) /TU (Name)')] })
}

function uploadOf(bytes: Uint8Array, title: string): FormData {
  const form = new FormData()
  form.set('title', title)
  form.set('pdf', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'card.pdf')
  return form
}
