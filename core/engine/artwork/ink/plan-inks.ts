/** Plans how an artwork's inks can print as others: their colour spaces cut where they name them, or what hinders it. */

import type { PDFArray, PDFDict, PDFObject, PDFRef } from '@cantoo/pdf-lib'
import type { Finding } from '../../finding/finding.ts'
import { type Effort, type Mixture, sampleMixture } from '../../ink/mixture.ts'
import type { InkHindrance, PlanInk, PlanSpace, SpacePart } from '../../ink/plan-ink.ts'
import { tooComplex } from '../../limits.ts'
import { arrayEntry, asArray, asDict, asName, dictEntry } from '../../pdf/read-object.ts'
import { readFunction } from '../../pdf/space/read-function.ts'
import { readSpace } from '../../pdf/space/read-space.ts'
import { type ColorModel, modelOf } from '../../pdf/space/space.ts'
import type { WrittenBody } from '../../pdf/write-body.ts'
import type { ArtworkMarks } from '../read-marks.ts'
import type { ArtworkInk } from './read-inks.ts'
import type { RoutedSpace, RoutedSpaces } from './route-spaces.ts'
import { spaceParts } from './space-parts.ts'

export interface InkFacts {
  readonly inks: readonly ArtworkInk[]
  readonly routed: RoutedSpaces
  readonly marks: Pick<ArtworkMarks, 'inlineInks' | 'maskInks'>
}

export interface PlannedInks {
  readonly inks: PlanInk[]
  readonly spaces: PlanSpace[]
  readonly findings: Finding[]
}

/** Tables of mixtures take this much of a plan at most, in characters; real files stay below a hundredth. */
const MAX_TABLES = 1 << 18
/** About a second. */
const MAX_STEPS = 20_000_000
const MAX_CHARACTERS = 1 << 22
/** What a part that is no text takes. */
const PART_CHARACTERS = 64

/**
 * `owner` is any dictionary of the document, whose body has been written. Throws `pdf_too_complex` where the spaces
 * would take more than a plan has room for.
 */
export function planInks(owner: PDFDict, facts: InkFacts, written: WrittenBody): PlannedInks {
  const { routed } = facts
  const names = new Set(facts.inks.map(({ name }) => name))
  const mixtureOf = createMixtures(owner)
  /** The spaces that mention an ink, by its name. */
  const naming = new Map<string, Named[]>()
  let tables = 0
  let characters = 0
  const spaces = routed.spaces.map((space): PlanSpace => {
    const mixes = space.family === 'DeviceN' && space.names.some((name) => name !== null && names.has(name))
    const mixture = mixes && tables < MAX_TABLES ? mixtureOf(space.array) : null
    tables += mixture?.samples.length ?? 0
    const parts = spaceParts(space, { owner, inks: names, textOf: written.textOf })
    for (const part of parts) characters += typeof part === 'string' ? part.length : PART_CHARACTERS
    if (characters > MAX_CHARACTERS) throw tooComplex('The PDF has too many colour spaces with spot colours.')
    const planned: PlanSpace = {
      object: written.numberOf(space.ref),
      family: space.family,
      names: space.names.map((name) => name ?? ''),
      parts,
      mixture,
    }
    for (const ink of new Set(parts.filter(isInk).map((part) => part.ink))) {
      const known = naming.get(ink)
      if (known === undefined) naming.set(ink, [{ planned, routed: space }])
      else known.push({ planned, routed: space })
    }
    return planned
  })
  const inks = facts.inks.map(({ name, hex, object }): PlanInk => {
    const own = naming.get(name) ?? []
    const others = own.flatMap(({ planned }) => [
      ...planned.names,
      ...planned.parts.filter(isInk).map(({ ink }) => ink),
    ])
    return {
      name,
      hex,
      object: written.numberOf(routed.standsFor.get(object) ?? object),
      slots: own.map(({ planned }) => planned.object),
      hindrance: hindranceOf(owner, name, own, facts),
      mixedWith: [...new Set(others)].filter((other) => other !== name && other !== 'None'),
    }
  })
  const findings = inks.flatMap(({ name, hindrance }): Finding[] => {
    if (hindrance == null) return []
    return [{ code: 'ink_not_bindable', severity: 'info', ink: name, found: hindrance }]
  })
  return { inks, spaces, findings }
}

/** A space as it is planned and as it stands in the document. */
interface Named {
  readonly planned: PlanSpace
  readonly routed: RoutedSpace
}

function isInk(part: SpacePart): part is Extract<SpacePart, { readonly ink: string }> {
  return typeof part === 'object' && 'ink' in part
}

function hindranceOf(
  owner: PDFDict,
  name: string,
  own: readonly Named[],
  { routed, marks }: InkFacts,
): InkHindrance | null {
  if (routed.hasPostScript) return 'postscript'
  if (marks.inlineInks.has(name)) return 'inline_image'
  if (marks.maskInks.has(name)) return 'soft_mask'
  const elsewhere = routed.elsewhere.get(name)
  if (elsewhere !== undefined) return elsewhere
  const spellings = new Set<string>()
  for (const { planned, routed: space } of own) {
    for (const part of planned.parts) if (isInk(part) && part.ink === name) spellings.add(part.text)
    if (!space.names.includes(name)) continue
    const items = asArray(owner, space.array) ?? []
    const isWhole = space.array.size() >= 4 && items[2] != null && items[3] != null
    const isTwice = space.names.indexOf(name) !== space.names.lastIndexOf(name)
    if (!isWhole || isTwice || space.names.includes(null)) return 'malformed'
    if (space.family === 'Separation') continue
    if (processOf(asDict(items[4] ?? null)).includes(name)) return 'process'
    if (planned.mixture === null) return 'mixture'
  }
  return spellings.size > 1 ? 'spelling' : null
}

function processOf(attributes: PDFDict | null): (string | null)[] {
  const process = attributes === null ? null : dictEntry(attributes, 'Process')
  return (process === null ? null : arrayEntry(process, 'Components'))?.map(asName) ?? []
}

/** Spaces often share their transforms, and reading one is dear. */
function createMixtures(owner: PDFDict): (array: PDFArray) => Mixture | null {
  const effort: Effort = { left: MAX_STEPS }
  const known = new Map<PDFObject, Map<string, Mixture | null>>()
  const read = (kind: ColorModel, inputs: number, object: PDFObject): Mixture | null => {
    const transform = readFunction(owner, object)
    return transform === null ? null : sampleMixture(kind, inputs, transform, effort)
  }
  return (array) => {
    const [, names = null, alternate = null, transform = null] = asArray(owner, array) ?? []
    const inputs = asArray(owner, names)?.length ?? 0
    const space = readSpace(owner, alternate)
    const kind = space === null ? null : modelOf(space)
    if (kind === null || transform === null || inputs === 0) return null
    const byKind = known.get(transform) ?? new Map<string, Mixture | null>()
    known.set(transform, byKind)
    const key = `${kind} ${inputs}`
    const mixture = byKind.get(key) ?? (byKind.has(key) ? null : read(kind, inputs, transform))
    byKind.set(key, mixture)
    return mixture
  }
}

/** The references to inks as they stand in the body. */
export function routedInks(inks: readonly ArtworkInk[], { standsFor }: RoutedSpaces): PDFRef[] {
  return inks.map(({ object }) => standsFor.get(object) ?? object)
}
