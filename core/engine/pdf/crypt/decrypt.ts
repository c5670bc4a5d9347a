/** Undoes the standard encryption of a PDF that an empty password opens (ISO 32000-2 7.6). */
import { createDecipheriv, createHash } from 'node:crypto'
import { PDFBool, type PDFDict } from '@cantoo/pdf-lib'
import type { Decipher } from '../parse-object.ts'
import { asByteString, dictEntry, entry, nameEntry, numberEntry } from '../read-object.ts'
import { fileKey } from './decryption-key.ts'
import { rc4 } from './rc4.ts'

/** How strings or streams are encrypted. */
type Method = 'none' | 'rc4' | 'aes128' | 'aes256'

export type DecipherFor = (number: number, generation: number) => Decipher

/**
 * A decipher for each object, or null where a password is needed or the method is unknown. `fileId` is the first
 * string of the trailer's /ID; nothing in `encrypt` is a reference.
 */
export function openDecryption(encrypt: PDFDict, fileId: Uint8Array): DecipherFor | null {
  const version = numberEntry(encrypt, 'V') ?? 0
  const methods = methodsOf(encrypt, version)
  if (methods === null) return null
  const encryptMetadata = entry(encrypt, 'EncryptMetadata') !== PDFBool.False
  const key = keyOf(encrypt, version, encryptMetadata, fileId)
  // If only attachments are encrypted, the pages are plain without their password (7.6.6, /AuthEvent /EFOpen).
  const needsKey = methods.strings !== 'none' || methods.streams !== 'none'
  if (key === null && needsKey) return null
  return (number, generation) => {
    const undoBy = (method: Method, bytes: Uint8Array) => {
      if (method === 'none') return bytes
      return key === null ? null : undo(method, key, number, generation, bytes)
    }
    return {
      string: (bytes) => undoBy(methods.strings, bytes) ?? bytes,
      stream(bytes, dict, cryptFilter) {
        const type = nameEntry(dict, 'Type')
        if (type === 'XRef') return bytes
        if (cryptFilter !== null) {
          const own = methods.named(cryptFilter)
          return own === null ? null : undoBy(own, bytes)
        }
        if (type === 'Metadata' && !encryptMetadata) return bytes
        return undoBy(type === 'EmbeddedFile' ? methods.attachments : methods.streams, bytes)
      },
    }
  }
}

function keyOf(encrypt: PDFDict, version: number, encryptMetadata: boolean, fileId: Uint8Array) {
  if (nameEntry(encrypt, 'Filter') !== 'Standard') return null
  return fileKey({
    revision: numberEntry(encrypt, 'R') ?? 0,
    keyBytes: keyBytesOf(encrypt, version),
    owner: stringOf(encrypt, 'O'),
    user: stringOf(encrypt, 'U'),
    ownerKey: stringOf(encrypt, 'OE'),
    userKey: stringOf(encrypt, 'UE'),
    permissions: numberEntry(encrypt, 'P') ?? 0,
    encryptMetadata,
    fileId,
  })
}

function stringOf(dict: PDFDict, key: string): Uint8Array {
  return Buffer.from(asByteString(entry(dict, key)) ?? '', 'latin1')
}

/** Table 20: /Length is in bits and 40 where missing. Some writers state bytes in it. */
function keyBytesOf(encrypt: PDFDict, version: number): number {
  if (version === 5) return 32
  if (version === 4) return 16
  if (version === 1) return 5
  const length = numberEntry(encrypt, 'Length') ?? 40
  return Math.min(16, Math.max(5, Math.trunc(length < 40 ? length : length / 8)))
}

const METHODS: Readonly<Record<string, Method>> = {
  None: 'none',
  V2: 'rc4',
  AESV2: 'aes128',
  AESV3: 'aes256',
}

interface Methods {
  readonly strings: Method
  readonly streams: Method
  readonly attachments: Method
  /** The method of a crypt filter by its name; null if the file has no such filter, or the method is unknown. */
  named(filter: string): Method | null
}

function methodsOf(encrypt: PDFDict, version: number): Methods | null {
  if (version === 1 || version === 2) {
    const named = (filter: string): Method | null => (filter === 'Identity' ? 'none' : null)
    return { strings: 'rc4', streams: 'rc4', attachments: 'rc4', named }
  }
  if (version !== 4 && version !== 5) return null
  const filters = dictEntry(encrypt, 'CF')
  const named = (name: string): Method | null => {
    if (name === 'Identity') return 'none'
    const filter = filters === null ? null : dictEntry(filters, name)
    return filter === null ? null : (METHODS[nameEntry(filter, 'CFM') ?? 'None'] ?? null)
  }
  const [strings, streams] = ['StrF', 'StmF'].map((key) => named(nameEntry(encrypt, key) ?? 'Identity'))
  if (strings == null || streams == null) return null
  // They are removed in any case: their encryption must not prevent the pages from being read.
  const attachments = named(nameEntry(encrypt, 'EFF') ?? nameEntry(encrypt, 'StmF') ?? 'Identity') ?? 'none'
  return { strings, streams, attachments, named }
}

function undo(
  method: Exclude<Method, 'none'>,
  key: Uint8Array,
  number: number,
  generation: number,
  bytes: Uint8Array,
): Uint8Array {
  if (bytes.length === 0) return bytes
  if (method === 'aes256') return aes('aes-256-cbc', key, bytes)
  const objectKey = createHash('md5')
    .update(key)
    .update(Uint8Array.of(number & 255, (number >> 8) & 255, (number >> 16) & 255))
    .update(Uint8Array.of(generation & 255, (generation >> 8) & 255))
    .update(method === 'aes128' ? 'sAlT' : '')
    .digest()
    .subarray(0, Math.min(key.length + 5, 16))
  return method === 'rc4' ? rc4(objectKey, bytes) : aes('aes-128-cbc', objectKey, bytes)
}

/** The first block is the initialization vector; invalid padding is left in place. */
function aes(algorithm: string, key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const whole = bytes.length - (bytes.length % 16)
  if (whole < 32) return new Uint8Array()
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, 16)).setAutoPadding(false)
  const plain = Buffer.concat([decipher.update(bytes.subarray(16, whole)), decipher.final()])
  const padding = plain.at(-1)!
  return padding >= 1 && padding <= 16 ? plain.subarray(0, plain.length - padding) : plain
}
