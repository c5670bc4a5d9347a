/** Fingers on the screen of a page, each touch at a time of its own that no busy machine moves. */
import type { Page } from 'playwright-core'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Fingers {
  /** `at`, in seconds, is when it happened for the page; now unless it is said. */
  touch(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[], at?: number): Promise<void>
  /** A tap so many seconds after the fingers were opened, whenever it is sent. */
  tap(point: Point, seconds: number): Promise<void>
}

export async function openFingers(page: Page): Promise<Fingers> {
  const client = await page.context().newCDPSession(page)
  const opened = Date.now() / 1000
  const touch: Fingers['touch'] = async (type, points, at) => {
    await client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
      ...(at === undefined ? {} : { timestamp: at }),
    })
  }
  return {
    touch,
    async tap(point, seconds) {
      await touch('touchStart', [point], opened + seconds)
      await touch('touchEnd', [], opened + seconds + 0.05)
    },
  }
}
