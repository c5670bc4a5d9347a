/** The faults that axe-core finds on a page; its script bypasses the page's policy. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

let source: Promise<string> | null = null

/** One line for each element in breach of a rule; empty where there is none. */
export async function axeFaults(page: Page | Frame): Promise<readonly string[]> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(await source)
  // What is fading in has colours of its own for a moment; what turns and turns is left to it.
  await page.evaluate(
    `Promise.all(document.getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime < Infinity)
      .map((one) => one.finished.catch(() => {})))`,
  )
  // As text, for this file is no browser's.
  const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })")
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  )
}
