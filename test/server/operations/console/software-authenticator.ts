/** An authenticator in software: what a browser sends to register a passkey, with ES256 and without attestation. */
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'

export interface Registering {
  readonly challenge: string
  readonly origin: string
  readonly rpId: string
  readonly transports: unknown
  readonly idBytes?: number
}

export function registrationReply({ challenge, origin, rpId, transports, idBytes = 32 }: Registering) {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(idBytes)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  const authData = Buffer.concat([
    createHash('sha256').update(rpId).digest(),
    // User present and verified, with a credential; no count of signatures; no model.
    Buffer.from([0x45, 0, 0, 0, 0]),
    Buffer.alloc(16),
    length,
    id,
    coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')),
  ])
  const clientData = { type: 'webauthn.create', challenge, origin, crossOrigin: false }
  return {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(JSON.stringify(clientData)).toString('base64url'),
      attestationObject: attestation(authData).toString('base64url'),
      transports,
    },
  }
}

/** CBOR map of a key on P-256 for ES256 (RFC 9053 7.1.1). */
function coseKey(x: Buffer, y: Buffer): Buffer {
  const bytes = Buffer.from([0x58, 32])
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    ...[bytes, x, Buffer.from([0x22]), bytes, y],
  ])
}

/** CBOR map of format, statement and data. */
function attestation(authData: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  const length = Buffer.alloc(3)
  length[0] = 0x59
  length.writeUInt16BE(authData.length, 1)
  return Buffer.concat([
    ...[Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
    ...[text('authData'), length, authData],
  ])
}
