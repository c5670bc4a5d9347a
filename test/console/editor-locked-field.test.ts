/** A field that staff lock in the template editor, and shoppers cannot change, in real browsers. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { editorCard } from '../support/browser/editor-card.ts'
import { publish } from '../support/browser/editor-view.ts'

describe('A locked field', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    ;({ page } = site)
  })
  after(() => site?.close())

  it('locks a field: staff by a box, shoppers see it and cannot change it @long', async () => {
    const card = await editorCard(site, 'Locked', [
      [40, 60, 140, 80],
      [40, 100, 140, 120],
    ])
    await card.open(page)
    await card.spot(page, 2).click()
    await page.getByRole('checkbox', { name: 'Locked for customers' }).check()
    expect(await site.axe()).to.deep.equal([])
    await card.save(page)
    const fields: readonly { label: string; locked: boolean }[] = (await card.scene()).fields
    expect(fields.map(({ locked }) => locked)).to.deep.equal([false, true])
    await publish(page)

    const { body } = await site.test.json(`/v1/templates/${card.id}`)
    const { page: shopper, faults } = await site.another(null)
    await shopper.goto(`${site.service}${new URL(body.template.hosted_url).pathname}`)
    const locked = shopper.getByRole('textbox', { name: 'Field 2' })
    await locked.waitFor()
    expect(await locked.getAttribute('readonly')).to.not.equal(null)
    expect(await locked.inputValue()).to.equal('Text')
    await shopper.getByText('Set by the shop').waitFor()
    const open = shopper.getByRole('textbox', { name: 'Field 1' })
    await open.fill('Ada')
    expect(await open.inputValue()).to.equal('Ada')
    expect(faults).to.deep.equal([])
  })
})
