/** How a team signs in to the SFTP server of a hot folder: the confirmed host key, and the encrypted password or key. */

import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { openSecret, sealSecret } from '../access/seal.ts'
import type { HotFolderRecord } from './hot-folder.ts'
import { accountOf, isSftp, readSftpAddress, serverOf } from './sftp-address.ts'

/** What a request gives of it; a missing part stays as it is. */
export interface LoginDraft {
  /** Fingerprint of the server's key: `SHA256:` and 43 characters of base64, as OpenSSH writes it. Null forgets it. */
  readonly hostKey?: string | null
  readonly password?: string
  /** In the form of OpenSSH, PEM or PuTTY. */
  readonly privateKey?: string
  /** Of the private key. */
  readonly passphrase?: string
}

/** What is stored encrypted. */
export type Login =
  | { readonly password: string }
  | { readonly privateKey: string; readonly passphrase: string | null }

export type LoginFields = Pick<HotFolderRecord, 'hostKey' | 'login' | 'loginCiphertext' | 'publicKey'>

export const NO_LOGIN: LoginFields = { hostKey: null, login: null, loginCiphertext: null, publicKey: null }

const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/

/**
 * The fields of a hot folder with the target `folder`. Decision: what was stored for another server or account is
 * forgotten, so that a changed address never gets a password that was meant for another one. Throws `invalid_parameter`.
 */
export async function changeLogin(
  ports: Pick<Ports, 'secretsKey' | 'entropy' | 'sftpServers'>,
  before: Pick<HotFolderRecord, 'id' | 'folder'> & LoginFields,
  folder: string,
  draft: LoginDraft,
): Promise<LoginFields> {
  if (!isSftp(folder)) return refuseAny(draft)
  const kept = keptFor(before, folder)
  const hostKey = draft.hostKey === undefined ? kept.hostKey : checkFingerprint(draft.hostKey)
  const { password, privateKey, passphrase = null } = draft
  if (password !== undefined && privateKey !== undefined)
    throw refused('Send either password or private_key.', 'password')
  if (passphrase !== null && privateKey === undefined)
    throw refused('A passphrase belongs to a private_key.', 'passphrase')
  const seal = (login: Login) => sealSecret(ports.secretsKey, ports.entropy, before.id, JSON.stringify(login))
  if (password !== undefined)
    return { hostKey, login: 'password', loginCiphertext: seal({ password }), publicKey: null }
  if (privateKey === undefined) return { ...kept, hostKey }
  const publicKey = await ports.sftpServers.publicKeyOf(privateKey, passphrase)
  if (publicKey === null)
    throw refused(
      'The private key cannot be read. Check that it is complete and the passphrase is correct.',
      'private_key',
    )
  return { hostKey, login: 'key', loginCiphertext: seal({ privateKey, passphrase }), publicKey }
}

/** Null where none is stored, or where it cannot be decrypted. */
export function openLogin(
  secretsKey: Uint8Array,
  { id, loginCiphertext }: Pick<HotFolderRecord, 'id' | 'loginCiphertext'>,
): Login | null {
  if (loginCiphertext === null) return null
  try {
    return JSON.parse(openSecret(secretsKey, id, loginCiphertext)) as Login
  } catch {
    return null
  }
}

function keptFor(
  { folder: was, ...fields }: Pick<HotFolderRecord, 'folder'> & LoginFields,
  folder: string,
): LoginFields {
  if (!isSftp(was)) return NO_LOGIN
  const [before, now] = [readSftpAddress(was), readSftpAddress(folder)]
  const { hostKey, login, loginCiphertext, publicKey } = fields
  const sameServer = serverOf(before) === serverOf(now)
  if (sameServer && accountOf(before) === accountOf(now))
    return { hostKey, login, loginCiphertext, publicKey }
  return { ...NO_LOGIN, hostKey: sameServer ? hostKey : null }
}

function checkFingerprint(hostKey: string | null): string | null {
  const plain = hostKey?.replace(/=$/, '') ?? null
  if (plain !== null && !FINGERPRINT.test(plain))
    throw refused(
      'A host key is a fingerprint: SHA256: and 43 characters, as ssh-keygen -lf prints it.',
      'host_key',
    )
  return plain
}

function refuseAny(draft: LoginDraft): LoginFields {
  const given = (
    [
      ['host_key', draft.hostKey ?? undefined],
      ['password', draft.password],
      ['private_key', draft.privateKey],
      ['passphrase', draft.passphrase],
    ] as const
  ).find(([, value]) => value !== undefined)
  if (given === undefined) return NO_LOGIN
  throw refused(`${given[0]} is only for folders that begin with sftp://.`, given[0])
}

function refused(message: string, param: string): ServiceError {
  return new ServiceError('invalid_parameter', { message, param })
}
