/** Which addresses webhooks go to: each special block from end to end, as an address in the URL and behind a name, when an endpoint is made and when it is sent to. */
import { isIPv6 } from 'node:net'
import { expect } from 'chai'
import { ServiceError } from '../../../core/errors.ts'
import { createPublicAgent } from '../../../server/jobs/public-agent.ts'
import type { Resolve } from '../../../server/jobs/public-lookup.ts'
import { createOutside } from '../../../server/jobs/webhook-job.ts'

/** First and last address of what IANA lists as special, or has not given out. */
const SPECIAL: readonly (readonly [block: string, first: string, last: string])[] = [
  ['0.0.0.0/8', '0.0.0.0', '0.255.255.255'],
  ['10.0.0.0/8', '10.0.0.0', '10.255.255.255'],
  ['100.64.0.0/10', '100.64.0.0', '100.127.255.255'],
  ['127.0.0.0/8', '127.0.0.0', '127.255.255.255'],
  ['169.254.0.0/16', '169.254.0.0', '169.254.255.255'],
  ['172.16.0.0/12', '172.16.0.0', '172.31.255.255'],
  ['192.0.0.0/24', '192.0.0.0', '192.0.0.255'],
  ['192.0.2.0/24', '192.0.2.0', '192.0.2.255'],
  ['192.31.196.0/24', '192.31.196.0', '192.31.196.255'],
  ['192.52.193.0/24', '192.52.193.0', '192.52.193.255'],
  ['192.88.99.0/24', '192.88.99.0', '192.88.99.255'],
  ['192.168.0.0/16', '192.168.0.0', '192.168.255.255'],
  ['192.175.48.0/24', '192.175.48.0', '192.175.48.255'],
  ['198.18.0.0/15', '198.18.0.0', '198.19.255.255'],
  ['198.51.100.0/24', '198.51.100.0', '198.51.100.255'],
  ['203.0.113.0/24', '203.0.113.0', '203.0.113.255'],
  ['224.0.0.0/4', '224.0.0.0', '239.255.255.255'],
  ['240.0.0.0/4', '240.0.0.0', '255.255.255.255'],
  ['::/96', '::', '::ffff:ffff'],
  ['::1/128', '::1', '0:0:0:0:0:0:0:1'],
  ['::/96, which holds addresses of IPv4', '::127.0.0.1', '::93.184.215.14'],
  ['::ffff:0:0/96', '::ffff:127.0.0.1', '::ffff:93.184.215.14'],
  ['::ffff:0:0:0/96', '::ffff:0:7f00:1', '::ffff:0:ffff:ffff'],
  ['64:ff9b::/96', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::/48', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::/64', '100::', '100::ffff:ffff:ffff:ffff'],
  ['100:0:0:1::/64', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['what is below 2000::/3', '0:0:0:0:1::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::/32 (Teredo)', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::/23', '2001:1::1', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:2::/48', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['2001:20::/28', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::/32', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::/16', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::/48', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::/20', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['what is above 2000::/3', '4000::', '5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::/16', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['what is above 5f00::/16', '5f01::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::/7', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::/10', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::/10', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::/8', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
]

/** Next to the special ones, and of nobody in particular. */
const PUBLIC = [
  ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255'],
  ...['192.0.1.0', '192.0.3.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0'],
  ...['198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255', '93.184.215.14'],
  ...['2001:200::', '2001:db7:ffff::', '2001:db9::', '2003::', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  ...['2620:4f:7fff::', '2620:4f:8001::', '2a00:1450:4001:800::200e', '3ffe:ffff:ffff::', '3fff:1000::'],
]

/** Other spellings of loopback, of the inside, and of what is no address at all. */
const SPELLINGS = [
  ...['2130706433', '0x7f000001', '0x7F.1', '0177.0.0.1', '017700000001', '127.1', '127.0.1', '0'],
  ...['127.0.0.1.', '127.0.0.1..', '0x7f.0x0.0x0.0x1', '0300.0250.0.1', '192.168.257', '①②⑦.0.0.1'],
  ...['%31%32%37.0.0.1', '１２７．０．０．１', '127。0。0。1', '256.256.256.256', '127.0.0.256', '1.2.3.4.5'],
  ...['[::7F00:1]', '[0:0:0:0:0:0:127.0.0.1]', '[0000::127.0.0.1]', '[::ffff:7f00:1]', '[::FFFF:0x7f.1]'],
  ...['[fe80::1%25eth0]', '[fe80::1%eth0]', '[::1%lo]', '[::1].', '[::1', '::1', '[v1.::1]'],
  ...['localhost', 'localhost.', 'localhost..', 'LOCALHOST', 'hook.localhost', 'hook.localhost.'],
]

const clock = { now: () => 0 }
const family = (address: string) => (isIPv6(address.replace(/%.*/, '')) ? 6 : 4)
const literal = (address: string) => `https://${family(address) === 6 ? `[${address}]` : address}/`
const resolving =
  (address: string): Resolve =>
  async () => [{ address, family: family(address) }]

/** What making an endpoint of this URL is refused with, and what comes of sending to it; null for nothing. */
async function refusals(url: string, resolve: Resolve, sends = true): Promise<readonly (string | null)[]> {
  const out = createPublicAgent({ allowPrivate: false, resolve })
  const code = (error: unknown) => (error instanceof ServiceError ? error.code : String(error))
  try {
    const checked = await out.check(url).then(() => null, code)
    if (!sends) return [checked]
    const sent = await createOutside(clock, out).send({ url, headers: {}, body: '{}' })
    return [checked, sent.error]
  } finally {
    await out.agent.destroy()
  }
}

const nobodyIsAsked: Resolve = async (name) => {
  throw new Error(`${name} was looked up.`)
}

describe('The address of a webhook', () => {
  for (const [block, first, last] of SPECIAL)
    it(`is refused anywhere in ${block}, in the URL and behind a name`, async () => {
      for (const address of [first, last]) {
        const unsafe = ['unsafe_url', 'unsafe_url']
        expect(await refusals(literal(address), nobodyIsAsked), address).to.deep.equal(unsafe)
        const named = await refusals('https://shop.example/', resolving(address))
        expect(named, `a name of ${address}`).to.deep.equal(unsafe)
      }
    })

  it('is refused behind a name that resolves to an address with a zone, or to no address at all', async () => {
    for (const address of ['fe80::1%eth0', '::1%lo', '::ffff:127.0.0.1%1', 'localhost', ''])
      expect(await refusals('https://shop.example/', resolving(address)), address).to.deep.equal([
        'unsafe_url',
        'unsafe_url',
      ])
  })

  for (const address of PUBLIC)
    it(`is taken as ${address}, in the URL and behind a name`, async () => {
      expect(await refusals(literal(address), nobodyIsAsked, false)).to.deep.equal([null])
      expect(await refusals('https://shop.example/', resolving(address), false)).to.deep.equal([null])
    })

  for (const host of SPELLINGS)
    it(`is refused as https://${host}/`, async () => {
      expect(await refusals(`https://${host}/`, nobodyIsAsked)).to.deep.equal(['unsafe_url', 'unsafe_url'])
    })
})
