/** Passkeys by WebAuthn: what browsers are asked for, and whether their replies hold for this installation. */
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { ServiceError } from '../core/errors.ts'
import type { PasskeyChecks } from '../core/service/console/passkey.ts'

/** ES256, EdDSA and RS256, which authenticators have; to try out others makes Node print warnings. */
const ALGORITHMS = [-7, -8, -257]

/** 1,023 bytes in base64url (Web Authentication Level 3, 4). */
const LONGEST_CREDENTIAL_ID = 1364
/** In base64url; an RSA key of 8,192 bits has 1,400. */
const LONGEST_KEY = 2048

/** Web Authentication Level 3, 5.8.4. */
const TRANSPORTS = ['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** They are hints alone: others that a browser sent, or an earlier version stored, are left out; each counts once. */
function knownTransports(given: unknown): AuthenticatorTransport[] {
  const known = Array.isArray(given) ? TRANSPORTS.filter((one) => given.includes(one)) : []
  // The types of the library lack one.
  return known as AuthenticatorTransport[]
}

/** Loaded with the first passkey: most installations start without one. */
const library = () => import('@simplewebauthn/server')

/**
 * Decision: a passkey stands in the place of the passphrase, so that the authenticator has to know its user, by a
 * finger, a face or a PIN; and it finds the account by itself, without an address.
 */
export function createPasskeyChecks(baseUrl: string): PasskeyChecks {
  const { hostname: rpID, origin } = new URL(baseUrl)
  return {
    async registration({ id, email, name, known }) {
      const webauthn = await library()
      const options = await webauthn.generateRegistrationOptions({
        ...{ rpName: 'Platen', rpID, userName: email, userDisplayName: name },
        userID: new TextEncoder().encode(id),
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: known.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports: knownTransports(transports),
        })),
      })
      return { challenge: options.challenge, options: { ...options } }
    },
    async checkRegistration(reply, isChallenge) {
      const webauthn = await library()
      const response = reply as unknown as RegistrationResponseJSON
      const checked = await holding(() =>
        webauthn.verifyRegistrationResponse({
          ...{ response, expectedChallenge: isChallenge, expectedOrigin: origin, expectedRPID: rpID },
          requireUserVerification: true,
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      )
      if (!checked?.verified) return null
      const { id, publicKey, counter, transports } = checked.registrationInfo.credential
      const key = Buffer.from(publicKey).toString('base64url')
      if (id.length > LONGEST_CREDENTIAL_ID || key.length > LONGEST_KEY) return null
      return { credentialId: id, publicKey: key, counter, transports: knownTransports(transports) }
    },
    async signIn() {
      const webauthn = await library()
      const options = await webauthn.generateAuthenticationOptions({ rpID, userVerification: 'required' })
      return { challenge: options.challenge, options: { ...options } }
    },
    async checkSignIn(reply, isChallenge, passkey) {
      const webauthn = await library()
      const response = reply as unknown as AuthenticationResponseJSON
      const checked = await holding(() =>
        webauthn.verifyAuthenticationResponse({
          ...{ response, expectedChallenge: isChallenge, expectedOrigin: origin, expectedRPID: rpID },
          requireUserVerification: true,
          credential: {
            id: passkey.credentialId,
            publicKey: Buffer.from(passkey.publicKey, 'base64url'),
            counter: passkey.counter,
            transports: knownTransports(passkey.transports),
          },
        }),
      )
      return checked?.verified ? checked.authenticationInfo.newCounter : null
    },
  }
}

/** The library throws for every reply that does not hold; a fault of the database is none of these. */
async function holding<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof ServiceError) throw error
    return null
  }
}
