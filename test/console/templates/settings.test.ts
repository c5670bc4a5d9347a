/** Settings of a template in the console. */
import { expect } from 'chai'
import { refusal } from '../../support/console/answers.ts'
import { openTemplatePages, type TemplatePages } from '../../support/console/template-page.ts'

const CHANGE = 'PATCH /v1/templates/{id}'

describe('A template in the console with settings', () => {
  let pages: TemplatePages
  before(async function () {
    pages = await openTemplatePages(this)
  })
  after(() => pages?.close())

  const openSettings = async (title: string) => {
    const id = await pages.makeTemplate(title)
    return { id, page: await pages.openTemplate(`${id}/settings`) }
  }

  it('asks before unsaved settings are left', async () => {
    const { page } = await openSettings('Unsaved')
    await page.fill('Title', 'Visiting card')
    const [orders] = await page.findAllByRole('link', { name: 'Orders' })
    await page.click(orders as Element)
    await (await page.dialog()).findByText('Your changes on this page are not saved.')
    await page.press('Stay')
    expect(await page.value('Title')).to.equal('Visiting card')
  })

  it('saves its title, preflight profile, link and metadata', async () => {
    const { id, page } = await openSettings('Saved')
    await page.fill('Title', 'Visiting card')
    await page.select('Preflight profile', 'flexo')
    await page.fill('Link ending', 'saved-card')
    await page.press('Add metadata')
    await page.fill('Name', 'article')
    await page.fill('Value', '17-b')
    await page.press('Save settings')
    await page.see('Settings saved.')
    await page.findByRole('heading', { level: 1, name: /^Visiting card/ })
    expect(await pages.templateOf(id)).to.deep.include({
      title: 'Visiting card',
      profile: 'flexo',
      slug: 'saved-card',
      metadata: { article: '17-b' },
    })
    expect(await pages.actorOf('changed')).to.equal(pages.owner.id)
  })

  it('asks for the name of metadata before it saves', async () => {
    const { page } = await openSettings('Nameless')
    await page.press('Add metadata')
    await page.press('Save settings')
    await page.see('Enter a name.')
    expect(page.requests.filter(({ method }) => method === 'PATCH')).to.deep.equal([])
  })

  it('says at its field that a link ending is none', async () => {
    const { page } = await openSettings('Wrong ending')
    await page.fill('Link ending', 'Not a slug')
    await page.press('Save settings')
    await page.see('Use lower-case letters, digits and single hyphens only.')
  })

  it('says at its field that another template has the link ending', async () => {
    const other = await pages.makeTemplate('Other')
    await pages.test.json(`/v1/templates/${other}`, { method: 'PATCH', body: { slug: 'taken-ending' } })
    const { page } = await openSettings('Taken ending')
    await page.fill('Link ending', 'taken-ending')
    await page.press('Save settings')
    await page.see('Another template already uses this link. Choose another ending.')
  })

  it('keeps what was entered when the settings are refused, and says why', async () => {
    const { page } = await openSettings('Kept')
    await page.fill('Title', 'New title')
    page.answer(CHANGE, refusal('database_unavailable'))
    await page.press('Save settings')
    await page.see('The database does not respond. Try again in a moment.')
    expect(await page.value('Title')).to.equal('New title')
    page.answer(CHANGE, null)
    await page.press('Save settings')
    await page.see('Settings saved.')
  })
})
