/** Opens an uploaded PDF within limits: recognizes other kinds of files, decrypts, and finds damage. */

import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFString,
} from '@cantoo/pdf-lib'
import { ServiceError } from '../../errors.ts'
import type { FindingCode } from '../finding/codes.ts'
import type { Finding } from '../finding/finding.ts'
import { latin1 } from './lexer.ts'
import { loadObjects } from './load-objects.ts'
import { arrayEntry, dictEntry, entry, nameEntry } from './read-object.ts'
import { headerOffset, notAPdf } from './recognize-file.ts'

export interface OpenedSource {
  readonly doc: PDFDocument
  /** Such as `1.7`: at least 1.4, and the later one of catalog and header. */
  readonly version: string
  /** The first string of the trailer's /ID as 32 hex digits, or null where it is not of that length. */
  readonly fileId: string | null
  readonly findings: readonly Finding[]
}

/**
 * Throws `invalid_pdf`, `encrypted_pdf` or `pdf_too_complex`, each with a message that says what to do. A file
 * with an empty user password is decrypted.
 */
export function openSource(bytes: Uint8Array): OpenedSource {
  const header = headerOffset(bytes)
  if (header === null) throw new ServiceError('invalid_pdf', { message: notAPdf(bytes) })
  const { context, encrypted, damaged } = loadObjects(bytes, header)
  const catalog = context.lookup(context.trailerInfo.Root)
  if (!(catalog instanceof PDFDict)) throw new ServiceError('invalid_pdf')
  refuseDynamicForm(catalog)

  const findings: Finding[] = []
  const warn = (code: FindingCode) => findings.push({ code, severity: 'warn' })
  if (header > 0) warn('pdf_header_offset')
  if (damaged) warn('pdf_xref_damaged')
  if (encrypted) warn('pdf_encryption_removed')
  return {
    // The document's constructor is private to TypeScript alone; its loader would parse everything again.
    doc: Reflect.construct(PDFDocument, [context, false, false, true]),
    version: versionOf(latin1(bytes, header + 5, header + 8), nameEntry(catalog, 'Version')),
    fileId: fileIdOf(context),
    findings,
  }
}

const VERSIONS = ['1.4', '1.5', '1.6', '1.7', '2.0']

/** Decision: 1.4 is the least, because slots may hold transparency; an unknown version counts as 1.7. */
function versionOf(header: string, catalog: string | null): string {
  const rank = (version: string) => (/^1\.[0-3]$/.test(version) ? 0 : VERSIONS.indexOf(version))
  const known = rank(header) < 0 ? VERSIONS.indexOf('1.7') : rank(header)
  return VERSIONS[Math.max(known, catalog === null ? 0 : rank(catalog))]!
}

function fileIdOf(context: PDFContext): string | null {
  const ids = context.lookup(context.trailerInfo.ID)
  const first = ids instanceof PDFArray ? context.lookup(ids.asArray()[0]) : undefined
  if (!(first instanceof PDFString || first instanceof PDFHexString)) return null
  const id = Buffer.from(first.asBytes())
  return id.length === 16 ? id.toString('hex') : null
}

/**
 * A dynamic XFA form has no pages but a notice that asks for another viewer. Decision: besides those that say so,
 * an XFA form without any field of the AcroForm counts as one: static ones repeat their fields there.
 */
function refuseDynamicForm(catalog: PDFDict): void {
  const form = dictEntry(catalog, 'AcroForm')
  if (form === null || entry(form, 'XFA') === null) return
  const hasFields = (arrayEntry(form, 'Fields') ?? []).length > 0
  if (hasFields && entry(catalog, 'NeedsRendering') !== PDFBool.True) return
  throw new ServiceError('invalid_pdf', {
    message:
      'The PDF is a dynamic XFA form without pages. Print it to a PDF from Acrobat and upload the new file.',
  })
}
