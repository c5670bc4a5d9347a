/** Inks and plates in the template editor, and what orders then print on which plate. */
import { expect } from 'chai'
import { drawing, noNetwork, refusal } from '../support/console/answers.ts'
import { type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'
import { type EditorPage, openEditor } from '../support/console/editor-page.ts'
import { CARD_SPOT, plainArtwork } from '../support/pdf/plain-artwork.ts'
import { coverage, needs, plates } from '../support/rips/oracles.ts'
import { makeCard, type TemplateCard } from '../support/service/template-card.ts'

const GOLD = { index: 1, key: 'gold', name: 'Gold Foil', hex: '#b8893b' }
const MEASURE = 'POST /v1/previews/plates'
const PRESS = 'POST /v1/previews/press'

describe('Inks in the template editor', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this, { server: { press: 'workers' } })
  })
  after(() => pages?.close())

  const makeOne = () => makeCard(pages.test, 'Inks', [[40, 60, 140, 80]])
  const open = async (card: TemplateCard, options: Parameters<typeof openEditor>[2] = {}) => {
    const page = await openEditor(pages, card, options)
    await page.tab('Inks')
    return page
  }
  /** Opens the first ink of the palette. */
  const openFirst = async (page: EditorPage) =>
    page.click(await page.until(() => page.document.querySelector('.ink-name')))
  const addMix = async (page: EditorPage) => {
    await page.press('Add ink')
    await page.select('Prints as', 'Process colour (CMYK)')
    await page.fill('Ink name', 'Brand blue')
    await page.keyboard('{Tab}')
    for (const [plate, value] of Object.entries({ Cyan: '100', Magenta: '75', Black: '0' }))
      await page.fill(plate, value)
  }
  /** The press file of an order of the card, published before. */
  const printed = async (card: TemplateCard, order: string, fill: object): Promise<Uint8Array> => {
    await pages.test.json(`/v1/templates/${card.id}/publish`, { method: 'POST' })
    const body = { template_id: card.id, values: { 'Field 1': 'HHHH' }, ...fill }
    const made = await pages.test.json('/v1/fills', { body })
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    const ordered = await pages.test.json(`/v1/fills/${made.body.fill.id}/finalize`, {
      body: { external_order_id: order },
    })
    const file = await pages.test.send(`/v1/renders/${ordered.body.render.id}/download`)
    return new Uint8Array(await file.arrayBuffer())
  }

  it('binds a plate of the artwork to an ink, which prints in what the shopper chose', async function () {
    needs(this, 'gs')
    const card = await makeOne()
    const page = await open(card)
    await openFirst(page)
    await page.check(CARD_SPOT)
    await page.save()
    expect((await card.scene()).inks[0].binding).to.deep.equal([CARD_SPOT])
    const found = plates(await printed(card, 'bound-1', { colors: [GOLD] }), { dpi: 144 })
    const bare = plates(await plainArtwork(), { dpi: 144 }).get(CARD_SPOT)
    const gold = found.get(GOLD.name)
    if (gold === undefined || bare === undefined)
      throw new Error(`There are only ${[...found.keys()].join(', ')}.`)
    expect(found.has(CARD_SPOT)).to.equal(false)
    // The artwork's own marks, and the words of the field upon them.
    expect(coverage(gold).mean).to.be.greaterThan(coverage(bare).mean)
    for (const [at, value] of bare.ink.entries())
      if (value > 0 && (gold.ink[at] ?? 0) < value) expect.fail(`px ${at}`)
  })

  it('releases a bound plate of the artwork', async () => {
    const card = await makeOne()
    const page = await open(card)
    await openFirst(page)
    await page.check(CARD_SPOT)
    await page.save()
    await page.click(await page.field(CARD_SPOT))
    await page.save()
    expect((await card.scene()).inks[0].binding ?? []).to.deep.equal([])
  })

  it('saves an ink as a process colour', async () => {
    const card = await makeOne()
    const page = await open(card)
    await addMix(page)
    await page.save()
    expect((await card.scene()).inks.at(-1)).to.deep.include({ name: 'Brand blue', cmyk: [100, 75, 0, 0] })
  })

  it('prints a process colour on its plates alone', async function () {
    needs(this, 'gs')
    const card = await makeOne()
    const page = await open(card)
    await addMix(page)
    await page.save()
    const { index } = (await card.scene()).inks.at(-1)
    const press = await printed(card, 'mixed-1', { assignments: { 'Field 1': index } })
    const [found, bare] = [plates(press, { dpi: 144 }), plates(await plainArtwork(), { dpi: 144 })]
    expect([...found.keys()]).to.have.members([...bare.keys()])
    const added = (plate: string) => coverage(found.get(plate)!).mean - coverage(bare.get(plate)!).mean
    expect(added('Cyan')).to.be.greaterThan(0)
    expect(added('Magenta') / added('Cyan')).to.be.closeTo(0.75, 0.02)
    for (const plate of ['Yellow', 'Black', CARD_SPOT]) expect(added(plate), plate).to.be.at.most(0)
  })

  it('names a second new ink apart from the first', async () => {
    const page = await open(await makeOne())
    await page.press('Add ink')
    await page.press('Add ink')
    expect(await page.value('Plate name')).to.equal('New ink 2')
    const names = [...page.document.querySelectorAll('.ink-name bdi')].map(({ textContent }) => textContent)
    expect(names.slice(-2)).to.deep.equal(['New ink', 'New ink 2'])
  })

  it('says why a palette is not saved, and keeps it', async () => {
    const card = await makeOne()
    const page = await open(card, {
      answers: { 'PUT /v1/templates/{id}/scene': refusal('invalid_scene', { param: 'inks' }) },
    })
    await page.press('Add ink')
    await page.press('Save')
    await page.see('Not saved')
    await page.press('Close message')
    expect(await page.value('Plate name')).to.equal('New ink')
  })
})

describe('Plates in the template editor', () => {
  let pages: ConsolePages
  let card: TemplateCard
  before(async function () {
    pages = await openConsolePages(this, { server: { press: 'workers' } })
    card = await makeCard(pages.test, 'Plated', [[40, 60, 140, 80]])
  })
  after(() => pages?.close())

  const open = async (options: Parameters<typeof openEditor>[2] = {}) => {
    const page = await openEditor(pages, card, {
      ...options,
      answers: { [PRESS]: drawing, ...options.answers },
    })
    await page.tab('Plates')
    return page
  }
  const rows = async (page: EditorPage) => {
    await page.findByRole('checkbox', { name: `Show ${CARD_SPOT}` })
    return [...page.document.querySelectorAll('.plates tbody tr')]
  }
  /** The last picture that was asked for. */
  const asked = (page: EditorPage, path: string) =>
    page.requests.findLast((one) => one.path === path)?.body as
      | { readonly plates?: readonly string[]; readonly plate_color?: string }
      | undefined

  it('say how much each covers, as the service measures it', async () => {
    const page = await open()
    const found = await rows(page)
    const body = { template_id: card.id, revision: 'latest', values: {}, page: 0 }
    const measured = await pages.test.json('/v1/previews/plates', { body })
    expect(measured.status, JSON.stringify(measured.body)).to.equal(200)
    const percent = (of: number) =>
      (of / 100).toLocaleString('en-GB', { style: 'percent', maximumFractionDigits: 2 })
    const shown = found.map((row) => [
      row.querySelector('[type=checkbox]')?.parentElement?.textContent?.replace(/^Show /, ''),
      ...[...row.querySelectorAll('td.number')].map(({ textContent }) => textContent),
    ])
    expect(shown).to.deep.equal(
      measured.body.plates.map((one: { name: string; coverage_pct: number; max_pct: number }) => [
        one.name,
        percent(one.coverage_pct),
        percent(one.max_pct),
      ]),
    )
    expect(shown.map(([name]) => name)).to.include.members([CARD_SPOT, 'Black'])
  })

  it('are hidden on the page one by one @long', async () => {
    const page = await open({ answers: { [PRESS]: (_request, pass) => pass() } })
    await rows(page)
    await page.click(await page.field('Show Black'))
    await page.see(/^Visible: /)
    await page.until(() => asked(page, '/v1/previews/press')?.plates?.length)
    expect(asked(page, '/v1/previews/press')?.plates).to.include(CARD_SPOT).and.not.include('Black')
    await page.settled()
    await page.findByRole('img', { name: 'Page 1 as printed' })
  })

  it('are drawn as film', async () => {
    const page = await open({ answers: { [PRESS]: (_request, pass) => pass() } })
    await rows(page)
    await page.click(await page.field('Show Black'))
    await page.check('Show as film (black)')
    await page.until(() => asked(page, '/v1/previews/press')?.plate_color === 'gray')
    await page.settled()
    await page.findByRole('img', { name: 'Page 1 as printed' })
  })

  it('leave the sheet empty when none is visible, and are all shown again at once', async () => {
    const page = await open()
    await rows(page)
    for (const box of page.getAllByRole('checkbox', { name: /^Show (?!as film)/ })) await page.click(box)
    await page.see('No plate is visible.')
    expect(page.document.querySelector('.sheet-picture')).to.equal(null)
    const [all] = await page.findAllByRole('button', { name: 'All plates' })
    await page.click(all as Element)
    await page.gone('No plate is visible.')
    await page.until(() => (page.getByLabelText('Show Black') as HTMLInputElement).checked)
    await page.settled()
    expect(asked(page, '/v1/previews')).to.not.have.property('plates')
  })

  it('can be shown alone', async () => {
    const page = await open()
    await rows(page)
    await page.press('Show only this plate: Black')
    await page.see('Visible: Black')
  })

  it('offer another try when they could not be measured @long', async () => {
    const page = await open({ answers: { [MEASURE]: noNetwork } })
    await page.findByRole('alert')
    page.answer(MEASURE, null)
    await page.press(/again/i)
    await rows(page)
  })
})
