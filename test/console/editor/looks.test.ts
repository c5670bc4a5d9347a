/** Outline and opacity of text in the template editor, in a real browser. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import en from '../../../widget/console/words/en/editor.json' with { type: 'json' }
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { editorCard } from '../../support/browser/editor-card.ts'
import { unfold } from '../../support/browser/editor-view.ts'

describe('Outline and opacity in the template editor', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this)
    ;({ page } = site)
  })
  after(() => site?.close())

  const { look } = en
  const box = (name: string) => page.getByLabel(name, { exact: true })

  it('are given to several fields, changed, undone and saved', async () => {
    const card = await editorCard(site, 'Looks', [
      [40, 60, 140, 80],
      [40, 100, 140, 120],
    ])
    await card.open(page)
    const stylesOf = async () =>
      (await card.scene()).fields.map(
        ({ placements: [one] }: { placements: { style: object }[] }) => one?.style,
      )

    await card.spot(page, 1).click()
    await unfold(page, look.title)
    await box(look.outline).check()
    await box(look.width).fill('0.5 mm')
    await box(look.width).press('Enter')
    await box(look.ink).selectOption({ index: 1 })
    await box(look.opacity).fill('40')
    await box(look.opacity).press('Tab')
    const named = await box(look.ink).inputValue()

    await card.spot(page, 2).click({ modifiers: ['Shift'] })
    expect(await box(look.outline).evaluate((input: HTMLInputElement) => input.indeterminate)).to.equal(true)
    expect(await box(look.opacity).getAttribute('placeholder')).to.equal(en.several)
    await box(look.opacity).fill('70')
    await box(look.opacity).press('Tab')
    await page.keyboard.press('Escape')
    await card.save(page)
    const [first, second] = await stylesOf()
    expect(first).to.deep.include({ opacity: 0.7 })
    expect(first.stroke).to.deep.include({
      ink: named,
      tint: 1,
      filled: true,
      overprint: false,
      join: 'miter',
    })
    expect(first.stroke.width_pt).to.be.closeTo((0.5 * 72) / 25.4, 0.01)
    expect(second).to.deep.include({ opacity: 0.7, stroke: null })

    await card.spot(page, 1).click()
    await box(look.outline).uncheck()
    expect(await box(look.width).count()).to.equal(0)
    await page.getByRole('button', { name: en.undo, exact: true }).click()
    await box(look.width).waitFor()
    expect(await box(look.ink).inputValue()).to.equal(named)
    expect(await site.axe()).to.deep.equal([])
  })
})
