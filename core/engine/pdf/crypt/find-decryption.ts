/** Finds the encryption of a file before any of its objects are loaded. */
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { ServiceError } from '../../../errors.ts'
import { type Parsing, parseIndirectObject } from '../parse-object.ts'
import type { Xref } from '../read-xref.ts'
import { type DecipherFor, openDecryption } from './decrypt.ts'

/** Deeper than the dictionary of a crypt filter in that of the encryption. */
const MAX_DEPTH = 6
const ENCRYPT = PDFName.of('Encrypt')
const FILE_ID = PDFName.of('ID')

/** Numbers of objects that are needed to decrypt the file and that have no location. */
export function lostForDecryption(bytes: Uint8Array, xref: Xref, parsing: Parsing): readonly number[] {
  const lost: number[] = []
  inlined(xref.trailer.get(ENCRYPT), { bytes, xref, parsing, lost }, MAX_DEPTH)
  inlined(xref.trailer.get(FILE_ID), { bytes, xref, parsing, lost }, MAX_DEPTH)
  return lost
}

/**
 * Null for a file that is not encrypted. Throws `encrypted_pdf` if the empty password does not open it, and if its encryption dictionary is missing: read as plain, the file would print blank.
 */
export function findDecryption(bytes: Uint8Array, xref: Xref, parsing: Parsing): DecipherFor | null {
  const stated = xref.trailer.get(ENCRYPT)
  if (stated === undefined || stated === PDFNull) return null
  const read = (object: PDFObject | undefined) =>
    inlined(object, { bytes, xref, parsing, lost: [] }, MAX_DEPTH)
  const encrypt = read(stated)
  if (!(encrypt instanceof PDFDict)) {
    throw new ServiceError('encrypted_pdf', {
      message:
        'The PDF is encrypted and damaged; its decryption data is missing. Export it again without a password.',
    })
  }
  const ids = read(xref.trailer.get(FILE_ID))
  const first = ids instanceof PDFArray ? ids.asArray()[0] : undefined
  const hasId = first instanceof PDFString || first instanceof PDFHexString
  const decipherFor = openDecryption(encrypt, hasId ? first.asBytes() : new Uint8Array())
  if (decipherFor === null) throw new ServiceError('encrypted_pdf')
  return decipherFor
}

interface Source {
  readonly bytes: Uint8Array
  readonly xref: Xref
  readonly parsing: Parsing
  readonly lost: number[]
}

/** A copy with every reference resolved; the strings of an encryption dictionary are never encrypted. */
function inlined(object: PDFObject | undefined, source: Source, depth: number): PDFObject {
  if (object === undefined || depth < 0) return PDFNull
  if (object instanceof PDFRef) {
    const location = source.xref.locations.get(object.objectNumber)
    if (location?.kind !== 'file') {
      if (!location) source.lost.push(object.objectNumber)
      return PDFNull
    }
    const { bytes, parsing } = source
    const found = parseIndirectObject({ bytes, at: location.offset }, parsing, () => null)
    return inlined(found?.object, source, depth - 1)
  }
  const { context } = source.parsing
  if (object instanceof PDFArray) {
    const array = PDFArray.withContext(context)
    for (const item of object.asArray()) array.push(inlined(item, source, depth - 1))
    return array
  }
  if (!(object instanceof PDFDict)) return object
  const dict = PDFDict.withContext(context)
  for (const [key, value] of object.entries()) dict.set(key, inlined(value, source, depth - 1))
  return dict
}
