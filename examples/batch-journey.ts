/** Many at once: a guest list becomes one PDF for the press, and an order's print file goes to a hot folder. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Platen } from './start-platen.ts'

const GUESTS = 60
/** A demo that waits longer has found a fault. */
const WAIT_MS = 60_000

interface Batch {
  readonly batch: {
    readonly id: string
    readonly status: string
    readonly total: number
    readonly succeeded: number
    readonly failed: number
    readonly result_url: string | null
  }
}
interface Item {
  readonly row: number | null
  readonly error: { readonly message: string } | null
}

/** Leaves guests.pdf in `output`. */
export async function batchJourney({ call }: Platen, output: string): Promise<void> {
  console.log('\nA guest list: a CSV in, one PDF out')
  const templateId = await weddingCard(call)
  const form = new FormData()
  form.set('template_id', templateId)
  form.set('result', 'merged')
  form.set('csv', new Blob([guestList()], { type: 'text/csv' }), 'guests.csv')
  const startedAt = performance.now()
  const { batch } = await call<Batch>('POST', '/v1/batches/csv', form)
  const done = await eventually(async () => {
    const now = await call<Batch>('GET', `/v1/batches/${batch.id}`)
    return now.batch.status === 'completed' ? now.batch : null
  })
  const ms = Math.round(performance.now() - startedAt)
  console.log(`  ${done.total} rows: ${done.succeeded} in the PDF, ${done.failed} refused, in ${ms} ms`)
  const failed = await call<{ data: Item[] }>('GET', `/v1/batches/${batch.id}/items?status=failed`)
  for (const item of failed.data) console.log(`    line ${item.row}: ${item.error?.message}`)
  if (done.result_url === null) throw new Error('The batch has no PDF.')
  const answer = await fetch(done.result_url)
  const pdf = new Uint8Array(await answer.arrayBuffer())
  await writeFile(join(output, 'guests.pdf'), pdf)
  console.log(`  ${(pdf.length / done.succeeded / 1000).toFixed(1)} kB a card in demo-output/guests.pdf`)
}

/** `folders` is what HOT_FOLDERS names; the print file and its ticket lie in indigo/ there. */
export async function hotFolderJourney({ call }: Platen, folders: string): Promise<void> {
  console.log('\nA hot folder: the press takes its files from there')
  const path = join(folders, 'indigo')
  await mkdir(path, { recursive: true })
  await call('POST', '/v1/hot_folders', { name: 'Indigo', folder: 'indigo' })
  const values = { 'First name': 'Ada', 'Second name': 'Grace', Date: '14 June 2027', Place: 'Hartfield' }
  const draft = { template_id: await weddingCard(call), values }
  const { fill } = await call<{ fill: { id: string } }>('POST', '/v1/fills', draft)
  const order = { external_order_id: '1042', line_ref: '2', quantity: 250 }
  await call('POST', `/v1/fills/${fill.id}/finalize`, order)
  const name = await eventually(async () => (await readdir(path)).find((one) => /^[^.].*\.pdf$/.test(one)))
  const ticket = JSON.parse(await readFile(join(path, name.replace(/\.pdf$/, '.json')), 'utf8'))
  const plates = ticket.plates.map((plate: { name: string }) => plate.name).join(', ')
  console.log(`  ${name}, with a ticket beside it: ${ticket.quantity} copies, plates ${plates}`)
}

async function weddingCard(call: Platen['call']): Promise<string> {
  const { data } = await call<{ data: { id: string; title: string }[] }>('GET', '/v1/templates')
  const card = data.find(({ title }) => title.startsWith('Wedding card'))
  if (card === undefined) throw new Error('The wedding card is not there.')
  return card.id
}

/** One guest's name is too long for the card, as one always is. */
function guestList(): string {
  const row = (name: string) => `${name},Matthias,2 May 2027,Hartfield\n`
  const rows = Array.from({ length: GUESTS }, (_, at) => row(at === 11 ? 'W'.repeat(60) : `Guest ${at + 1}`))
  return `First name,Second name,Date,Place\n${rows.join('')}`
}

async function eventually<T>(look: () => Promise<T | null | undefined>): Promise<T> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await delay(50)) {
    const found = await look()
    if (found !== null && found !== undefined) return found
  }
  throw new Error('It did not happen in time.')
}
