/** Reads a form as compiling does: walk, pages, fields. */
import { PDFDocument } from '@cantoo/pdf-lib'
import { readForm } from '../../../core/engine/artwork/form/read-form.ts'
import { readPages } from '../../../core/engine/artwork/read-pages.ts'
import type { Finding } from '../../../core/engine/finding/finding.ts'
import { walkPages } from '../../../core/engine/pdf/read-page-tree.ts'
import { checkFields } from '../../../core/engine/preflight/check-fields.ts'
import type { SceneField } from '../../../core/engine/scene/scene.ts'
import { STANDARD_FACES } from './faces.ts'
import { type FormPdf, formPdf } from './form-pdf.ts'
import { judged } from './judged.ts'

export interface FormReading {
  readonly fields: readonly SceneField[]
  /** Findings on the form alone. */
  readonly findings: readonly Finding[]
  readonly codes: readonly string[]
}

export async function readFormFile(bytes: Uint8Array): Promise<FormReading> {
  const doc = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: false })
  const walked = walkPages(doc)
  const { pages } = readPages(doc, walked)
  const read = readForm(doc, walked, pages, STANDARD_FACES)
  const { fields } = read
  const findings = judged([...read.findings, ...checkFields(fields, pages)])
  return { fields, findings, codes: findings.map((finding) => finding.code) }
}

export function readFormParts(parts: FormPdf): Promise<FormReading> {
  return readFormFile(formPdf(parts))
}

/** The only field of a form; fails where there is another number of them. */
export async function readOneField(parts: FormPdf): Promise<SceneField> {
  const { fields } = await readFormParts(parts)
  if (fields[0] === undefined || fields.length > 1) throw new Error(`The form has ${fields.length} fields.`)
  return fields[0]
}
