/** What lies over the page in the template editor, in a real browser: handles, labels, guides, the bar at the selection. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, drawn, openConsole } from '../support/browser/console-site.ts'
import { editorCard, pull } from '../support/browser/editor-card.ts'
import { eventually } from '../support/run/eventually.ts'

describe('The canvas of the template editor', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    ;({ page } = site)
  })
  after(() => site?.close())

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const bar = () => page.getByRole('toolbar', { name: /selected$/ })
  /** Is the middle of an element hit by a pointer there? */
  const isHit = (selector: string) =>
    page.evaluate<boolean>(`{
      const one = document.querySelector(${JSON.stringify(selector)})
      const box = one.getBoundingClientRect()
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      hit === one || one.contains(hit)
    }`)

  it('has the handles of a field above all its neighbours, its label at rest, and its bar beside them @long', async () => {
    // One under another, so close that the handles of the first lie on the others.
    const card = await editorCard(site, 'Close', [
      [60, 60, 140, 80],
      [60, 80.5, 140, 100],
      [60, 40, 140, 59.5],
    ])
    await card.open(page)
    await page.locator('.sheet-picture').waitFor()
    const labels = page.locator('.spot-label')
    expect(await labels.allTextContents()).to.include.members(['Field 2', 'Field 3'])
    await card.spot(page, 1).click()
    await bar().waitFor()
    for (const handle of ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w', 'turn'])
      expect(await isHit(`.handle[data-handle="${handle}"]`), handle).to.equal(true)
    expect(await labels.allTextContents()).to.include('Field 1')
    const at = await bar().boundingBox()
    if (at === null) throw new Error('There is no bar.')
    for (const number of [1, 2, 3]) {
      const box = await card.spot(page, number).boundingBox()
      const apart = box === null || at.y + at.height <= box.y || at.y >= box.y + box.height
      expect(apart, `the bar and field ${number}`).to.equal(true)
    }
    await bar().getByLabel('Font size').fill('14')
    await bar().getByRole('button', { name: 'right', exact: true }).click()
    await card.save(page)
    const [{ style }] = (await card.scene()).fields[0].placements
    expect([style.size_pt, style.align]).to.deep.equal([14, 'right'])
    expect(await site.axe()).to.deep.equal([])
  })

  it('moves fields to a guide that was drawn out of a ruler, and guides by keys @long', async () => {
    const card = await editorCard(site, 'Guided', [[60, 60, 140, 80]])
    await card.open(page)
    await page.locator('.sheet-picture').waitFor()
    const scale = await card.scale(page)
    const sheet = await page.locator('.sheet').boundingBox()
    const ruler = await page.locator('.ruler[data-axis="y"]').boundingBox()
    if (sheet === null || ruler === null) throw new Error('There is no ruler.')
    const x = sheet.x + 30 * scale
    await page.mouse.move(ruler.x + 8, sheet.y + 40)
    await page.mouse.down()
    await page.mouse.move(x, sheet.y + 60, { steps: 4 })
    await page.mouse.up()
    const guide = page.getByRole('separator')
    await guide.waitFor()
    await card.spot(page, 1).click()
    await pull(page, card.spot(page, 1), [Math.round(-30 * scale) + 3, 0])
    const [placed] = await card.save(page)
    const drawnAt = Number(await guide.getAttribute('aria-valuenow'))
    expect(placed?.box[0]).to.be.closeTo(30, 1)
    expect(Math.round(placed?.box[0] ?? 0)).to.be.closeTo(drawnAt, 1)

    await guide.focus()
    const before = await guide.getAttribute('aria-valuetext')
    await page.keyboard.press('ArrowRight')
    await drawn(page)
    expect(await guide.getAttribute('aria-valuetext')).to.not.equal(before)
    // Guides stay in the browser.
    await page.reload()
    await guide.waitFor()
    expect(await site.axe()).to.deep.equal([])
    await guide.focus()
    await page.keyboard.press('Delete')
    await guide.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Horizontal ruler/ }).focus()
    await page.keyboard.press('Enter')
    await guide.waitFor()
    expect(await guide.getAttribute('aria-orientation')).to.equal('horizontal')
    await button('View').click()
    await button('Remove guides').click()
    await page.locator('.view-panel').waitFor({ state: 'detached' })
    expect(await guide.count()).to.equal(0)
  })

  it('locks a position, and copies fields, by keys alone @long', async () => {
    const card = await editorCard(site, 'Locked in place', [[60, 60, 140, 80]])
    await card.open(page)
    await page.getByRole('option', { name: /Field 1/ }).click()
    const spot = card.spot(page, 1).getByRole('button')
    await spot.focus()
    await page.keyboard.press('Control+Shift+L')
    await drawn(page)
    await page.keyboard.press('ArrowRight')
    await pull(page, card.spot(page, 1), [40, 40])
    expect(await page.locator('.handle').count()).to.equal(0)
    const [kept] = await card.save(page)
    expect(kept?.box).to.deep.equal([60, 60, 140, 80])
    expect((await card.scene()).fields[0].position_locked).to.equal(true)
    expect(await page.getByRole('option', { name: /position locked/ }).count()).to.equal(1)
    expect(await page.getByLabel('Left', { exact: true }).isDisabled()).to.equal(true)

    await spot.focus()
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await page.getByRole('option', { name: /Field 2/ }).waitFor()
    await page.locator('.spot-button:focus').waitFor()
    await page.keyboard.press('ArrowRight')
    const [, copied] = await card.save(page)
    expect(copied?.box[0]).to.be.greaterThan(60)
    expect(await site.axe()).to.deep.equal([])
  })

  it('shows fonts by family in their own face, and finds one by its name and by keys @long', async () => {
    const card = await editorCard(site, 'Set anew', [[60, 60, 140, 80]])
    await card.open(page)
    await card.spot(page, 1).click()
    const opener = page.locator('.editor-side').getByRole('button', { name: /^Font: / })
    await opener.focus()
    await page.keyboard.press('Enter')
    const search = page.getByRole('combobox', { name: 'Search fonts' })
    await search.waitFor()
    const names = await page
      .getByRole('option')
      .evaluateAll((all) =>
        all.filter((one) => one.closest('.families')).map((one) => one.querySelector('bdi')?.textContent),
      )
    expect(new Set(names).size).to.equal(names.length)
    // Rows of a list, not buttons of the browser.
    expect(
      await page
        .locator('.family')
        .first()
        .evaluate((one) => getComputedStyle(one).borderTopWidth),
    ).to.equal('0px')
    await page.locator('.family', { hasText: 'Cousine' }).locator('svg path').waitFor({ state: 'attached' })
    expect(await site.axe()).to.deep.equal([])
    await search.pressSequentially('cormorant')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Style' }).selectOption({ label: 'Semi Bold Italic' })
    await card.save(page)
    const [{ style }] = (await card.scene()).fields[0].placements
    expect(style.font.key).to.equal('bundled:CormorantGaramond-SemiBoldItalic')
    await page.getByText('Cormorant Garamond').first().waitFor()
  })

  it('fits a phone and a narrow window, and shows its panels over the page @long', async () => {
    const card = await editorCard(site, 'Small', [[60, 60, 140, 80]])
    const { page: phone, faults } = await site.another(site.person, { size: 'phone' })
    await phone.setViewportSize({ width: 320, height: 640 })
    await card.open(phone)
    await card.spot(phone, 1).click()
    for (const panel of ['Fields', 'Properties']) {
      await phone.getByRole('button', { name: panel, exact: true }).click()
      await phone.locator(panel === 'Fields' ? '.editor-list' : '.editor-side').waitFor()
      expect(await phone.evaluate<number>('document.documentElement.scrollWidth'), panel).to.equal(320)
      expect(await site.axe(phone), panel).to.deep.equal([])
    }
    // Enlarged fourfold, the page keeps a height to work in.
    await phone.setViewportSize({ width: 320, height: 256 })
    await eventually(async () => ((await phone.locator('.spot').first().boundingBox())?.height ?? 0) > 8)
    await phone.setViewportSize({ width: 320, height: 640 })
    await phone.getByLabel('Label', { exact: true }).fill('On the phone')
    await card.save(phone)
    expect((await card.scene()).fields[0].label).to.equal('On the phone')
    expect(faults).to.deep.equal([])
  })
})
