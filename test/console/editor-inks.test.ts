/** Inks and plates in the template editor, in a real browser. */
import { expect } from 'chai'
import type { Page, Request } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { editorCard } from '../support/browser/editor-card.ts'
import { publish } from '../support/browser/editor-view.ts'
import { CARD_SPOT, plainArtwork } from '../support/pdf/plain-artwork.ts'
import { coverage, needs, plates } from '../support/rips/oracles.ts'

const GOLD = { index: 1, key: 'gold', name: 'Gold Foil', hex: '#b8893b' }

describe('Inks in the template editor', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    ;({ page } = site)
  })
  after(() => site?.close())

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const tab = (name: string) => page.getByRole('tab', { name }).click()
  const bodyOf = (request: Request) => JSON.parse(request.postData() ?? '{}')
  /** The next picture that is asked for of the page, once it fits. */
  const drawn = (
    path: string,
    fits: (body: { values: Record<string, string>; plates?: string[] }) => boolean,
  ) =>
    page.waitForResponse(
      (reply) =>
        reply.url().endsWith(path) && fits(bodyOf(reply.request())) && reply.request().method() === 'POST',
    )

  it('binds a plate of the artwork to an ink, which prints in what the shopper chose @long', async function () {
    needs(this, 'gs')
    const card = await editorCard(site, 'Bound', [[40, 60, 140, 80]])
    await card.open(page)
    await tab('Inks')
    await page.locator('.ink-name').first().click()
    await page.getByRole('checkbox', { name: CARD_SPOT }).check()
    expect(await site.axe()).to.deep.equal([])
    await card.save(page)
    const [ink] = (await card.scene()).inks
    expect(ink.binding).to.deep.equal([CARD_SPOT])
    await publish(page)

    const made = await site.test.json('/v1/fills', {
      body: { template_id: card.id, values: { 'Field 1': 'HHHH' }, colors: [GOLD] },
    })
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    const ordered = await site.test.json(`/v1/fills/${made.body.fill.id}/finalize`, {
      body: { external_order_id: 'bound-1' },
    })
    const { id } = ordered.body.render
    const press = new Uint8Array(await (await site.test.send(`/v1/renders/${id}/download`)).arrayBuffer())
    const found = plates(press, { dpi: 144 })
    const bare = plates(await plainArtwork(), { dpi: 144 }).get(CARD_SPOT)
    const gold = found.get(GOLD.name)
    if (gold === undefined || bare === undefined)
      throw new Error(`There are only ${[...found.keys()].join(', ')}.`)
    expect(found.has(CARD_SPOT)).to.equal(false)
    // The artwork's own marks, and the words of the field upon them.
    expect(coverage(gold).mean).to.be.greaterThan(coverage(bare).mean)
    for (const [at, value] of bare.ink.entries())
      if (value > 0 && (gold.ink[at] ?? 0) < value) expect.fail(`px ${at}`)

    // And is let go again.
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: CARD_SPOT }).uncheck()
    await card.save(page)
    expect((await card.scene()).inks[0].binding ?? []).to.deep.equal([])
  })

  it('makes an ink a process colour, which orders print on its plates alone @long', async function () {
    needs(this, 'gs')
    const card = await editorCard(site, 'Mixed', [[40, 60, 140, 80]])
    await card.open(page)
    await tab('Inks')
    await button('Add ink').click()
    await page.getByLabel('Prints as').selectOption({ label: 'Process colour (CMYK)' })
    const name = page.getByLabel('Ink name')
    await name.fill('Brand blue')
    await name.blur()
    for (const [plate, value] of Object.entries({ Cyan: '100', Magenta: '75', Black: '0' }))
      await page.getByLabel(plate, { exact: true }).fill(value)
    expect(await site.axe()).to.deep.equal([])
    await card.save(page)
    const { inks } = await card.scene()
    const mix = inks.at(-1)
    expect(mix).to.deep.include({ name: 'Brand blue', cmyk: [100, 75, 0, 0] })
    await publish(page)

    const body = { template_id: card.id, values: { 'Field 1': 'HHHH' } }
    const made = await site.test.json('/v1/fills', {
      body: { ...body, assignments: { 'Field 1': mix.index } },
    })
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    const ordered = await site.test.json(`/v1/fills/${made.body.fill.id}/finalize`, {
      body: { external_order_id: 'mixed-1' },
    })
    const { id } = ordered.body.render
    const press = new Uint8Array(await (await site.test.send(`/v1/renders/${id}/download`)).arrayBuffer())
    const [found, bare] = [plates(press, { dpi: 144 }), plates(await plainArtwork(), { dpi: 144 })]
    expect([...found.keys()]).to.have.members([...bare.keys()])
    const added = (plate: string) => coverage(found.get(plate)!).mean - coverage(bare.get(plate)!).mean
    expect(added('Cyan')).to.be.greaterThan(0)
    expect(added('Magenta') / added('Cyan')).to.be.closeTo(0.75, 0.02)
    for (const plate of ['Yellow', 'Black', CARD_SPOT]) expect(added(plate), plate).to.be.at.most(0)
  })

  it('switches single plates on and off, and says how much each covers @long', async () => {
    const card = await editorCard(site, 'Plated', [[40, 60, 140, 80]])
    await card.open(page)
    await tab('Plates')
    const row = (name: string) => page.locator('.plates tbody tr').filter({ hasText: name })
    await row(CARD_SPOT).waitFor()
    const body = { template_id: card.id, revision: 'latest', values: {}, page: 0 }
    const measured = await site.test.json('/v1/previews/plates', { body })
    expect(measured.status, JSON.stringify(measured.body)).to.equal(200)
    const names: string[] = measured.body.plates.map(({ name }: { name: string }) => name)
    expect(names).to.include.members([CARD_SPOT, 'Black'])
    const percent = (of: number) =>
      (of / 100).toLocaleString('en-GB', { style: 'percent', maximumFractionDigits: 2 })
    for (const { name, coverage_pct, max_pct } of measured.body.plates)
      expect(await row(name).locator('td.number').allTextContents(), name).to.deep.equal([
        percent(coverage_pct),
        percent(max_pct),
      ])
    expect(await page.locator('.plates tbody tr').count()).to.equal(names.length)

    const others = names.filter((name) => name !== 'Black')
    const without = drawn('/v1/previews/press', ({ plates: asked }) => asked?.join() === others.join())
    await page.getByRole('checkbox', { name: 'Show Black' }).uncheck()
    expect((await without).status()).to.equal(200)
    await page.getByText(`Visible: ${others.join(', ')}`).waitFor()
    const film = drawn(
      '/v1/previews/press',
      (asked) => 'plate_color' in asked && asked.plate_color === 'gray',
    )
    await page.getByRole('checkbox', { name: 'Show as film (black)' }).check()
    expect((await film).status()).to.equal(200)
    for (const name of others) await page.getByRole('checkbox', { name: `Show ${name}` }).uncheck()
    await page.getByText('No plate is visible.').waitFor()
    expect(await page.locator('.sheet-picture').count()).to.equal(0)
    await page.getByRole('checkbox', { name: 'Show Black' }).check()
    await page.getByText('Visible: Black').waitFor()
    const whole = drawn('/v1/previews', ({ plates: asked }) => asked === undefined)
    await button('All plates').first().click()
    expect((await whole).status()).to.equal(200)
    expect(await page.getByRole('checkbox', { name: 'Show Black' }).isChecked()).to.equal(true)
    expect(await site.axe()).to.deep.equal([])
  })
})
