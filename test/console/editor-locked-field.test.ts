/** A field that staff lock for customers in the template editor. What customers see of it: test/console/browser/editor.test.ts. */
import { expect } from 'chai'
import { type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'
import { openEditor } from '../support/console/editor-page.ts'
import { changeFields, makeCard } from '../support/service/template-card.ts'

describe('A locked field in the template editor', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
  })
  after(() => pages?.close())

  const twoFields = () =>
    makeCard(pages.test, 'Locked', [
      [40, 60, 140, 80],
      [40, 100, 140, 120],
    ])

  it('is locked by its box, alone among the fields', async () => {
    const card = await twoFields()
    const page = await openEditor(pages, card)
    await page.pick('Field 2')
    await page.check('Locked for customers')
    await page.save()
    const fields: readonly { locked: boolean }[] = (await card.scene()).fields
    expect(fields.map(({ locked }) => locked)).to.deep.equal([false, true])
  })

  it('shows a mixed box beside an open one, which locks both', async () => {
    const card = await twoFields()
    await changeFields(pages.test, card, (field, at) => ({ ...field, locked: at === 1 }))
    const page = await openEditor(pages, card)
    await page.pick('Field 1')
    await page.pick('Field 2', true)
    const box = (await page.field('Locked for customers')) as HTMLInputElement
    await page.until(() => box.indeterminate)
    await page.check(box)
    await page.save()
    const fields: readonly { locked: boolean }[] = (await card.scene()).fields
    expect(fields.map(({ locked }) => locked)).to.deep.equal([true, true])
  })
})
