/** Rate limits: per key with their headers, and per address for failed authentications. */
import { expect } from 'chai'
import { addressKey } from '../../../server/http/limit.ts'
import { openTestServer, TEST_TIME } from '../../support/service/open-test-server.ts'

describe('The limit per key', () => {
  it('counts down in the headers, then answers 429 with Retry-After', async () => {
    const test = await openTestServer({ env: { RATE_LIMIT_KEY_PER_MINUTE: '3' } })
    try {
      const remaining: (string | null)[] = []
      for (let turn = 0; turn < 3; turn += 1) {
        const { status, headers } = await test.send('/v1/renders')
        expect(status).to.equal(200)
        expect(headers.get('x-ratelimit-limit')).to.equal('3')
        expect(Number(headers.get('x-ratelimit-reset'))).to.be.within(TEST_TIME / 1000, TEST_TIME / 1000 + 60)
        remaining.push(headers.get('x-ratelimit-remaining'))
      }
      expect(remaining).to.deep.equal(['2', '1', '0'])
      const { status, headers, body } = await test.json('/v1/renders')
      expect([status, body.error.code, body.error.scope]).to.deep.equal([429, 'rate_limited', 'key'])
      expect(Number(headers.get('retry-after'))).to.be.within(1, 60)
      expect(headers.get('retry-after')).to.match(/^\d+$/)
      expect(headers.get('x-ratelimit-remaining')).to.equal('0')
      const other = await test.makeKey(test.team.id, 'secret')
      expect((await test.send('/v1/renders', { key: other })).status).to.equal(200)
    } finally {
      await test.close()
    }
  })

  it('carries its headers on errors, and does not count what needs no key', async () => {
    const test = await openTestServer({ env: { RATE_LIMIT_KEY_PER_MINUTE: '2' } })
    try {
      for (let turn = 0; turn < 4; turn += 1)
        expect((await test.send('/v1/openapi.json', { key: null })).status).to.equal(200)
      const { status, headers } = await test.send('/v1/renders/rnd_0')
      expect([status, headers.get('x-ratelimit-remaining')]).to.deep.equal([404, '1'])
    } finally {
      await test.close()
    }
  })
})

describe('The limit of failed authentications', () => {
  it('turns further 401 into 429, and never keeps a good key out', async () => {
    const test = await openTestServer({ env: { RATE_LIMIT_FAILURES_PER_MINUTE: '3' } })
    try {
      for (let turn = 0; turn < 3; turn += 1)
        expect((await test.send('/v1/renders', { key: 'platen_sk_wrong' })).status).to.equal(401)
      const { status, headers, body } = await test.json('/v1/renders', { key: 'platen_sk_wrong' })
      expect([status, body.error.code, body.error.scope]).to.deep.equal([429, 'rate_limited', 'ip'])
      expect(Number(headers.get('retry-after'))).to.be.within(1, 60)
      expect(headers.get('x-ratelimit-limit')).to.equal('3')
      expect((await test.send('/v1/renders')).status).to.equal(200)
      expect((await test.send('/v1/renders', { key: null })).status).to.equal(429)
    } finally {
      await test.close()
    }
  })

  it('does not believe X-Forwarded-For without a trusted proxy, and believes the last hop with one', async () => {
    const failAs = async (proxies: string, addresses: readonly string[]) => {
      const test = await openTestServer({
        env: { RATE_LIMIT_FAILURES_PER_MINUTE: '2', TRUST_PROXY: proxies },
      })
      try {
        const seen: number[] = []
        for (const address of addresses) {
          const headers = { 'x-forwarded-for': address }
          seen.push((await test.send('/v1/renders', { key: null, headers })).status)
        }
        return seen
      } finally {
        await test.close()
      }
    }
    const forged = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
    expect(await failAs('0', forged)).to.deep.equal([401, 401, 429])
    expect(await failAs('1', forged)).to.deep.equal([401, 401, 401])
    expect(
      await failAs(
        '1',
        forged.map((address) => `${address}, 198.51.100.7`),
      ),
    ).to.deep.equal([401, 401, 429])
  })

  it('counts a whole IPv6 network of 64 bits as one', () => {
    expect(addressKey('2001:db8:1:2:aaaa::1')).to.equal(addressKey('2001:0DB8:1:2::ffff'))
    expect(addressKey('2001:db8:1:3::1')).not.to.equal(addressKey('2001:db8:1:2::1'))
    expect(addressKey('::ffff:192.0.2.1')).to.equal('192.0.2.1')
    expect(addressKey('::1')).to.equal('0:0:0:0::/64')
  })
})
