/** What a shop sets once, on both databases: order numbers, languages of hosted pages, output of new templates. */
import { expect } from 'chai'
import { settingOf } from '../../../../core/engine/press/output.ts'
import type { Press } from '../../../../core/engine/press/press-port.ts'
import { LARGEST_ORDER } from '../../../../core/service/access/shop-defaults.ts'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { makeFill } from '../../../support/service/sample-fill.ts'
import { openSamplePress, SAMPLE_PDF, uploadForm } from '../../../support/service/sample-press.ts'
import { openStorefront, type Storefront } from '../../../support/service/storefront.ts'

/** The sample press, with what was asked for in its plan, as a press that reads files has it. */
function pressThatNotesOutput(): Press {
  const press = openSamplePress()
  return {
    ...press,
    async compile(source, body, fonts, wishes) {
      const compiled = await press.compile(source, body, fonts, wishes)
      const output = wishes?.output ?? null
      if (output === null) return compiled
      return { ...compiled, plan: { ...compiled.plan, output: settingOf(output) } }
    },
  }
}

for (const database of DATABASES)
  describe(`The defaults of a shop, on ${longOn(database)}`, () => {
    let shop: Storefront
    let slug: string
    before(async function () {
      needsDatabase(this, database)
      shop = await openStorefront({ database, press: pressThatNotesOutput() })
      slug = (await shop.test.json(`/v1/templates/${shop.templateId}`)).body.template.slug
    })
    after(() => shop?.test.close())

    const change = (body: object) => shop.test.json('/v1/team/settings', { method: 'PATCH', body })
    /** A customer of the hosted page, up to the approval. */
    const begin = async () => {
      const own = { origin: new URL(shop.test.url).origin }
      const session = (
        await shop.test.json('/v1/embed/sessions/hosted', { key: null, headers: own, body: { slug } })
      ).body
      const headers = { ...own, 'x-service-client-secret': session.client_secret }
      const { body } = await shop.test.json('/v1/embed/fills', {
        ...{ key: null, headers },
        body: { embed_session: session.embed_session.id, values: { Name: 'Ada' } },
      })
      return () =>
        shop.test.json(`/v1/embed/fills/${body.fill.id}/complete`, { key: null, method: 'POST', headers })
    }
    const approve = async () => {
      const { status, body } = await (await begin())()
      expect(status, JSON.stringify(body)).to.equal(200)
      return body.fill
    }

    it('give no order number until a prefix is set, and then each its own, at the approval', async () => {
      expect((await approve()).external_order_id).to.equal(null)
      const { body } = await change({ order_prefix: 'R-', next_order_number: 2001 })
      expect(body.settings).to.include({ order_prefix: 'R-', next_order_number: 2001 })
      const first = await approve()
      expect(first.external_order_id).to.equal('R-2001')
      const together = await Promise.all(Array.from({ length: 4 }, begin))
      const numbers = (await Promise.all(together.map((complete) => complete()))).map(
        ({ body: done }) => done.fill.external_order_id,
      )
      expect([...numbers].sort()).to.deep.equal(['R-2002', 'R-2003', 'R-2004', 'R-2005'])
      const found = (await shop.test.json('/v1/fills?external_order_id=R-2003')).body.data
      expect(found).to.have.lengthOf(1)
      const finalized = await shop.test.json(`/v1/fills/${first.id}/finalize`, { method: 'POST' })
      expect(finalized.body.fill.external_order_id).to.equal('R-2001')
    })

    it('pass over numbers that are in use, and never go back', async () => {
      const { id } = await makeFill(shop.test, { template_id: shop.templateId, values: { Name: 'Eve' } })
      const other = await shop.test.json(`/v1/fills/${id}/finalize`, {
        body: { external_order_id: 'R-3001' },
      })
      expect(other.status, JSON.stringify(other.body)).to.equal(200)
      await change({ next_order_number: 3001 })
      expect((await approve()).external_order_id).to.equal('R-3002')
      const back = await change({ next_order_number: 3002 })
      expect([back.status, back.body.error.param, back.body.error.minimum]).to.deep.equal([
        ...[400, 'next_order_number', 3003],
      ])
      for (const body of [
        { order_prefix: 'No 1' },
        { next_order_number: LARGEST_ORDER + 1 },
        { customer_languages: ['xx'] },
        { default_output_profile: 'prf_none' },
      ])
        expect((await change(body)).status, JSON.stringify(body)).to.be.oneOf([400, 404])
      const session = await shop.filling()
      const path = `/v1/embed/fills/${session.fillId}/complete`
      const sold = await shop.shopper(path, session.secret, { method: 'POST' })
      expect(sold.status, JSON.stringify(sold.body)).to.equal(200)
      expect(sold.body.fill.external_order_id, 'a storefront has its own').to.equal(null)
    })

    it('number what staff order where they ask for it, and no reference is missing then', async () => {
      await change({ order_prefix: 'S-', next_order_number: 4001 })
      const make = async (more: object) => {
        const made = await makeFill(shop.test, {
          ...{ template_id: shop.templateId, values: { Name: 'Eve' } },
          ...more,
        })
        return { id: made.id as string, order: made.external_order_id as string | null }
      }
      const finalize = async (id: string, body: object) => {
        const done = await shop.test.json(`/v1/fills/${id}/finalize`, { body })
        expect(done.status, JSON.stringify(done.body)).to.equal(200)
        expect(done.body.render.external_order_id).to.equal(done.body.fill.external_order_id)
        return done.body.fill.external_order_id
      }
      const asked = { assign_order_number: true }
      expect((await make({})).order, 'nothing is made up').to.equal(null)
      expect((await make({ ...asked, external_order_id: 'own' })).order).to.equal('own')
      expect((await make({ ...asked, external_cart_id: 'cart' })).order).to.equal(null)
      const numbered = await make(asked)
      expect(numbered.order).to.equal('S-4001')
      expect(await finalize(numbered.id, asked)).to.equal('S-4001')
      const later = await make({})
      const [one, other] = await Promise.all([finalize(later.id, asked), finalize(later.id, asked)])
      expect([one, other]).to.deep.equal(['S-4002', 'S-4002'])
      expect(await finalize((await make({})).id, {})).to.equal(null)
      expect(await finalize((await make({})).id, { ...asked, external_order_id: 'mine' })).to.equal('mine')
      const { fillId } = await shop.filling()
      expect(await finalize(fillId, { ...asked, values: { Name: 'Ada' } }), 'of a storefront').to.equal(null)
      await change({ order_prefix: null })
      expect((await make(asked)).order).to.equal(null)
      await change({ order_prefix: 'R-' })
    })

    it('number what staff approve for a customer of the hosted page, once', async () => {
      const complete = await begin()
      const { data } = (await shop.test.json('/v1/fills?source=hosted&limit=1')).body
      const approved = async () =>
        (
          await shop.test.json(`/v1/fills/${data[0].id}`, {
            ...{ method: 'PATCH', body: { production_status: 'approved' } },
          })
        ).body.fill.external_order_id
      const number = await approved()
      expect(number).to.match(/^R-\d+$/)
      expect(await approved()).to.equal(number)
      expect((await complete()).body.fill.external_order_id).to.equal(number)
    })

    it('show hosted pages in the languages of the shop', async () => {
      const languageFor = async (accepted: string, query = '') => {
        const headers = { 'accept-language': accepted }
        const page = await (await shop.test.send(`/fill/${slug}${query}`, { key: null, headers })).text()
        return [/<html lang="(\w+)"/.exec(page)?.[1], /data-locale="([\w-]+)"/.exec(page)?.[1]]
      }
      expect(await languageFor('fr-CH')).to.deep.equal(['fr', 'fr-CH'])
      await change({ customer_languages: ['de', 'en'] })
      expect(await languageFor('fr-CH')).to.deep.equal(['de', 'de'])
      expect(await languageFor('fr, en-GB;q=0.8')).to.deep.equal(['en', 'en-GB'])
      expect(await languageFor('en', '?lang=fr')).to.deep.equal(['en', 'en'])
      await change({ customer_languages: [] })
      expect(await languageFor('fr-CH')).to.deep.equal(['fr', 'fr-CH'])
    })

    it('read new templates for the profile of the shop, and leave those that are there', async () => {
      const [profile] = (await shop.test.json('/v1/profiles')).body.data
      const upload = async (mark: string, output?: string) => {
        const body = uploadForm(Buffer.concat([SAMPLE_PDF, Buffer.from(`% ${mark}\n`)]), 'Card')
        if (output !== undefined) body.append('output', output)
        return (await shop.test.json('/v1/templates', { body })).body.template
      }
      const before = await upload('before')
      expect(before.output).to.equal('pdf')
      await change({ default_output_profile: profile.id })
      const after = await upload('after')
      expect([after.output, after.output_profile?.id]).to.deep.equal(['pdfx4', profile.id])
      expect((await upload('plain', 'pdf')).output).to.equal('pdf')
      expect((await upload('before')).output, 'the same file again').to.equal('pdf')
      await change({ default_output_profile: null })
      expect((await upload('later')).output).to.equal('pdf')
    })
  })
