/** What no adapter may be taken in by: forged, stale, replayed, truncated and endless hooks, and shops it does not know. */
import { expect } from 'chai'
import { leavePending } from '../support/run/leave-pending.ts'
import { nextOrder, type Stage } from '../support/shops/adapter-shop.ts'
import type { SampleHook } from '../support/shops/sample-order.ts'

export function describeHostileHooks(current: () => Stage): void {
  const refused = async (hook: SampleHook, status: number, orderId: string): Promise<void> => {
    const { shop } = current()
    const answer = await shop.send(hook)
    expect(answer.status).to.equal(status)
    await shop.idle()
    expect(await shop.lines(orderId)).to.deep.equal({})
  }

  it('refuses a hook with one byte changed, cut off, or without what proves it', async () => {
    const { shop, hook } = current()
    const fill = await shop.fill()
    const order = nextOrder(fill)
    const paid = await hook(order)
    const changed = Buffer.from(paid.body)
    changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1
    await refused({ ...paid, body: changed }, 401, order.id)
    await refused({ ...paid, body: paid.body.subarray(0, paid.body.length - 20) }, 401, order.id)
    await refused({ ...paid, headers: { 'content-type': 'application/json' } }, 401, order.id)
    await refused({ ...paid, body: Buffer.alloc(0) }, 401, order.id)
    expect((await shop.readFill(fill)).status).to.equal('open')
  })

  it('refuses a hook that was signed too long ago, or in the future', async function () {
    const { shop, platform, abilities } = current()
    if (!abilities.stamps) leavePending(this, 'a platform that stamps its hooks')
    const order = nextOrder(await shop.fill())
    const now = shop.test.clock.now()
    await refused(await platform.hook(order, now - 301_000), 401, order.id)
    await refused(await platform.hook(order, now + 301_000), 401, order.id)
  })

  it('takes nothing of a shop that it does not know', async () => {
    const { shop, platform } = current()
    const fill = await shop.fill()
    const order = nextOrder(fill)
    const answer = await shop.send(await platform.strangerHook(order, shop.test.clock.now()))
    expect(answer.status).to.be.oneOf([401, 404])
    await shop.idle()
    expect(await shop.lines(order.id)).to.deep.equal({})
    expect((await shop.readFill(fill)).status).to.equal('open')
  })

  it('says that a hook is too large, and is there for the next one', async () => {
    const { shop, tell } = current()
    const endless = { path: (await current().hook(nextOrder(null))).path, headers: {} }
    const answer = await shop
      .send({ ...endless, body: Buffer.alloc(3 * 1024 * 1024, 0x20) })
      .catch(() => ({ status: 413 }))
    expect(answer.status).to.equal(413)
    expect((await tell(nextOrder(null))).status).to.equal(200)
  })

  it('does the work of a hook once that comes twice under one id', async function () {
    const { shop, hook, abilities } = current()
    if (!abilities.hookIds) leavePending(this, 'a platform that numbers its hooks')
    const fill = await shop.fill()
    const order = nextOrder(fill)
    const paid = await hook(order)
    const [first, second] = [await shop.send(paid), await shop.send(paid)]
    expect(first.body.id).to.match(/^shk_/)
    expect(second.status).to.equal(200)
    expect(second.body.id).to.equal(undefined)
    await shop.settled(order.id, { 1: 'finalized' })
  })

  it('leaves a fill that has ended, and what cannot be printed, to staff, who try again', async () => {
    const { shop, tell } = current()
    const fill = await shop.fill({ values: { Name: '' } })
    const order = nextOrder(fill)
    await tell(order)
    const { 1: line } = await shop.settled(order.id, { 1: 'failed' })
    expect(line?.reason).to.equal('values_not_printable')
    await shop.test.json(`/v1/fills/${fill}`, { method: 'PATCH', body: { values: { Name: 'Ada' } } })
    const retried = await shop.test.json(`/v1/storefront/lines/${line?.id}/retry`, { method: 'POST' })
    expect(retried.status).to.equal(200)
    await shop.settled(order.id, { 1: 'finalized' })
    const again = await shop.test.json(`/v1/storefront/lines/${line?.id}/retry`, { method: 'POST' })
    expect([again.status, again.body.error.code]).to.deep.equal([409, 'line_status_conflict'])
  })
}
