/**
 * Takes the pictures of README and docs from the examples: the editor with the plates of a card, and its press page
 * with each plate alone. `node test/docs/make-pictures.ts URL KEY CONSOLE-LINK`, against a service just started.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import sharp from 'sharp'
import { findChromium, QUIET_ARGS } from '../support/browser/browser.ts'

const PICTURES = join(import.meta.dirname, '../../docs/pictures')
const CARD = join(import.meta.dirname, '../../examples/wedding-card.pdf')
const VALUES = {
  'First name': 'Annabel',
  'Second name': 'Frederick',
  Date: '14 June 2027',
  Place: 'Villa Aurelia',
}
const PLATES = [null, 'Letterpress Green', 'Gold Foil'] as const

const [url = '', key = '', link = ''] = process.argv.slice(2)
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

async function upload(): Promise<string> {
  const form = new FormData()
  form.set('title', 'Wedding card')
  const pdf = await readFile(CARD)
  // Another file than the sample of the first start: the same one makes no second template.
  form.set('pdf', new Blob([pdf, '\n'], { type: 'application/pdf' }), 'wedding-card.pdf')
  const { template } = (await (await post('/v1/templates', form)).json()) as { template: { id: string } }
  return template.id
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

async function takeEditor(browser: Browser, templateId: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: 'en-GB' })
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
  await page.goto(`${url}/console/templates/${templateId}/edit`)
  await page.getByRole('tab', { name: 'Plates' }).click()
  await page.locator('.plates tbody tr').nth(1).waitFor()
  await page.waitForTimeout(2_000)
  await keep('editor', await page.screenshot())
}

/** In few enough colours to be loaded quickly. */
async function keep(name: string, png: Buffer): Promise<void> {
  const small = await sharp(png).png({ palette: true, colours: 128, effort: 10 }).toBuffer()
  await writeFile(join(PICTURES, `${name}.png`), small)
  console.log(`${name}.png ${Math.round(small.length / 1000)} kB`)
}

const browser = await chromium.launch({ executablePath: await findChromium(), args: QUIET_ARGS })
try {
  const templateId = await upload()
  await takePress(browser, templateId)
  await takeEditor(browser, templateId)
} finally {
  await browser.close()
}
