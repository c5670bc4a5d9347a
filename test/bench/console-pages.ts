/** The console's pages: what the first one loads, when home and editor are seen, and whether long lists scroll. */
import type { Browser, BrowserContext } from 'playwright-core'
import { SIZES } from '../support/browser/console-site.ts'
import type { Person } from '../support/service/console-people.ts'
import type { TestServer } from '../support/service/open-test-server.ts'
import { atMost, type Figure, median, reported } from './figure.ts'

/** Each in a profile of its own, with nothing cached; another program's work spoils one of them at most. */
const LOADS = 9
const ROWS = 200
const A_PAGE = 50
const KB = 1024

export interface Signed {
  readonly test: TestServer
  /** As the browser reaches it. */
  readonly service: string
  readonly person: Person
}

/** Notes from the first moment on what was the largest on the page, and which tasks took 50 ms and more. */
const NOTE = `
  window.noted = { paint: 0, tasks: [] }
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.noted.paint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.noted.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })`

/** Bytes of script as they came over the wire. */
const SCRIPT_BYTES = `performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`

/** `templateId`: what the editor opens. Its team gets as many jobs as the list is long. */
export async function measurePages(
  browser: Browser,
  signed: Signed,
  templateId: string,
): Promise<readonly Figure[]> {
  await makeJobs(signed.test, templateId)
  const home = await load(browser, signed, '/console', '.to-print .thumbnail[data-state="shown"]')
  const editor = await load(browser, signed, `/console/templates/${templateId}/edit`, '.sheet-picture')
  const list = await scrollList(browser, signed)
  return [
    atMost('console: script of the first page, gzipped', median(home.bytes) / KB, 'kB', 150),
    reported('console: script of the editor, gzipped', median(editor.bytes) / KB, 'kB'),
    atMost('console: largest contentful paint of home, median', median(home.paints), 'ms', 1500),
    atMost('console: largest contentful paint of the editor, median', median(editor.paints), 'ms', 2000),
    atMost(`console: long tasks while ${ROWS} rows scroll`, list.length, '', 0),
    reported('console: the longest of them', Math.max(0, ...list), 'ms'),
  ]
}

async function makeJobs(test: TestServer, templateId: string): Promise<void> {
  await test.json(`/v1/templates/${templateId}/publish`, { method: 'POST' })
  for (let count = 0; count < ROWS; count += 1) {
    const body = {
      ...{ template_id: templateId, external_order_id: `R-${1001 + count}` },
      customer_name: `Customer ${count}`,
    }
    const { status, body: reply } = await test.json('/v1/fills', { body })
    if (status !== 201) throw new Error(JSON.stringify(reply))
  }
}

async function contextOf(browser: Browser, { service, person }: Signed): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: SIZES.desk, locale: 'en-GB' })
  await context.addCookies([
    { name: 'platen', value: person.token, url: service, httpOnly: true, sameSite: 'Strict' },
  ])
  await context.addInitScript(NOTE)
  return context
}

/** Until `shown` is on the page. */
async function load(
  browser: Browser,
  signed: Signed,
  path: string,
  shown: string,
): Promise<{ readonly bytes: readonly number[]; readonly paints: readonly number[] }> {
  const [bytes, paints]: [number[], number[]] = [[], []]
  for (let count = 0; count < LOADS; count += 1) {
    const context = await contextOf(browser, signed)
    const page = await context.newPage()
    await page.goto(`${signed.service}${path}`)
    await page.locator(shown).first().waitFor({ timeout: 60_000 })
    await page.waitForLoadState('networkidle')
    bytes.push(await page.evaluate<number>(SCRIPT_BYTES))
    paints.push(await page.evaluate<number>('window.noted.paint'))
    await context.close()
  }
  return { bytes, paints }
}

/** Milliseconds of each task of 50 and more while the whole list goes by, there and back. */
async function scrollList(browser: Browser, signed: Signed): Promise<readonly number[]> {
  const context = await contextOf(browser, signed)
  try {
    const page = await context.newPage()
    await page.goto(`${signed.service}/console/orders`)
    const rows = page.locator('tbody tr')
    await rows.first().waitFor({ timeout: 60_000 })
    for (let count = A_PAGE; count < ROWS; count += A_PAGE) {
      await page.getByRole('button', { name: 'Show more' }).click()
      await rows.nth(count + A_PAGE - 1).waitFor({ timeout: 60_000 })
    }
    await page.waitForLoadState('networkidle')
    await page.evaluate('scrollTo(0, 0)')
    await page.waitForTimeout(1000)
    await page.evaluate('window.noted.tasks = []')
    const size = SIZES.desk
    await page.mouse.move(size.width / 2, size.height / 2)
    for (const step of [120, -120])
      for (let moved = 0; moved < ROWS * 60; moved += Math.abs(step)) {
        await page.mouse.wheel(0, step)
        await page.waitForTimeout(16)
      }
    await page.waitForTimeout(500)
    return await page.evaluate<readonly number[]>('window.noted.tasks')
  } finally {
    await context.close()
  }
}
