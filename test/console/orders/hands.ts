/** A page used by pointer, and by keys alone: Tab leads to a control, whose focus is seen, and Enter presses it. */
import type { Locator } from 'playwright-core'

export interface Hand {
  press(control: Locator): Promise<void>
  /** Over what stands in it. */
  fill(input: Locator, text: string): Promise<void>
}

export const byPointer: Hand = {
  press: (control) => control.click(),
  fill: (input, text) => input.fill(text),
}

export const byKeys: Hand = {
  async press(control) {
    await reach(control)
    await control.page().keyboard.press('Enter')
  },
  async fill(input, text) {
    await reach(input)
    const { keyboard } = input.page()
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type(text)
  },
}

/** More stops than these between two steps are a way that nobody goes. */
const MOST_STOPS = 60

/** Why somebody who looks would not know where the keys go; an empty text is well. */
const UNSEEN = `(() => {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement)
  if (outlineStyle === 'none' || outlineWidth === '0px') return 'shows no focus'
  const { top, bottom } = document.activeElement.getBoundingClientRect()
  return bottom < 0 || top > innerHeight ? 'is outside of the window' : ''
})()`

/** By Tab alone, from wherever the focus is. */
async function reach(control: Locator): Promise<void> {
  const page = control.page()
  const element = await control.elementHandle()
  await element?.waitForElementState('enabled')
  const focused = control.and(page.locator(':focus'))
  for (let stops = 0; (await focused.count()) === 0; stops += 1) {
    if (stops === MOST_STOPS) throw new Error(`${control} is more than ${MOST_STOPS} stops of Tab away.`)
    await page.keyboard.press('Tab')
  }
  const unseen = await page.evaluate<string>(UNSEEN)
  if (unseen !== '') throw new Error(`${control} ${unseen}.`)
}
