/**
 * Takes the pictures of the shopper's stage for the docs, from a service of its own whose shop has a face:
 * `node test/docs/make-stage-pictures.ts`.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { findChromium, QUIET_ARGS } from '../support/browser/browser.ts'
import { createServiceProcess } from '../support/programs/service-process.ts'
import { eventually } from '../support/run/eventually.ts'
import { freePort } from '../support/service/free-port.ts'
import { sender } from '../support/service/sender.ts'
import { openRest } from './at-rest.ts'

const FOLDER = join(import.meta.dirname, '../../docs/pictures/stage')
const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = {
  viewport: { width: 390, height: 664 },
  ...{ deviceScaleFactor: 2, hasTouch: true, isMobile: true },
}

/** Each takes the page a step on, and is then taken. */
type Step = readonly [name: string | null, act: (page: Page) => Promise<void>]

const nothing = async () => {}
const focus = (page: Page) => page.getByRole('textbox').first().focus()
const type = async (page: Page) => {
  await page.getByRole('textbox').first().fill('Ada & Charles')
  await page.locator('.state[data-state="settled"]').waitFor()
}
const onCard = (page: Page) => page.locator('[data-place]').nth(1).click()
const review = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.locator('.foot .main').click()
  await page.locator('.review .sheet[data-state="ready"] img').waitFor()
}
const approve = (page: Page) => page.locator('.foot .main').click()
const end = async (page: Page) => {
  await page.locator('.customer input').first().fill('Ada Lovelace')
  await approve(page)
  await page.locator('.done .sheet img').waitFor()
}

const BRANDING = {
  display_name: 'Rosewood Press',
  accent_color: '#7a1f2e',
  contact: 'hello@rosewood.example',
  closing: 'We print on Thursday and send the cards on Friday.',
}

const folder = await mkdtemp(join(tmpdir(), 'platen-pictures-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const service = createServiceProcess({ DATA_DIR: folder, PORT: `${port}`, BASE_URL: url }, [])
await service.start()
const { send } = sender(url, await service.secretKey())
await send('/v1/team/branding', { method: 'PATCH', body: BRANDING })
const address = `${url}/fill/wedding-card`
// The samples are made once the service runs.
await eventually(async () => (await fetch(address)).ok)

async function take(browser: Browser, options: BrowserContextOptions, steps: readonly Step[]): Promise<void> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const rest = await openRest(page)
  await page.goto(address)
  await page.locator('.preview .sheet[data-state="ready"] img').waitFor()
  for (const [name, act] of steps) {
    await act(page)
    // The card has glided to where it stays, in its own sharpness.
    await rest()
    if (name === null) continue
    const shot = await page.screenshot()
    const png = await sharp(shot).png({ palette: true, compressionLevel: 9 }).toBuffer()
    await writeFile(join(FOLDER, `${name}.png`), png)
  }
  await context.close()
}

await mkdir(FOLDER, { recursive: true })
const browser = await chromium.launch({ executablePath: await findChromium(), args: QUIET_ARGS })
const english = { locale: 'en-GB' }
await take(browser, { ...DESKTOP, ...english }, [
  ['open', nothing],
  ['typed', type],
  ['on-card', onCard],
  ['review', review],
  ['name-missing', approve],
  ['end', end],
])
await take(browser, { ...PHONE, ...english }, [
  ['phone', nothing],
  ['phone-field', focus],
  [null, type],
  ['phone-review', review],
  ['phone-end', end],
])
await take(browser, { ...PHONE, locale: 'ar' }, [['phone-arabic', nothing]])
await take(browser, { ...DESKTOP, locale: 'de-DE', colorScheme: 'dark' }, [['dark-german', focus]])
await browser.close()
await service.stop()
await rm(folder, { recursive: true, force: true })
