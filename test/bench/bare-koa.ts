/** Koa with nothing but one JSON reply, to compare with; prints its address and goes on until it is killed. */
import type { AddressInfo } from 'node:net'
import Koa from 'koa'

const koa = new Koa()
koa.use((ctx) => {
  ctx.body = { usage: { month: '202607', used: 0, limit: null, resets_at: '2026-08-01T00:00:00.000Z' } }
})
const server = koa.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
