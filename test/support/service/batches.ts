/** Batches over HTTP for tests: asked for, waited for, and read. */

import { eventually } from '../run/eventually.ts'
import type { TestServer } from './open-test-server.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read replies freely; what they expect is the check.
type Wire = any

export const FINAL_STATUSES = ['completed', 'canceled']

/** A form with the table and the text parts beside it; `parts` that are no text are sent as JSON. */
export function csvForm(csv: string | Uint8Array, parts: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  const bytes = typeof csv === 'string' ? new TextEncoder().encode(csv) : new Uint8Array(csv)
  form.set('csv', new Blob([bytes], { type: 'text/csv' }), 'names.csv')
  return form
}

/** The batch once it is over; throws unless it was made. */
export async function finished(
  test: TestServer,
  made: { readonly status: number; readonly body: Wire },
): Promise<Wire> {
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return eventually(async () => {
    const { body } = await test.json(`/v1/batches/${made.body.batch.id}`)
    const { succeeded, failed, skipped, total, status } = body.batch
    const done = succeeded + failed + skipped
    // The counts never run ahead of the end, nor behind it.
    if (done > total || (done === total) !== FINAL_STATUSES.includes(status))
      throw new Error(`${done} of ${total} are done, and the batch is ${status}.`)
    return FINAL_STATUSES.includes(status) && body.batch
  })
}

/** All items, by pages. */
export async function itemsOf(test: TestServer, id: string, query = ''): Promise<Wire[]> {
  const items: Wire[] = []
  for (let after = ''; ; ) {
    const { status, body } = await test.json(`/v1/batches/${id}/items?limit=100${after}${query}`)
    if (status !== 200) throw new Error(JSON.stringify(body))
    items.push(...body.data)
    if (!body.has_more) return items
    after = `&starting_after=${body.next_starting_after}`
  }
}
