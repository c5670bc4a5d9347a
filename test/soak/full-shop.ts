/** A shop with something of every kind that its console shows, made over HTTP: nothing is empty, and names are long. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { eventually } from '../support/run/eventually.ts'
import type { TestServer } from '../support/service/open-test-server.ts'
import { openCardShop, orderCard } from '../support/service/printing-shop.ts'

/** Ids by the kind of record. */
export interface FullShop {
  readonly template: string
  readonly draft: string
  readonly approved: string
  readonly printed: string
  readonly render: string
  readonly review: string
  readonly batch: string
  readonly folder: string
  readonly application: string
  readonly mapping: string
  readonly webhook: string
  readonly key: string
  readonly set: string
}

const VALUES = {
  'First name': 'Wilhelmina',
  'Second name': 'Grace',
  Date: '14 June 2027',
  Place: 'Hartfield',
}
const LONG = 'An unusually long name that somebody gave it in a hurry on the afternoon of a busy day'

/** `root` is the server's HOT_FOLDERS; its press must be its own workers. */
export async function openFullShop(test: TestServer, root: string): Promise<FullShop> {
  const make = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const reply = await test.json(path, { body })
    if (reply.status !== 200 && reply.status !== 201)
      throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const idOf = (body: Record<string, unknown>, name: string) => (body[name] as { readonly id: string }).id
  await test.json('/v1/team/settings', {
    method: 'PATCH',
    body: { order_prefix: 'R-', next_order_number: 2001, customer_languages: ['de', 'en'] },
  })
  await mkdir(join(root, 'indigo'), { recursive: true })
  const folder = idOf(await make('/v1/hot_folders', { name: 'Indigo', folder: 'indigo' }), 'hot_folder')

  const template = await openCardShop(test)
  await make('/v1/hot_folders', {
    ...{ name: LONG, folder: `missing/${'long-folder-name-'.repeat(4)}end`, template_id: template },
  })
  const draft = await order({ customer_name: LONG, customer_email: 'annabel@example.com' })
  const approved = await order({ external_order_id: 'R-1007' })
  await test.json(`/v1/fills/${approved}`, {
    method: 'PATCH',
    body: { production_status: 'approved', assignee: 'Mia', due_at: '2027-05-01T21:59:59Z' },
  })
  const { fillId: printed, renderId: render } = await orderCard(test, template, 'Ada')
  for (const name of ['Zoë', 'Łucja', 'Annabel']) await orderCard(test, template, name)
  const review = await reviewed()

  const batch = idOf(
    await make('/v1/batches', {
      kind: 'renders',
      template_id: template,
      items: [
        { values: VALUES, external_ref: 'row-1' },
        { values: { Nowhere: 'x' }, external_ref: 'row-2' },
      ],
    }),
    'batch',
  )
  const made = await make('/v1/embed/applications', {
    name: 'Shop of the town',
    allowed_origins: ['https://shop.example', `https://${'long-'.repeat(9)}name.example`],
    create_publishable_key: true,
  })
  const application = idOf(made, 'embed_application')
  const mapping = idOf(
    await make('/v1/product_mappings', {
      external_product_id: 'gid://shop/Product/4711',
      template_id: template,
    }),
    'product_mapping',
  )
  const webhook = idOf(
    await make('/v1/webhook_endpoints', { url: `https://receiver.example/${'a-long-path/'.repeat(6)}` }),
    'webhook_endpoint',
  )
  const { api_key, key } = (await make('/v1/api_keys', {
    ...{ type: 'restricted', name: LONG, scopes: ['fills:read', 'templates:read'] },
  })) as { readonly api_key: { readonly id: string }; readonly key: string }
  await test.json('/v1/fills', { key })
  await test.json('/v1/webhook_endpoints', { key })
  await test.json(`/v1/templates/${template}/fields`, { key })

  await picture('#b3541e', 'Oak leaf', 'ornaments')
  await picture('#3b7a57', LONG, 'leaves')
  const set = idOf(
    await make('/v1/selection_sets', {
      name: 'Paper',
      options: [
        { value: 'natural', label: 'Natural white' },
        { value: 'board', label: LONG },
      ],
    }),
    'selection_set',
  )
  await make('/v1/brand_colors', { name: 'Brand blue', cmyk: [100, 75, 0, 10] })
  await make('/v1/brand_colors', { name: LONG.slice(0, 64), lab: [29, 8, -38] })
  await eventually(async () => (await test.json(`/v1/batches/${batch}`)).body.batch.status === 'completed')
  return {
    ...{ template, draft, approved, printed, render, review, batch, folder, application, mapping, webhook },
    ...{ key: api_key.id, set },
  }

  async function order(facts: object): Promise<string> {
    return idOf(await make('/v1/fills', { template_id: template, values: VALUES, ...facts }), 'fill')
  }
  async function reviewed(): Promise<string> {
    await test.json('/v1/team/settings', { method: 'PATCH', body: { review: 'all' } })
    const id = await order({ external_order_id: 'R-1008', customer_name: 'Łucja Müller' })
    await test.json(`/v1/fills/${id}/finalize`, { method: 'POST' })
    await test.json('/v1/team/settings', { method: 'PATCH', body: { review: 'pictures' } })
    return id
  }
  async function picture(color: string, label: string, tag: string): Promise<void> {
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><circle cx="60" cy="40" r="30" fill="${color}"/></svg>`
    const form = new FormData()
    const file = new Uint8Array(await sharp(Buffer.from(drawn)).png().toBuffer())
    form.set('file', new Blob([file], { type: 'image/png' }), 'leaf.png')
    form.set('label', label)
    form.set('tags', JSON.stringify([tag]))
    await make('/v1/assets', form)
  }
}
