/** A page at rest, as its pictures show it: its timers have run, its messages are gone, and nothing fades or is loaded. */
import type { Page } from 'playwright-core'
import { settled } from '../support/browser/axe.ts'
import { eventually } from '../support/run/eventually.ts'

/** A message on the screen is gone after two of these. */
const STEP_MS = 7000

/** Before the page is opened: it takes its clock in hand. Gives what brings the page to rest. */
export async function openRest(page: Page): Promise<() => Promise<void>> {
  let asked = 0
  page.on('request', () => {
    asked += 1
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', () => {
      asked -= 1
    })
  await page.clock.install()
  return async () => {
    // What is loaded after the first step may begin something that ends in the second.
    for (let step = 0; step < 2; step += 1) {
      await page.clock.runFor(STEP_MS)
      await eventually(async () => asked === 0)
      await settled(page)
    }
  }
}
