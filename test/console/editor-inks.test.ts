/** Inks, plates and values to try out in the template editor, in a real browser, and all of it once in German. */
import { expect } from 'chai'
import type { Page, Request } from 'playwright-core'
import de from '../../widget/console/words/de/editor.json' with { type: 'json' }
import en from '../../widget/console/words/en/editor.json' with { type: 'json' }
import { type ConsoleSite, openConsole } from '../support/console-site.ts'
import { editorCard } from '../support/editor-card.ts'
import { coverage, needs, plates } from '../support/oracles.ts'
import { CARD_SPOT, plainArtwork } from '../support/plain-artwork.ts'

const GOLD = { index: 1, key: 'gold', name: 'Gold Foil', hex: '#b8893b' }

describe('Inks and values in the template editor', function () {
  this.timeout(300_000)
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

  it('binds a plate of the artwork to an ink, which prints in what the shopper chose', async function () {
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
    await button('Save and publish').click()
    await page.getByText(/is published. New orders use it/).waitFor()

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
    await page.getByRole('checkbox', { name: CARD_SPOT }).uncheck()
    await card.save(page)
    expect((await card.scene()).inks[0].binding ?? []).to.deep.equal([])
  })

  it('switches single plates on and off, and says how much each covers', async () => {
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

  it('tries out short, long, right-to-left and missing characters, and says what cannot be printed', async () => {
    const card = await editorCard(site, 'Tried', [[40, 60, 140, 80]])
    await card.open(page)
    await card.spot(page, 1).click()
    await page.getByLabel('Maximum length').fill('12')
    await card.save(page)
    await tab('Test values')
    const [id = ''] = card.fields
    for (const [kind, value] of [
      ['short', /^Io$/],
      ['long', /^Maximiliane$/],
      ['rtl', /^[\u0590-\u05ff ]{12}$/],
      ['missing', /\u{12000}/u],
    ] as const) {
      const reply = drawn('/v1/previews', ({ values }) => value.test(values[id] ?? ''))
      await page.getByLabel('Values', { exact: true }).selectOption(kind)
      const answer = await reply
      expect(answer.status(), kind).to.equal(200)
      expect(await page.getByRole('textbox', { name: 'Field 1' }).inputValue(), kind).to.match(value)
      const fits = answer.headers()['x-service-fit'] !== 'problems'
      const note = page.locator('.stage-note', { hasText: en.trial.problems })
      if (fits) await note.waitFor({ state: 'detached' })
      else await note.waitFor()
      // What the page says is what the press would do.
      const { values } = bodyOf(answer.request())
      const press = await site.test.send('/v1/previews/press', {
        body: { template_id: card.id, revision: 'latest', values, page: 0 },
      })
      expect(press.status, kind).to.equal(fits ? 200 : 400)
      if (!fits) expect((await press.json()).error.code, kind).to.equal('values_not_printable')
      if (kind === 'missing') expect(fits).to.equal(false)
      if (kind === 'short') expect(fits).to.equal(true)
    }
    await button('Compare with print file').click()
    await page.getByText(en.trial.refused).waitFor()
    expect(await site.axe()).to.deep.equal([])
    await page.keyboard.press('Escape')
    // Nothing of it is saved.
    expect((await card.scene()).fields[0].default_value).to.equal('Text')
    await page.getByText(/^Revision \d+, saved$/).waitFor()
  })

  it('locks a field: staff by a box, shoppers see it and cannot change it', async () => {
    const card = await editorCard(site, 'Locked', [
      [40, 60, 140, 80],
      [40, 100, 140, 120],
    ])
    await card.open(page)
    await card.spot(page, 2).click()
    await page.getByRole('checkbox', { name: 'Locked for customers' }).check()
    expect(await site.axe()).to.deep.equal([])
    await card.save(page)
    const fields: readonly { label: string; locked: boolean }[] = (await card.scene()).fields
    expect(fields.map(({ locked }) => locked)).to.deep.equal([false, true])
    await button('Save and publish').click()
    await page.getByText(/is published. New orders use it/).waitFor()

    const { body } = await site.test.json(`/v1/templates/${card.id}`)
    const { page: shopper, faults } = await site.another(null)
    await shopper.goto(`${site.service}${new URL(body.template.hosted_url).pathname}`)
    const locked = shopper.getByRole('textbox', { name: 'Field 2' })
    await locked.waitFor()
    expect(await locked.getAttribute('readonly')).to.not.equal(null)
    expect(await locked.inputValue()).to.equal('Text')
    await shopper.getByText('Set by the shop').waitFor()
    const open = shopper.getByRole('textbox', { name: 'Field 1' })
    await open.fill('Ada')
    expect(await open.inputValue()).to.equal('Ada')
    expect(faults).to.deep.equal([])
  })

  it('speaks German in all of its parts', async () => {
    const card = await editorCard(site, 'Deutsch', [
      [40, 60, 140, 80],
      [40, 100, 140, 120],
    ])
    const { page: german, faults } = await site.another(site.person, { language: 'de' })
    await card.open(german)
    await german.locator('.sheet-picture').waitFor()
    const foreign = sentences(en).filter((text) => !sentences(de).includes(text))
    const look = async (state: string) => {
      expect(await site.axe(german), state).to.deep.equal([])
      const shown = await german.evaluate<string>(
        "document.querySelector('#console').innerText + [...document.querySelectorAll('[aria-label]')].map((one) => '\\n' + one.getAttribute('aria-label')).join('')",
      )
      const lines = new Set(shown.split('\n').map((line) => line.trim()))
      expect(
        foreign.filter((text) => lines.has(text)),
        state,
      ).to.deep.equal([])
    }
    await look('opened')
    await card.spot(german, 1).click()
    await look('a field')
    await german.keyboard.press('Control+a')
    await look('several fields')
    for (const name of [de.tabs.inks, de.tabs.plates, de.tabs.trial]) {
      await german.getByRole('tab', { name, exact: true }).click()
      if (name === de.tabs.inks) await german.locator('.ink-name').first().click()
      if (name === de.tabs.plates) await german.locator('.plates tbody tr').first().waitFor()
      await look(name)
      await site.shotsOf(german, `editor-de-${name}`, ['phone', 'desk'])
    }
    await german.getByRole('button', { name: de.tools.pick, exact: true }).click()
    await german.getByText(de.pick.lead).waitFor()
    await look('taking text')
    await german.getByRole('button', { name: de.keys.button, exact: true }).click()
    await german.getByRole('dialog').waitFor()
    await look('keys')
    expect(faults).to.deep.equal([])
  })
})

/** All texts of a file of words; those that are put together from facts are left out. */
function sentences(words: object): readonly string[] {
  return Object.values(words).flatMap((word: unknown) =>
    typeof word === 'string' ? [word] : typeof word === 'object' && word !== null ? sentences(word) : [],
  )
}
