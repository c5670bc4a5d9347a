/** What a shopper sees of the hosted page and when: key to pixels, the first sight of it, and the clicks to the approval. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { DESKTOP, findChromium, QUIET_ARGS } from '../support/browser/browser.ts'
import { editorReady } from '../support/browser/editor-page.ts'
import { openShopSite, type ShopSite } from '../support/browser/shop-site.ts'
import { endsWithProcess } from '../support/programs/ends-with-process.ts'
import { atMost, type Figure, median, percentile, reported } from './figure.ts'

const PHONE = {
  viewport: { width: 390, height: 664 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
} as const
const SLOW_PHONE = { latencyMs: 300, bytesPerSecond: 50_000, slowDown: 4 }
const KEYS = 40
/** Each gives percentiles of its own, of which the middle one counts: another program's work spoils one of them at most. */
const ROUNDS = 3
/** As people type: now quicker, now slower. */
const PAUSES_MS = [120, 180, 240, 150, 300, 200]
const OTHERS = 20
const LOADS = 5

export async function measure(): Promise<Figure[]> {
  const many = '1000000'
  const limits = { RATE_LIMIT_BROWSER_PER_MINUTE: many, RATE_LIMIT_SESSION_PER_MINUTE: many }
  const site = await openShopSite({ env: { RASTER_TIMEOUT_SECONDS: '120', ...limits } }, 'card')
  const browser = await chromium.launch({ executablePath: await findChromium(), args: QUIET_ARGS })
  try {
    const { template } = (await site.test.json(`/v1/templates/${site.templateId}`)).body
    const address = `${site.service}/fill/${template.slug}`
    await readyPage(browser, address, DESKTOP).then((page) => page.context().close())
    const alone = await keysToPixels(browser, address, 0)
    const end = await startTyping(site, template.slug)
    const near: (readonly number[])[] = []
    const far: (readonly number[])[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      near.push(await keysToPixels(browser, address, 0))
      far.push(await keysToPixels(browser, address, 100))
    }
    end()
    const phone = await loads(browser, address, PHONE, SLOW_PHONE)
    const desk = await loads(browser, address, DESKTOP, null)
    const name = `${OTHERS} others typing`
    return [
      reported('key to pixels, nobody else, median', median(alone), 'ms'),
      atMost(`key to pixels, ${name}, median`, middle(near, 0.5), 'ms', 80),
      atMost(`key to pixels, ${name}, p95`, middle(near, 0.95), 'ms', 200),
      atMost('the same at 100 ms of round trip, p95', middle(far, 0.95), 'ms', 250),
      reported('the same at 100 ms of round trip, median', middle(far, 0.5), 'ms'),
      atMost('slow phone: words of the form', median(phone.map(({ words }) => words)), 'ms', 1500),
      atMost('slow phone: picture of the card', median(phone.map(({ picture }) => picture)), 'ms', 3000),
      reported('slow phone: form that takes text', median(phone.map(({ form }) => form)), 'ms'),
      atMost('desktop: largest contentful paint', median(desk.map(({ largest }) => largest)), 'ms', 1200),
      reported('desktop: form that takes text', median(desk.map(({ form }) => form)), 'ms'),
      reported('desktop: layout shift', Math.max(...desk.map(({ shift }) => shift)), ''),
      atMost('clicks from link to approval', await clicksToApproval(browser, address), '', 2),
    ]
  } finally {
    await browser.close()
    await site.close()
  }
}

function middle(rounds: readonly (readonly number[])[], share: number): number {
  return median(rounds.map((samples) => percentile(samples, share)))
}

async function readyPage(browser: Browser, address: string, options: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage()
  page.setDefaultTimeout(120_000)
  await page.goto(address)
  await editorReady(page)
  await page.locator('.preview .sheet[data-state="ready"] img').first().waitFor()
  return page
}

/** Milliseconds from each key until the frame is drawn in which the picture that shows it stands. */
async function keysToPixels(
  browser: Browser,
  address: string,
  latencyMs: number,
): Promise<readonly number[]> {
  const page = await readyPage(browser, address, DESKTOP)
  const session = await page.context().newCDPSession(page)
  if (latencyMs > 0) await throttle(session, { latencyMs, bytesPerSecond: -1 })
  await page.evaluate(NOTE_KEYS)
  const field = page.getByRole('textbox').first()
  await field.fill('')
  await field.focus()
  await delay(2500)
  await page.evaluate(
    'window.keysSeen.length = 0; window.keysTyped = []; window.firstState = window.shownState()',
  )
  for (let key = 0; key < KEYS; key += 1) {
    // A word, and away with it again.
    await page.keyboard.press(key % 20 < 10 ? 'abcdefghij'.charAt(key % 10) : 'Backspace')
    await delay(PAUSES_MS[key % PAUSES_MS.length])
  }
  await page.locator('.preview .sheet[data-state="ready"]').waitFor()
  const seen = (await page.evaluate('window.keysSeen')) as number[]
  await page.context().close()
  if (seen.length < KEYS * 0.9) throw new Error(`Of ${KEYS} keys ${seen.length} were seen.`)
  return seen
}

/** A state has a number, which grows by one with every key. */
const NOTE_KEYS = `
  window.keysSeen = []
  window.keysTyped = []
  window.shownState = () => Number(document.querySelector('.preview .sheet').dataset.shown)
  window.firstState = 0
  addEventListener('input', () => window.keysTyped.push(performance.now()), true)
  const look = () => {
    const keys = window.shownState() - window.firstState
    while (window.firstState > 0 && window.keysSeen.length < Math.min(keys, window.keysTyped.length))
      window.keysSeen.push(performance.now() - window.keysTyped[window.keysSeen.length])
  }
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(look)))
    .observe(document.querySelector('.preview'), { subtree: true, attributes: true, attributeFilter: ['data-shown'] })
`

interface Network {
  readonly latencyMs: number
  readonly bytesPerSecond: number
  readonly slowDown?: number
}

type CdpSession = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>

async function throttle(
  session: CdpSession,
  { latencyMs, bytesPerSecond, slowDown = 1 }: Network,
): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: latencyMs },
    ...{ downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond },
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
}

interface Sight {
  readonly words: number
  readonly picture: number
  readonly form: number
  readonly largest: number
  readonly shift: number
}

/** Each in a profile of its own, with nothing cached. */
async function loads(
  browser: Browser,
  address: string,
  options: BrowserContextOptions,
  network: Network | null,
): Promise<readonly Sight[]> {
  const all: Sight[] = []
  for (let count = 0; count < LOADS; count += 1) {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    if (network !== null) await throttle(await context.newCDPSession(page), network)
    await page.addInitScript(NOTE_SIGHT)
    await page.goto(address, { waitUntil: 'commit' })
    await editorReady(page)
    await page.locator('.preview .sheet[data-state="ready"] img').first().waitFor()
    await delay(500)
    all.push((await page.evaluate('window.sight')) as Sight)
    await context.close()
  }
  return all
}

/** Milliseconds since the navigation. */
const NOTE_SIGHT = `
  window.sight = { words: 0, picture: 0, form: 0, largest: 0, shift: 0 }
  const note = (name) => { window.sight[name] ||= performance.now() }
  const loaded = new Set()
  const look = () => {
    const painted = performance.getEntriesByType('paint').length > 0
    if (painted && document.querySelector('.outline-field, .field label')) note('words')
    const image = document.querySelector('.outline image, .preview .sheet img')
    const url = image?.getAttribute('href') ?? image?.getAttribute('src')
    if (url && (url.startsWith('blob:') || loaded.has(new URL(url, location.href).href))) note('picture')
    if (document.querySelector('.field input:not([type=radio])')) note('form')
    if (!window.sight.form || !window.sight.picture) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  new PerformanceObserver((list) => list.getEntries().forEach(({ name }) => loaded.add(name)))
    .observe({ type: 'resource', buffered: true })
  new PerformanceObserver((list) => { window.sight.largest = list.getEntries().at(-1).startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
    if (!entry.hadRecentInput) window.sight.shift += entry.value
  })).observe({ type: 'layout-shift', buffered: true })
`

/** Other shoppers of the same card; gives what ends them. */
async function startTyping(site: ShopSite, slug: string): Promise<() => void> {
  const request = JSON.stringify({ url: site.test.url, slug, shoppers: OTHERS })
  const child = endsWithProcess(
    spawn(process.execPath, [join(import.meta.dirname, 'typing-client.ts'), request], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  await once(child.stdout, 'data')
  await delay(4000)
  return () => child.kill()
}

async function clicksToApproval(browser: Browser, address: string): Promise<number> {
  const page = await readyPage(browser, address, DESKTOP)
  let clicks = 0
  for (const name of ['Review', 'Approve']) {
    await page.getByRole('button', { name }).click()
    clicks += 1
  }
  await page.locator('[data-phase="saved"]').waitFor()
  await page.context().close()
  return clicks
}
