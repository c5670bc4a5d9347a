/** Encrypts small PDFs by the standard security handler (ISO 32000-2 7.6), in ways that other writers do not offer. */
import { createCipheriv, createHash } from 'node:crypto'
import { rc4 } from '../../../../core/engine/pdf/crypt/rc4.ts'
import { type RawObject, rawPdf } from '../../../support/pdf/raw-pdf.ts'

export const REVISIONS = [2, 3, 4, 5, 6] as const
export type Revision = (typeof REVISIONS)[number]

export interface Encryption {
  readonly revision: Revision
  readonly user?: string
  readonly owner?: string
  /** Entries of the encryption dictionary that are objects of their own. */
  readonly apart?: readonly ('CF' | 'O' | 'U' | 'OE' | 'UE')[]
  /** The streams that are encrypted; all by default. */
  readonly streams?: readonly string[]
  /** Instead of /StmF and /StrF (from revision 4 on). */
  readonly filters?: string
}

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const ID = Buffer.from('00112233445566778899aabbccddeeff', 'hex')
const PERMISSIONS = -4
/** Fixed, so that the same file has the same bytes. */
const [FILE_KEY, SALT, VECTOR] = [Buffer.alloc(32, 7), Buffer.alloc(16, 5), Buffer.alloc(16, 3)]

export function encryptedPdf(objects: Readonly<Record<string, RawObject>>, encryption: Encryption): Buffer {
  const { revision, apart = [], streams = null, filters } = encryption
  const { key, entries } = revision < 5 ? legacy(encryption) : modern(encryption)
  const crypted = Object.entries(objects).map(([name, object], at): [string, RawObject] => {
    if (typeof object === 'string' || (streams !== null && !streams.includes(name))) return [name, object]
    return [name, { ...object, data: encrypted(revision, key, at + 1, Buffer.from(object.data)) }]
  })
  const method = revision === 4 ? 'AESV2' : 'AESV3'
  const bytes = revision === 4 ? 16 : 32
  const all: Record<string, string> = {
    ...Object.fromEntries(
      Object.entries(entries).map(([name, value]) => [name, `<${value.toString('hex')}>`]),
    ),
    ...(revision < 4
      ? {}
      : { CF: `<< /StdCF << /CFM /${method} /AuthEvent /DocOpen /Length ${bytes} >> >>` }),
  }
  const own = Object.entries(all).map(([name, value]) =>
    apart.some((one) => one === name) ? `/${name} @secret${name}` : `/${name} ${value}`,
  )
  const version = {
    2: '/V 1',
    3: '/V 2 /Length 128',
    4: '/V 4 /Length 128',
    5: '/V 5 /Length 256',
    6: '/V 5 /Length 256',
  }
  const named = revision < 4 ? '' : (filters ?? '/StmF /StdCF /StrF /StdCF')
  return rawPdf({
    objects: {
      ...Object.fromEntries(crypted),
      encrypt: `<< /Filter /Standard ${version[revision]} /R ${revision} /P ${PERMISSIONS} ${named} ${own.join(' ')} >>`,
      ...Object.fromEntries(apart.map((name) => [`secret${name}`, all[name]!])),
    },
    trailer: `/Encrypt @encrypt /ID [<${ID.toString('hex')}> <${ID.toString('hex')}>]`,
  })
}

function encrypted(revision: Revision, key: Buffer, number: number, data: Buffer): Buffer {
  if (revision >= 5) return aes('aes-256-cbc', key, data)
  const own = md5(
    key,
    Buffer.from([number & 255, number >> 8, 0, 0, 0]),
    Buffer.from(revision === 4 ? 'sAlT' : ''),
  )
  const objectKey = own.subarray(0, Math.min(key.length + 5, 16))
  return revision === 4 ? aes('aes-128-cbc', objectKey, data) : Buffer.from(rc4(objectKey, data))
}

function aes(algorithm: string, key: Buffer, data: Buffer): Buffer {
  const cipher = createCipheriv(algorithm, key, VECTOR)
  return Buffer.concat([VECTOR, cipher.update(data), cipher.final()])
}

const md5 = (...parts: readonly Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()
const padded = (password: string) => Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32)
const turned = (key: Buffer, round: number) => key.map((byte) => byte ^ round)

/** Algorithms 2, 3, 4 and 5. */
function legacy({ revision, user = '', owner = '' }: Encryption) {
  const keyBytes = revision === 2 ? 5 : 16
  const strengthened = (digest: Buffer) => {
    let result = digest
    if (revision > 2) for (let round = 0; round < 50; round++) result = md5(result.subarray(0, keyBytes))
    return result.subarray(0, keyBytes)
  }
  const crypt = (key: Buffer, data: Buffer) => {
    let result: Uint8Array = rc4(key, data)
    if (revision > 2) for (let round = 1; round < 20; round++) result = rc4(turned(key, round), result)
    return Buffer.from(result)
  }
  const O = crypt(strengthened(md5(padded(owner))), padded(user))
  const flags = Buffer.alloc(4)
  flags.writeInt32LE(PERMISSIONS)
  const key = strengthened(md5(padded(user), O, flags, ID))
  const check = crypt(key, revision === 2 ? PADDING : md5(PADDING, ID))
  const U = Buffer.concat([check, Buffer.alloc(32 - check.length)])
  return { key, entries: { O, U } as Record<string, Buffer> }
}

/** Algorithms 8 and 9; /Perms, which no reader needs, is left at nothing. */
function modern({ revision, user = '', owner = '' }: Encryption) {
  const wrap = (password: string, extra: Buffer) => {
    const [validation, forKey] = [SALT.subarray(0, 8), SALT.subarray(8)]
    const check = Buffer.concat([hashed(revision, password, validation, extra), validation, forKey])
    const cipher = createCipheriv('aes-256-cbc', hashed(revision, password, forKey, extra), Buffer.alloc(16))
    return [check, cipher.setAutoPadding(false).update(FILE_KEY)] as const
  }
  const [U, UE] = wrap(user, Buffer.alloc(0))
  const [O, OE] = wrap(owner, U)
  return { key: FILE_KEY, entries: { O, U, OE, UE, Perms: Buffer.alloc(16) } as Record<string, Buffer> }
}

/** Algorithm 2.B; revision 5 stops after its first line. */
function hashed(revision: Revision, password: string, salt: Buffer, extra: Buffer): Buffer {
  const word = Buffer.from(password, 'utf8')
  let key = createHash('sha256')
    .update(Buffer.concat([word, salt, extra]))
    .digest()
  if (revision === 5) return key
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const block = Buffer.concat(Array.from({ length: 64 }, () => Buffer.concat([word, key, extra])))
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(
      false,
    )
    const mixed = cipher.update(block)
    const which = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = createHash(['sha256', 'sha384', 'sha512'][which]!).update(mixed).digest()
    last = mixed.at(-1)!
  }
  return key.subarray(0, 32)
}
