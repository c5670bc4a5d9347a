/** How many clicks lie between a PDF and a print file, counted in the browser: of staff and of their customer together. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { publishSample } from '../../../server/sample.ts'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { editorReady } from '../../support/browser/editor-page.ts'

const EXAMPLES = join(import.meta.dirname, '../../../examples')
const MOST_OWN = 8
const MOST_SAMPLE = 5

const LANGUAGES = ['en', 'de'] as const
type Language = (typeof LANGUAGES)[number]
const WORDS = {
  en: {
    ...{ choose: 'Choose PDFs', publish: 'Publish', yes: 'Publish template', open: 'Open page' },
    ...{ print: 'Create print file', download: 'Download print file' },
    ...{ tour: 'Start tour', design: 'Start design', file: 'gift-tag.pdf' },
  },
  de: {
    ...{ choose: 'PDFs auswählen', publish: 'Veröffentlichen', yes: 'Vorlage veröffentlichen' },
    ...{ open: 'Seite öffnen', print: 'Druckdatei erstellen', download: 'Druckdatei herunterladen' },
    ...{ tour: 'Rundgang starten', design: 'Gestaltung beginnen', file: 'place-card.pdf' },
  },
} as const

describe('Clicks of the console', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
  })
  after(() => site?.close())

  /** A browser that counts what a pointer or a key presses in any of its pages; typing is none. */
  const openCounted = async (language: Language) => {
    const watched = await site.another(site.person, { language })
    let clicks = 0
    await watched.context.exposeBinding('noteClick', () => {
      clicks += 1
    })
    await watched.context.addInitScript(
      "addEventListener('click', (event) => { if (event.isTrusted) noteClick() }, true)",
    )
    await watched.page.goto(`${site.service}/console`)
    return { ...watched, clicks: () => clicks }
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const download = async (page: Page, name: string) => {
    const waits = page.waitForEvent('download')
    await press(page, name)
    const file = await readFile(await (await waits).path())
    expect(file.subarray(0, 5).toString()).to.equal('%PDF-')
  }

  for (const language of LANGUAGES)
    it(`are at most ${MOST_OWN} from an own PDF to the print file of a customer's order, ${language} @long`, async () => {
      const words = WORDS[language]
      const { page, context, clicks, faults } = await openCounted(language)
      const chooser = page.waitForEvent('filechooser')
      await press(page, words.choose)
      await (await chooser).setFiles(join(EXAMPLES, words.file))
      await page.locator('.sheet-picture').waitFor()
      await press(page, words.publish)
      await press(page, words.yes)
      const opens = context.waitForEvent('page')
      await page.getByRole('link', { name: words.open }).click()
      const shopper = await opens
      await editorReady(shopper)
      for (const input of await shopper.getByRole('textbox').all()) await input.fill('Ada')
      await shopper.locator('.state[data-state="settled"]').waitFor()
      await shopper.locator('.foot .main').click()
      await shopper.locator('.review .sheet[data-state="ready"] img').first().waitFor()
      await shopper.locator('.foot .main').click()
      await shopper.locator('.done').waitFor()
      await page.bringToFront()
      await press(page, words.print)
      await download(page, words.download)
      expect(clicks()).to.equal(MOST_OWN)
      expect(await site.axe(page)).to.deep.equal([])
      await site.shotsOf(page, `clicks-${language}`)
      expect(faults).to.deep.equal([])
      // The next one begins where nothing is yet.
      const { data } = (await site.test.json('/v1/templates')).body
      for (const { id } of data) await site.test.json(`/v1/templates/${id}/archive`, { method: 'POST' })
    })

  it(`are at most ${MOST_SAMPLE} from the sample to a print file, in both languages`, async () => {
    const { ports, service } = site.test.server
    await publishSample(ports.files, service.templates, site.test.team.id)
    for (const language of LANGUAGES) {
      const words = WORDS[language]
      const { page, clicks, close } = await openCounted(language)
      await press(page, words.tour)
      await press(page, words.design)
      for (const input of await page.getByRole('textbox').all()) await input.fill('Ada')
      await press(page, words.print)
      await download(page, words.download)
      expect(clicks()).to.be.greaterThan(0).and.at.most(MOST_SAMPLE)
      await close()
    }
  })
})
