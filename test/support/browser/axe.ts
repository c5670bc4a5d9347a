/** The faults that axe-core finds on a page; its script bypasses the page's policy. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

/**
 * Waits for what is fading, which has colours of its own for a moment; what turns and turns is left to it. A colour that
 * is inherited while it fades begins a fade of its own at each frame, so that one ends after the other.
 */
const REST = `(async () => {
  // A frame that is out of sight draws none.
  const frame = () =>
    new Promise((done) => {
      setTimeout(done, 200)
      requestAnimationFrame(() => setTimeout(done))
    })
  const fading = () =>
    document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime < Infinity)
  for (let still = 0; still < 2; still += 1) {
    await frame()
    const running = fading()
    if (running.length > 0) still = -1
    await Promise.all(running.map((one) => one.finished.catch(() => {})))
  }
})()`

/** Until nothing fades any more. */
export async function settled(page: Page | Frame): Promise<void> {
  await page.evaluate(REST)
}

let source: Promise<string> | null = null

/** One line for each element in breach of a rule; empty where there is none. */
export async function axeFaults(page: Page | Frame): Promise<readonly string[]> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(await source)
  await settled(page)
  // As text, for this file is no browser's.
  const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })")
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  )
}
