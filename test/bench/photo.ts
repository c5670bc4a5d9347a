/** A customer's photo: from picking it to seeing it placed, and the memory of the service while 40 MB come in. */
import { randomFillSync } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { DESKTOP, findChromium, QUIET_ARGS } from '../support/browser/browser.ts'
import { createServiceProcess } from '../support/programs/service-process.ts'
import { freePort } from '../support/service/free-port.ts'
import { openPhotoCard } from '../support/service/photo-card.ts'
import { sender } from '../support/service/sender.ts'
import { atMost, type Figure, median, reported } from './figure.ts'

/** Of a phone: 12 megapixels, some 4 MB. */
const PHONE_PHOTO = { width: 4000, height: 3000, quality: 85 } as const
const LARGEST_BYTES = 40 * 1024 * 1024
const ROUNDS = 5
const LOOK_MS = 10

export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-bench-photo-'))
  const port = await freePort()
  const service = createServiceProcess({
    ...{ DATA_DIR: folder, PORT: `${port}`, BASE_URL: `http://127.0.0.1:${port}` },
    RATE_LIMIT_BROWSER_PER_MINUTE: '1000000',
  })
  const browser = await chromium.launch({ executablePath: await findChromium(), args: QUIET_ARGS })
  try {
    await service.start()
    const url = service.url ?? ''
    const send = sender(url, await service.secretKey())
    const card = await openPhotoCard(send, [{ box: [30, 30, 174, 102] }])
    // A path, as Playwright decodes the bytes of a file in the page.
    const photo = join(folder, 'IMG_0001.jpg')
    await writeFile(photo, await phonePhoto())
    // The first one starts the workers, and draws the artwork.
    const picked: Picked[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const context = await browser.newContext(DESKTOP)
      const page = await context.newPage()
      page.setDefaultTimeout(120_000)
      await page.goto(`${url}/fill/${card.slug}`)
      picked.push(await pick(page, photo))
      await context.close()
    }
    const warm = picked.slice(1)
    const file = await largestPhoto()
    const grown: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const before = await residentMb(service.pid)
      let most = before
      const answer = card.upload(await card.fill(), file)
      for (let waits = true; waits; ) {
        waits = await Promise.race([answer.then(() => false), delay(LOOK_MS, true)])
        most = Math.max(most, await residentMb(service.pid))
      }
      const { status, body } = await answer
      if (status !== 201) throw new Error(JSON.stringify(body))
      if (round > 0) grown.push(most - before)
    }
    return [
      atMost('photo of 12 megapixels, picked to placed', median(warm.map(({ ms }) => ms)), 'ms', 1500),
      atMost('longest task of the page meanwhile', Math.max(...warm.map(({ longest }) => longest)), 'ms', 50),
      reported('size of the photo', (await stat(photo)).size / 1e6, 'MB'),
      atMost('memory of the service over an upload of 40 MB', Math.max(...grown), 'MB', 30),
    ]
  } finally {
    await browser.close()
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Picked {
  readonly ms: number
  readonly longest: number
}

/** Until the drawn page that shows the image stands there. */
async function pick(page: Page, photo: string): Promise<Picked> {
  await page.locator('.own').waitFor()
  await page.locator('.preview .sheet[data-state="ready"] img').waitFor()
  await delay(1500)
  await page.evaluate(NOTE_PICK)
  await page.locator('.own input[type=file]').first().setInputFiles(photo)
  await page.locator('.own[data-step="placed"] .crop img').waitFor()
  for (;;) {
    const { ms, longest } = (await page.evaluate('window.pick')) as Picked
    if (ms > 0) return { ms, longest }
    await delay(LOOK_MS)
  }
}

/** From the choice of the file to the frame after the page's picture that shows it. */
const NOTE_PICK = `
  window.pick = { begun: 0, ms: 0, longest: 0 }
  const shownState = () => Number(document.querySelector('.preview .sheet').dataset.shown)
  const first = shownState()
  addEventListener('change', () => { window.pick.begun ||= performance.now() }, true)
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => {
    if (shownState() > first) window.pick.ms ||= performance.now() - window.pick.begun
  }))).observe(document.querySelector('.preview'), { subtree: true, attributes: true, attributeFilter: ['data-shown'] })
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => {
    window.pick.longest = Math.max(window.pick.longest, duration)
  })).observe({ type: 'longtask' })
`

/** Blurred noise over a gradient compresses as photos do. */
async function phonePhoto(): Promise<Buffer> {
  const { width, height, quality } = PHONE_PHOTO
  const noise = randomFillSync(Buffer.alloc((width / 4) * (height / 4) * 3))
  return sharp(noise, { raw: { width: width / 4, height: height / 4, channels: 3 } })
    .resize(width, height, { kernel: 'cubic' })
    .jpeg({ quality })
    .toBuffer()
}

/** A JPEG just below the limit: noise, with segments of a comment up to it. */
async function largestPhoto(): Promise<Buffer> {
  const [width, height] = [4000, 3000]
  const noise = randomFillSync(Buffer.alloc(width * height * 3))
  const jpeg = await sharp(noise, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer()
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(0xffff - 2)])
  const count = Math.floor((LARGEST_BYTES - jpeg.length) / comment.length)
  return Buffer.concat([jpeg.subarray(0, 2), ...Array<Buffer>(count).fill(comment), jpeg.subarray(2)])
}

async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
