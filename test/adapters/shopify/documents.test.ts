/** What is asked of Shopify fits its schema, and asks for no more rights than it needs. */
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { API_VERSION, SCOPES } from '../../../adapters/shopify/app.ts'
import { DOCUMENTS } from '../../../adapters/shopify/documents.ts'
import { PRIVACY_TOPICS, TOPICS } from '../../../adapters/shopify/webhook.ts'
import { leavePending } from '../../support/run/leave-pending.ts'
import { faultsOf, HAS_SHOPIFY_SCHEMA, scopesOf } from '../../support/shops/shopify-schema.ts'

const TOML = readFileSync(
  new URL('../../../adapters/shopify/deploy/shopify.app.toml', import.meta.url),
  'utf8',
)

describe('What the Shopify adapter asks for', () => {
  for (const [name, document] of Object.entries(DOCUMENTS)) {
    it(`fits Shopify's schema without anything deprecated: ${name}`, function () {
      if (!HAS_SHOPIFY_SCHEMA) leavePending(this, "Shopify's schema")
      expect(faultsOf(document).map((fault) => fault.message)).to.deep.equal([])
    })
  }

  it('is found wrong where it is: a field that is not there, and one that is deprecated', function () {
    if (!HAS_SHOPIFY_SCHEMA) leavePending(this, "Shopify's schema")
    expect(faultsOf('{ shop { nonsense } }')).to.have.length(1)
    const deprecated =
      'mutation M($id: ID!, $m: [CreateMediaInput!]!) { productCreateMedia(productId: $id, media: $m) { media { id } } }'
    expect(faultsOf(deprecated)).to.not.have.length(0)
  })

  it('is covered by the scopes that the merchant grants, each of which something needs', function () {
    if (!HAS_SHOPIFY_SCHEMA) leavePending(this, "Shopify's schema")
    const asked = Object.values(DOCUMENTS).flatMap((document) => scopesOf(document))
    expect(asked).to.not.have.length(0)
    const covers = (scope: string, oneOf: readonly string[]) =>
      oneOf.includes(scope) || oneOf.includes(scope.replace(/^write_/, 'read_'))
    for (const oneOf of asked)
      expect(
        SCOPES.some((scope) => covers(scope, oneOf)),
        oneOf.join(' or '),
      ).to.equal(true)
    // metafieldsSet names no scope: on orders it follows that of its owner.
    const needed = SCOPES.filter((scope) => scope !== 'write_orders')
    for (const scope of needed) {
      const others = needed.filter((one) => one !== scope)
      const missing = asked.filter((oneOf) => !others.some((one) => covers(one, oneOf)))
      expect(missing, `${scope} is used`).to.not.have.length(0)
    }
    expect(DOCUMENTS.setMetafields).to.contain('metafieldsSet')
  })

  it('is what the app’s configuration says: scopes, version and topics', () => {
    const list = (key: string) =>
      [...TOML.matchAll(new RegExp(`^\\s*${key} = (.*)$`, 'gm'))].map(([, value]) => value ?? '')
    expect(list('scopes')).to.deep.equal([`"${SCOPES.join(',')}"`])
    expect(list('api_version')).to.deep.equal([`"${API_VERSION}"`])
    expect(JSON.parse(list('topics')[0] ?? '')).to.deep.equal(TOPICS)
    expect(JSON.parse(list('compliance_topics')[0] ?? '')).to.deep.equal(PRIVACY_TOPICS)
  })
})
