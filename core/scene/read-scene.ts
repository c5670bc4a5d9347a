/** Reads the first scene of a PDF: its fields, and a palette made of the inks that artwork and form print in. */
import { PDFArray, PDFDict, type PDFDocument, type PDFObject, type PDFRef } from '@cantoo/pdf-lib'
import { screenHex } from '../color/space.ts'
import { technicalKind } from '../color/technical.ts'
import { checkFonts } from '../press/check-fonts.ts'
import { checkImages } from '../press/check-images.ts'
import type { Finding } from '../press/finding.ts'
import type { FontInfo } from '../text/font.ts'
import { readForm } from './read-form.ts'
import { readInks } from './read-inks.ts'
import { readMarks } from './read-marks.ts'
import { asName, dictEntry, resolve } from './read-object.ts'
import type { WalkedPage } from './read-page-tree.ts'
import { readSpace } from './read-space.ts'
import type { Scene, SceneField, SceneInk, ScenePage } from './scene.ts'

/** A plate with the colour space array that marks in it refer to. */
export interface ScenePlate {
  readonly name: string
  readonly hex: string
  readonly object: PDFRef
}

export interface ReadScene {
  /** Fields carry empty ids. */
  readonly scene: Scene
  /** Every plate that the document defines, whether the palette offers it or not. */
  readonly plates: readonly ScenePlate[]
  readonly findings: readonly Finding[]
}

const BLACK = { name: 'Black', hex: '#000000', technical: false }

/** Call before widgets and form are taken off the document; direct separations become indirect (see readInks). */
export function readScene(
  doc: PDFDocument,
  walked: readonly WalkedPage[],
  pages: readonly ScenePage[],
  fonts: readonly FontInfo[],
): ReadScene {
  const form = readForm(doc, walked, pages, fonts)
  const fieldInks = [...new Set(form.fields.flatMap((field) => (field.ink === null ? [] : [field.ink])))]
  const marks = readMarks(doc, walked)
  const artwork = readInks(doc, walked, { marks, fieldInks })
  const painted = artwork.inks.filter((ink) => ink.painted)
  const formPlates = separationsOfForm(doc).filter(
    (plate) => fieldInks.includes(plate.name) && !artwork.inks.some((ink) => ink.name === plate.name),
  )
  const ofFields = fieldInks
    .filter((name) => !painted.some((ink) => ink.name === name))
    .map((name) => ({
      name,
      hex: [...artwork.inks, ...formPlates].find((plate) => plate.name === name)?.hex ?? BLACK.hex,
      technical: technicalKind(name) === 'technical',
    }))

  const offered = [...painted, ...ofFields]
  const fields = form.fields.map((field) => inProcessBlack(field, artwork.paintsProcess))
  const usable = offered.filter((ink) => !ink.technical)
  const lacksBlack = !usable.some((ink) => ink.name === BLACK.name)
  if (lacksBlack && (usable.length === 0 || fields.some((field) => field.ink === BLACK.name)))
    usable.push(BLACK)
  const palette = [...usable, ...offered.filter((ink) => ink.technical)]
  return {
    scene: { version: 1, pages, inks: numbered(palette), fields, textOutput: 'live' },
    plates: [...artwork.inks, ...formPlates],
    findings: [...form.findings, ...artwork.findings, ...checkFonts(marks), ...checkImages(marks)],
  }
}

/**
 * Decision: where the artwork prints process colours, a field without an ink of its own prints in `Black`, a plate
 * that such a job has anyway; in a job of spot inks alone it prints in the primary ink.
 */
function inProcessBlack(field: SceneField, paintsProcess: boolean): SceneField {
  return field.ink === null && paintsProcess ? { ...field, ink: BLACK.name } : field
}

/** Separations of the form's default resources, which only fields paint; made indirect so that they stay. */
function separationsOfForm(doc: PDFDocument): ScenePlate[] {
  const form = dictEntry(doc.catalog, 'AcroForm')
  const resources = form === null ? null : dictEntry(form, 'DR')
  const spaces = resources === null ? null : dictEntry(resources, 'ColorSpace')
  if (!(spaces instanceof PDFDict)) return []
  return spaces.keys().flatMap((key): ScenePlate[] => {
    const value = spaces.get(key)
    const array = resolve(spaces, value)
    if (!(array instanceof PDFArray) || asName(resolve(spaces, array.get(0))) !== 'Separation') return []
    const name = asName(resolve(spaces, array.get(1)))
    const space = readSpace(spaces, array)
    const hex = space === null ? null : screenHex(space, [1])
    if (name === null || hex === null) return []
    return [{ name, hex, object: referenceTo(doc, value, array) }]
  })
}

function referenceTo(doc: PDFDocument, value: PDFObject | undefined, array: PDFArray): PDFRef {
  return value !== undefined && !(value instanceof PDFArray) ? (value as PDFRef) : doc.context.register(array)
}

/** Keys are the names in plain letters, told apart by a number where two come out alike. */
function numbered(palette: readonly Omit<SceneInk, 'index' | 'key'>[]): SceneInk[] {
  const taken = new Set<string>()
  return palette.map(({ name, hex, technical }, at) => {
    const plain = name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
    const stem = plain === '' ? 'ink' : plain
    const key = taken.has(stem) ? `${stem}-${at + 1}` : stem
    taken.add(key)
    return { index: at + 1, key, name, hex, technical }
  })
}
