/** Help and other languages of a field in the template editor. */
import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'
import { type EditorPage, openEditor } from '../support/console/editor-page.ts'
import { changeFields, makeCard, type TemplateCard } from '../support/service/template-card.ts'

const GERMAN = { de: { label: 'Feld', help: 'Wie auf der Einladung.' } }

describe('Languages of a field in the template editor', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
  })
  after(() => pages?.close())

  const twoFields = () =>
    makeCard(pages.test, 'Languages', [
      [40, 110, 140, 130],
      [40, 60, 140, 80],
    ])
  const german = async (page: EditorPage) => within(await page.findByRole('group', { name: /^German/ }))
  const open = async (card: TemplateCard) => {
    const page = await openEditor(pages, card)
    await page.pick('Field 1')
    await page.unfold('Help and languages')
    return page
  }

  it('saves the help of a field', async () => {
    const card = await twoFields()
    const page = await open(card)
    await page.fill('Help', 'As on the invitation.')
    await page.save()
    const fields: readonly { help: string | null }[] = (await card.scene()).fields
    expect(fields.map(({ help }) => help)).to.deep.equal(['As on the invitation.', null])
  })

  it('adds a language to a field, and saves its label and help', async () => {
    const card = await twoFields()
    const page = await open(card)
    await page.select('Add language', 'de')
    const part = await german(page)
    await page.fill(part.getByLabelText('Label'), 'Feld eins')
    await page.fill((await german(page)).getByLabelText('Help'), 'Wie auf der Einladung.')
    await page.save()
    expect((await card.scene()).fields[0].translations).to.deep.equal({
      de: { label: 'Feld eins', help: 'Wie auf der Einladung.' },
    })
  })

  it('offers a language of one field at the others, and does not offer to add it again', async () => {
    const card = await twoFields()
    await changeFields(pages.test, card, (field, at) =>
      at === 0 ? { ...field, translations: GERMAN } : field,
    )
    const page = await open(card)
    await page.pick('Field 2')
    await page.fill((await german(page)).getByLabelText('Label'), 'Feld zwei')
    const offered = [...((await page.field('Add language')) as HTMLSelectElement).options].map(
      ({ text }) => text,
    )
    expect(offered).to.include('French').and.not.include('German')
    await page.save()
    expect((await card.scene()).fields[1].translations).to.deep.equal({ de: { label: 'Feld zwei' } })
  })

  it('removes a language from all fields at once, which can be undone and done again', async () => {
    const card = await twoFields()
    await changeFields(pages.test, card, (field) => ({ ...field, translations: GERMAN }))
    const page = await open(card)
    await page.press('Remove German from all fields')
    expect(page.queryByRole('group', { name: /^German/ })).to.equal(null)
    await page.press('Undo')
    await german(page)
    await page.press('Redo')
    await page.save()
    for (const { translations } of (await card.scene()).fields) expect(translations).to.deep.equal({})
  })

  it('names languages in German to German readers', async () => {
    const card = await twoFields()
    await changeFields(pages.test, card, (field) => ({ ...field, translations: GERMAN }))
    const page = await openEditor(pages, card, { language: 'de' })
    await page.pick('Field 1')
    await page.unfold('Hilfetext und Sprachen')
    await page.findByRole('group', { name: /^Deutsch/ })
  })
})
