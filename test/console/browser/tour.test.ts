/** The start page and the tour in a real browser: axe, sizes, and the keyboard from the sample to a press PDF on disk. */
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { publishSample } from '../../../server/sample.ts'
import { type ConsoleSite, openConsole, SIZES } from '../../support/browser/console-site.ts'
import { coverage, hasTool, plates, qpdfCheck } from '../../support/rips/oracles.ts'
import { finalize, makeFill } from '../../support/service/sample-fill.ts'

describe('The tour of the console in a browser', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
  })
  after(() => site?.close())

  let published: Promise<unknown> | null = null
  /** Published once for all. */
  const sample = () => {
    const { ports, service } = site.test.server
    published ??= publishSample(ports.files, service.templates, site.test.team.id)
    return published
  }

  it('has no faults of axe where nothing is yet', async () => {
    await site.open('/console')
    await site.page.getByRole('heading', { name: 'Create your first template' }).waitFor()
    await site.page.getByText('Nothing to print. Approved designs and orders appear here.').waitFor()
    await site.shots('home-empty')
    expect(await site.axe()).to.deep.equal([])
    await site.open('/console/tour')
    await site.page.getByRole('heading', { name: 'No live template' }).waitFor()
    expect(await site.axe()).to.deep.equal([])
  })

  it('leads from the sample to a press PDF with the typed names on their plate, by the keyboard alone @long', async () => {
    await sample()
    const { page } = site
    await site.open('/console')
    await page.getByRole('button', { name: 'Start tour' }).waitFor()
    await site.shots('home-sample', ['phone', 'desk', 'wide'])
    expect(await site.axe()).to.deep.equal([])

    await page.getByRole('button', { name: 'Start tour' }).press('Enter')
    await page.getByRole('heading', { name: 'The template “Wedding card”' }).waitFor()
    await page.getByRole('img', { name: /^Preview of/ }).waitFor()
    await site.shots('tour-look', ['phone', 'desk', 'wide'])
    expect(await site.axe()).to.deep.equal([])
    await page.getByRole('button', { name: 'Start design' }).press('Enter')

    await page.getByRole('heading', { name: 'Create a design' }).waitFor()
    const first = page.getByLabel('First name')
    await first.fill('Wilhelmina Frederike Charlotte')
    await page.getByText('Enter at most 24 characters.').waitFor()
    await first.fill('W'.repeat(24))
    await page.getByText('Some text does not fit.').waitFor()
    await site.shots('tour-problem')
    expect(await site.axe()).to.deep.equal([])
    await page.getByRole('button', { name: 'Create print file' }).press('Enter')
    await page.getByRole('alert').waitFor()
    await first.fill('Wilhelmina')
    await page.getByLabel('Second name').fill('Constantin')
    await page.getByText('Some text does not fit.').waitFor({ state: 'hidden' })
    await page.locator('.picture[data-state="shown"]').waitFor()
    await site.shots('tour-fill')
    await page.getByRole('button', { name: 'Create print file' }).press('Enter')

    await page.getByRole('heading', { name: 'Your print file is ready' }).waitFor()
    await site.shots('tour-print')
    expect(await site.axe()).to.deep.equal([])
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download print file' }).press('Enter')
    const download = await downloading
    expect(download.suggestedFilename()).to.match(/^Wedding card tour-\w{6}\.pdf$/)
    const pdf = await readFile(await download.path())
    expect(pdf.subarray(0, 5).toString()).to.equal('%PDF-')
    if (hasTool('qpdf')) expect(qpdfCheck(pdf).status).to.equal(0)
    if (hasTool('gs')) {
      const rendered = (await site.test.json('/v1/renders')).body.data[0]
      const blank = await site.test.json('/v1/renders', {
        body: { template_id: rendered.template_id, values: { 'First name': 'I', 'Second name': 'I' } },
      })
      const sparse = await site.test.send(`/v1/renders/${blank.body.render.id}/download`)
      const gold = (file: Uint8Array) => {
        const found = [...plates(file)].find(([name]) => name === 'Gold Foil')
        if (found === undefined) throw new Error('The card has lost its gold.')
        return coverage(found[1]).mean
      }
      expect(gold(pdf)).to.be.greaterThan(gold(new Uint8Array(await sparse.arrayBuffer())))
    }
    await page.getByRole('heading', { name: 'Next steps' }).waitFor()
    await site.shots('tour-done')
    expect(await site.axe()).to.deep.equal([])

    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await page.getByRole('link', { name: /^tour-/ }).waitFor()
    // What was refused and then printed is one order.
    expect((await site.test.json('/v1/fills')).body.data).to.have.length(1)
    await site.shots('home')
    expect(await site.axe()).to.deep.equal([])
    // What could not be printed was refused, which browsers count among the errors.
    expect(site.faults.filter((one) => !/ 4\d\d /.test(one))).to.deep.equal([])
  })

  it('fits on a phone, and speaks German @long', async () => {
    await sample()
    const { data } = (await site.test.json('/v1/templates')).body
    const card = data.find(({ title }: { title: string }) => title === 'Wedding card')
    const values = { 'First name': 'Wilhelmina', 'Second name': 'Constantin' }
    const fill = await makeFill(site.test, { template_id: card.id, values })
    const printed = await finalize(site.test, fill.id, { external_order_id: 'order-1001' })
    expect(printed.status, JSON.stringify(printed.body)).to.equal(200)
    const { page, close } = await site.another(site.person, { size: 'phone', language: 'de' })
    await page.goto(`${site.service}/console`)
    await page.getByRole('heading', { name: 'Zu drucken' }).waitFor()
    await page.getByRole('link', { name: 'order-1001' }).waitFor()
    const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    for (const path of ['/console', '/console/tour']) {
      await page.goto(`${site.service}${path}`)
      await page.locator('h1').waitFor()
      await page.waitForLoadState('networkidle')
      for (const size of Object.values(SIZES)) {
        await page.setViewportSize(size)
        expect(await page.evaluate(wider), `${path} at ${size.width}`).to.equal(0)
      }
      await page.setViewportSize(SIZES.phone)
      expect(await site.axe(page)).to.deep.equal([])
    }
    await page.getByRole('heading', { name: 'Die Vorlage „Wedding card“' }).waitFor()
    await page.getByRole('button', { name: 'Mehr' }).tap()
    await page.getByRole('dialog').getByRole('link', { name: 'Vorlagen' }).waitFor()
    await site.shotsOf(page, 'menu-de', ['phone'])
    expect(await site.axe(page)).to.deep.equal([])
    await close()
  })
})
