/** The console: its pages, and what the main thread does for each pointer move while one of 100 fields is dragged. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium, PLATEN_HOST, QUIET_ARGS } from '../support/browser/browser.ts'
import { SIZES } from '../support/browser/console-site.ts'
import { testStyle } from '../support/engine/scene.ts'
import { plainArtwork } from '../support/pdf/plain-artwork.ts'
import { joinFirst } from '../support/service/console-people.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { measurePages, type Signed } from './console-pages.ts'
import { atMost, type Figure, median, percentile, reported } from './figure.ts'

const FIELDS = 100
const MOVES = 240
/** A pointer on a usual screen moves at most this often. */
const MOVE_MS = 16

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Microseconds of the thread's own time: what other programs take of the processor is none of the page's. */
  readonly tdur?: number
  readonly args?: {
    readonly name?: string
    readonly data?: { readonly type?: string }
    readonly beginData?: { readonly dirtyObjects?: number }
  }
}

export async function measure(): Promise<Figure[]> {
  const port = await freePort()
  const service = `http://${PLATEN_HOST}:${port}`
  const test = await openTestServer({
    press: 'workers',
    env: { PORT: String(port), BASE_URL: service, RATE_LIMIT_CONSOLE_PER_MINUTE: '100000' },
  })
  const browser = await chromium.launch({ executablePath: await findChromium(), args: QUIET_ARGS })
  try {
    const id = await uploadFull(test)
    const signed = { test, service, person: await joinFirst(test) }
    const page = await openEditor(browser, signed, id)
    const { perMove, dirty } = await traceDrag(page)
    await page.context().close()
    const pages = await measurePages(browser, signed, id)
    return [
      ...pages,
      atMost(
        `console: main thread per pointer move, 1 of ${FIELDS} fields dragged, p95`,
        percentile(perMove, 0.95),
        'ms',
        8,
      ),
      reported('console: the same, median', median(perMove), 'ms'),
      // What is laid out is the words that follow the pointer.
      atMost('console: objects laid out again in a frame of the drag, most', Math.max(0, ...dirty), '', 4),
    ]
  } finally {
    await browser.close()
    await test.close()
  }
}

/** Ten by ten lines of text on a card. */
async function uploadFull(test: TestServer): Promise<string> {
  const form = new FormData()
  const file = new Uint8Array(await plainArtwork())
  form.set('pdf', new Blob([file], { type: 'application/pdf' }), 'card.pdf')
  const { body } = await test.json('/v1/templates', { body: form })
  const { id } = body.template
  const { scene } = (await test.json(`/v1/templates/${id}/scene`)).body
  const style = Object.fromEntries(
    Object.entries(testStyle({ sizePt: 6, minSizePt: 4 })).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )
  const fields = Array.from({ length: FIELDS }, (_, at) => {
    const [left, bottom] = [14 + (at % 10) * 22, 14 + Math.floor(at / 10) * 14]
    const place = { page: 0, box: [left, bottom, left + 18, bottom + 10], turn: 0, inset_pt: 1 }
    return {
      ...{ id: null, label: `Field ${at + 1}`, source_name: '', type: 'text', default_value: 'Text' },
      ...{
        required: false,
        max_length: null,
        options: null,
        ink: null,
        tint: 1,
        overprint: false,
        slot: 'above',
      },
      placements: [{ ...place, style, option: null, mark: null }],
    }
  })
  const put = await test.json(`/v1/templates/${id}/scene`, { method: 'PUT', body: { ...scene, fields } })
  if (put.status !== 200) throw new Error(`The scene was refused: ${JSON.stringify(put.body)}`)
  return id
}

async function openEditor(browser: Browser, { service, person }: Signed, id: string): Promise<Page> {
  const context = await browser.newContext({ viewport: SIZES.desk, locale: 'en-GB' })
  await context.addCookies([
    { name: 'platen', value: person.token, url: service, httpOnly: true, sameSite: 'Strict' },
  ])
  const page = await context.newPage()
  await page.goto(`${service}/console/templates/${id}/edit`)
  await page.locator('.sheet-picture').waitFor({ timeout: 60_000 })
  await page.waitForTimeout(1000)
  return page
}

/** Milliseconds of the main thread from one pointer move to the next, and how many objects each layout took. */
async function traceDrag(page: Page): Promise<{ perMove: readonly number[]; dirty: readonly number[] }> {
  const box = await page.locator('.spot').nth(55).boundingBox()
  if (box === null) throw new Error('The field is not seen.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  await page.waitForTimeout(1000)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 5, y + 5)
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const includedCategories = [
    'devtools.timeline',
    'disabled-by-default-devtools.timeline',
    'toplevel',
    '__metadata',
  ]
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } })
  for (let move = 0; move < MOVES; move += 1) {
    // Around in circles, over neighbours, edges and guides.
    const angle = (move / 60) * 2 * Math.PI
    await page.mouse.move(x + 60 * Math.sin(angle), y + 50 * (1 - Math.cos(angle)))
    await page.waitForTimeout(MOVE_MS)
  }
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await done
  await page.mouse.up()
  return readTrace(events)
}

function readTrace(events: readonly TraceEvent[]): { perMove: readonly number[]; dirty: readonly number[] } {
  const moves = events
    .filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'pointermove')
    .sort((a, b) => a.ts - b.ts)
  const [first] = moves
  if (first === undefined || moves.length < MOVES / 2)
    throw new Error(`The trace shows ${moves.length} pointer moves of ${MOVES}.`)
  const own = events.filter(({ pid, tid }) => pid === first.pid && tid === first.tid)
  const tasks = own.filter(({ name, ph }) => name === 'RunTask' && ph === 'X').sort((a, b) => a.ts - b.ts)
  if (tasks.length === 0) throw new Error('The trace shows no tasks.')
  const perMove: number[] = []
  for (const [at, move] of moves.slice(0, -1).entries()) {
    const until = moves[at + 1]?.ts ?? move.ts
    // The task in which the move is dispatched began before it.
    const mine = tasks.filter(({ ts, dur = 0 }) => ts + dur > move.ts && ts + dur <= until)
    perMove.push(mine.reduce((sum, { tdur, dur = 0 }) => sum + (tdur ?? dur) / 1000, 0))
  }
  const layouts = own.filter(({ name, ts }) => name === 'Layout' && ts >= first.ts)
  return { perMove, dirty: layouts.map(({ args }) => args?.beginData?.dirtyObjects ?? 0) }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
