/** The whole journey over HTTP on real print PDFs: `npm run demo` leaves press files in demo-output/ and prints their plates. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { coverage, hasTool, plates } from '../test/support/oracles.ts'
import { orderJourney } from './order-journey.ts'
import { startPlaten } from './start-platen.ts'

const OUTPUT = join(import.meta.dirname, '..', 'demo-output')

interface Job {
  readonly file: string
  readonly output: string
  readonly title: string
  readonly values: Readonly<Record<string, string>>
  readonly colors?: readonly { index: number; key: string; name: string; hex: string }[]
  readonly assignments?: Readonly<Record<string, number>>
}

const JOBS: readonly Job[] = [
  {
    file: 'wedding-card.pdf',
    output: 'press.pdf',
    title: 'Wedding card, two inks',
    values: {
      'First name': 'Annabel',
      'Second name': 'Frederick',
      Date: '14 June 2027',
      Place: 'Orchard House\nHartfield',
    },
  },
  {
    file: 'craft-label.pdf',
    output: 'press-label.pdf',
    title: 'Craft label with a die line',
    values: {
      Product: 'Heather Honey',
      Batch: 'H27061',
      'Best before': '06/2029',
      'Net weight': '250 g',
      'Side text': 'Raw and unfiltered',
    },
  },
  {
    file: 'gift-tag.pdf',
    output: 'press-tag.pdf',
    title: 'Gift tag, white on kraft',
    values: { To: 'Rosalind', From: 'Emil', Message: 'For slow mornings\nand strong coffee' },
  },
]

interface Uploaded {
  readonly template: { readonly id: string }
}
interface Fields {
  readonly data: readonly { readonly label: string }[]
}
interface Rendered {
  readonly render: {
    readonly signed_url: string
    readonly preflight_status: string
    readonly preflight_notes: string
  }
}

const platen = await startPlaten()
try {
  await rm(OUTPUT, { recursive: true, force: true })
  await mkdir(OUTPUT, { recursive: true })
  console.log(`Platen answers on ${platen.url}; the demo talks to it as a storefront's server would.`)
  for (const job of JOBS) await run(job)
  await orderJourney(platen)
  if (!hasTool('gs')) console.log('\nInstall Ghostscript to see the coverage of each plate.')
} finally {
  await platen.stop()
}

async function run(job: Job): Promise<void> {
  console.log(`\n${job.title}`)
  const form = new FormData()
  form.set('title', job.title)
  form.set(
    'pdf',
    new Blob([await readFile(join(import.meta.dirname, job.file))], { type: 'application/pdf' }),
    job.file,
  )
  const { template } = await step('uploaded and compiled', () =>
    platen.call<Uploaded>('POST', '/v1/templates', form),
  )
  const { data: fields } = await platen.call<Fields>('GET', `/v1/templates/${template.id}/fields`)
  console.log(`  ${fields.length} fields: ${fields.map((field) => field.label).join(', ')}`)
  await step('published', () => platen.call('POST', `/v1/templates/${template.id}/publish`))
  const { render } = await step('rendered', () =>
    platen.call<Rendered>('POST', '/v1/renders', {
      template_id: template.id,
      kind: 'final',
      values: job.values,
      ...(job.colors === undefined ? {} : { colors: job.colors }),
      ...(job.assignments === undefined ? {} : { assignments: job.assignments }),
    }),
  )
  const pdf = await step('downloaded by its signed link', async () => {
    const answer = await fetch(render.signed_url)
    if (!answer.ok) throw new Error(`The link answered ${answer.status}.`)
    return new Uint8Array(await answer.arrayBuffer())
  })
  const path = join(OUTPUT, job.output)
  await writeFile(path, pdf)
  console.log(
    `  preflight ${render.preflight_status}; ${(pdf.length / 1000).toFixed(1)} kB in demo-output/${job.output}`,
  )
  for (const finding of JSON.parse(render.preflight_notes).render_checks)
    console.log(`    ${finding.severity}: ${finding.message}`)
  if (hasTool('gs')) await printPlates(path)
}

async function printPlates(path: string): Promise<void> {
  for (const [name, plate] of await plates(path, { dpi: 150 })) {
    const { mean, max } = coverage(plate)
    if (max > 0)
      console.log(
        `    plate ${name.padEnd(20)} covers ${mean.toFixed(2).padStart(6)} %, densest ${max.toFixed(0)} %`,
      )
  }
}

async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work()
  console.log(`  ${what} in ${(performance.now() - start).toFixed(0)} ms`)
  return result
}
