/**
 * A test in a browser that fails is tried a second time: on a busy machine a page may be slow or a click too early. What
 * was tried twice is told at the end, for it may be a fault that shoppers meet as well. No other test is.
 */
import type { Context } from 'mocha'

const IN_A_BROWSER = /[\\/]test[\\/](?:widget|console)[\\/]/

export const mochaHooks = {
  beforeEach(this: Context): void {
    const test = this.currentTest
    if (test !== undefined && IN_A_BROWSER.test(test.file ?? '')) test.retries(1)
  },
}
