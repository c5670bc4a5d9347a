/** What the widget costs a shop's page, and how long a shopper waits: in a Chromium, from its own traces. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { bundleWidget } from '../../server/pages/bundle.ts'
import { DESKTOP, findChromium, QUIET_ARGS } from '../support/browser/browser.ts'
import { editorFrame, editorReady } from '../support/browser/editor-page.ts'
import { openShopSite } from '../support/browser/shop-site.ts'
import { atMost, type Figure, median, reported } from './figure.ts'

const SLOW_DOWN = 4
/** Each in a profile of its own, with nothing cached; another program's work spoils one of them at most. */
const LOADS = 9
const OPENS = 7
const KB = 1024

interface TraceEvent {
  readonly name: string
  /** Microseconds of the thread's own time: what other programs take of the processor is none of the page's. */
  readonly tdur?: number
  readonly dur?: number
  readonly args?: {
    readonly data?: { readonly url?: string; readonly had_recent_input?: boolean; readonly score?: number }
  }
}

export async function measure(): Promise<Figure[]> {
  // On a busy machine a figure is a bad one, and still a figure.
  const site = await openShopSite({ env: { RASTER_TIMEOUT_SECONDS: '120' } }, 'card')
  const browser = await chromium.launch({ executablePath: await findChromium(), args: QUIET_ARGS })
  try {
    const address = site.page('/bench', {
      body: `<h1>Mug</h1>${site.button()}<p>${'Words. '.repeat(2000)}</p>`,
    })
    const page = await (await browser.newContext(DESKTOP)).newPage()
    page.setDefaultTimeout(120_000)
    const loads: Awaited<ReturnType<typeof traceIdle>>[] = []
    for (let count = 0; count < LOADS; count += 1) {
      const fresh = await browser.newContext(DESKTOP)
      loads.push(await traceIdle(await fresh.newPage(), address, `${site.service}/widget/v1.js`))
      await fresh.close()
    }
    const bare: number[] = []
    const plain = await openBareSite()
    for (let count = 0; count < LOADS; count += 1) {
      const fresh = await browser.newContext(DESKTOP)
      bare.push((await traceIdle(await fresh.newPage(), plain.page, plain.script)).longestMs)
      await fresh.close()
    }
    await plain.close()
    const waits: number[] = []
    for (let count = 0; count < OPENS; count += 1) waits.push(await firstPicture(page, address))
    const { loader, entries, assets } = await bundleWidget()
    const sizeOf = (paths: readonly string[]) =>
      paths.reduce((sum, path) => sum + (assets.get(path)?.zipped.length ?? 0), 0)
    const { script, preloads } = entries.frame
    return [
      atMost('widget loader, gzipped', loader.zipped.length / KB, 'kB', 6),
      atMost(
        'widget editor with its frame, JavaScript gzipped',
        sizeOf([script, ...preloads]) / KB,
        'kB',
        45,
      ),
      atMost(
        'widget requests before the first intent',
        Math.max(...loads.map(({ requests }) => requests)),
        '',
        1,
      ),
      atMost(
        'widget layout shift before the first intent',
        Math.max(...loads.map(({ shift }) => shift)),
        '',
        0,
      ),
      atMost(
        `widget longest script task, processor ${SLOW_DOWN} times slower`,
        median(loads.map(({ longestMs }) => longestMs)),
        'ms',
        10,
      ),
      // What the machine makes of any script at the moment; the loader's figure is to be read beside it.
      reported('the same of a script that listens for a click', median(bare), 'ms'),
      atMost('widget click to first preview, warm, median', median(waits.slice(1)), 'ms', 1000),
      reported('widget click to first preview, first time', waits[0] ?? Number.NaN, 'ms'),
    ]
  } finally {
    await browser.close()
    await site.close()
  }
}

/** A page like the shop's, whose script does next to nothing. */
async function openBareSite(): Promise<{ page: string; script: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/bare.js'
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
    response.end(
      isScript
        ? 'document.addEventListener("click",()=>{})'
        : `<!doctype html><script src="/bare.js" async></script><h1>Mug</h1><p>${'Words. '.repeat(2000)}</p>`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ page: `${base}/`, script: `${base}/bare.js` },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The loading of a page until it is idle; a task is one of those in which the loader's script runs. */
async function traceIdle(page: Page, address: string, loader: string) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  let requests = 0
  const origin = new URL(loader).origin
  const count = (request: { url(): string }) => {
    if (request.url().startsWith(origin)) requests += 1
  }
  page.on('request', count)
  const categories = 'devtools.timeline,loading,disabled-by-default-devtools.timeline'
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories.split(',') },
  })
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(2000)
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await done
  page.off('request', count)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const ran = events.filter(({ name, args }) => name === 'EvaluateScript' && args?.data?.url === loader)
  const shifts = events.filter(({ name, args }) => name === 'LayoutShift' && !args?.data?.had_recent_input)
  if (ran.length === 0) throw new Error('The trace shows no run of the loader.')
  return {
    requests,
    longestMs: Math.max(...ran.map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1000)),
    shift: shifts.reduce((sum, { args }) => sum + (args?.data?.score ?? 0), 0),
  }
}

/** From the click until the first picture is on the screen; each time a new session in a new page. */
async function firstPicture(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'load' })
  const button = page.getByRole('button', { name: 'Personalize' })
  await button.hover()
  await page.waitForTimeout(500)
  const start = performance.now()
  await button.click()
  const editor = editorFrame(page)
  await editorReady(editor)
  await editor.locator('img[src^="blob:"]').first().waitFor()
  return performance.now() - start
}
