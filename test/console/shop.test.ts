/** The settings of the shop in the console: what an owner sets there is what customers see. */
import { expect } from 'chai'
import { refusal } from '../support/console/answers.ts'
import { type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'

const PATH = '/console/shop'

describe('The settings of the shop in the console', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
  })
  after(() => pages?.close())

  it('keeps name, contact, colour, words and links', async () => {
    const page = await pages.open(PATH)
    await page.fill('Shop name', 'Petra Press')
    await page.fill('Accent colour', '#1f4e79')
    await page.fill('Contact', 'hello@petra.example')
    await page.fill('Link to the terms and conditions', 'https://petra.example/terms')
    await page.fill('Text after approval', 'We check your card\nwithin one day.')
    await page.press('Save')
    await page.see('Shop settings saved.')
    const again = await pages.open(PATH)
    expect(await again.value('Shop name')).to.equal('Petra Press')
    expect(await again.value('Accent colour')).to.equal('#1f4e79')
    expect(await again.value('Contact')).to.equal('hello@petra.example')
    expect(await again.value('Link to the terms and conditions')).to.equal('https://petra.example/terms')
    expect(await again.value('Text after approval')).to.equal('We check your card\nwithin one day.')
  })

  it('says at its field that a colour is none', async () => {
    const page = await pages.open(PATH)
    await page.fill('Accent colour', 'blue')
    await page.press('Save')
    await page.see('Enter a colour such as #1f4e79.')
    expect(await page.value('Accent colour')).to.equal('blue')
  })

  it('takes no link that would run a script', async () => {
    const page = await pages.open(PATH)
    await page.fill('Link to the terms and conditions', 'javascript:alert(1)')
    await page.press('Save')
    await page.see('Enter a full web address, such as https://shop.example/terms.')
  })

  it('gives order numbers with a prefix, and shows the next one', async () => {
    const page = await pages.open(PATH)
    await page.check('Give order numbers')
    await page.fill('Prefix', 'R-')
    await page.fill('Next number', '2001')
    await page.see(/The next order is R-2001\./)
    await page.press('Save settings')
    await page.see('Settings saved.')
    const { settings } = (await pages.test.json('/v1/team/settings')).body
    expect(settings).to.deep.include({ order_prefix: 'R-', next_order_number: 2001 })
  })

  it('says at its field which letters a prefix may have', async () => {
    const page = await pages.open(PATH)
    await page.check('Give order numbers')
    await page.fill('Prefix', 'No 1')
    await page.press('Save settings')
    await page.see(/Use letters, digits, full stops/)
  })

  it('never sets the next order number back', async () => {
    await pages.test.json('/v1/team/settings', {
      method: 'PATCH',
      body: { order_prefix: 'R-', next_order_number: 3001 },
    })
    const page = await pages.open(PATH)
    await page.fill('Next number', '5')
    await page.keyboard('{Tab}')
    const next = (await page.field('Next number')) as HTMLInputElement
    await page.until(() => next.value === '3001')
  })

  it('narrows the languages of customers, the default first', async () => {
    const page = await pages.open(PATH)
    await page.check('German')
    await page.check('English')
    await page.select('Default language', 'English')
    await page.press('Save settings')
    await page.see('Settings saved.')
    const { settings } = (await pages.test.json('/v1/team/settings')).body
    expect(settings.customer_languages).to.deep.equal(['en', 'de'])
  })

  it('sets the output of new templates', async () => {
    const page = await pages.open(PATH)
    const output = (await page.field('Print files of new templates')) as HTMLSelectElement
    const option = await page.until(() => output.options[1])
    await page.select(output, option.value)
    await page.press('Save settings')
    await page.see('Settings saved.')
    const { settings } = (await pages.test.json('/v1/team/settings')).body
    expect(settings.default_output_profile).to.equal(option.value)
  })

  it('keeps what was entered when settings cannot be saved, and says why', async () => {
    const page = await pages.open(PATH)
    await page.check('Give order numbers')
    await page.fill('Prefix', 'K-')
    page.answer('PATCH /v1/team/settings', refusal('database_unavailable'))
    await page.press('Save settings')
    await page.findByRole('alert')
    expect(await page.value('Prefix')).to.equal('K-')
  })

  it('speaks German', async () => {
    const page = await pages.open(PATH, { person: await pages.join('owner'), language: 'de' })
    await page.field('Bestellnummern vergeben')
  })

  for (const role of ['editor', 'viewer'] as const)
    it(`shows no setting to each ${role}, and says that owners change them`, async () => {
      const page = await pages.open(PATH, { person: await pages.join(role) })
      await page.see(/^Only owners can change these settings\./)
      expect(page.queryAllByRole('textbox')).to.deep.equal([])
    })
})
