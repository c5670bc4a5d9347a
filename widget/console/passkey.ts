/** The browser's part of passkeys: creating one, and signing in with one. Its library is loaded with the first use. */
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { api } from './api.ts'
import type { SessionWire } from './session.ts'

/** Browsers have it on https and on this machine. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

export interface PasskeyWire {
  readonly id: string
  readonly name: string
  readonly created_at: string
  readonly last_used_at: string | null
}

/** Why the browser gave nothing: the user ended its dialog, or the authenticator is registered already. */
export class PasskeyRefused extends Error {
  readonly reason: 'canceled' | 'known'

  constructor(reason: 'canceled' | 'known', cause: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

interface Begun {
  readonly options: unknown
}

/** Throws PasskeyRefused and ApiError. */
export async function createPasskey(name: string, passphrase: string): Promise<PasskeyWire> {
  const body = { current_passphrase: passphrase }
  const { options } = await api.post<Begun>('/v1/console/passkeys/options', body)
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const credential = await asked(() => startRegistration({ optionsJSON }))
  const reply = await api.post<{ passkey: PasskeyWire }>('/v1/console/passkeys', { name, credential })
  return reply.passkey
}

/** Throws PasskeyRefused and ApiError. */
export async function signInWithPasskey(): Promise<SessionWire> {
  const { options } = await api.post<Begun>('/v1/console/sessions/passkey/options')
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const credential = await asked(() => startAuthentication({ optionsJSON }))
  return api.post<SessionWire>('/v1/console/sessions/passkey', { credential })
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    throw new PasskeyRefused(isKnown ? 'known' : 'canceled', error)
  }
}
