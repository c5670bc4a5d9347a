/** A shop that prints wedding cards over HTTP: its template, its orders, and the print files it was given. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestServer } from './open-test-server.ts'

const CARD = join(import.meta.dirname, '../../../examples/wedding-card.pdf')

export interface PrintedOrder {
  readonly fillId: string
  readonly renderId: string
  /** Of the file as it was downloaded. */
  readonly sha256: string
  /** Path and query of its signed link. */
  readonly link: string
}

/** Uploads and publishes the card; the server's press must be its own workers. Gives the template's id. */
export async function openCardShop(test: TestServer): Promise<string> {
  const form = new FormData()
  form.set('title', 'Wedding card')
  form.set('pdf', new Blob([await readFile(CARD)], { type: 'application/pdf' }), 'card.pdf')
  const { status, body } = await test.json('/v1/templates', { body: form })
  if (status !== 200) throw new Error(JSON.stringify(body))
  await test.json(`/v1/templates/${body.template.id}/publish`, { method: 'POST' })
  return body.template.id
}

export const INDIGO = { key: 'indigo', name: 'Letterpress Indigo', hex: '#2f3e6e' }
export const WHITE = { key: 'white', name: 'White', hex: '#ffffff' }
export const BLUSH = { key: 'blush', name: 'Blush', hex: '#f4dcd6' }

/** As openCardShop: indigo in place of the green, the names in gold or that ink, and two papers. */
export async function openStationer(test: TestServer): Promise<string> {
  const templateId = await openCardShop(test)
  const { scene } = (await test.json(`/v1/templates/${templateId}/scene`)).body
  const draft = {
    ...scene,
    papers: [WHITE, BLUSH],
    inks: scene.inks.map((ink: { name: string }) =>
      ink.name === 'Letterpress Green' ? { ...ink, binding: [ink.name], offers: [INDIGO] } : ink,
    ),
    fields: scene.fields.map((field: { label: string }) =>
      field.label.endsWith('name') ? { ...field, ink: 'Gold Foil', ink_choice: true } : field,
    ),
  }
  const saved = await test.json(`/v1/templates/${templateId}/scene`, { method: 'PUT', body: draft })
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  await test.json(`/v1/templates/${templateId}/publish`, { method: 'POST' })
  return templateId
}

/** One order from fill to finalize. Throws unless the service took it. */
export async function orderCard(test: TestServer, templateId: string, name: string): Promise<PrintedOrder> {
  const values = { 'First name': name, 'Second name': 'Grace', Date: '14 June 2027', Place: 'Hartfield' }
  const customer = { customer_email: 'ada@example.com', metadata: { note: 'line one\u2028line two\nthree' } }
  const made = await test.json('/v1/fills', { body: { template_id: templateId, values, ...customer } })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  const fillId: string = made.body.fill.id
  const done = await test.json(`/v1/fills/${fillId}/finalize`, { method: 'POST' })
  if (done.status !== 200) throw new Error(JSON.stringify(done.body))
  const { id, signed_url } = done.body.render
  const { pathname, search } = new URL(signed_url)
  const link = `${pathname}${search}`
  return { fillId, renderId: id, link, sha256: await hashOfLink(test.url, link) }
}

/** SHA-256 of what a signed link gives. */
export async function hashOfLink(url: string, link: string): Promise<string> {
  const answer = await fetch(`${url}${link}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200) throw new Error(`${link} answered ${answer.status}: ${bytes}`)
  return createHash('sha256').update(bytes).digest('hex')
}
