/** Fills that browsers begin are drafts: unseen until something is changed, listed apart until they are approved. */
import { expect } from 'chai'
import { openStorefront, type Storefront } from '../../../support/service/storefront.ts'

describe('drafts of customers', () => {
  let shop: Storefront
  before(async () => {
    shop = await openStorefront()
  })
  after(() => shop.test.close())

  const listed = async (query: string): Promise<readonly string[]> => {
    const { status, body } = await shop.test.json(`/v1/fills?${query}`)
    expect(status, JSON.stringify(body)).to.equal(200)
    return body.data.map(({ id }: { id: string }) => id)
  }
  const begin = async () => {
    const session = await shop.guest()
    const body = { embed_session: session.id }
    const made = await shop.shopper('/v1/embed/fills', session.secret, { body })
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    const { id } = made.body.fill
    const fields: readonly { id: string; default_value: string }[] = made.body.template.fields
    const change = (values: Record<string, string>) =>
      shop.shopper(`/v1/embed/fills/${id}`, session.secret, { method: 'PATCH', body: { values } })
    const complete = () =>
      shop.shopper(`/v1/embed/fills/${id}/complete`, session.secret, { method: 'POST', body: {} })
    return { id, fields, change, complete, draft: made.body.fill.draft }
  }

  it('are in no list before the first change, and apart until they are approved', async () => {
    const one = await begin()
    expect(one.draft).to.equal(true)
    for (const query of ['draft=true', 'draft=false', 'draft=true&status=open', 'draft=false&source=embed'])
      expect(await listed(query), query).not.to.include(one.id)
    // Without the question all are listed, as ever.
    expect(await listed('source=embed')).to.include(one.id)

    const { body } = await one.change({ [one.fields[0]!.id]: 'Ada' })
    expect(body.fill.draft).to.equal(true)
    for (const query of ['draft=true', 'draft=true&status=open', `draft=true&template_id=${shop.templateId}`])
      expect(await listed(query), query).to.include(one.id)
    expect(await listed('draft=false')).not.to.include(one.id)

    const done = await one.complete()
    expect([done.status, done.body.fill.draft]).to.deep.equal([200, false])
    expect(await listed('draft=false')).to.include(one.id)
    expect(await listed('draft=false&status=open')).to.include(one.id)
    expect(await listed('draft=true')).not.to.include(one.id)
  })

  it('that are ordered are none, and neither is what a server makes', async () => {
    const one = await begin()
    await one.change({ [one.fields[0]!.id]: 'Ada' })
    const order = { external_order_id: 'R-1' }
    await shop.test.json(`/v1/fills/${one.id}`, { method: 'PATCH', body: order })
    expect(await listed('draft=false')).to.include(one.id)
    const { body } = await shop.test.json('/v1/fills', { body: { template_id: shop.templateId } })
    expect(body.fill.draft).to.equal(false)
  })

  it('store what stands on the card when it is approved, defaults included', async () => {
    const scene = (await shop.test.json(`/v1/templates/${shop.templateId}/scene`)).body.scene
    const fields = scene.fields.map((field: object, at: number) =>
      at === 0 ? { ...field, default_value: 'Theodore', required: true } : field,
    )
    const put = { method: 'PUT', body: { ...scene, fields } }
    const saved = await shop.test.json(`/v1/templates/${shop.templateId}/scene`, put)
    expect(saved.status, JSON.stringify(saved.body)).to.equal(200)
    await shop.test.json(`/v1/templates/${shop.templateId}/publish`, { method: 'POST' })
    const one = await begin()
    const [first] = one.fields
    const { body } = await one.complete()
    expect(body.fill.values[first!.id]).to.equal('Theodore')
    expect((await shop.test.json(`/v1/fills/${one.id}`)).body.fill.values[first!.id]).to.equal('Theodore')
  })
})
