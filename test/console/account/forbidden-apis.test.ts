/** The console in browsers that forbid one of their APIs. */
import { expect } from 'chai'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { type EditorCard, editorCard } from '../../support/browser/editor-card.ts'
import { FORBIDDEN_APIS } from '../../support/browser/forbidden-apis.ts'
import { PASSPHRASE } from '../../support/service/console-people.ts'

describe('The console in a browser that forbids an API', () => {
  let site: ConsoleSite
  let card: EditorCard
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    card = await editorCard(site, 'Forbidden', [[40, 60, 140, 80]])
  })
  after(() => site?.close())

  for (const [name, script] of FORBIDDEN_APIS)
    it(`signs in, shows its home and opens the template editor where the browser forbids ${name}`, async () => {
      const { page, faults, close } = await site.another(null)
      await page.addInitScript(script)
      await page.goto(`${site.service}/console`)
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await page.locator('[name=email]').fill('ada@printshop.example')
      await page.getByLabel('Passphrase *').fill(PASSPHRASE)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: /^Hello, / }).waitFor()
      await page.getByRole('link', { name: 'Templates', exact: true }).first().click()
      await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor()
      await page.getByRole('link', { name: 'Forbidden' }).first().click()
      await page.getByRole('heading', { name: 'Forbidden', level: 1 }).waitFor()
      await card.open(page)
      await card.spot(page, 1).click()
      await page.getByLabel('Maximum length').fill('12')
      await card.save(page)
      // Before somebody is signed in the session is asked for in vain.
      expect(faults.filter((fault) => !fault.includes('401'))).to.deep.equal([])
      await close()
    })
})
