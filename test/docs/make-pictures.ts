/**
 * Takes the pictures of README and docs from the examples: the editor with the plates of a card, its press page with
 * each plate alone, and the steps of the guide. `node test/docs/make-pictures.ts URL KEY CONSOLE-LINK`, against a
 * service just started.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { findChromium, QUIET_ARGS } from '../support/browser/browser.ts'
import { openRest } from './at-rest.ts'

const PICTURES = join(import.meta.dirname, '../../docs/pictures')
const CARD = join(import.meta.dirname, '../../examples/wedding-card.pdf')
const VALUES = {
  'First name': 'Annabel',
  'Second name': 'Frederick',
  Date: '14 June 2027',
  Place: 'Villa Aurelia',
}
const GUESTS = [
  'First name;Second name;Date;Place',
  'Annabel;Frederick;14 June 2027;Villa Aurelia',
  'José;Zoë;15 June 2027;Köln',
  `${'Maximilian'.repeat(4)};Grace;16 June 2027;Whitby`,
  'Mary;Percy;17 June 2027;Bath',
].join('\r\n')
const PLATES = [null, 'Letterpress Green', 'Gold Foil'] as const

const [url = '', key = '', link = ''] = process.argv.slice(2)
/** Brings the page of the console to rest. */
let rest: () => Promise<void> = async () => undefined
const authorization = `Bearer ${key}`

async function post(path: string, body: object | FormData): Promise<Response> {
  const json = !(body instanceof FormData)
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization, ...(json ? { 'content-type': 'application/json' } : {}) },
    body: json ? JSON.stringify(body) : body,
  })
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
  return reply
}

async function upload(pdf: Uint8Array, title: string): Promise<string> {
  const form = new FormData()
  form.set('title', title)
  form.set('pdf', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'wedding-card.pdf')
  const { template } = (await (await post('/v1/templates', form)).json()) as { template: { id: string } }
  return template.id
}

const REPLY = 'Please reply by 1 May'

/** The card with text that can become a field, above a line that preflight warns of. */
async function draftOf(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf)
  const page = document.getPage(0)
  const { width } = page.getSize()
  page.drawText(REPLY, { x: width / 2 - 44, y: 104, size: 9 })
  page.drawLine({ start: { x: width * 0.3, y: 96 }, end: { x: width * 0.7, y: 96 }, thickness: 0.1 })
  return document.save()
}

/** The page as it prints, then each of its plates as a film. */
async function takePress(browser: Browser, templateId: string): Promise<void> {
  const drawn = await Promise.all(
    PLATES.map(async (plate) => {
      const alone = plate === null ? {} : { plates: [plate], plate_color: 'gray' }
      const body = { template_id: templateId, revision: 'latest', values: VALUES, dpi: 110, ...alone }
      const png = Buffer.from(await (await post('/v1/previews/press', body)).arrayBuffer())
      return `<figure><img src="data:image/png;base64,${png.toString('base64')}"><figcaption>${plate ?? 'The print file'}</figcaption></figure>`
    }),
  )
  const page = await browser.newPage({ viewport: { width: 1280, height: 604 } })
  await page.setContent(`<style>
body { display: flex; justify-content: center; gap: 40px; margin: 0; padding: 32px; background: #e9e5db; font: 17px system-ui }
figure { margin: 0 } img { display: block; height: 500px; box-shadow: 0 2px 12px #0003 }
figcaption { margin-top: 16px; text-align: center; color: #1b1a18 }</style>${drawn.join('')}`)
  await keep('press-page', await page.screenshot())
}

/** A page of the console, signed in as the first owner. */
async function openConsole(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: 'en-GB' })
  rest = await openRest(page)
  await page.goto(link)
  const inputs = page.locator('form input:not([type=checkbox])')
  await inputs.first().waitFor()
  const passphrase = 'seven grey geese by the lake'
  for (const input of await inputs.all()) {
    const type = await input.getAttribute('type')
    await input.fill(
      type === 'password' ? passphrase : type === 'email' ? 'ada@printshop.example' : 'Ada Lovelace',
    )
  }
  await page.locator('form button[type=submit]').click()
  await page.waitForURL((at) => !at.pathname.endsWith('/join'))
  return page
}

async function takeEditor(page: Page, templateId: string): Promise<void> {
  await page.goto(`${url}/console/templates/${templateId}/edit`)
  await page.getByRole('tab', { name: 'Plates' }).click()
  await page.locator('.plates tbody tr').nth(1).waitFor()
  await rest()
  await keep('editor', await page.screenshot())
}

/** The tour, which the first page offers until it has been taken. */
async function takeStart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start tour' }).waitFor()
  await settle(page, 'guide/start')
  await page.getByRole('button', { name: 'Start tour' }).click()
  await page.getByRole('img', { name: /^Preview of/ }).waitFor()
  await settle(page, 'guide/tour')
}

async function takeGuide(page: Page, templateId: string): Promise<void> {
  await page.goto(`${url}/console/templates/${templateId}`)
  await page.locator('button.finding-head').first().click()
  await page.locator('.mark[data-selected]').waitFor()
  await settle(page, 'guide/preflight')

  await page.goto(`${url}/console/templates/${templateId}/edit`)
  await page.locator('.sheet-picture').waitFor()
  await page.getByRole('button', { name: 'Turn artwork text into a field', exact: true }).click()
  await page.getByRole('checkbox', { name: REPLY }).check()
  await page.getByLabel('Field label').fill('Reply')
  await settle(page, 'guide/artwork-text')
  await page.getByRole('button', { name: 'Turn into a field', exact: true }).click()
  await page.getByRole('option', { name: /Reply/ }).waitFor()

  await page.getByRole('tab', { name: 'Plates' }).click()
  await page.getByRole('button', { name: 'Show only this plate: Letterpress Green' }).click()
  await page.getByText('Visible: Letterpress Green').waitFor()
  await settle(page, 'guide/plates')

  await page.goto(`${url}/console/templates/${templateId}`)
  await page.getByRole('tab', { name: 'History' }).click()
  await page.locator('.revision .thumbnail img').nth(1).waitFor()
  await settle(page, 'guide/history')
}

async function takeBatch(page: Page): Promise<void> {
  await page.goto(`${url}/console/batches`)
  await page.getByRole('link', { name: 'Create batch' }).first().click()
  await page.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Wedding card' })
  await page.locator('input[type=file]').setInputFiles({
    name: 'guests.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(GUESTS),
  })
  await page.getByText('3 of 4 rows can be printed.').waitFor()
  await page.locator('.first-row img').waitFor()
  await settle(page, 'guide/batch')
}

/** The whole page, when its images are drawn and its messages are gone, in a window that is high enough for it. */
async function settle(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 860 }
  await rest()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...size, height: Math.max(size.height, height) })
  await rest()
  await keep(name, await page.screenshot())
  await page.setViewportSize(size)
}

/** In few enough colours to be loaded quickly. */
async function keep(name: string, png: Buffer): Promise<void> {
  const small = await sharp(png).png({ palette: true, colours: 128, effort: 10 }).toBuffer()
  await writeFile(join(PICTURES, `${name}.png`), small)
  console.log(`${name}.png ${Math.round(small.length / 1000)} kB`)
}

const browser = await chromium.launch({ executablePath: await findChromium(), args: QUIET_ARGS })
try {
  const page = await openConsole(browser)
  await takeStart(page)
  const card = await readFile(CARD)
  // Another file than the sample of the first start: the same one makes no second template.
  const templateId = await upload(Buffer.concat([card, Buffer.from('\n')]), 'Wedding card')
  await takePress(browser, templateId)
  await takeEditor(page, templateId)
  await takeGuide(page, await upload(await draftOf(card), 'Wedding card, second draft'))
  await takeBatch(page)
} finally {
  await browser.close()
}
