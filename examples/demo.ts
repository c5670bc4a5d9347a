/** The whole journey over HTTP on real print PDFs: `npm run demo` leaves press files in demo-output/ and prints their plates. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { coverage, hasTool, plates, runTool } from '../test/support/rips/oracles.ts'
import { batchJourney, hotFolderJourney } from './batch-journey.ts'
import { orderJourney } from './order-journey.ts'
import { photoCardJourney } from './photo-card-journey.ts'
import { placeCardJourney } from './place-card-journey.ts'
import { startPlaten } from './start-platen.ts'

const OUTPUT = join(import.meta.dirname, '..', 'demo-output')
/** Of the pictures. */
const DPI = 150

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

/** `npm run demo -- --storefront rest` walks an order through one of these instead. */
const STOREFRONTS: Readonly<Record<string, () => Promise<(output: string) => Promise<void>>>> = {
  shopify: async () => (await import('./shopify-journey.ts')).walkThroughShopify,
  rest: async () => (await import('./storefront-rest.ts')).walkThroughRest,
  woocommerce: async () => (await import('./woocommerce-journey.ts')).walkThroughWooCommerce,
}

const { values: asked } = parseArgs({ options: { storefront: { type: 'string' } } })
if (asked.storefront !== undefined) {
  const load = STOREFRONTS[asked.storefront]
  if (load === undefined) {
    console.error(`--storefront takes one of ${Object.keys(STOREFRONTS).join(', ')}.`)
    process.exit(2)
  }
  await mkdir(OUTPUT, { recursive: true })
  await (await load())(OUTPUT)
  process.exit(0)
}

const hotFolders = join(OUTPUT, 'hot-folders')
const platen = await startPlaten({ HOT_FOLDERS: hotFolders })
try {
  await rm(OUTPUT, { recursive: true, force: true })
  await mkdir(OUTPUT, { recursive: true })
  console.log(`Platen answers on ${platen.url}; the demo talks to it as a storefront's server would.`)
  for (const job of JOBS) await run(job)
  const placeCard = await placeCardJourney(platen, OUTPUT)
  if (hasTool('gs')) await printPlates(placeCard)
  const photoCard = await photoCardJourney(platen, OUTPUT)
  if (hasTool('gs')) await printPlates(photoCard)
  await orderJourney(platen)
  await batchJourney(platen, OUTPUT)
  await hotFolderJourney(platen, hotFolders)
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
      ...chosen(job),
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
  await comparePictures(job, template.id, path)
}

/** The preview that a shopper sees, beside the press file as another program draws it. */
async function comparePictures(job: Job, templateId: string, press: string): Promise<void> {
  const name = job.file.replace('.pdf', '')
  const body = { template_id: templateId, values: job.values, dpi: DPI, ...chosen(job) }
  const png = await step('preview drawn', async () => {
    const headers = { authorization: `Bearer ${platen.key}`, 'content-type': 'application/json' }
    const answer = await fetch(`${platen.url}/v1/previews`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`The preview answered ${answer.status}: ${await answer.text()}`)
    return new Uint8Array(await answer.arrayBuffer())
  })
  await writeFile(join(OUTPUT, `preview-${name}.png`), png)
  const args = ['draw', '-q', '-r', `${DPI}`, '-o', join(OUTPUT, `press-${name}.png`), press, '1']
  const drawn = hasTool('mutool') && runTool('mutool', args, { folder: OUTPUT }).status === 0
  const beside = drawn ? ` beside press-${name}.png, the press file as MuPDF draws it` : ''
  console.log(`  demo-output/preview-${name}.png${beside}`)
}

function chosen({ colors, assignments }: Job) {
  return {
    ...(colors === undefined ? {} : { colors }),
    ...(assignments === undefined ? {} : { assignments }),
  }
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
