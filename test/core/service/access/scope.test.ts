/** Scopes: which key may do what, and which scopes there are. */
import { expect } from 'chai'
import { checkScopes, hasScope, SCOPES } from '../../../../core/service/access/scope.ts'
import { thrownBy } from '../../../support/run/thrown.ts'

describe('scopes', () => {
  it('let a secret key do everything and a publishable one nothing', () => {
    for (const scope of SCOPES) {
      expect(hasScope({ type: 'secret', scopes: [] }, scope), scope).to.equal(true)
      expect(hasScope({ type: 'publishable', scopes: [scope] }, scope), scope).to.equal(false)
    }
  })

  it('let a restricted key do what it names; write implies read of the same resource, and nothing else', () => {
    for (const held of SCOPES) {
      const [resource] = held.split(':')
      for (const wanted of SCOPES) {
        const implied = held === `${resource}:write` && wanted === `${resource}:read`
        expect(hasScope({ type: 'restricted', scopes: [held] }, wanted), `${held} for ${wanted}`).to.equal(
          held === wanted || implied,
        )
      }
    }
    expect(hasScope({ type: 'restricted', scopes: [] }, 'renders:read')).to.equal(false)
  })

  it('are put in order once each, and unknown ones refused by name', () => {
    expect(checkScopes(['usage:read', 'renders:read', 'usage:read'])).to.deep.equal([
      'renders:read',
      'usage:read',
    ])
    for (const unknown of ['renders', 'renders:*', 'Renders:read', 'previews:read', '', '__proto__']) {
      const error = thrownBy(() => checkScopes(['renders:read', unknown]))
      expect(error.code).to.equal('invalid_scope')
      expect(error.message).to.include(JSON.stringify(unknown))
    }
  })
})
