/** The template editor in German: no part of it keeps a word of another language. */
import { expect } from 'chai'
import de from '../../widget/console/words/de/editor.json' with { type: 'json' }
import en from '../../widget/console/words/en/editor.json' with { type: 'json' }
import { type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'
import { type EditorPage, openEditor } from '../support/console/editor-page.ts'
import { makeCard, type TemplateCard } from '../support/service/template-card.ts'

/** Plates have their names from the print file, in every language. */
const PLATES = ['Cyan', 'Magenta', 'Yellow', 'Black']
const german = sentences(de)
const FOREIGN = sentences(en).filter((text) => !german.includes(text) && !PLATES.includes(text))

describe('The template editor in German', () => {
  let pages: ConsolePages
  let card: TemplateCard
  before(async function () {
    pages = await openConsolePages(this, { server: { press: 'workers' } })
    card = await makeCard(pages.test, 'Deutsch', [
      [40, 60, 140, 80],
      [40, 100, 140, 120],
    ])
  })
  after(() => pages?.close())

  const parts: Readonly<Record<string, (page: EditorPage) => Promise<unknown>>> = {
    'when it opens': async () => {},
    'at a field': (page) => page.pick('Field 1'),
    'at several fields': async (page) => {
      await page.pick('Field 1')
      await page.pick('Field 2', true)
    },
    'at inks': async (page) => {
      await page.tab(de.tabs.inks)
      await page.click(await page.until(() => page.document.querySelector('.ink-name')))
    },
    'at plates': async (page) => {
      await page.tab(de.tabs.plates)
      await page.until(() => page.document.querySelector('.plates tbody tr'))
    },
    'at test values': (page) => page.tab(de.tabs.trial),
    'while it takes text of the artwork': async (page) => {
      await page.press(de.tools.pick)
      await page.see(de.pick.lead)
    },
    'in the settings of its view': (page) => page.press(de.view.label),
    'in the list of its keys': async (page) => {
      await page.press(de.view.label)
      await page.press(de.keys.button)
      await page.dialog()
    },
    'in its publish checklist': async (page) => {
      await page.press(de.publish)
      await page.see(de.publishing.passed.overlaps)
    },
  }
  for (const [part, open] of Object.entries(parts))
    it(`speaks German alone ${part}`, async () => {
      const page = await openEditor(pages, card, { language: 'de' })
      await open(page)
      const said = textsOf(page)
      expect([...said]).to.include(de.tools.select)
      expect(FOREIGN.filter((text) => said.has(text))).to.deep.equal([])
    })

  it('writes numbers with a comma', async () => {
    const page = await openEditor(pages, card, { language: 'de' })
    await page.pick('Field 1')
    expect(await page.value(de.place.x)).to.match(/^\d+,\d\d?$/)
  })
})

function textsOf({ document }: EditorPage): ReadonlySet<string> {
  const texts = [...document.querySelectorAll('#console *')].flatMap((element) => [
    element.getAttribute('aria-label') ?? '',
    // An element that says one thing says it in one piece, though it may be drawn in several.
    element.textContent ?? '',
  ])
  return new Set(texts.map((text) => text.trim()))
}

/** All texts of a file of words; those that are put together from facts are left out. */
function sentences(words: object): readonly string[] {
  return Object.values(words).flatMap((word: unknown) =>
    typeof word === 'string' ? [word] : typeof word === 'object' && word !== null ? sentences(word) : [],
  )
}
