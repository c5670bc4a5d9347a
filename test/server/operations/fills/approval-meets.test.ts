/** Approvals that meet staff, reviews, images, time, erasure and a finalize at the same moment, over HTTP. */
import { expect } from 'chai'
import { expireSessions } from '../../../../core/service/embed/sessions.ts'
import { sweepFills } from '../../../../core/service/fill/sweep.ts'
import { placesOf } from '../../../support/database/dump.ts'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { needs } from '../../../support/rips/oracles.ts'
import { eventually } from '../../../support/run/eventually.ts'
import { type Approvals, openApprovals } from '../../../support/service/approvals.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'

const NAVY = [{ index: 1, key: 'navy', name: 'PANTONE 289 C', hex: '#0c2340' }]
const RED = [{ index: 1, key: 'red', name: 'PANTONE 186 C', hex: '#c8102e' }]

for (const database of DATABASES)
  describe(`An approval and what it meets, on ${longOn(database)}`, () => {
    let test: TestServer
    let shop: Approvals
    before(async function () {
      needsDatabase(this, database)
      const env = { RATE_LIMIT_BROWSER_PER_MINUTE: '100000' }
      test = await openTestServer({ press: 'workers', database, env })
      shop = await openApprovals(test)
    })
    after(() => test?.close())

    it('lays a correction by the shop over the customer’s change, at once and without a new approval', async () => {
      const { id, token, fill } = await shop.approved('Nora', { colors: NAVY })
      const again = await shop.visit(token)
      await again.change({ colors: RED })
      const corrected = (await shop.patch(id, { values: { [shop.nameId]: 'Norah' } })).body.fill
      expect(corrected).to.deep.include({ colors: NAVY, approved_at: fill.approved_at })
      expect(shop.nameOf(corrected)).to.equal('Norah')
      const done = await again.approve()
      expect(done.body.fill.colors).to.deep.equal(RED)
      expect(shop.nameOf(done.body.fill)).to.equal('Norah')
    })

    it('holds an approval by staff as that of the customer', async () => {
      const first = await shop.visit()
      await first.type('Nora')
      const said = await shop.patch(first.id, { production_status: 'approved' })
      expect(said.body.fill).to.include({ production_status: 'approved' })
      expect(shop.nameOf((await first.type('Noraa')).body.fill)).to.equal('Noraa')
      expect(shop.nameOf(await shop.read(first.id))).to.equal('Nora')
    })

    it('takes changes directly while an order reference alone says approved', async function () {
      needs(this, 'pdftotext')
      const first = await shop.visit()
      await shop.patch(first.id, { external_order_id: 'order-first' })
      await first.type('Nora')
      expect(await shop.read(first.id)).to.include({ approved_at: null, changing_since: null })
      expect(await shop.textOf(await shop.finalize(first.id))).to.include('Nora')
    })

    it('prints the approved text of an order that waits for review', async function () {
      needs(this, 'pdftotext')
      await shop.settings({ review: 'all' })
      const { id, token } = await shop.approved('Nora')
      const again = await shop.visit(token)
      await again.type('Noraa')
      const done = await shop.finalize(id)
      expect(done.body.fill.review.status).to.equal('requested')
      const late = await again.approve()
      expect([late.status, late.body.error.code]).to.deep.equal([409, 'fill_not_open'])
      await test.json(`/v1/fills/${id}/review`, { body: { decision: 'approve' } })
      await shop.settings({ review: 'none' })
      const path = `/v1/renders/${done.body.render.id}`
      const render = await eventually(async () => (await test.json(path)).body.render, {
        until: ({ status }) => status !== 'queued',
      })
      expect(await shop.textOf({ status: 200, body: { render } }))
        .to.include('Nora')
        .and.not.to.include('Noraa')
    })

    it('keeps the approved image when the customer puts another one in its place', async () => {
      const first = await shop.visit()
      const one = await first.upload()
      const value = (picture: string) => ({ values: { [shop.photoId]: { picture, turn: 180 } } })
      const placed = await first.change({ values: { [shop.nameId]: 'Nora', ...value(one).values } })
      expect(placed.status, JSON.stringify(placed.body)).to.equal(200)
      const { resume_token: token } = (await first.approve()).body
      const again = await shop.visit(token)
      const two = await again.upload()
      expect((await again.change(value(two))).body.fill.values[shop.photoId].picture).to.equal(two)
      for (const kept of [one, two]) {
        const refused = await again.remove(kept)
        expect([refused.status, refused.body.error.param]).to.deep.equal([400, 'picture'])
      }
      expect((await shop.read(first.id)).values[shop.photoId].picture).to.equal(one)
      await again.approve()
      expect((await shop.read(first.id)).values[shop.photoId].picture).to.equal(two)
      expect((await shop.finalize(first.id)).body.render.status).to.equal('succeeded')
    })

    it('keeps an approved fill open when its customer looks at it again and leaves', async () => {
      const { id, token } = await shop.approved('Nora')
      const again = await shop.visit(token)
      await again.type('Noraa')
      const { expires_at: before } = await shop.read(id)
      // The visit ends, is swept, and another day goes by.
      for (let day = 0; day < 3; day += 1) {
        test.clock.advance(86_400_000)
        await expireSessions(test.server.ports, 100)
        await sweepFills(test.server.ports, 100)
      }
      expect(await shop.read(id)).to.include({
        status: 'open',
        production_status: 'approved',
        expires_at: before,
      })
    })

    it('keeps an approval when the fill lapses and is reopened', async () => {
      const { id, token } = await shop.approved('Nora')
      await (await shop.visit(token)).type('Noraa')
      const move = (status: string) =>
        test.json(`/v1/fills/${id}/status`, { method: 'PATCH', body: { status } })
      expect((await move('expired')).body.fill).to.include({ status: 'expired', changing_since: null })
      const { body } = await move('open')
      expect(body.fill).to.include({ production_status: 'approved' })
      expect([shop.nameOf(body.fill), body.fill.changing_since]).to.deep.equal([
        'Nora',
        body.fill.changing_since,
      ])
      expect(shop.nameOf((await shop.visit(token)).begun)).to.equal('Noraa')
    })

    it('keeps the first order when a second is made through the same link', async () => {
      const { id } = await shop.approved('Nora')
      const other = await shop.approved('Otto')
      expect(other.id).not.to.equal(id)
      expect(shop.nameOf(await shop.read(id))).to.equal('Nora')
    })

    it('leaves no word of the change when the fill is erased', async () => {
      const word = 'Quibblethorne'
      for (const isClosed of [false, true]) {
        const { id, token } = await shop.approved('Nora')
        await (await shop.visit(token)).type(word)
        if (isClosed) await shop.finalize(id)
        expect(await placesOf(test, [word])).to.include('fills')
        await test.json(`/v1/fills/${id}/erase`, { method: 'POST' })
        expect(await placesOf(test, [word])).to.deep.equal([])
      }
    })

    it('ends an approval and a finalize at the same moment in one of the two orders, never in a mixture', async function () {
      needs(this, 'pdftotext')
      const seen = new Set<string>()
      for (let round = 0; round < 8; round += 1) {
        const { id, token } = await shop.approved(`Old ${round}`, { colors: NAVY })
        const again = await shop.visit(token)
        await again.change({ values: { [shop.nameId]: `New ${round}` }, colors: RED })
        const [done, late] = await Promise.all(
          round % 2 === 0
            ? [shop.finalize(id), again.approve()]
            : await Promise.all([again.approve(), shop.finalize(id)]).then(
                ([late, done]) => [done, late] as const,
              ),
        )
        const isNew = late.status === 200
        if (!isNew) expect([late.status, late.body.error.code]).to.deep.equal([409, 'fill_not_open'])
        const word = isNew ? `New ${round}` : `Old ${round}`
        const job = await shop.read(id)
        expect(job).to.deep.include({ status: 'finalized', colors: isNew ? RED : NAVY })
        expect(shop.nameOf(job)).to.equal(word)
        const text = await shop.textOf(done)
        expect(text)
          .to.include(word)
          .and.not.to.include(isNew ? `Old ${round}` : `New ${round}`)
        const printed = (await test.json(`/v1/renders/${done.body.render.id}`)).body.render
        expect(printed.status).to.equal('succeeded')
        seen.add(word.slice(0, 3))
      }
      expect(seen.size).to.be.at.least(1)
    })
  })
