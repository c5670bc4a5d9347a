/** The team in the console, in a real browser: the keyboard alone, and axe. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'

describe('The team in the console, by keyboard', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this)
  })
  after(() => site?.close())

  const text = (page: Page, name: string | RegExp) => page.getByText(name).first().waitFor()
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  /** Keys go to what has the focus, which a page that is new gives to its first field a little later. */
  const focused = (page: Page, selector: string) => page.locator(`${selector}:focus`).waitFor()

  it('is invited, given roles and disabled with the keyboard alone, without faults of axe @long', async () => {
    const { page } = site
    // Somebody else at each try.
    const guest = `grete-${Date.now()}@printshop.example`
    await site.open('/console/team')
    await page.getByText('ada@printshop.example').first().waitFor()
    await site.shots('team', ['phone', 'desk', 'wide'])
    expect(await site.axe()).to.deep.equal([])
    await page.getByRole('button', { name: 'Invite user' }).press('Enter')
    await focused(page, 'dialog input')
    await page.keyboard.type('no address')
    await page.keyboard.press('Enter')
    await text(page, 'Enter a valid e-mail address, such as name@example.com.')
    await page.getByLabel('E-mail *').fill(guest)
    await page.getByLabel('Role', { exact: true }).selectOption('viewer')
    await site.shots('team-invite')
    expect(await site.axe()).to.deep.equal([])
    await press(page, 'Create link')
    const link = await page.getByLabel('One-time link').inputValue()
    expect(link).to.match(/\/console\/join#platen_cl_/)
    expect(await site.axe()).to.deep.equal([])
    await site.shots('team-link')
    await press(page, 'Done')
    const menu = page.getByRole('button', { name: `Actions for ${guest}` })
    await menu.press('ArrowDown')
    await focused(page, '[role=menuitem]')
    await site.shots('team-menu')
    expect(await site.axe()).to.deep.equal([])
    await page.keyboard.press('Enter')
    await page.getByLabel('Role', { exact: true }).selectOption('editor')
    await press(page, 'Save')
    await text(page, `${guest} is now Editor.`)
    await menu.press('ArrowDown')
    await focused(page, '[role=menuitem]')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await press(page, 'Disable user')
    await text(page, 'Disabled')

    const other = await site.another(await site.join('viewer'), { language: 'de' })
    await other.page.goto(`${site.service}/console/team`)
    await text(other.page, /Nur Inhaber können das Team ansehen/)
    expect(await site.axe(other.page)).to.deep.equal([])
    await other.close()
  })
})
