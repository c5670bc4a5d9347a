/** The template editor in German, all of its parts, in a real browser. */
import { expect } from 'chai'
import de from '../../widget/console/words/de/editor.json' with { type: 'json' }
import en from '../../widget/console/words/en/editor.json' with { type: 'json' }
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { editorCard } from '../support/browser/editor-card.ts'
import { inView } from '../support/browser/editor-view.ts'

describe('The template editor in German', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
  })
  after(() => site?.close())

  it('speaks German in all of its parts @long', async () => {
    const card = await editorCard(site, 'Deutsch', [
      [40, 60, 140, 80],
      [40, 100, 140, 120],
    ])
    const { page: german, faults } = await site.another(site.person, { language: 'de' })
    await card.open(german)
    await german.locator('.sheet-picture').waitFor()
    // Plates and the card's own inks have their names from the print file, in every language.
    const plates = ['Cyan', 'Magenta', 'Yellow', 'Black']
    const foreign = sentences(en).filter((text) => !sentences(de).includes(text) && !plates.includes(text))
    const look = async (state: string) => {
      expect(await site.axe(german), state).to.deep.equal([])
      const shown = await german.evaluate<string>(
        "document.querySelector('#console').innerText + [...document.querySelectorAll('[aria-label]')].map((one) => '\\n' + one.getAttribute('aria-label')).join('')",
      )
      const lines = new Set(shown.split('\n').map((line) => line.trim()))
      expect(
        foreign.filter((text) => lines.has(text)),
        state,
      ).to.deep.equal([])
    }
    await look('opened')
    await card.spot(german, 1).click()
    await look('a field')
    expect(await german.getByLabel(de.place.x, { exact: true }).inputValue()).to.match(/^\d+,\d\d?$/)
    await german.keyboard.press('Control+a')
    await look('several fields')
    for (const name of [de.tabs.inks, de.tabs.plates, de.tabs.trial]) {
      await german.getByRole('tab', { name, exact: true }).click()
      if (name === de.tabs.inks) await german.locator('.ink-name').first().click()
      if (name === de.tabs.plates) await german.locator('.plates tbody tr').first().waitFor()
      await look(name)
      await site.shotsOf(german, `editor-de-${name}`, ['phone', 'desk'])
    }
    await german.getByRole('button', { name: de.tools.pick, exact: true }).click()
    await german.getByText(de.pick.lead).waitFor()
    await look('taking text')
    await inView(german, () => look('view'))
    await german.getByRole('button', { name: de.view.label, exact: true }).click()
    await german.getByRole('button', { name: de.keys.button, exact: true }).click()
    await german.getByRole('dialog').waitFor()
    await look('keys')
    expect(faults).to.deep.equal([])
  })
})

/** All texts of a file of words; those that are put together from facts are left out. */
function sentences(words: object): readonly string[] {
  return Object.values(words).flatMap((word: unknown) =>
    typeof word === 'string' ? [word] : typeof word === 'object' && word !== null ? sentences(word) : [],
  )
}
