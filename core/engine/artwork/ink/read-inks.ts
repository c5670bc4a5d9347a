/** Reads the inks of an artwork: its spot plates with their own colour space objects, and what a press should know. */
import { type PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib'
import type { Finding } from '../../finding/finding.ts'
import { technicalKind } from '../../ink/technical.ts'
import { asArray } from '../../pdf/read-object.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import { readSpace } from '../../pdf/space/read-space.ts'
import { screenHex } from '../../pdf/space/space.ts'
import { checkInks, type InkFacts } from '../check/check-inks.ts'
import { type ArtworkMarks, readMarks } from '../read-marks.ts'
import { colorAlone } from './read-ink-alone.ts'
import { readAppearance } from './read-ink-appearance.ts'
import { countInks, type InkCensus, type InkUse } from './read-ink-uses.ts'

/** A spot ink that the artwork names. Those with `painted: false` are NOT part of the palette. */
export interface ArtworkInk {
  readonly name: string
  /** Screen colour of the solid ink, `#rrggbb`. */
  readonly hex: string
  /** Cutting, varnish, white and the like: never a default for text. */
  readonly technical: boolean
  /** The artwork puts this ink on paper; false where its resources merely declare it. */
  readonly painted: boolean
  /** The indirect array [/Separation /Name alternate tint] that marks in this ink refer to. */
  readonly object: PDFRef
}

export interface ArtworkInks {
  /** By page and order of first painting; those that are never painted last. */
  readonly inks: readonly ArtworkInk[]
  /** Process colours (DeviceGray, CMYK, RGB, CIE-based, Cyan to Black by name) paint. */
  readonly paintsProcess: boolean
  readonly findings: readonly Finding[]
}

export interface InkOptions {
  /** The walk of the same pages, where it was made already. */
  readonly marks?: ArtworkMarks
  /** Names of inks that form fields are set in. */
  readonly fieldInks?: readonly string[]
}

/**
 * The artwork's spot inks. Changes the document in two ways, neither of which changes what its pages paint: a direct
 * Separation array becomes indirect, and an ink that stands only in DeviceN spaces gets a Separation of its own.
 */
export function readInks(
  doc: PDFDocument,
  pages: readonly WalkedPage[],
  options: InkOptions = {},
): ArtworkInks {
  const marks = options.marks ?? readMarks(doc, pages)
  const census = countInks(marks)
  const technical = technicalNames(census, options.fieldInks ?? [])
  const inks = census.inks.map((use): ArtworkInk => {
    const object = ownSeparation(doc, use) ?? newSeparation(doc, use)
    const space = readSpace(doc.catalog, doc.context.lookup(object) ?? null)
    // Decision: an ink whose definition cannot be evaluated shows as black.
    const hex = (space && screenHex(space, [1])) ?? '#000000'
    return { name: use.name, hex, technical: technical.has(use.name), painted: use.painted, object }
  })
  const findings = checkInks({
    inks: census.inks.map((use) => factsOf(doc, use, technical.has(use.name))),
    registration: factsOf(doc, census.registration, false),
    spaces: census.painting.map(({ space, spots }) => ({ spots, alternate: space.alternate?.family ?? '' })),
    process: census.process.map(({ space: { family, model }, source, page }) => {
      return { family, model, source, page }
    }),
    complete: marks.complete,
  })
  return { inks, paintsProcess: census.paintsProcess, findings }
}

/**
 * Decision: white counts as technical, an underbase, unless a field is set in it or it is all that the artwork
 * prints with, as on kraft; then it is a printing ink like any other.
 */
function technicalNames(
  { inks, paintsProcess }: InkCensus,
  fieldInks: readonly string[],
): ReadonlySet<string> {
  const kinds = new Map(
    inks.map(({ name, painted, onlySteps }) => {
      const kind = technicalKind(name) ?? (painted && onlySteps ? ('technical' as const) : null)
      return [name, kind]
    }),
  )
  const whiteAlone = !paintsProcess && !inks.some(({ name, painted }) => painted && kinds.get(name) === null)
  const names = inks
    .map(({ name }) => name)
    .filter((name) => {
      const kind = kinds.get(name)
      return kind === 'technical' || (kind === 'white' && !whiteAlone && !fieldInks.includes(name))
    })
  return new Set(names)
}

/** The document's own array, made indirect where it stands. */
function ownSeparation(doc: PDFDocument, { definitions }: InkUse): PDFRef | null {
  const place = definitions[0]?.place
  if (place === undefined || place.object === null) return null
  if (place.ref !== null) return place.ref
  const ref = doc.context.register(place.object)
  place.replace(ref)
  return ref
}

/** For an ink that only DeviceN spaces name; its name keeps their bytes. */
function newSeparation(doc: PDFDocument, { combinations }: InkUse): PDFRef {
  const { context } = doc
  const [first] = combinations
  const stated = asArray(doc.catalog, first?.space.place?.object ?? null)?.[1] ?? null
  const name = asArray(doc.catalog, stated)?.[first?.index ?? 0]
  if (!(name instanceof PDFName)) throw new Error('An ink needs a colour space that names it.')
  const { alternate, paper, solid } = colorAlone(doc, combinations)
  const tint = context.obj({ FunctionType: 2, Domain: [0, 1], C0: paper, C1: solid, N: 1 })
  return context.register(context.obj([PDFName.of('Separation'), name, alternate, tint]))
}

function factsOf(doc: PDFDocument, use: InkUse, technical: boolean): InkFacts {
  const painting = use.definitions.filter(({ painted }) => painted)
  const appearances = painting.map(({ place }) => readAppearance(doc.catalog, place.object))
  return { name: use.name, painted: use.painted, technical, appearances }
}
