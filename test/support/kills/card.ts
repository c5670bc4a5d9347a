/** The card that plans of kills print: uploaded and published, with values for its fields. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceClient } from './service-client.ts'

const CARD = join(import.meta.dirname, '../../../examples/wedding-card.pdf')

/** Of the card's fields, by label. */
export const VALUES = {
  'First name': 'Ada',
  'Second name': 'Grace',
  Date: '14 June 2027',
  Place: 'Hartfield',
}

/** Gives the template's id. With a number it is a template of its own at each call. */
export async function publishCard(client: ServiceClient, number = 0): Promise<string> {
  const bytes = Buffer.concat([await readFile(CARD), Buffer.from(number === 0 ? '' : `% ${number}\n`)])
  const { template } = await client.make('/v1/templates', { body: pdfForm(bytes, 'Wedding card') })
  await client.make(`/v1/templates/${template.id}/publish`, { method: 'POST' })
  return template.id
}

export function pdfForm(bytes: Uint8Array, title: string): FormData {
  const form = new FormData()
  form.set('title', title)
  form.set('pdf', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'card.pdf')
  return form
}
