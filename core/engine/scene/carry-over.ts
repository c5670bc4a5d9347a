/** Takes what a shop has set up over to the scene of newer artwork: fields, inks, offers and papers. */

import { contains, intersection } from '../geometry/box.ts'
import { twinInkNames } from '../ink/ink-names.ts'
import type { PlanInk } from '../ink/plan-ink.ts'
import { ARTWORK_SOURCE } from './artwork-pick.ts'
import { checkBindings } from './check-bindings.ts'
import { strokeInks, withStrokeInk } from './field-inks.ts'
import { matchFields } from './match-fields.ts'
import { matchPages, type PageMatches } from './match-pages.ts'
import { mergePlaces } from './merge-places.ts'
import type { PageFingerprint } from './page-likeness.ts'
import type { Placement, Scene, SceneField, SceneInk, ScenePage } from './scene.ts'

export interface CarriedOver {
  readonly scene: Scene
  /** Fields of the earlier scene that the newer artwork has no place for. */
  readonly leftOut: readonly SceneField[]
  /** Fields of the newer artwork itself. */
  readonly added: readonly SceneField[]
  readonly pages: PageMatches
}

export interface Artwork {
  /** In newer artwork, the fields have no ids yet. */
  readonly scene: Scene
  readonly inks: readonly PlanInk[]
  /** By page; missing for artwork that was read before there were fingerprints. */
  readonly fingerprints?: readonly PageFingerprint[]
  /** The fields of earlier artwork as its file states them, before the shop changed them. */
  readonly read?: readonly SceneField[]
}

/** A page that was rounded otherwise cuts no more than this off a place at its edge. */
const PAGE_TOLERANCE_PT = 0.5

/**
 * Decision: a field that is found again (see match-fields.ts) keeps its id and what the shop says of it (label, value,
 * limits, ink, set), and stands where and as the newer artwork has it, but for the shop's formatting (merge-places.ts).
 * A field that the shop drew (`isAdded`) moves along with its page; every other one was part of the earlier artwork, and is left out with it.
 */
export function carryOver(
  earlier: Artwork,
  newer: Artwork,
  rules: { readonly makeFieldId: () => string; readonly isAdded: (field: SceneField) => boolean },
): CarriedOver {
  const pages = pagesAgain(earlier, newer, rules.isAdded)
  const spelled = (ink: string): string => newer.scene.inks.find(({ name }) => isTwin(name, ink))?.name ?? ink
  const added: SceneField[] = []
  const known = matchFields(earlier.scene.fields, newer.scene.fields, pages)
  const found = newer.scene.fields.map((field): SceneField => {
    const before = known.get(field)
    if (before !== undefined) {
      const read = earlier.read?.find(
        (one) => one.sourceName === before.sourceName && one.type === before.type,
      )
      return foundAgain(before, field, mergePlaces(before, read, field, pages))
    }
    const fresh = { ...field, id: rules.makeFieldId() }
    added.push(fresh)
    return fresh
  })
  const kept = new Set(found.map(({ id }) => id))
  const drawn = earlier.scene.fields
    .filter((field) => !kept.has(field.id) && rules.isAdded(field))
    .flatMap((field) => placedOn(field, pages, newer.scene.pages))
  for (const { id } of drawn) kept.add(id)
  // The artwork's own spelling of an ink is its plate's name.
  const fields = [...found, ...drawn].map((field) => ({
    ...field,
    ink: field.ink === null ? null : spelled(field.ink),
    placements: field.placements.map((placement) => withStrokeInk(placement, spelled)),
  }))
  const before = earlier.scene.inks.map((ink) => ({ ...ink, name: spelled(ink.name) }))
  const inks = carryInks(before, earlier.inks, newer, fields)
  const { papers, textOutput, allowRgb, blackOverprintPt } = earlier.scene
  const scene: Scene = {
    ...newer.scene,
    inks: withBindings(inks, { ...newer.scene, inks, fields }, newer.inks),
    fields,
    textOutput,
    ...(papers === undefined ? {} : { papers }),
    ...(allowRgb === undefined ? {} : { allowRgb }),
    ...(blackOverprintPt === undefined ? {} : { blackOverprintPt }),
  }
  return { scene, leftOut: earlier.scene.fields.filter(({ id }) => !kept.has(id)), added, pages }
}

/** Fields that the shop drew or picked are not read of newer artwork, and say nothing of its pages. */
export function pagesAgain(
  earlier: Artwork,
  newer: Artwork,
  isAdded: (field: SceneField) => boolean,
): PageMatches {
  const fields = earlier.scene.fields.filter(
    (field) => !isAdded(field) && !field.sourceName.startsWith(ARTWORK_SOURCE),
  )
  return matchPages({ ...earlier, scene: { ...earlier.scene, fields } }, newer)
}

function foundAgain(before: SceneField, field: SceneField, placements: readonly Placement[]): SceneField {
  // The marks of check boxes and radio buttons name the options of the form that they stand in.
  const options = before.selectionSetId == null ? field.options : before.options
  const values = options?.map(({ value }) => value)
  const isOption = field.type === 'text' || before.defaultValue === '' || values === undefined
  const defaultValue =
    isOption || values.includes(before.defaultValue) ? before.defaultValue : field.defaultValue
  const { sourceName, slot } = field
  return { ...before, sourceName, options, defaultValue, placements, slot }
}

/** On the pages that there still are; places within the earlier artwork went with it. */
function placedOn(field: SceneField, matches: PageMatches, pages: readonly ScenePage[]): SceneField[] {
  const placements = field.placements.flatMap((placement) => {
    const page = matches[placement.page] ?? -1
    const media = pages[page]?.mediaBox
    const { box, frame } = placement
    // A box stands around its frame, and is not cut without it.
    if (media === undefined || !contains(media, box, frame == null ? PAGE_TOLERANCE_PT : 0)) return []
    return [
      {
        ...placement,
        page,
        box: frame == null ? (intersection(media, box) ?? box) : box,
        inPlace: null,
        appearance: null,
      },
    ]
  })
  return placements.length === 0 ? [] : [{ ...field, placements }]
}

/** In the shop's order: those that the newer artwork has, that a field prints in, or that the shop put in itself. */
function carryInks(
  earlier: readonly SceneInk[],
  earlierInks: readonly PlanInk[],
  newer: Artwork,
  fields: readonly SceneField[],
): readonly SceneInk[] {
  const fresh = newer.scene.inks
  const wasArtwork = new Set(earlierInks.map(({ name }) => name))
  const isNeeded = (ink: SceneInk): boolean =>
    fresh.some(({ name }) => name === ink.name) ||
    fields.some(
      (field) =>
        field.ink === ink.name ||
        (field.ink === null && ink.index === 1) ||
        strokeInks(field).includes(ink.name),
    ) ||
    !wasArtwork.has(ink.name)
  const stay = earlier.filter(isNeeded)
  const isNew = (ink: SceneInk): boolean => stay.every((one) => !isTwin(one.name, ink.name))
  const all = [...stay, ...fresh.filter(isNew)]
  const keys = new Set<string>()
  return all.map((ink, at) => {
    const others = all.filter((one) => one !== ink).map(({ name }) => name)
    const offers = ink.offers?.filter((offer) => others.every((other) => !isTwin(other, offer.name)))
    return {
      ...ink,
      index: at + 1,
      key: freeKey(ink.key, keys),
      ...(offers === undefined ? {} : { offers }),
    }
  })
}

/** One and the same plate, whatever its spelling. */
function isTwin(one: string, other: string): boolean {
  return twinInkNames([one, other]) !== null
}

function freeKey(wanted: string, taken: Set<string>): string {
  let key = wanted
  for (let count = 2; taken.has(key); count += 1) key = `${wanted}-${count}`
  taken.add(key)
  return key
}

/** Without those that the newer artwork cannot hold: all of them where they contradict each other. */
function withBindings(
  inks: readonly SceneInk[],
  scene: Scene,
  artwork: readonly PlanInk[],
): readonly SceneInk[] {
  const names = new Set(artwork.map(({ name }) => name))
  const bound = inks.map((ink) =>
    ink.binding == null ? ink : { ...ink, binding: ink.binding.filter((name) => names.has(name)) },
  )
  let faults = 0
  checkBindings({ ...scene, inks: bound }, artwork, () => {
    faults += 1
  })
  return faults === 0 ? bound : inks.map(({ binding: _none, ...ink }) => ink)
}
