/** Templates in a real browser: axe and screenshots of each state, places on a page, and the keyboard. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import {
  type ConsoleSite,
  drawn as effected,
  openConsole,
  SIZES,
} from '../../support/browser/console-site.ts'
import { GOLD_CARD, NEXT_GOLD_CARD } from '../../support/pdf/gold-card.ts'
import { uploadForm } from '../../support/service/sample-press.ts'

describe('Templates in a browser', () => {
  let site: ConsoleSite
  let page: Page
  let id: string
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    page = site.page
    const wedding = await readFile(join(import.meta.dirname, '../../../examples/wedding-card.pdf'))
    const made = await site.test.json('/v1/templates', { body: uploadForm(GOLD_CARD, 'card') })
    id = made.body.template.id
    await site.test.json('/v1/templates', { body: uploadForm(wedding, 'Hochzeitskarte „Lene & Jörg“') })
  })
  after(() => site?.close())

  const clean = async (of: Page = page) => expect(await site.axe(of)).to.deep.equal([])
  const dialog = () => page.getByRole('dialog')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const confirm = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
  const drawn = (alt: string) =>
    page.getByRole('img', { name: alt, exact: true }).waitFor({ state: 'visible' })

  it('show their pictures in the grid without faults of axe', async () => {
    await site.open('/console/templates')
    await page.locator('.thumbnail img').nth(1).waitFor()
    await clean()
    await site.shots('templates-list', ['phone', 'desk', 'wide'])
  })

  it('are tagged and duplicated in the grid with the keyboard alone @long', async () => {
    const choose = async (title: string, item: string) => {
      await page.getByRole('button', { name: `${title}: actions` }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: item }).focus()
      await page.keyboard.press('Enter')
    }
    await site.open('/console/templates')
    await choose('card', 'Tags')
    await page.getByLabel('Tags').fill('wine, winter')
    await clean()
    await page.keyboard.press('Enter')
    await page.getByText('Tags saved.').waitFor()
    await choose('card', 'Rename')
    // Its text is selected.
    await page.getByLabel('Title').waitFor()
    await page.keyboard.type('Visiting card')
    await page.keyboard.press('Enter')
    await page.getByText('Template renamed.').waitFor()
    await choose('Visiting card', 'Duplicate')
    await page.getByRole('link', { name: 'Visiting card (copy)', exact: true }).waitFor()
    await clean()
    await site.shots('templates-copy')
    await choose('Visiting card (copy)', 'Archive')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await clean()
    await site.test.json(`/v1/templates/${id}`, { method: 'PATCH', body: { title: 'card' } })
  })

  it('enlarge the page at a finding that is chosen by the keyboard, and mark it in sight @long', async () => {
    await site.open(`/console/templates/${id}`)
    await drawn('card, page 1')
    await page.getByText('A line on page 1 is 0.1 pt thick').waitFor()
    await clean()
    await site.shots('template', ['phone', 'desk', 'wide'])
    await page.locator('button.finding-head', { hasText: 'Thin line' }).focus()
    await page.keyboard.press('Enter')
    const mark = page.locator('.mark[data-selected]')
    await mark.waitFor()
    await effected(page)
    const [spot, area, sheet] = await Promise.all(
      [mark, page.locator('.page-area'), page.locator('.page-sheet')].map((one) => one.boundingBox()),
    )
    if (!spot || !area || !sheet) throw new Error('Nothing is shown.')
    expect(sheet.width).to.be.greaterThan(area.width * 1.5)
    expect(spot.x).to.be.within(area.x - 1, area.x + area.width)
    expect(spot.y).to.be.within(area.y - 1, area.y + area.height)
    await clean()
    await site.shots('template-finding')
  })

  it('are published, and take newer artwork from a menu by the keyboard, without faults of axe @long', async () => {
    await site.open(`/console/templates/${id}`)
    await press('Publish')
    await dialog().getByText('The template goes live').waitFor()
    await clean()
    await confirm('Publish')
    await page.locator('h1').getByText('Live', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'More actions' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('[role=menuitem]:focus', { hasText: 'Upload new artwork' }).waitFor()
    await page.keyboard.press('Enter')
    await dialog().getByText('The new PDF becomes a new revision').waitFor()
    await clean()
    await dialog()
      .locator('input[type=file]')
      .setInputFiles({ name: 'card-2.pdf', mimeType: 'application/pdf', buffer: NEXT_GOLD_CARD })
    await dialog().getByText('1 field is kept, 1 is new, 1 is removed.').waitFor()
    await clean()
    await site.shots('template-artwork-check')
    await confirm('Replace artwork')
    await dialog().getByText('The new artwork is revision 2.').waitFor()
    await site.shots('template-artwork')
    await confirm('Done')
    await page.getByRole('tab', { name: 'History' }).click()
    await drawn('Difference between revisions 1 and 2, page 1')
    await page.locator('.revision .thumbnail img').nth(1).waitFor()
    await page.getByText(/New artwork by Ada Lovelace/).waitFor()
    await clean()
    await site.shots('template-history', ['phone', 'desk', 'wide'])
  })

  it('show errors of settings and the moves of a template without faults of axe @long', async () => {
    await site.open(`/console/templates/${id}/settings`)
    await page.getByLabel('Link ending').fill('Not a slug')
    await press('Add metadata')
    await press('Save settings')
    await page.getByText('Enter a name.').waitFor()
    await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('article')
    await press('Save settings')
    await page.getByText('Use lower-case letters, digits and single hyphens only.').waitFor()
    await clean()
    await site.shots('template-settings')
    await page.getByLabel('Link ending').fill('visiting-card')
    await press('Save settings')
    await page.getByText('Settings saved.').waitFor()
    for (const [move, text, state] of [
      ['Pause', 'The template accepts no new designs', 'Paused'],
      ['Archive', 'leaves the list', 'Archived'],
    ] as const) {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: move }).click()
      await dialog().getByText(text).waitFor()
      await clean()
      await confirm(move)
      await page.locator('h1').getByText(state, { exact: true }).waitFor()
    }
    await press('Restore')
    await confirm('Restore')
    await page.locator('h1').getByText('Draft', { exact: true }).waitFor()
    // What the browser itself says of replies that were meant to fail.
    expect(site.faults.filter((fault) => !fault.startsWith('Failed to load resource'))).to.deep.equal([])
  })

  it('are looked at in German by a viewer on a phone and on a wide screen, without a bar sideways @long', async () => {
    const { page: other, faults } = await site.another(await site.join('viewer'), {
      language: 'de',
      size: 'phone',
    })
    await other.goto(`${site.service}/console/templates`)
    await other.getByRole('link', { name: 'card', exact: true }).waitFor()
    expect(await other.locator('.drop-zone').count()).to.equal(0)
    await clean(other)
    await other.getByRole('link', { name: 'card', exact: true }).click()
    await other.getByText('Feine Linie').first().waitFor()
    for (const part of ['Verlauf', 'Einstellungen', 'Seiten und Datenprüfung']) {
      await other.getByRole('tab', { name: part }).click()
      await other.getByRole('tabpanel', { name: part }).waitFor()
      expect(await site.axe(other), part).to.deep.equal([])
    }
    for (const size of ['phone', 'wide'] as const) {
      await other.setViewportSize(SIZES[size])
      const wide = await other.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(wide, size).to.be.at.most(0)
    }
    expect(faults.filter((fault) => !fault.startsWith('Failed to load resource'))).to.deep.equal([])
  })

  it('stand on a phone in German without a bar sideways, above a bar of sections @long', async () => {
    const { page: phone } = await site.another(await site.join('editor'), { size: 'phone', language: 'de' })
    await phone.setViewportSize({ width: 320, height: 640 })
    for (const path of ['templates', 'styles', 'orders', 'shop']) {
      await phone.goto(`${site.service}/console/${path}`)
      await phone.locator('h1').waitFor()
      await clean(phone)
      const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await phone.evaluate(wide), path).to.equal(0)
    }
    await phone.getByRole('button', { name: 'Mehr' }).click()
    // All sections one below the other, each as wide as the dialog.
    const entry = phone.getByRole('dialog').getByRole('link', { name: 'Bibliothek' })
    expect((await entry.boundingBox())?.width).to.be.above(200)
    await entry.click()
    await phone.getByRole('heading', { name: 'Bibliothek' }).waitFor()
  })
})
