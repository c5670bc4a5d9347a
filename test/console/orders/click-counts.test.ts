/**
 * How many presses lie between a PDF and a print file, counted in the browser: of staff and of their customer together,
 * by pointer and by keys alone.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Locator, Page } from 'playwright-core'
import { publishSample } from '../../../server/sample.ts'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { editorReady } from '../../support/browser/editor-page.ts'
import { byKeys, byPointer, type Hand } from './hands.ts'

const EXAMPLES = join(import.meta.dirname, '../../../examples')
const MOST_OWN = 8
const MOST_SAMPLE = 5

const WORDS = {
  en: {
    ...{ choose: 'Choose PDFs', publish: 'Publish', yes: 'Publish template', open: 'Open page' },
    ...{ print: 'Create print file', download: 'Download print file' },
    ...{ tour: 'Start tour', design: 'Start design' },
  },
  de: {
    ...{ choose: 'PDFs auswählen', publish: 'Veröffentlichen', yes: 'Vorlage veröffentlichen' },
    ...{ open: 'Seite öffnen', print: 'Druckdatei erstellen', download: 'Druckdatei herunterladen' },
    ...{ tour: 'Rundgang starten', design: 'Gestaltung beginnen' },
  },
} as const
type Language = keyof typeof WORDS

interface Press {
  /** By a pointer: a press by a key is at no place of the page. */
  readonly pointed: boolean
  readonly control: string
}
/** At the document: a press that meets something moving is held back at the window, before the page has it, and repeated. */
const NOTE_CLICKS = `document.addEventListener('click', ({ isTrusted, detail, target }) => {
  if (!isTrusted) return
  const control = target.closest('a, button, label, input, select') ?? target
  noteClick({ pointed: detail > 0, control: control.ariaLabel ?? control.textContent.trim() })
}, true)`
const listed = (pressed: readonly Press[]) => pressed.map(({ control }) => control).join(' > ')

interface Way {
  readonly language: Language
  readonly hand: Hand
  /** Of its own for each: the same one again would be the template that is there. */
  readonly file: string
  readonly width: 1440 | 1024 | 390
  readonly scheme: 'light' | 'dark'
  readonly long?: boolean
}
const WAYS: readonly Way[] = [
  { language: 'en', hand: byPointer, file: 'gift-tag.pdf', width: 390, scheme: 'light' },
  { language: 'en', hand: byKeys, file: 'business-card.pdf', width: 1440, scheme: 'light', long: true },
  { language: 'de', hand: byKeys, file: 'place-card.pdf', width: 1024, scheme: 'dark', long: true },
]
const nameOf = ({ language, hand, width, scheme, long = false }: Way) =>
  `by ${hand === byKeys ? 'keys alone' : 'pointer'}, ${width} px, ${scheme}, ${language}${long ? ' @long' : ''}`

describe('From a PDF to a print file', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
  })
  after(() => site?.close())

  /** A browser that counts what a pointer or a key presses in any of its pages; typing is none. */
  const openCounted = async ({ language, width, scheme }: Way) => {
    const watched = await site.another(site.person, {
      ...{ language, scheme },
      size: width < 1000 ? 'phone' : 'desk',
    })
    await watched.page.setViewportSize({ width, height: 850 })
    const pressed: Press[] = []
    await watched.context.exposeBinding('noteClick', (_source, press: Press) => void pressed.push(press))
    await watched.context.addInitScript(NOTE_CLICKS)
    await watched.page.goto(`${site.service}/console`)
    return { ...watched, pressed }
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const download = async (page: Page, hand: Hand, name: string) => {
    const waits = page.waitForEvent('download')
    await hand.press(button(page, name))
    const file = await readFile(await (await waits).path())
    expect(file.subarray(0, 5).toString()).to.equal('%PDF-')
  }
  const fill = async (hand: Hand, inputs: readonly Locator[]) => {
    for (const input of inputs) await hand.fill(input, 'Ada')
  }

  for (const way of WAYS)
    it(`are at most ${MOST_OWN} presses with an own PDF and a customer, ${nameOf(way)}`, async () => {
      const { language, hand, file } = way
      const words = WORDS[language]
      const { page, context, pressed, faults } = await openCounted(way)
      const chooser = page.waitForEvent('filechooser')
      await hand.press(button(page, words.choose))
      await (await chooser).setFiles(join(EXAMPLES, file))
      await page.locator('.sheet-picture').waitFor()
      await hand.press(button(page, words.publish))
      await hand.press(button(page, words.yes))
      const opens = context.waitForEvent('page')
      await hand.press(page.getByRole('link', { name: words.open }))
      const shopper = await opens
      await editorReady(shopper)
      await fill(hand, await shopper.getByRole('textbox').all())
      await shopper.locator('.state[data-state="settled"]').waitFor()
      await hand.press(shopper.locator('.foot .main'))
      await shopper.locator('.review .sheet[data-state="ready"] img').first().waitFor()
      await hand.press(shopper.locator('.foot .main'))
      await shopper.locator('.done').waitFor()
      await page.bringToFront()
      await hand.press(button(page, words.print))
      await download(page, hand, words.download)
      expect(pressed, listed(pressed)).to.have.lengthOf(MOST_OWN)
      expect(pressed.filter(({ pointed }) => pointed)).to.have.lengthOf(hand === byPointer ? MOST_OWN : 0)
      expect(await site.axe(page)).to.deep.equal([])
      await site.shotsOf(page, `clicks-${language}`)
      expect(faults).to.deep.equal([])
      // The next one begins where nothing is yet.
      const { data } = (await site.test.json('/v1/templates')).body
      for (const { id } of data) await site.test.json(`/v1/templates/${id}/archive`, { method: 'POST' })
    })

  it(`are at most ${MOST_SAMPLE} presses with the sample, by pointer and by keys, in both languages @long`, async () => {
    const { ports, service } = site.test.server
    await publishSample(ports.files, service.templates, site.test.team.id)
    for (const way of WAYS) {
      const { hand } = way
      const words = WORDS[way.language]
      const { page, pressed, close } = await openCounted(way)
      await hand.press(button(page, words.tour))
      await hand.press(button(page, words.design))
      await fill(hand, await page.getByRole('textbox').all())
      await hand.press(button(page, words.print))
      await download(page, hand, words.download)
      expect(pressed.length, listed(pressed)).to.be.greaterThan(0).and.at.most(MOST_SAMPLE)
      if (hand === byKeys) expect(pressed.filter(({ pointed }) => pointed)).to.deep.equal([])
      await close()
    }
  })
})
