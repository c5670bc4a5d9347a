/** The editor as customers use it, in a frame or as a page, for tests in a browser. */
import type { FrameLocator, Page } from 'playwright-core'

export type EditorPlace = FrameLocator | Page

/** The frame that is shown; hidden ones keep what was typed in them. */
export function editorFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe:not([hidden])')
}

/** Waits until the form can be used. */
export async function editorReady(place: EditorPlace): Promise<void> {
  await place.getByRole('textbox').first().waitFor()
}

/** From the approved design, which an editor that is opened again shows first, to its form. */
export async function changeApproved(place: EditorPlace): Promise<void> {
  await place.getByRole('button', { name: 'Change design' }).click()
  await editorReady(place)
}

export async function typeName(place: EditorPlace, name: string): Promise<void> {
  await place.getByRole('textbox').first().fill(name)
}

/** Through the summary; what comes of it is for the test to see. */
export async function saveEditor(place: EditorPlace): Promise<void> {
  await place.getByRole('button', { name: 'Review' }).click()
  await place.getByRole('button', { name: 'Approve' }).click()
}

export interface Heard {
  readonly type: string
  readonly [name: string]: unknown
}

/** Notes every message that reaches the page from now on, whoever sent it; `heard` reads them. */
export async function listenTo(page: Page): Promise<() => Promise<readonly Heard[]>> {
  await page.addInitScript(`
    window.heard = []
    addEventListener('message', ({ data, origin }) => window.heard.push({ ...data, origin }))`)
  return () => page.evaluate('window.heard') as Promise<readonly Heard[]>
}

const PATIENCE_MS = 30_000

/** Waits for a message of this type and gives the last. */
export async function waitForMessage(page: Page, type: string): Promise<Heard> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    // A page under a strict policy cannot be asked to wait by itself: that takes eval.
    const all = (await page.evaluate('window.heard')) as readonly Heard[]
    const found = all.findLast((one) => one.type === type)
    if (found !== undefined) return found
    if (Date.now() > until)
      throw new Error(`${type} was not said, but ${all.map((one) => one.type).join(', ')}`)
    await page.waitForTimeout(50)
  }
}
