/** The life of a template in a browser: looked at, published, changed, brought back, archived, and seen in German. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, drawn as effected, openConsole, SIZES } from '../support/browser/console-site.ts'
import { pressPage, separationText } from '../support/pdf/press-page.ts'
import { field, fields } from '../support/pdf/upload-cases.ts'
import { expectFaults } from '../support/run/page-faults.ts'
import { uploadForm } from '../support/service/sample-press.ts'

/** Two sides with gold, a thin line on the front and two fields. */
const card = (line: string, ...more: string[]) =>
  pressPage({
    ...fields(field('40 120 200 145'), ...more),
    content: `/S0 cs 1 scn 220 120 50 50 re f 0 0 0 1 K 0.1 w ${line}`,
    resources: `/ColorSpace << /S0 ${separationText('Gold', '0.15 0.3 0.9 0.1')} >>`,
    more: [{ content: '/S0 cs 1 scn 20 20 260 160 re f' }],
  })

const FIRST = card('60 40 m 100 40 l S', field('40 80 200 105', '', 'Town'))
const SECOND = card('60 60 m 240 60 l S', field('40 80 200 105', '', 'Street'))
const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

describe('A template in the console @long', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    page = site.page
  })
  after(() => site?.close())

  const sound = async () => expect(await site.axe()).to.deep.equal([])
  const dialog = () => page.getByRole('dialog')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const confirm = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
  const drawn = (alt: string) =>
    page.getByRole('img', { name: alt, exact: true }).waitFor({ state: 'visible' })

  it('show what preflight found on the page, and are published', async () => {
    const wedding = await readFile(join(import.meta.dirname, '../../examples/wedding-card.pdf'))
    await site.test.json('/v1/templates', { body: uploadForm(FIRST, 'card') })
    await site.test.json('/v1/templates', { body: uploadForm(wedding, 'Hochzeitskarte „Lene & Jörg“') })
    await site.open('/console/templates')
    await page.locator('.thumbnail img').nth(1).waitFor()
    await sound()
    await site.shots('templates-list', ['phone', 'desk', 'wide'])
    await page.getByRole('link', { name: 'card', exact: true }).click()
    await page.getByRole('heading', { name: 'card' }).waitFor()
    await drawn('card, page 1')
    await page.getByText('A line on page 1 is 0.1 pt thick').waitFor()
    await sound()
    await site.shots('template', ['phone', 'desk', 'wide'])

    // From the list to the spot, by the keyboard: enlarged, in sight and marked.
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
    await sound()
    await site.shots('template-finding')
    await page.locator('button.finding-head', { hasText: 'Artwork ends before the bleed' }).last().click()
    await drawn('card, page 2')
    await press('Front')
    await press('Measure ink coverage')
    await page.getByText('Ink coverage is measured.').waitFor()

    await press('Publish')
    await dialog().getByText('The template goes live').waitFor()
    await sound()
    await confirm('Publish')
    await page.locator('h1').getByText('Live', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: /\/fill\/card$/ }).getAttribute('href')).to.equal(
      `${site.service}/fill/card`,
    )
  })

  it('take newer artwork, show the difference, and bring a revision back', async () => {
    await page.getByRole('button', { name: 'More actions' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('[role=menuitem]:focus', { hasText: 'Upload new artwork' }).waitFor()
    await page.keyboard.press('Enter')
    await dialog().getByText('The new PDF becomes a new revision').waitFor()
    await sound()
    await dialog().locator('input[type=file]').setInputFiles(pdf('card-2.pdf', SECOND))
    await dialog().getByText('1 field is kept, 1 is new, 1 is removed.').waitFor()
    expect(await dialog().locator('tbody tr').allTextContents()).to.deep.equal([
      'TownRemovedpage 1',
      'StreetNewpage 1',
      'NameKept with its settingspage 1',
    ])
    expect((await site.test.json(await address())).body.template.latest_revision).to.equal(1)
    await sound()
    await site.shots('template-artwork-check')
    await confirm('Replace artwork')
    await dialog().getByText('The new artwork is revision 2.').waitFor()
    expect(await dialog().locator('.labels li').allTextContents()).to.deep.equal(['Town', 'Street'])
    await site.shots('template-artwork')
    await confirm('Done')
    await page.getByText('Unpublished changes').waitFor()
    await press('Publish revision 2')
    await dialog().getByText('New designs use revision 2.').waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })

    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('The revisions differ on this page.').waitFor()
    await drawn('Difference between revisions 1 and 2, page 1')
    await page.getByText(/New artwork by Ada Lovelace/).waitFor()
    await page.locator('.revision .thumbnail img').nth(1).waitFor()
    await sound()
    await site.shots('template-history', ['phone', 'desk', 'wide'])
    await press('Back')
    await page.getByText('The revisions look the same on this page.').waitFor()
    await press('Restore revision 1')
    await dialog().getByText('This creates revision 3 with the same content.').waitFor()
    await confirm('Restore')
    await page.getByText('Revision 1 restored').waitFor()
    const { template } = (await site.test.json(await address())).body
    expect(template).to.include({ latest_revision: 3, live_revision: 1 })
  })

  it('have settings that are not lost unnoticed', async () => {
    await page.getByRole('tab', { name: 'Settings' }).click()
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await title.fill('Visiting card')
    await page.getByLabel('Preflight profile').selectOption('flexo')
    await page.getByLabel('Link ending').fill('Not a slug')
    await press('Add metadata')
    await page.getByRole('link', { name: 'Orders' }).click()
    await dialog().getByText('Your changes on this page are not saved.').waitFor()
    await confirm('Stay')
    await press('Save settings')
    await page.getByText('Enter a name.').waitFor()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('article')
    await page.getByRole('textbox', { name: 'Value' }).fill('17-b')
    await press('Save settings')
    await page.getByText('Use lower-case letters, digits and single hyphens only.').waitFor()
    await sound()
    await site.shots('template-settings')
    await page.getByLabel('Link ending').fill('visiting-card')
    await press('Save settings')
    await page.getByText('Settings saved.').waitFor()
    const { template } = (await site.test.json(await address())).body
    expect(template).to.deep.include({
      title: 'Visiting card',
      profile: 'flexo',
      slug: 'visiting-card',
      metadata: { article: '17-b' },
    })
    await page.getByRole('heading', { name: 'Visiting card' }).waitFor()
  })

  it('are paused, archived and restored, each with words of what will happen', async () => {
    for (const [move, text, state] of [
      ['Pause', 'The template accepts no new designs', 'Paused'],
      ['Archive', 'leaves the list', 'Archived'],
    ] as const) {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: move }).click()
      await dialog().getByText(text).waitFor()
      await sound()
      await confirm(move)
      await page.locator('h1').getByText(state, { exact: true }).waitFor()
    }
    await page.getByRole('link', { name: 'Templates' }).first().click()
    await page.getByRole('link', { name: 'Archived', exact: true }).click()
    await page.getByRole('link', { name: 'Visiting card' }).click()
    await press('Restore')
    await confirm('Restore')
    await page.locator('h1').getByText('Draft', { exact: true }).waitFor()
    const log = (await site.test.json('/v1/audit_events')).body.data
    const actions = ['published', 'artwork_replaced', 'changed', 'paused', 'archived', 'restored']
    for (const action of actions) {
      const entry = log.find((one: { action: string }) => one.action === `template.${action}`)
      expect(entry?.actor, action).to.equal(site.person.id)
    }
    // What the browser itself says of replies that were meant to fail.
    expect(site.faults.filter((fault) => !fault.startsWith('Failed to load resource'))).to.deep.equal([])
  })

  it('are looked at in German by who may change nothing, on a phone and on a wide screen', async function () {
    expectFaults(this, /^GET 404 \S+\/v1\/templates\/tpl_0+\?revision=latest$/)
    const { page: other, faults } = await site.another(await site.join('viewer'), {
      language: 'de',
      size: 'phone',
    })
    await other.goto(`${site.service}/console/templates`)
    await other.getByRole('link', { name: 'Visiting card' }).waitFor()
    expect(await other.locator('.drop-zone').count()).to.equal(0)
    expect(await site.axe(other)).to.deep.equal([])
    await other.getByRole('link', { name: 'Visiting card' }).click()
    await other.getByText('Feine Linie').first().waitFor()
    expect(await other.getByRole('button', { name: 'Veröffentlichen' }).count()).to.equal(0)
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
    await other.goto(`${site.service}/console/templates/tpl_00000000000000000000000000`)
    await other.getByText('Vorlage nicht gefunden').waitFor()
    expect(faults.filter((fault) => !fault.startsWith('Failed to load resource'))).to.deep.equal([])
  })

  const address = async (): Promise<string> => {
    const id = new URL(page.url()).pathname.split('/')[3]
    return `/v1/templates/${id}?revision=latest`
  }
})
