/** Pages that have to fit their window. */
import type { Page } from 'playwright-core'
import { eventually } from '../run/eventually.ts'

const beyond = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** The page has no bar sideways, once it has followed the size of its window. */
export async function noSideways(page: Page): Promise<void> {
  await eventually(() => beyond(page), { until: (px) => px === 0, withinMs: 30_000 })
}
