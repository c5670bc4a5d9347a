/** Redefines the artwork's colour spaces of inks that print as others, from the plan alone. */

import { type Mixture, mixtureBounds, type Replaced, remix } from '../ink/mixture.ts'
import type { PlanSpace, SpacePart } from '../ink/plan-ink.ts'
import type { Plate, ReboundPlate } from '../layout/separation.ts'
import { name as nameText } from '../pdf/syntax.ts'
import type { Plan } from './plan.ts'
import { separationArray } from './tail/paint-objects.ts'

/** Methods to write objects at the end of a file; see tail.ts and merged-objects.ts. */
export interface ObjectWriter {
  add(body: string, stream?: Uint8Array): number
  redefine(object: number, body: string): void
}

/** Packs a stream's bytes, as zlib does. */
export type Deflate = (bytes: Uint8Array) => Uint8Array

/**
 * Writes a definition in place of each colour space that names one of the inks; nothing else is redefined. A
 * Separation becomes the plate's own definition, so that one name has one; a DeviceN keeps its alternate and its other
 * inks, and mixes anew what devices without the plates show. Tints stay what they are: the same plate under another
 * name.
 */
export function redefineInks(
  plan: Plan,
  rebound: readonly ReboundPlate[],
  objects: ObjectWriter,
  deflate: Deflate,
): void {
  if (rebound.length === 0) return
  const targets = new Map(rebound.map((one) => [one.artwork, one]))
  const slots = new Set(plan.inks.flatMap((ink) => (targets.has(ink.name) ? (ink.slots ?? []) : [])))
  for (const space of plan.spaces ?? []) {
    if (!slots.has(space.object)) continue
    const [only = ''] = space.names
    const target = targets.get(only)
    const text =
      space.family === 'Separation' && target !== undefined
        ? plateDefinition(plan, target.plate)
        : renamed(plan, space, targets, objects, deflate)
    objects.redefine(space.object, text)
  }
}

/** The object that defines a plate in a body; null where the body has none. */
export function plateObject(plan: Plan, plate: Plate): number | null {
  return plate.object ?? processSpace(plan, plate.name)?.object ?? null
}

/** The text of a plate's Separation array: the artwork's own where it has one of the name. */
export function plateDefinition(plan: Plan, plate: Plate): string {
  const own = plate.ofArtwork ? ownSpace(plan, plate.name) : processSpace(plan, plate.name)
  return own === undefined ? separationArray(plate) : own.parts.map(textOf).join('')
}

function ownSpace({ inks, spaces = [] }: Plan, name: string): PlanSpace | undefined {
  const object = inks.find((ink) => ink.name === name)?.object
  return spaces.find((space) => space.object === object)
}

/**
 * The artwork's Separation of a process plate in a file with a label, in which one name has one definition. Decision:
 * any other file keeps DeviceCMYK as what a device without the plate shows.
 */
function processSpace({ inks, spaces = [], label }: Plan, name: string): PlanSpace | undefined {
  if (label == null || inks.some((ink) => ink.name === name)) return undefined
  return spaces.find(({ family, names }) => family === 'Separation' && names[0] === name)
}

function textOf(part: SpacePart): string {
  if (typeof part === 'string') return part
  return 'ink' in part ? part.text : part.transform
}

function renamed(
  plan: Plan,
  { names, parts, mixture }: PlanSpace,
  targets: ReadonlyMap<string, ReboundPlate>,
  objects: ObjectWriter,
  deflate: Deflate,
): string {
  const replaced = new Map<number, string>()
  for (const [axis, name] of names.entries()) {
    const target = targets.get(name)
    if (target !== undefined) replaced.set(axis, target.hex)
  }
  const written = parts.map((part) => {
    if (typeof part === 'string') return part
    if ('ink' in part) {
      const target = targets.get(part.ink)
      return target === undefined ? part.text : plateName(plan, target.plate)
    }
    if (replaced.size === 0) return part.transform
    if (mixture === null) throw new Error(`The plan says nothing of how ${names.join(', ')} are mixed.`)
    return `${writeMixture(mixture, replaced, objects, deflate)} 0 R`
  })
  return written.join('')
}

/** The bytes that the artwork has for the name of one of its plates, else the name in UTF-8. */
function plateName(plan: Plan, plate: Plate): string {
  const parts = plate.ofArtwork ? (ownSpace(plan, plate.name)?.parts ?? []) : []
  for (const part of parts) if (typeof part === 'object' && 'ink' in part) return part.text
  return nameText(plate.name)
}

/** A sampled function (ISO 32000-1 7.10.2) whose range is the bounds of the alternate's components. */
function writeMixture(mixture: Mixture, replaced: Replaced, objects: ObjectWriter, deflate: Deflate): number {
  const domain = Array.from({ length: mixture.inputs }, () => '0 1').join(' ')
  const size = Array.from({ length: mixture.inputs }, () => mixture.size).join(' ')
  const range = mixtureBounds(mixture.kind).flat().join(' ')
  const facts = `/FunctionType 0 /Domain [${domain}] /Range [${range}] /Size [${size}] /BitsPerSample 8`
  return objects.add(`${facts} /Filter /FlateDecode`, deflate(remix(mixture, replaced)))
}
