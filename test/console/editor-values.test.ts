/** Values to try out in the template editor: each kind of them, held against what the press says of the same values. */
import { expect } from 'chai'
import en from '../../widget/console/words/en/editor.json' with { type: 'json' }
import { drawing, refusal } from '../support/console/answers.ts'
import { type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'
import { type EditorPage, openEditor } from '../support/console/editor-page.ts'
import { changeFields, makeCard, type TemplateCard } from '../support/service/template-card.ts'

describe('Test values in the template editor', () => {
  let pages: ConsolePages
  let card: TemplateCard
  before(async function () {
    pages = await openConsolePages(this, { server: { press: 'workers' } })
    card = await makeCard(pages.test, 'Tried', [[40, 60, 140, 80]])
    await changeFields(pages.test, card, (field) => ({ ...field, max_length: 12 }))
  })
  after(() => pages?.close())

  const open = async (options: Parameters<typeof openEditor>[2] = {}) => {
    const page = await openEditor(pages, card, options)
    await page.tab('Test values')
    return page
  }
  const valuesAsked = (page: EditorPage): Readonly<Record<string, string>> =>
    (
      page.requests.findLast(({ path }) => path === '/v1/previews')?.body as {
        values: Record<string, string>
      }
    )?.values ?? {}

  for (const [kind, value, prints] of [
    ['short', /^Io$/, true],
    ['long', /^Maximiliane$/, null],
    ['rtl', /^[\u0590-\u05ff ]{12}$/, null],
    ['missing', /\u{12000}/u, false],
  ] as const)
    it(`draws the page with ${en.trial.kinds[kind]}, and says whether they can be printed`, async () => {
      const page = await open({ draws: true })
      await page.select('Values', kind)
      const [id = ''] = card.fields
      await page.until(() => value.test(valuesAsked(page)[id] ?? ''))
      await page.settled()
      expect(await page.value('Field 1')).to.match(value)
      const body = { template_id: card.id, revision: 'latest', values: valuesAsked(page), page: 0 }
      const press = await pages.test.send('/v1/previews/press', { body })
      expect(press.status).to.be.oneOf([200, 400])
      if (press.status === 400) expect((await press.json()).error.code).to.equal('values_not_printable')
      expect(page.queryByText(en.trial.problems) === null).to.equal(press.status === 200)
      if (prints !== null) expect(press.status === 200).to.equal(prints)
    })

  it('says in the comparison that there is no print file of values that cannot be printed', async () => {
    const page = await open({ draws: true })
    await page.select('Values', 'missing')
    await page.see(en.trial.problems)
    await page.press('Compare with print file')
    await page.see(en.trial.refused)
  })

  it('shows the preview and the print file side by side', async () => {
    const page = await open({ answers: { 'POST /v1/previews/press': drawing } })
    await page.press('Compare with print file')
    const dialog = await page.dialog()
    await dialog.findByRole('img', { name: en.trial.preview })
    await dialog.findByRole('img', { name: en.trial.press })
  })

  it('draws values that are entered, and does not save them', async () => {
    const page = await open()
    await page.fill('Field 1', 'Ada')
    const [id = ''] = card.fields
    await page.until(() => valuesAsked(page)[id] === 'Ada')
    await page.see('The page shows test values: your own values.')
    await page.saved()
    expect((await card.scene()).fields[0].default_value).to.equal('Text')
  })

  it('says at the page and at the field that test values are shown, until default values are shown again', async () => {
    const page = await open()
    await page.pick('Field 1')
    await page.tab('Test values')
    await page.select('Values', 'short')
    await page.see('The page shows test values: short values.')
    await page.tab('Field')
    await page.see('The page shows the test value “Io”.')
    await page.press('Show default values')
    await page.gone(/The page shows/)
  })

  it('offers another try when the page cannot be drawn', async () => {
    const page = await open({ answers: { 'POST /v1/previews': refusal('page_not_drawable') } })
    await page.findByRole('alert')
    page.answer('POST /v1/previews', drawing)
    await page.press(/again/i)
    await page.findByRole('img', { name: 'Page 1 as printed' })
  })

  it('go on being drawn while the label of a field is empty', async () => {
    const page = await open()
    await page.tab('Field')
    await page.pick('Field 1')
    await page.fill('Label', '')
    const asked = await page.until(() => {
      const body = page.requests.findLast(({ path }) => path === '/v1/previews')?.body
      return (body as { scene?: { fields: readonly unknown[] } } | undefined)?.scene
    })
    expect(asked.fields).to.have.length(1)
    await page.settled()
    expect(page.queryByRole('alert')).to.equal(null)
  })
})
