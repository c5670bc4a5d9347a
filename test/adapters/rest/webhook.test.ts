/** Receiving webhooks: what the service signs is believed, and nothing else. */
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { constructEvent, generateTestHeaders, verifySignature } from '../../../adapters/rest/webhook.ts'
import { signWebhook } from '../../../core/service/webhook/signer.ts'

const SECRET = `whsec_${Buffer.from('the first secret, of 32 bytes...').toString('base64')}`
const NEXT = `whsec_${Buffer.from('the second secret, of 32 bytes..').toString('base64')}`
const NOW = Date.UTC(2026, 6, 15, 12)
const SECOND = NOW / 1000
const BODY = '{"id":"evt_1","type":"render.succeeded","data":{"object":{"id":"rnd_1","title":"Größe ✂"}}}'
const signed = (timestamp = SECOND, secret = SECRET, body = BODY) =>
  signWebhook([secret], { id: 'evt_1', timestamp }, body)
const codeOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'believed'
}

describe("The client's webhooks", () => {
  it('gives the event of what the service signed, as bytes or as text', () => {
    expect(constructEvent(Buffer.from(BODY), signed(), SECRET, { now: NOW }).type).to.equal(
      'render.succeeded',
    )
    expect(constructEvent(BODY, new Headers(signed()), SECRET, { now: NOW }).id).to.equal('evt_1')
    expect(verifySignature(BODY, signed(), SECRET, { now: NOW })).to.equal('evt_1')
  })

  it('takes either secret while one takes the place of the other', () => {
    const both = signWebhook([SECRET, NEXT], { id: 'evt_1', timestamp: SECOND }, BODY)
    for (const secrets of [SECRET, NEXT, [NEXT, SECRET]])
      expect(codeOf(() => constructEvent(BODY, both, secrets, { now: NOW }))).to.equal('believed')
    expect(codeOf(() => constructEvent(BODY, signed(), [NEXT, SECRET], { now: NOW }))).to.equal('believed')
  })

  it('refuses what was changed, signed with another secret, doubled, empty or unsigned', () => {
    const refused = (body: string, headers: Record<string, string | string[]>, secret = SECRET) =>
      expect(codeOf(() => constructEvent(body, headers, secret, { now: NOW }))).to.equal('invalid_signature')
    refused(`${BODY} `, signed())
    refused(BODY, signed(), NEXT)
    refused('', signed(SECOND, SECRET, ''))
    refused(BODY, {})
    refused(BODY, { ...signed(), 'webhook-timestamp': String(SECOND + 1) })
    refused(BODY, { ...signed(), 'webhook-id': ['evt_1', 'evt_2'] })
    refused(BODY, { ...signed(), 'Webhook-Id': 'evt_1' })
    refused(BODY, { ...signed(), 'webhook-signature': 'v1,' })
    refused(BODY, { ...signed(), 'webhook-signature': signed()['webhook-signature'].replace('v1,', 'v2,') })
  })

  it('refuses what was signed more than five minutes ago, or ahead', () => {
    const at = (seconds: number) =>
      codeOf(() => constructEvent(BODY, signed(SECOND + seconds), SECRET, { now: NOW }))
    expect([at(-300), at(300)]).to.deep.equal(['believed', 'believed'])
    expect([at(-301), at(301)]).to.deep.equal(['stale_signature', 'stale_signature'])
    const wide = { now: NOW, toleranceSeconds: 600 }
    expect(codeOf(() => constructEvent(BODY, signed(SECOND - 500), SECRET, wide))).to.equal('believed')
  })

  it('makes headers for tests that its own reader and another library believe', () => {
    const headers = generateTestHeaders(BODY, SECRET)
    expect(constructEvent(BODY, headers, SECRET).id).to.equal('evt_1')
    expect(new Webhook(SECRET).verify(BODY, headers)).to.deep.equal(JSON.parse(BODY))
  })
})
