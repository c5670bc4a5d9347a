/** Counts the inks of an artwork: which spot colorants paint, where, and which arrays define them. */
import { PDFArray } from '@cantoo/pdf-lib'
import { colorantPlaces, type PaintSpace, type Place } from '../../pdf/space/read-paint-space.ts'
import type { Paint } from '../read-mark-set.ts'
import type { ArtworkMarks } from '../read-marks.ts'

/** A spot colorant of the artwork. */
export interface InkUse {
  readonly name: string
  painted: boolean
  /** Painted in processing-step layers and nowhere else. */
  onlySteps: boolean
  /** The Separation arrays of this name, those that paint first. */
  readonly definitions: InkDefinition[]
  /** DeviceN spaces with this colorant. */
  readonly combinations: InkCombination[]
}

export interface InkCombination {
  readonly space: PaintSpace
  /** The colorant's place in it. */
  readonly index: number
  /** Indexed spaces over it, whose tables say what some of its colours look like. */
  readonly tables: readonly PaintSpace[]
}

export interface InkDefinition {
  readonly place: Place
  /** The Separation, or the DeviceN whose attributes define it, paints. */
  readonly painted: boolean
}

/** Process colours by the space they paint in. */
export interface ProcessUse {
  readonly space: PaintSpace
  readonly source: Paint['source']
  readonly page: number
}

export interface InkCensus {
  /** By order of first painting; those that only stand in resources last. */
  readonly inks: readonly InkUse[]
  /** `All`, which is no ink of its own. */
  readonly registration: InkUse
  readonly paintsProcess: boolean
  readonly process: readonly ProcessUse[]
  /** Spaces that paint spot colorants, whose alternates a proof shows. */
  readonly painting: readonly { readonly space: PaintSpace; readonly spots: readonly string[] }[]
}

/** ISO 32000-1 8.6.6.4: these names address the process plates of a press. */
const PROCESS_NAMES = new Set(['Cyan', 'Magenta', 'Yellow', 'Black'])
const REGISTRATION = 'All'
const SPECIAL_NAMES = new Set([REGISTRATION, 'None', ''])

export function countInks({ pages, declared }: ArtworkMarks): InkCensus {
  const inks = new Map<string, InkUse>()
  const process: ProcessUse[] = []
  const painting = new Set<PaintSpace>()
  const tables = tablesOver([...pages.flatMap(({ paints }) => paints.map(({ space }) => space)), ...declared])
  let paintsProcess = false

  const newUse = (name: string): InkUse => {
    return { name, painted: false, onlySteps: true, definitions: [], combinations: [] }
  }
  const registration = newUse(REGISTRATION)
  const useOf = (name: string): InkUse => {
    const known = inks.get(name) ?? newUse(name)
    inks.set(name, known)
    return known
  }

  for (const { page, paints } of pages)
    for (const { space, source, step, inked } of paints) {
      const { base, all } = baseOf(space)
      if (base.colorants.length === 0) {
        process.push({ space: base, source, page })
        if (source !== 'group') paintsProcess = true
        continue
      }
      if (source === 'group') continue
      painting.add(base)
      for (const index of all ? base.colorants.keys() : inked) {
        const name = base.colorants[index] ?? ''
        if (isProcess(base, name)) paintsProcess = true
        else if (name === REGISTRATION) registration.painted = true
        else if (isSpot(base, name)) {
          const use = useOf(name)
          use.painted = true
          use.onlySteps &&= step
        }
      }
    }

  for (const space of [...painting, ...declared]) {
    const { base } = baseOf(space)
    for (const [index, name] of base.colorants.entries())
      if (isSpot(base, name) || name === REGISTRATION)
        addDefinition(
          name === REGISTRATION ? registration : useOf(name),
          { space: base, index, tables: tables.get(base) ?? [] },
          painting.has(base),
        )
  }
  const sorted = [...inks.values()].sort((a, b) => Number(b.painted) - Number(a.painted))
  const spotSpaces = [...painting].flatMap((space) => {
    const spots = space.colorants.filter((name) => isSpot(space, name))
    return spots.length === 0 ? [] : [{ space, spots }]
  })
  return { inks: sorted, registration, paintsProcess, process, painting: spotSpaces }
}

/** An Indexed space and an uncoloured pattern paint in the space below; of an Indexed one all colours count. */
function baseOf(space: PaintSpace): { readonly base: PaintSpace; readonly all: boolean } {
  if (space.under === null) return { base: space, all: false }
  return { base: baseOf(space.under).base, all: true }
}

function isProcess(space: PaintSpace, name: string): boolean {
  return PROCESS_NAMES.has(name) || space.process.has(name)
}

function isSpot(space: PaintSpace, name: string): boolean {
  return !isProcess(space, name) && !SPECIAL_NAMES.has(name)
}

/** Indexed spaces by the space below them. */
function tablesOver(spaces: readonly PaintSpace[]): ReadonlyMap<PaintSpace, readonly PaintSpace[]> {
  const tables = new Map<PaintSpace, PaintSpace[]>()
  for (const space of new Set(spaces))
    if (space.family === 'Indexed' && space.under !== null)
      tables.set(space.under, [...(tables.get(space.under) ?? []), space])
  return tables
}

function addDefinition(use: InkUse, combination: InkCombination, painted: boolean): void {
  const { space } = combination
  if (space.family === 'DeviceN') {
    if (!use.combinations.some((known) => known.space === space)) use.combinations.push(combination)
    const place = colorantPlaces(space).get(use.name)
    if (place !== undefined) addPlace(use, place, painted)
  } else if (space.place !== null) addPlace(use, space.place, painted)
}

function addPlace({ definitions }: InkUse, place: Place, painted: boolean): void {
  if (!(place.object instanceof PDFArray)) return
  if (!definitions.some((known) => known.place.object === place.object)) definitions.push({ place, painted })
}
