/** Finds what an ink looks like by itself where only spaces of several colorants (DeviceN) define it. */
import { PDFArray, type PDFDocument, PDFName, type PDFObject } from '@cantoo/pdf-lib'
import { evaluateFunction } from '../../pdf/space/function.ts'
import { readSpace } from '../../pdf/space/read-space.ts'
import { type ColorSpace, componentBounds, componentCount, tableEntry } from '../../pdf/space/space.ts'
import type { InkCombination } from './read-ink-uses.ts'

export interface ColorAlone {
  readonly alternate: PDFObject
  /** Colours in the alternate space, of no ink and of the solid one. */
  readonly paper: number[]
  readonly solid: number[]
}

type Inks = Extract<ColorSpace, { kind: 'inks' }>
type Table = Extract<ColorSpace, { kind: 'indexed' }>
type Ends = Omit<ColorAlone, 'alternate'>

/**
 * What a tint transform gives for no ink and for this one alone. A transform may take the colour from components that
 * print nothing (None), as Photoshop's monotones have it: then the tables of images say what the ink looks like.
 * Decision: black where nothing says it.
 */
export function colorAlone({ catalog }: PDFDocument, combinations: readonly InkCombination[]): ColorAlone {
  for (const { space, index, tables } of combinations) {
    const array = space.place?.object
    const read = readSpace(catalog, array ?? null)
    const alternate = array instanceof PDFArray ? array.get(2) : undefined
    if (alternate === undefined || read?.kind !== 'inks') continue
    const readTables = tables.map(({ place }) => readSpace(catalog, place?.object ?? null))
    const ends = transformedEnds(read, index) ?? tabledEnds(read, index, readTables.filter(isTable))
    if (ends !== null) return { alternate, ...ends }
  }
  return { alternate: PDFName.of('DeviceCMYK'), paper: [0, 0, 0, 0], solid: [0, 0, 0, 1] }
}

const isTable = (space: ColorSpace | null): space is Table => space?.kind === 'indexed'

/** Null where the transform fails, and where it shows the ink as it shows none. */
function transformedEnds(space: Inks, index: number): Ends | null {
  const none = space.names.map(() => 0)
  const paper = shown(space, none)
  const solid = shown(space, none.with(index, 1))
  if (paper === null || solid === null) return null
  return solid.some((value, at) => value !== paper[at]) ? { paper, solid } : null
}

function shown({ transform, alternate }: Inks, components: readonly number[]): number[] | null {
  const color = transform === null ? null : evaluateFunction(transform, components)
  return color?.length === componentCount(alternate) ? color : null
}

/** A lighter tint says too little of the solid ink: its colour has 8 bits. */
const LEAST_TINT = 0.1

/** Of the entries that print no other ink, the one with the most of this and one without any. */
function tabledEnds(space: Inks, index: number, tables: readonly Table[]): Ends | null {
  const isSilent = (components: readonly number[]) =>
    components.every((tint, at) => at === index || tint === 0 || space.names[at] === 'None')
  const entries = tables
    .flatMap((table) => Array.from({ length: table.highest + 1 }, (_, at) => tableEntry(table, at)))
    .filter(isSilent)
  const tintOf = (components: readonly number[]) => components[index] ?? 0
  const [first] = entries
  if (first === undefined) return null
  const most = entries.reduce((found, entry) => (tintOf(entry) > tintOf(found) ? entry : found), first)
  const tint = tintOf(most)
  const color = shown(space, most)
  if (tint < LEAST_TINT || color === null) return null
  const blank = entries.find((entry) => tintOf(entry) === 0)
  const bounds = componentBounds(space.alternate)
  const paper = (blank && shown(space, blank)) ?? whiteOf(space.alternate)
  const solid = color.map((value, at) => {
    const [lower, upper] = bounds[at] ?? [0, 1]
    const below = paper[at] ?? 0
    return Math.min(Math.max(below + (value - below) / tint, lower), upper)
  })
  return { paper, solid }
}

function whiteOf(space: ColorSpace): number[] {
  if (space.kind === 'lab') return [100, 0, 0]
  const isSubtractive = space.kind === 'cmyk' || space.kind === 'inks'
  return new Array<number>(componentCount(space)).fill(isSubtractive ? 0 : 1)
}
