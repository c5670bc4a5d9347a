/** What an editor is told of the template that a session fills, and what a shop may offer in it. */
import { expect } from 'chai'
import { openStorefront, type Storefront } from '../../../support/service/storefront.ts'

describe('what an editor is told', () => {
  let shop: Storefront
  before(async () => {
    shop = await openStorefront()
  })
  after(() => shop.test.close())

  const scene = async () => (await shop.test.json(`/v1/templates/${shop.templateId}/scene`)).body.scene
  const save = (draft: unknown) =>
    shop.test.json(`/v1/templates/${shop.templateId}/scene`, { method: 'PUT', body: draft })
  const GOLD = { key: 'gold', name: 'Gold Foil', hex: '#b08d57' }
  const CREAM = { key: 'cream', name: 'Cream', hex: '#f3ead6' }

  it('is with the fill itself: fields with their places, pages, inks, papers and what is locked', async () => {
    const before = await scene()
    const inks = before.inks.map((ink: object) => ({ ...ink, offers: [GOLD] }))
    const fields = before.fields.map((field: object, at: number) => ({ ...field, ink_choice: at === 0 }))
    const saved = await save({ ...before, inks, fields, papers: [CREAM] })
    expect(saved.status, JSON.stringify(saved.body)).to.equal(200)
    await shop.test.json(`/v1/templates/${shop.templateId}/publish`, { method: 'POST' })
    const locked = [before.fields[1].id]
    await shop.test.json(`/v1/product_mappings/${shop.mappingId}`, {
      method: 'PATCH',
      body: { options: { locked_field_ids: locked } },
    })
    const session = await shop.guest()
    const made = await shop.shopper('/v1/embed/fills', session.secret, {
      body: { embed_session: session.id },
    })
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    const { template, options } = made.body
    expect(template).to.include({ id: shop.templateId, title: 'Card' })
    expect(options.locked_field_ids).to.deep.equal(locked)
    const [name, size] = template.fields
    expect(name).to.include({ label: 'Name', multiline: false, ink: 1, ink_choice: true })
    expect(size.ink_choice).to.equal(false)
    const [place] = name.places
    expect(place.page).to.equal(0)
    // The sample's field stands at 20 to 220 by 20 to 50 of 260 by 170.
    const { left, top, width, height } = place
    expect([left * 260, top * 170, width * 260, height * 170].map(Math.round)).to.deep.equal([
      20, 120, 200, 30,
    ])
    const [{ trim, ...seen }] = template.scene_summary.pages
    expect(seen).to.deep.equal({ index: 0, width_pt: 260, height_pt: 170 })
    expect(
      [trim.left * 260, trim.top * 170, trim.width * 260, trim.height * 170].map((edge) => +edge.toFixed(3)),
    ).to.deep.equal([8.5, 8.5, 243, 153])
    expect(template.scene_summary.papers).to.deep.equal([CREAM])
    expect(template.scene_summary.inks).to.deep.equal([
      { ...{ index: 1, key: 'black', name: 'Black', hex: '#000000' }, technical: false, offers: [GOLD] },
    ])

    const again = await shop.shopper('/v1/embed/fills', session.secret, {
      body: { embed_session: session.id },
    })
    expect([again.status, again.body.template]).to.deep.equal([200, template])
  })

  it('is of the revision that the fill began with, whatever is published since', async () => {
    const before = await scene()
    const session = await shop.filling()
    const fields = before.fields.map((field: { label: string }) => ({ ...field, label: `${field.label} 2` }))
    await save({ ...before, fields })
    await shop.test.json(`/v1/templates/${shop.templateId}/publish`, { method: 'POST' })
    const again = await shop.shopper('/v1/embed/fills', session.secret, {
      body: { embed_session: session.id },
    })
    const labels = again.body.template.fields.map(({ label }: { label: string }) => label)
    expect(labels).to.deep.equal(before.fields.map(({ label }: { label: string }) => label))
  })

  const refused: readonly (readonly [what: string, offers: object[], papers: object[], param: string])[] = [
    ['a plate that is reserved', [{ ...GOLD, name: 'All' }], [], 'inks[0].offers[0].name'],
    ['the ink itself in other letters', [{ ...GOLD, name: 'BLACK' }], [], 'inks[0].offers'],
    ['one plate twice', [GOLD, { ...GOLD, key: 'more', name: 'gold foil' }], [], 'inks[0].offers'],
    ['two of one key', [GOLD, { ...GOLD, name: 'Silver' }], [], 'inks[0].offers'],
    ['two papers of one key', [], [CREAM, { ...CREAM, name: 'White' }], 'papers'],
  ]
  for (const [what, offers, papers, param] of refused)
    it(`refuses to offer ${what}`, async () => {
      const before = await scene()
      const inks = before.inks.map((ink: object) => ({ ...ink, offers }))
      const { status, body } = await save({ ...before, inks, papers })
      expect([status, body.error.code, body.error.param]).to.deep.equal([400, 'invalid_scene', param])
    })

  it('refuses to offer another ink of the scene', async () => {
    const before = await scene()
    const blue = { index: 2, key: 'blue', name: 'Blue', hex: '#0033a0', technical: false }
    const inks = [{ ...before.inks[0], offers: [{ ...GOLD, name: 'blue' }] }, blue]
    const { status, body } = await save({ ...before, inks })
    expect([status, body.error.param]).to.deep.equal([400, 'inks[0].offers'])
  })
})
