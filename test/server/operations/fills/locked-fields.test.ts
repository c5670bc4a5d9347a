/** Fields that the template locks: shoppers are told and refused, the shop's own server is not. */
import { expect } from 'chai'
import { openStorefront, type Storefront } from '../../../support/service/storefront.ts'

interface Filling {
  readonly secret: string
  readonly fillId: string
}

describe('fields that the template locks', () => {
  let shop: Storefront
  before(async () => {
    shop = await openStorefront()
  })
  after(() => shop.test.close())

  const scene = async () => (await shop.test.json(`/v1/templates/${shop.templateId}/scene`)).body.scene
  const change = ({ fillId, secret }: Filling, values: object) =>
    shop.shopper(`/v1/embed/fills/${fillId}`, secret, { method: 'PATCH', body: { values } })
  /** Locks these fields and publishes; gives the ids of all. */
  const lock = async (...labels: readonly string[]): Promise<Readonly<Record<string, string>>> => {
    const before = await scene()
    const fields = before.fields.map((field: { label: string }) => ({
      ...field,
      locked: labels.includes(field.label),
    }))
    const put = await shop.test.json(`/v1/templates/${shop.templateId}/scene`, {
      method: 'PUT',
      body: { ...before, fields },
    })
    expect(put.status, JSON.stringify(put.body)).to.equal(200)
    await shop.test.json(`/v1/templates/${shop.templateId}/publish`, { method: 'POST' })
    return Object.fromEntries(fields.map(({ label, id }: { label: string; id: string }) => [label, id]))
  }

  it('are none until somebody locks one, and are told with the scene and the fields', async () => {
    expect((await scene()).fields.map(({ locked }: { locked: boolean }) => locked)).to.not.include(true)
    const ids = await lock('Size')
    const kept = (await scene()).fields.filter(({ locked }: { locked: boolean }) => locked)
    expect(kept.map(({ id }: { id: string }) => id)).to.deep.equal([ids.Size])
    const { body } = await shop.test.json(`/v1/templates/${shop.templateId}/fields`)
    const told = body.data.map(({ label, locked }: { label: string; locked: boolean }) => [label, locked])
    expect(Object.fromEntries(told)).to.include({ Name: false, Size: true })
  })

  it('are refused to shoppers with the code of the mapping’s locks, and nothing of the change is kept', async () => {
    const { Name: name = '', Size: size = '' } = await lock('Size')
    const session = await shop.guest()
    const begun = await shop.shopper('/v1/embed/fills', session.secret, {
      body: { embed_session: session.id },
    })
    expect(begun.status).to.equal(201)
    expect(begun.body.options.locked_field_ids).to.deep.equal([size])
    const filling = { secret: session.secret, fillId: begun.body.fill.id }
    const refused = await change(filling, { [name]: 'Eve', Size: 's' })
    expect([refused.status, refused.body.error.code, refused.body.error.param]).to.deep.equal([
      400,
      'invalid_parameter',
      `values.${size}`,
    ])
    expect((await shop.test.json(`/v1/fills/${filling.fillId}`)).body.fill.values).to.deep.equal({})

    // What it holds may be sent along, and the shop's own server may change it.
    const field = (await scene()).fields.find(({ id }: { id: string }) => id === size)
    expect((await change(filling, { Name: 'Ada', [size]: field.default_value })).status).to.equal(200)
    const own = await shop.test.json(`/v1/fills/${filling.fillId}`, {
      method: 'PATCH',
      body: { values: { Size: 's' } },
    })
    expect(own.status, JSON.stringify(own.body)).to.equal(200)
    expect((await change(filling, { Size: 's' })).status).to.equal(200)
    expect((await change(filling, { Size: 'm' })).status).to.equal(400)
  })

  it('add to those of the mapping, and hold for fills of their own revision alone', async () => {
    const { Name: name = '', Size: size = '' } = await lock()
    const earlier = await shop.filling()
    await lock('Size')
    await shop.test.json(`/v1/product_mappings/${shop.mappingId}`, {
      method: 'PATCH',
      body: { options: { locked_field_ids: [name, size] } },
    })
    const session = await shop.guest()
    const begun = await shop.shopper('/v1/embed/fills', session.secret, {
      body: { embed_session: session.id },
    })
    expect(begun.body.options.locked_field_ids).to.deep.equal([name, size])
    await shop.test.json(`/v1/product_mappings/${shop.mappingId}`, {
      method: 'PATCH',
      body: { options: { locked_field_ids: [] } },
    })
    expect((await change(earlier, { Size: 's' })).status).to.equal(200)
  })

  it('are refused on the hosted page too', async () => {
    const { Size: size = '' } = await lock('Size')
    const { body } = await shop.test.json(`/v1/templates/${shop.templateId}`)
    const { origin } = new URL(body.template.hosted_url)
    const headers = { origin }
    const opened = await shop.test.json('/v1/embed/sessions/hosted', {
      key: null,
      headers,
      body: { slug: body.template.slug },
    })
    expect(opened.status, JSON.stringify(opened.body)).to.equal(201)
    const { client_secret: secret, embed_session: session } = opened.body
    const begun = await shop.shopper('/v1/embed/fills', secret, {
      origin,
      body: { embed_session: session.id },
    })
    expect(begun.body.options.locked_field_ids, JSON.stringify(begun.body)).to.deep.equal([size])
    const refused = await shop.shopper(`/v1/embed/fills/${begun.body.fill.id}`, secret, {
      origin,
      method: 'PATCH',
      body: { values: { Size: 's' } },
    })
    expect([refused.status, refused.body.error.code]).to.deep.equal([400, 'invalid_parameter'])
  })
})
