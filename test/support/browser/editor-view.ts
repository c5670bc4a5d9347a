/** What the template editor has behind a button: the view's settings, folded sections, and publishing. */
import type { Page } from 'playwright-core'
import { drawn } from './console-site.ts'

/** Opens the view's settings, does something in them, and closes them. */
export async function inView(page: Page, work: () => Promise<unknown>): Promise<void> {
  await page.getByRole('button', { name: /^(View|Ansicht)$/ }).click()
  await page.locator('.view-panel').waitFor()
  await work()
  await page.keyboard.press('Escape')
  await page.locator('.view-panel').waitFor({ state: 'detached' })
}

/** Opens a section of the properties by its heading. */
export async function unfold(page: Page, title: string): Promise<void> {
  const fold = page.locator('.fold', { has: page.getByRole('heading', { name: title, exact: true }) })
  if ((await fold.getAttribute('open')) !== null) return
  await fold.locator('summary').click()
  await fold.locator('.fold-body').waitFor()
  await drawn(page)
}

/** Through the checklist; the dialog with the link stays open. */
export async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish template' }).click()
  await page.getByText(/is published. New orders use it/).waitFor()
}
