/** Pages that have to fit their window. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { eventually } from '../service/webhook-sink.ts'

const beyond = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** The page has no bar sideways, once it has followed the size of its window. */
export async function noSideways(page: Page): Promise<void> {
  await eventually(async () => (await beyond(page)) === 0, 5_000).catch(() => {})
  expect(await beyond(page), 'px beyond the window').to.equal(0)
}
