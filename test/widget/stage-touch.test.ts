/** The stage under fingers: two of them zoom, a second tap brings near what is under it, and a press is answered at once. */
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { needsBrowser, openPage, type Watched } from '../support/browser/browser.ts'
import { drawn } from '../support/browser/console-site.ts'
import { editorReady } from '../support/browser/editor-page.ts'
import { type EditorSite, openEditorSite } from '../support/browser/editor-site.ts'
import { type Fingers, openFingers, type Point } from '../support/browser/fingers.ts'
import { expectFaults, NO_PICTURES } from '../support/run/page-faults.ts'

const PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true } as const

describe('stage under fingers', () => {
  let browser: Browser
  let shop: EditorSite
  let watched: Watched | undefined
  let page: Page
  let fingers: Fingers

  before(async function () {
    browser = await needsBrowser(this)
    expectFaults(this, NO_PICTURES)
    shop = await openEditorSite()
  })
  after(async () => shop?.site.close())
  afterEach(async () => watched?.close())

  const open = async (motion: 'reduce' | 'no-preference' = 'reduce') => {
    watched = await openPage(browser, { ...PHONE, reducedMotion: motion })
    ;({ page } = watched)
    await page.goto(shop.hosted)
    await editorReady(page)
    await drawn(page)
    fingers = await openFingers(page)
  }
  const touch: Fingers['touch'] = (...event) => fingers.touch(...event)
  /** Two fingers around a point, from one distance to another, px. */
  const pinch = async ({ x, y }: Point, from: number, to: number) => {
    const at = (apart: number) => [
      { x: x - apart / 2, y },
      { x: x + apart / 2, y },
    ]
    await touch('touchStart', at(from))
    for (let step = 1; step <= 5; step += 1) await touch('touchMove', at(from + ((to - from) * step) / 5))
    await touch('touchEnd', [])
  }
  const view = () =>
    page.locator('.carrier').evaluate((element) => {
      const [, scale = '0'] = /scale\(([\d.]+)\)/.exec(element.style.transform) ?? []
      return Number(scale)
    })
  const scaled = (least: number, most: number) =>
    page.waitForFunction(
      ([from, to]) => {
        const text = document.querySelector<HTMLElement>('.carrier')?.style.transform ?? ''
        const scale = Number(/scale\(([\d.]+)\)/.exec(text)?.[1])
        return scale >= (from ?? 0) && scale <= (to ?? 0)
      },
      [least, most],
    )
  const box = async (selector: string) => {
    const found = await page.locator(selector).first().boundingBox()
    if (found === null) throw new Error(`${selector} is not there.`)
    return found
  }
  const middleOf = async (selector: string): Promise<Point> => {
    const { x, y, width, height } = await box(selector)
    return { x: x + width / 2, y: y + height / 2 }
  }

  it('zooms in and out with two, about the point between them, and opens no field', async () => {
    await open()
    const { x, y, width, height } = await box('.sheet')
    const point = { x: x + width * 0.4, y: y + height * 0.5 }
    await pinch(point, 60, 180)
    await scaled(2.5, 3.5)
    const now = await box('.sheet')
    expect((point.x - now.x) / now.width).to.be.closeTo(0.4, 0.03)
    expect(await page.locator(':focus').count()).to.equal(0)
    await pinch(await middleOf('.stage'), 240, 40)
    await scaled(1, 1)
  })

  it('moves what is zoomed with one', async () => {
    await open()
    await pinch(await middleOf('.stage'), 60, 150)
    await scaled(2, 3)
    const before = await box('.sheet')
    const { x, y } = await middleOf('.stage')
    await touch('touchStart', [{ x, y }])
    await touch('touchMove', [{ x: x - 20, y }])
    await touch('touchMove', [{ x: x - 60, y: y - 10 }])
    await touch('touchEnd', [])
    const now = await box('.sheet')
    expect(before.x - now.x).to.be.closeTo(60, 8)
    expect(await view()).to.be.above(2)
  })

  it('brings near what is tapped twice, and shows the whole after one tap more', async () => {
    await open()
    const { x: left, y: top } = await box('.stage')
    // Beside the fields.
    const point = { x: left + 6, y: top + 6 }
    await fingers.tap(point, 0)
    await fingers.tap(point, 0.2)
    await scaled(2.5, 2.5)
    // Three in a row are no fourth.
    await fingers.tap(point, 1)
    await scaled(1, 1)
  })

  it('answers a press within 100 ms, moves where that is wished, and else not', async () => {
    for (const motion of ['no-preference', 'reduce'] as const) {
      await open(motion)
      const { x, y } = await middleOf('.foot .main')
      await page.mouse.move(x, y)
      await page.mouse.down()
      const { filter, transform, after } = await page.locator('.foot .main').evaluate(async (button) => {
        const from = performance.now()
        while (!button.matches(':active') && performance.now() - from < 2000)
          await new Promise(requestAnimationFrame)
        const { filter, transitionDuration, transform } = getComputedStyle(button)
        return { filter, transform, after: transitionDuration }
      })
      expect(filter).to.equal('brightness(0.88)')
      expect(Number.parseFloat(after)).to.be.below(0.1)
      if (motion === 'reduce') expect(transform).to.equal('none')
      await page.mouse.up()
      await watched?.close()
    }
  })
})
