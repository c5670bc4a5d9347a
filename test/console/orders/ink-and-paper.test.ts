/** Ink and paper of a job in the console, in a real browser: shown, chosen for a new order, edited and corrected. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'
import { BLUSH, INDIGO, openStationer } from '../../support/service/printing-shop.ts'
import { makeFill } from '../../support/service/sample-fill.ts'

const VALUES = { 'First name': 'Ada', 'Second name': 'Grace', Date: '14 June 2027', Place: 'Hartfield' }

describe('Ink and paper of a job in the console', () => {
  let site: ConsoleSite
  let page: Page
  let templateId: string
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers', env: { PREVIEW_WARM_UP: 'true' } } })
    page = site.page
    templateId = await openStationer(site.test)
  })
  after(() => site?.close())

  /** Indigo for what is not in gold, on blush. */
  const order = async (reference: string) => {
    const { scene } = (await site.test.json(`/v1/templates/${templateId}/scene`)).body
    const colors = scene.inks.map(({ index, key, name, hex }: typeof INDIGO & { index: number }) =>
      name === 'Letterpress Green' ? { index, ...INDIGO } : { index, key, name, hex },
    )
    const gold = colors.find(({ name }: { name: string }) => name === 'Gold Foil').index
    return makeFill(site.test, {
      ...{ template_id: templateId, values: VALUES, external_order_id: reference, substrate: BLUSH },
      ...{ colors, assignments: { 'First name': gold, 'Second name': gold } },
    })
  }
  const finalized = async (reference: string) => {
    const fill = await order(reference)
    const { body } = await site.test.json(`/v1/fills/${fill.id}/finalize`, { method: 'POST' })
    return { fill, render: body.render }
  }
  const fillOf = async (id: string) => (await site.test.json(`/v1/fills/${id}`)).body.fill
  const namesOf = ({ inks, paper }: { inks: { name: string }[]; paper: { name: string } | null }) => [
    ...inks.map(({ name }) => name).sort(),
    paper?.name,
  ]
  const fact = (name: string) =>
    page
      .locator('#job-values ~ .known > div')
      .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
  const tile = (legend: string, name: string) =>
    page.getByRole('group', { name: legend, exact: true }).getByRole('radio', { name })
  const swatch = (name: string, within = page.locator('body')) =>
    within.locator('.swatch-line', { hasText: name }).first().locator('.swatch')

  it('stand on the page of a job with name, swatch and fields, before the order and after it', async () => {
    const { fill } = await finalized('2001')
    for (const id of [(await order('2002')).id, fill.id]) {
      await site.open(`/console/orders/${id}`)
      await fact('Paper').getByText('Blush').waitFor()
      const inks = fact('Inks').getByRole('listitem')
      expect(await inks.allTextContents()).to.deep.equal([
        'Letterpress IndigoDate, Place',
        'Gold FoilFirst name, Second name',
      ])
      expect(await swatch('Indigo').getAttribute('style')).to.include('47, 62, 110')
      expect(await swatch('Blush').getAttribute('style')).to.include('244, 220, 214')
      expect(await site.axe()).to.deep.equal([])
    }
    await page.locator('.job-picture[data-state="shown"] img').first().waitFor()
    await site.shots('inks-job', ['phone', 'desk'])
  })

  it('stand in the lists of jobs and print files, and find them', async () => {
    await finalized('2003')
    for (const path of ['/console/orders?q=blush', '/console/orders/files']) {
      await site.open(path)
      const row = page.locator('tbody tr').filter({ hasText: '2003' })
      await row.getByText('Letterpress Indigo').waitFor()
      await row.getByText('Blush').waitFor()
      expect(await swatch('Blush', row).getAttribute('style')).to.include('244, 220, 214')
      expect(await site.axe()).to.deep.equal([])
      await site.shots(path.includes('files') ? 'inks-files' : 'inks-jobs', ['phone', 'desk'])
    }
  })

  it('are chosen for a new order, as in the editor of customers', async () => {
    await site.open(`/console/orders/new?template=${templateId}`)
    await tile('Ink', 'Letterpress Green').waitFor()
    expect(await tile('Paper', 'White').isChecked()).to.equal(true)
    await tile('Ink', 'Letterpress Indigo').check()
    await tile('Paper', 'Blush').check()
    await tile('Ink of “First name”', 'Letterpress Indigo').check()
    expect(await site.axe()).to.deep.equal([])
    await page.locator('.job-picture[data-state="shown"] img').first().waitFor()
    await site.shots('inks-new', ['phone', 'desk'])
    await page.getByRole('button', { name: 'Create order' }).click()
    await fact('Paper').getByText('Blush').waitFor()
    const made = await fillOf(page.url().split('/').at(-1) ?? '')
    expect(namesOf(made)).to.deep.equal(['Gold Foil', 'Letterpress Indigo', 'Blush'])
    expect(made.inks.find(({ name }: typeof INDIGO) => name === INDIGO.name).field_ids).to.have.lengthOf(3)
    expect(made.substrate).to.deep.equal(BLUSH)
  })

  it('are edited before the order, and nothing else is sent', async () => {
    const { id } = await order('2004')
    await site.open(`/console/orders/${id}`)
    await page.getByRole('button', { name: 'Edit values' }).click()
    await tile('Paper', 'White').check()
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    expect(Object.keys((await sent).postDataJSON())).to.deep.equal(['substrate'])
    await fact('Paper').getByText('White').waitFor()
    expect(namesOf(await fillOf(id))).to.deep.equal(['Gold Foil', 'Letterpress Indigo', 'White'])
  })

  it('are corrected after the order, and the print file is made again', async () => {
    const { fill, render } = await finalized('2005')
    await site.open(`/console/orders/${fill.id}`)
    await page.getByRole('button', { name: 'Correct values' }).click()
    await tile('Ink', 'Letterpress Green').check()
    await tile('Ink of “Second name”', 'Letterpress Green').check()
    await page.locator('.job-picture[data-state="shown"] img').first().waitFor()
    expect(await site.axe()).to.deep.equal([])
    await site.shots('inks-correct', ['phone', 'desk'])
    await page.getByRole('button', { name: 'Save and create print file again' }).click()
    await fact('Inks').getByText('Letterpress Green').waitFor()
    const { body } = await site.test.json(`/v1/renders/${render.id}`)
    expect(namesOf(body.render)).to.deep.equal(['Gold Foil', 'Letterpress Green', 'Blush'])
    expect(body.render.content_sha256).not.to.equal(render.content_sha256)
    // A second correction begins with what the first one printed.
    await page.getByRole('button', { name: 'Correct values' }).click()
    expect(await tile('Ink', 'Letterpress Green').isChecked()).to.equal(true)
    expect(await tile('Ink of “Second name”', 'Letterpress Green').isChecked()).to.equal(true)
    expect(await tile('Ink of “First name”', 'Gold Foil').isChecked()).to.equal(true)
  })

  it('read in German on a phone', async () => {
    const { fill } = await finalized('2006')
    const german = await site.another(site.person, { size: 'phone', language: 'de' })
    await german.page.goto(`${site.service}/console/orders/${fill.id}`)
    await german.page.getByText('Papier', { exact: true }).waitFor()
    await german.page.getByRole('button', { name: 'Werte korrigieren' }).click()
    await german.page.getByRole('group', { name: 'Farbe von „First name“' }).waitFor()
    expect(await site.axe(german.page)).to.deep.equal([])
    await site.shotsOf(german.page, 'inks-german', ['phone'])
  })

  it('have no row where the template names no paper, and no tiles where it offers none', async () => {
    const address = `/v1/templates/${templateId}`
    const { scene } = (await site.test.json(`${address}/scene`)).body
    const without = <T extends object>(list: T[], members: object) =>
      list.map((one) => ({ ...one, ...members }))
    await site.test.json(`${address}/scene`, {
      method: 'PUT',
      body: {
        ...scene,
        papers: [],
        inks: without(scene.inks, { offers: [] }),
        fields: without(scene.fields, { ink_choice: false }),
      },
    })
    await site.test.json(`${address}/publish`, { method: 'POST' })
    const { id } = await makeFill(site.test, { template_id: templateId, values: VALUES })
    await site.open(`/console/orders/${id}`)
    await fact('Inks').or(fact('Ink')).first().waitFor()
    expect(await fact('Paper').count()).to.equal(0)
    await page.getByRole('button', { name: 'Edit values' }).click()
    await page.getByRole('textbox', { name: 'Place' }).waitFor()
    expect(await page.getByRole('radio').count()).to.equal(0)
  })
})
