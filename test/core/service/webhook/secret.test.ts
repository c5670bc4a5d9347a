/** Signing secrets: how they lie at rest, and how signatures are shown. */
import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { openSecret, sealSecret } from '../../../../core/service/access/seal.ts'
import { makeSecret, webhookSecretsKey } from '../../../../core/service/webhook/secret.ts'
import { redactSignature, signWebhook } from '../../../../core/service/webhook/signer.ts'

const entropy = { bytes: (count: number) => randomBytes(count) }
const KEY = webhookSecretsKey(Buffer.alloc(32, 7))

describe('A signing secret', () => {
  const secret = makeSecret(entropy)

  it('is whsec_ and the base64 of 32 bytes', () => {
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).to.have.lengthOf(32)
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
  })

  it('comes back from its ciphertext, which is another one each time and shows nothing of it', () => {
    const sealed = sealSecret(KEY, entropy, 'we_1', secret)
    expect(openSecret(KEY, 'we_1', sealed)).to.equal(secret)
    expect(sealSecret(KEY, entropy, 'we_1', secret)).not.to.equal(sealed)
    expect(Buffer.from(sealed.slice(3), 'base64').includes(secret.slice(6, 16))).to.equal(false)
  })

  it('opens for no other endpoint, under no other key, and not when it was changed', () => {
    const sealed = sealSecret(KEY, entropy, 'we_1', secret)
    expect(() => openSecret(KEY, 'we_2', sealed)).to.throw()
    expect(() => openSecret(webhookSecretsKey(Buffer.alloc(32, 8)), 'we_1', sealed)).to.throw()
    const bytes = Buffer.from(sealed.slice(3), 'base64')
    for (const at of [0, 20, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] as number) ^ 1
      expect(() => openSecret(KEY, 'we_1', `v1:${changed.toString('base64')}`)).to.throw()
    }
    expect(() => openSecret(KEY, 'we_1', `v2:${sealed.slice(3)}`)).to.throw('unknown form')
  })
})

describe('A signature', () => {
  const secrets = [makeSecret(entropy), makeSecret(entropy)]
  const body = '{"name":"Zoë 👰"}'

  it('of several secrets is good for each of them and for no other body or id', () => {
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = signWebhook(secrets, { id: 'evt_1', timestamp }, body)
    for (const secret of secrets) {
      new Webhook(secret).verify(body, headers)
      expect(() => new Webhook(secret).verify(`${body} `, headers)).to.throw()
      expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'evt_2' })).to.throw()
    }
    expect(() => new Webhook(makeSecret(entropy)).verify(body, headers)).to.throw()
  })

  it('is not made for an id with a full stop, which would let two texts share it', () => {
    expect(() => signWebhook(secrets, { id: 'evt.1', timestamp: 1 }, body)).to.throw('full stop')
  })

  it('is shown by its last four characters alone', () => {
    const header = signWebhook(secrets, { id: 'evt_1', timestamp: 1 }, body)['webhook-signature']
    const ends = header.split(' ').map((one) => one.slice(-4))
    expect(redactSignature(header)).to.equal(`v1,…${ends[0]} v1,…${ends[1]}`)
  })
})
