/** The editor as customers use it, in a frame or as a page, for tests in a browser. */
import type { Frame, FrameLocator, Page } from 'playwright-core'
import { eventually } from '../run/eventually.ts'

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

/** Waits for a message of this type and gives the last. */
export async function waitForMessage(page: Page, type: string): Promise<Heard> {
  let said = ''
  try {
    // A page under a strict policy cannot be asked to wait by itself: that takes eval.
    return await eventually(async () => {
      const all = (await page.evaluate('window.heard')) as readonly Heard[]
      said = all.map((one) => one.type).join(', ')
      return all.findLast((one) => one.type === type) ?? null
    })
  } catch (error) {
    throw new Error(`${type} was not said, but: ${said}`, { cause: error })
  }
}

/**
 * Waits until a window has heard every message that its own page sent to it before: messages of one sender arrive in
 * their order, so that one more has come after them.
 */
export async function heardAll(window: Page | Frame): Promise<void> {
  await window.evaluate(`new Promise((resolve) => {
    addEventListener('message', ({ data }) => data?.type === 'test:last' && resolve())
    postMessage({ type: 'test:last' }, '*')
  })`)
}

/** Waits until every request that the page has made before is noted: requests of one page come in their order. */
export async function askedAll(page: Page): Promise<void> {
  await page.evaluate("fetch(location.href, { method: 'HEAD' }).then(() => null)")
}
