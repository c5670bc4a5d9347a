/** Ink and paper of a job in the console: shown, chosen for a new order, edited and corrected. */
import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { PICTURES, refusal } from '../../support/console/answers.ts'
import { type ConsolePage, type ConsolePages, openConsolePages } from '../../support/console/console-pages.ts'
import { BLUSH, INDIGO, openStationer } from '../../support/service/printing-shop.ts'
import { makeFill } from '../../support/service/sample-fill.ts'

const VALUES = { 'First name': 'Ada', 'Second name': 'Grace', Date: '14 June 2027', Place: 'Hartfield' }

describe('Ink and paper of a job in the console', () => {
  let pages: ConsolePages
  let templateId: string
  before(async function () {
    pages = await openConsolePages(this, { server: { press: 'workers' }, answers: PICTURES })
    templateId = await openStationer(pages.test)
  })
  after(() => pages?.close())

  /** Indigo for what is not in gold, on blush. */
  const order = async (reference: string) => {
    const { scene } = (await pages.test.json(`/v1/templates/${templateId}/scene`)).body
    const colors = scene.inks.map(({ index, key, name, hex }: typeof INDIGO & { index: number }) =>
      name === 'Letterpress Green' ? { index, ...INDIGO } : { index, key, name, hex },
    )
    const gold = colors.find(({ name }: { name: string }) => name === 'Gold Foil').index
    return makeFill(pages.test, {
      ...{ template_id: templateId, values: VALUES, external_order_id: reference, substrate: BLUSH },
      ...{ colors, assignments: { 'First name': gold, 'Second name': gold } },
    })
  }
  const finalized = async (reference: string) => {
    const fill = await order(reference)
    const { body } = await pages.test.json(`/v1/fills/${fill.id}/finalize`, { method: 'POST' })
    return { fill, render: body.render }
  }
  const fillOf = async (id: string) => (await pages.test.json(`/v1/fills/${id}`)).body.fill
  const namesOf = ({ inks, paper }: { inks: { name: string }[]; paper: { name: string } | null }) => [
    ...inks.map(({ name }) => name).sort(),
    paper?.name,
  ]
  const open = (id: string) => pages.open(`/console/orders/${id}`)
  const fact = (page: ConsolePage, name: string) =>
    page.until(() => {
      const values = page.document.querySelector('section[aria-labelledby="job-values"]')
      const names = [...(values?.querySelectorAll('dt') ?? [])]
      const found = names.find(({ textContent }) => textContent === name)?.nextElementSibling
      return found instanceof page.window.HTMLElement ? found : null
    })
  const tile = async (page: ConsolePage, legend: string, name: string) => {
    const group = within(await page.findByRole('group', { name: legend }))
    return group.getByRole('radio', { name: new RegExp(name) }) as HTMLInputElement
  }
  const colorOf = (element: Element, name: string) =>
    within(element as HTMLElement)
      .getByText(name)
      .closest('.swatch-line')
      ?.querySelector('.swatch')
      ?.getAttribute('style')

  for (const [when, make] of [
    ['before the order', order],
    ['after the order', async (reference: string) => (await finalized(reference)).fill],
  ] as const)
    it(`stand on the page of a job with name, swatch and fields ${when}`, async () => {
      const { id } = await make(`Shown ${when}`)
      const page = await open(id)
      const inks = await fact(page, 'Inks')
      expect(
        within(inks)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).to.deep.equal(['Letterpress IndigoDate, Place', 'Gold FoilFirst name, Second name'])
      expect(colorOf(inks, 'Letterpress Indigo')).to.include('47, 62, 110')
      expect(colorOf(await fact(page, 'Paper'), 'Blush')).to.include('244, 220, 214')
    })

  it('find jobs, and stand in their list', async () => {
    await order('Listed job')
    const page = await pages.open('/console/orders?q=blush')
    const row = await page.row('Listed job')
    row.getByText('Letterpress Indigo')
    expect(colorOf(row.element, 'Blush')).to.include('244, 220, 214')
  })

  it('stand in the list of print files', async () => {
    await finalized('Listed file')
    const page = await pages.open('/console/orders/files')
    const row = await page.row('Listed file')
    row.getByText('Letterpress Indigo')
    expect(colorOf(row.element, 'Blush')).to.include('244, 220, 214')
  })

  it('are chosen for a new order, as in the editor of customers', async () => {
    const page = await pages.open(`/console/orders/new?template=${templateId}`)
    expect((await tile(page, 'Paper', 'White')).checked).to.equal(true)
    await page.check(await tile(page, 'Ink', 'Letterpress Indigo'))
    await page.check(await tile(page, 'Paper', 'Blush'))
    await page.check(await tile(page, 'Ink of “First name”', 'Letterpress Indigo'))
    await page.press('Create order')
    await fact(page, 'Paper')
    const made = await fillOf(page.path.split('/').at(-1) ?? '')
    expect(namesOf(made)).to.deep.equal(['Gold Foil', 'Letterpress Indigo', 'Blush'])
    expect(made.inks.find(({ name }: typeof INDIGO) => name === INDIGO.name).field_ids).to.have.lengthOf(3)
    expect(made.substrate).to.deep.equal(BLUSH)
  })

  it('are edited before the order, and nothing else is sent', async () => {
    const { id } = await order('Edited')
    const page = await open(id)
    await page.press('Edit values')
    await page.check(await tile(page, 'Paper', 'White'))
    await page.press('Save')
    await page.until(() => page.queryByRole('button', { name: 'Save' }) === null)
    const sent = page.requests.find(({ method }) => method === 'PATCH')?.body
    expect(Object.keys(sent as object)).to.deep.equal(['substrate'])
    const paper = await fact(page, 'Paper')
    await page.until(() => paper.isConnected && paper.textContent === 'White')
    expect(namesOf(await fillOf(id))).to.deep.equal(['Gold Foil', 'Letterpress Indigo', 'White'])
  })

  it('stay chosen in the form when the service refuses them', async () => {
    const { id } = await order('Refused')
    const page = await open(id)
    await page.press('Edit values')
    await page.check(await tile(page, 'Paper', 'White'))
    page.answer('PATCH /v1/fills/{id}', refusal('database_unavailable'))
    await page.press('Save')
    await page.findByRole('alert')
    expect((await tile(page, 'Paper', 'White')).checked).to.equal(true)
    expect(namesOf(await fillOf(id))).to.include('Blush')
  })

  const correct = async (reference: string) => {
    const { fill, render } = await finalized(reference)
    const page = await open(fill.id)
    await page.press('Correct values')
    await page.check(await tile(page, 'Ink', 'Letterpress Green'))
    await page.check(await tile(page, 'Ink of “Second name”', 'Letterpress Green'))
    await page.press('Save and create print file again')
    await page.findByRole('button', { name: 'Correct values' })
    await page.see('Letterpress Green')
    return { page, render }
  }

  it('are corrected after the order, and the print file is made again', async () => {
    const { render } = await correct('Corrected')
    const { body } = await pages.test.json(`/v1/renders/${render.id}`)
    expect(namesOf(body.render)).to.deep.equal(['Gold Foil', 'Letterpress Green', 'Blush'])
    expect(body.render.content_sha256).not.to.equal(render.content_sha256)
  })

  it('are corrected a second time from what the first correction printed', async () => {
    const { page } = await correct('Corrected twice')
    await page.press('Correct values')
    expect((await tile(page, 'Ink', 'Letterpress Green')).checked).to.equal(true)
    expect((await tile(page, 'Ink of “Second name”', 'Letterpress Green')).checked).to.equal(true)
    expect((await tile(page, 'Ink of “First name”', 'Gold Foil')).checked).to.equal(true)
  })

  it('are named in German', async () => {
    const { fill } = await finalized('German')
    const page = await pages.open(`/console/orders/${fill.id}`, { language: 'de' })
    await page.see('Papier')
    await page.press('Werte korrigieren')
    await page.findByRole('group', { name: 'Farbe von „First name“' })
  })

  it('have no row for the paper and no tiles where the template offers none', async () => {
    const address = `/v1/templates/${templateId}`
    const { scene } = (await pages.test.json(`${address}/scene`)).body
    const without = <T extends object>(list: T[], members: object) =>
      list.map((one) => ({ ...one, ...members }))
    await pages.test.json(`${address}/scene`, {
      method: 'PUT',
      body: {
        ...scene,
        papers: [],
        inks: without(scene.inks, { offers: [] }),
        fields: without(scene.fields, { ink_choice: false }),
      },
    })
    await pages.test.json(`${address}/publish`, { method: 'POST' })
    const { id } = await makeFill(pages.test, { template_id: templateId, values: VALUES })
    const page = await open(id)
    await page.press('Edit values')
    await page.field('Place')
    expect(page.queryByText('Paper')).to.equal(null)
    expect(page.queryByRole('radio')).to.equal(null)
  })
})
