/** Approvals over HTTP: what was approved is shown and printed until a change is approved. */
import { expect } from 'chai'
import {
  APPROVAL_MOVE_NAMES,
  APPROVAL_MOVES,
  APPROVAL_STATES,
  type ApprovalMove,
  type ApprovalState,
  approvalOf,
} from '../../../../core/service/fill/approval.ts'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { needs } from '../../../support/rips/oracles.ts'
import { type Approvals, openApprovals } from '../../../support/service/approvals.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { eventsOf } from '../../../support/service/sample-fill.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are read freely; what is expected of them is the check.
type Wire = any

const NAVY = [{ index: 1, key: 'navy', name: 'PANTONE 289 C', hex: '#0c2340' }]
const RED = [{ index: 1, key: 'red', name: 'PANTONE 186 C', hex: '#c8102e' }]

for (const database of DATABASES)
  describe(`The approval of a fill on ${longOn(database)}`, () => {
    let test: TestServer
    let shop: Approvals
    before(async function () {
      needsDatabase(this, database)
      const env = { RATE_LIMIT_BROWSER_PER_MINUTE: '100000' }
      test = await openTestServer({ press: 'workers', database, env })
      shop = await openApprovals(test)
    })
    after(() => test?.close())

    it('follows its table of moves in every state', async () => {
      /** Brings a fill into the state; gives the visit of its customer. */
      const reach = async (state: ApprovalState) => {
        const first = await shop.visit()
        await first.type('Nora')
        if (state === 'none') return first
        const { body } = await first.approve()
        const again = await shop.visit(body.resume_token)
        if (state === 'changing') await again.type('Noraa')
        if (state === 'closed') await shop.finalize(first.id)
        return again
      }
      const stateOf = async (id: string) => {
        const fill = await test.server.ports.store.fills.find(test.team.id, id)
        return fill === null ? null : approvalOf(fill)
      }
      for (const state of APPROVAL_STATES)
        for (const move of APPROVAL_MOVE_NAMES) {
          const at = await reach(state)
          expect(await stateOf(at.id), `${state} was reached`).to.equal(state)
          const moves: Record<ApprovalMove, () => Promise<{ status: number; body: Wire }>> = {
            change: () => at.type('Norab'),
            correct: () => shop.patch(at.id, { values: { [shop.nameId]: 'Norah' } }),
            approve: at.approve,
            discard: at.discard,
          }
          const { status, body } = await moves[move]()
          const expected = APPROVAL_MOVES[state][move]
          const told = `${state} by ${move}: ${JSON.stringify(body)}`
          if (state === 'closed')
            expect([status, body.error?.code], told).to.deep.equal([409, 'fill_not_open'])
          else expect(status, told).to.equal(200)
          expect(await stateOf(at.id), told).to.equal(expected ?? state)
          // What is printed is what was approved, corrected by the shop, or never approved.
          const words: Readonly<Record<string, string>> = {
            'none change': 'Norab',
            'changing approve': 'Noraa',
          }
          const isCorrected = move === 'correct' && state !== 'closed'
          const word = isCorrected ? 'Norah' : (words[`${state} ${move}`] ?? 'Nora')
          expect(shop.nameOf(await shop.read(at.id)), told).to.equal(word)
        }
    })

    it('prints the approved text when the customer has typed on and not approved again', async function () {
      needs(this, 'pdftotext')
      const { id, token } = await shop.approved('Nora')
      const again = await shop.visit(token)
      expect(shop.nameOf(again.begun)).to.equal('Nora')
      expect(shop.nameOf((await again.type('Noraa')).body.fill)).to.equal('Noraa')
      const text = await shop.textOf(await shop.finalize(id))
      expect(text).to.include('Nora').and.not.to.include('Noraa')
      expect(shop.nameOf(await shop.read(id))).to.equal('Nora')
    })

    it('keeps values, inks, paper, picture link and status of the job while the customer changes all of them', async () => {
      const { id, token, fill } = await shop.approved('Nora', { colors: NAVY })
      const substrate = { key: 'kraft', name: 'Kraft', hex: '#b58b5a' }
      const again = await shop.visit(token)
      const changed = await again.change({ values: { [shop.nameId]: 'Norquist' }, colors: RED, substrate })
      expect(changed.body.fill).to.deep.include({ colors: RED, substrate, approved_at: fill.approved_at })
      expect(changed.body.fill.changing_since).to.be.a('string')
      const job = await shop.read(id)
      for (const part of ['values', 'colors', 'assignments', 'substrate', 'preview_url', 'proof_url'])
        expect(job[part], part).to.deep.equal(fill[part])
      expect(job).to.include({ production_status: 'approved', draft: false, approved_at: fill.approved_at })
      expect(job.changing_since).to.equal(changed.body.fill.changing_since)
      // The customer's page shows either state.
      expect(changed.body.fill.preview_url).to.equal(fill.preview_url)
      expect(await again.picture('&approved=true')).to.not.equal(await again.picture())
      const listed = await test.json('/v1/fills?production_status=approved')
      expect(listed.body.data.map((one: Wire) => one.id)).to.include(id)
      expect((await test.json('/v1/fills?search=Norquist')).body.data).to.deep.equal([])
    })

    it('replaces what was approved at the next approval, and keeps the order number', async function () {
      needs(this, 'pdftotext')
      await shop.settings({ order_prefix: 'A-' })
      const { id, token, fill } = await shop.approved('Nora', { colors: NAVY })
      expect(fill.external_order_id).to.match(/^A-\d+$/)
      const again = await shop.visit(token)
      await again.change({ values: { [shop.nameId]: 'Noraa' }, colors: RED })
      expect(await shop.read(id)).to.deep.include({ colors: NAVY, external_order_id: fill.external_order_id })
      test.clock.advance(1000)
      const done = await again.approve()
      expect(done.body.fill).to.deep.include({ colors: RED, changing_since: null })
      expect(done.body.fill.external_order_id).to.equal(fill.external_order_id)
      expect(Date.parse(done.body.fill.approved_at)).to.be.above(Date.parse(fill.approved_at))
      expect(await shop.textOf(await shop.finalize(id))).to.include('Noraa')
      await shop.settings({ order_prefix: null })
    })

    it('tells webhooks when a change begins and ends, and not what is typed', async () => {
      const { id, token } = await shop.approved('Nora')
      const again = await shop.visit(token)
      for (const name of ['Noraa', 'Noraaa', 'Noraab']) await again.type(name)
      await again.discard()
      const events = await eventsOf(test, id)
      expect(events.slice(events.indexOf('fill.completed') + 1)).to.deep.equal([
        'fill.updated',
        'fill.updated',
      ])
    })

    it('ends a change that is discarded or led back to what was approved', async () => {
      const { id, token } = await shop.approved('Nora')
      const again = await shop.visit(token)
      await again.type('Noraa')
      const back = await again.type('Nora')
      expect(back.body.fill.changing_since).to.equal(null)
      await again.type('Noraa')
      const kept = await again.discard()
      expect([kept.status, shop.nameOf(kept.body.fill)]).to.deep.equal([200, 'Nora'])
      expect((await again.discard()).status).to.equal(200)
      expect(await shop.read(id)).to.include({ production_status: 'approved', changing_since: null })
    })

    it('keeps a change for the next visit and for a second tab', async () => {
      const { id, token } = await shop.approved('Nora')
      const first = await shop.visit(token)
      await first.type('Noraa')
      const second = await shop.visit(token)
      expect(shop.nameOf(second.begun)).to.equal('Noraa')
      const late = await first.type('Norab')
      expect([late.status, late.body.error.code]).to.deep.equal([410, 'embed_session_canceled'])
      expect((await second.approve()).status).to.equal(200)
      expect(shop.nameOf(await shop.read(id))).to.equal('Noraa')
    })

    it('refuses the session that approved any further change', async () => {
      const first = await shop.visit()
      await first.type('Nora')
      await first.approve()
      for (const late of [await first.type('Noraa'), await first.discard(), await first.approve()])
        expect([late.status, late.body.error.code]).to.deep.equal([410, 'embed_session_completed'])
      expect(shop.nameOf(await shop.read(first.id))).to.equal('Nora')
    })

    it('closes a change when the fill is finalized, and a copy goes on with it', async () => {
      const { id, token } = await shop.approved('Nora')
      const again = await shop.visit(token)
      await again.type('Noraa')
      await shop.finalize(id)
      for (const late of [await again.type('Noraab'), await again.discard(), await again.approve()])
        expect([late.status, late.body.error.code]).to.deep.equal([409, 'fill_not_open'])
      expect(await shop.read(id)).to.include({ status: 'finalized', changing_since: null })
      const own = { origin: new URL(test.url).origin }
      const body = { slug: shop.card.slug, resume_token: token, copy: true }
      const copy = await test.json('/v1/embed/sessions/hosted', { key: null, headers: own, body })
      expect(copy.body.embed_session.fill_id).not.to.equal(id)
      expect(shop.nameOf(await shop.read(copy.body.embed_session.fill_id))).to.equal('Noraa')
      // Staff reprint what was printed.
      const reprint = await test.json(`/v1/fills/${id}/copy`, { method: 'POST' })
      expect(shop.nameOf(reprint.body.fill)).to.equal('Nora')
    })

    it('stores an unprintable change beside the approved text, and never approves it', async () => {
      const { id, token } = await shop.approved('Nora')
      const again = await shop.visit(token)
      const wide = await again.type('W'.repeat(39))
      expect(wide.body.fill).to.include({ printable: false })
      expect(await shop.read(id)).to.include({ printable: true })
      const refused = await again.approve()
      expect([refused.status, refused.body.error.code]).to.deep.equal([422, 'fill_not_printable'])
      expect(shop.nameOf(await shop.read(id))).to.equal('Nora')
    })
  })
