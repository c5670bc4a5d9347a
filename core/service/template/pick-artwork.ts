/** Turns text of the artwork into fields: its glyphs leave the body, and a new revision has the fields in their place. */

import type { PageArtwork } from '../../engine/artwork/read-artwork.ts'
import { twinInkNames } from '../../engine/ink/ink-names.ts'
import { isSameMix, mixOf } from '../../engine/ink/process-mix.ts'
import type { Plan } from '../../engine/press/plan.ts'
import type { Compiled } from '../../engine/press/press-port.ts'
import {
  ARTWORK_SOURCE,
  type ArtworkPick,
  type RefusedPick,
  sourceNameOfPick,
} from '../../engine/scene/artwork-pick.ts'
import { checkScene } from '../../engine/scene/check-scene.ts'
import { withStrokeInk } from '../../engine/scene/field-inks.ts'
import { fontKeys } from '../../engine/scene/font-keys.ts'
import { refuseTooManyFields } from '../../engine/scene/most-fields.ts'
import type { Placement, Scene, SceneField, SceneInk } from '../../engine/scene/scene.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import { audit } from '../access/audit.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import { NOTE_NOTHING, type NoteResult } from '../access/idempotency.ts'
import type { ByActor, Noted, OfRecord } from '../access/request.ts'
import { loadOutput } from '../color/choose-output.ts'
import { findTemplate, lockTemplate } from './move.ts'
import { presentScene } from './present.ts'
import { enqueueTemplatePlates } from './queue-template-plates.ts'
import { findShownRevision } from './retrieve.ts'
import { refuseStale, type SavedScene } from './revise.ts'
import { originOf } from './revision-origin.ts'
import type { RevisionRecord, TemplateRecord } from './template.ts'

/** Decision: what a hand picks in one go. */
export const MOST_PICKS = 100

export interface ShownArtwork {
  readonly revision: RevisionRecord
  readonly artwork: PageArtwork
}

/**
 * What a page shows beside its fields; `page` counts from 0. Throws `not_found`, `no_saved_scene`, `invalid_page`,
 * `renderer_not_configured`, and what opening the upload throws.
 */
export async function describeArtwork(
  ports: Pick<Ports, 'store' | 'files' | 'fonts' | 'press'>,
  { teamId, id, page, latest }: OfRecord & { readonly page: number; readonly latest: boolean },
): Promise<ShownArtwork> {
  const template = await findTemplate(ports.store, teamId, id)
  const revision = await findShownRevision(ports.store, template, latest)
  if (revision.scene.pages[page] === undefined) throw new ServiceError('invalid_page', { param: 'page' })
  if (ports.press === null) throw new ServiceError('renderer_not_configured')
  const fonts = await ports.fonts.list(teamId)
  const source = await ports.files.localPath(sourceOf(template, revision))
  const artwork = await ports.press.readArtwork(source, page, fonts, revision.plan.taken ?? [], teamId)
  return { revision, artwork }
}

/** SHA-256 of the revision's upload. */
export function sourceOf(template: TemplateRecord, { artwork }: RevisionRecord): string {
  return artwork?.sourceSha256 ?? template.sourceSha256
}

export interface MakeArtworkFields extends OfRecord, ByActor, Noted {
  readonly picks: readonly ArtworkPick[]
  readonly base: number | null
}

/**
 * The newest revision with fields in place of text. The upload is compiled anew without that text; everything else of
 * the scene stays. Throws `text_not_editable` with a detail for each pick that cannot become a field, `scene_changed`
 * where the newest revision is not `base`, `too_many_fields`, `invalid_parameter`, `not_found`, `template_archived`,
 * `no_saved_scene`, `renderer_not_configured` and what compiling throws; nothing is changed then.
 */
export async function makeArtworkFields(
  ports: Ports,
  { teamId, id, picks, base, actor = SYSTEM, note = NOTE_NOTHING }: MakeArtworkFields,
): Promise<SavedScene> {
  const known = await findTemplate(ports.store, teamId, id)
  if (known.status === 'archived') throw new ServiceError('template_archived')
  refuseStale(known, base)
  const templateRevision = await findShownRevision(ports.store, known, true)
  const before = templateRevision.plan.taken ?? []
  refuseTooManyFields(templateRevision.scene.fields.length + picks.length, 'fields')
  const compiled = await compileWithout(ports, sourceOf(known, templateRevision), teamId, templateRevision, [
    ...before,
    ...picks,
  ])
  refuse(compiled.refused ?? [], picks)
  refuseOtherPlaces(templateRevision, compiled)
  const fonts = await ports.fonts.list(teamId)
  return ports.store.transaction(async (store) => {
    const template = await lockTemplate(store, teamId, id)
    // Compiling takes time; a scene saved in between lacks these fields.
    refuseStale(template, templateRevision.revision)
    const { scene, earlier } = sceneWith(ports, templateRevision.scene, compiled, picks)
    const places = compiled.plan.pages.map(({ inPlace }) => inPlace?.length ?? 0)
    const usable = new Set([...fonts.map(({ key }) => key), ...fontKeys(templateRevision.scene)])
    const present = await presentScene(store, teamId, scene)
    checkScene(
      present,
      templateRevision.scene.pages,
      earlier,
      usable,
      places,
      compiled.plan.inks,
      compiled.plan.appearances,
    )
    const revision = {
      ...templateRevision,
      ...{ revision: template.latestRevision + 1, scene, plan: compiled.plan },
      origin: originOf(actor, 'text_picked', templateRevision.scene, scene),
    }
    const details = { from_artwork: picks.length }
    return storeRevision(ports, store, { template, revision, findings: compiled.findings }, note, {
      ...{ actor, details },
    })
  })
}

interface NextRevision {
  readonly template: TemplateRecord
  /** With the time of its original. */
  readonly revision: RevisionRecord
  /** Facts of its body; null if they are known already. */
  readonly findings: TemplateRecord['findings'] | null
}

/** Writes a revision with a body of its own, as the template's newest. */
export async function storeRevision(
  ports: Ports,
  store: Tx,
  { template, revision: made, findings }: NextRevision,
  note: NoteResult,
  entry: { readonly actor: Actor; readonly details: Readonly<Record<string, unknown>> },
): Promise<SavedScene> {
  const { id, teamId } = template
  const now = ports.clock.now()
  const revision = { ...made, createdAt: now }
  await store.revisions.insert(revision)
  const details = { revision: revision.revision, ...entry.details }
  await audit(ports, store, teamId, { actor: entry.actor, action: 'scene.saved', objectId: id, details })
  await note(store, { id, revision: revision.revision })
  // The template's own body is that of its newest artwork.
  const isOwn = revision.artwork == null
  const changed = await store.templates.update(teamId, id, {
    ...(isOwn ? { plan: revision.plan } : {}),
    ...(isOwn && findings !== null ? { findings } : {}),
    latestRevision: revision.revision,
    updatedAt: now,
  })
  const isNew = isOwn && template.plan.bodySha256 !== revision.plan.bodySha256
  if (isNew && changed !== null) await enqueueTemplatePlates(ports, store, changed)
  return { template: changed ?? template, revision }
}

/** The source of a revision, compiled with these picks and for its output. */
export async function compileWithout(
  ports: Ports,
  sourceSha256: string,
  teamId: string,
  { plan }: { readonly plan: Pick<Plan, 'borders' | 'output'> },
  picks: readonly ArtworkPick[],
): Promise<Compiled> {
  if (ports.press === null) throw new ServiceError('renderer_not_configured')
  const bodyPath = ports.files.temporaryPath()
  try {
    const [source, fonts, output] = await Promise.all([
      ports.files.localPath(sourceSha256),
      ports.fonts.list(teamId),
      loadOutput(ports, plan.output ?? null),
    ])
    const compiled = await ports.press.compile(source, bodyPath, fonts, {
      picks,
      teamId,
      borders: plan.borders,
      output,
    })
    // Refused ones lead to nothing that would name the body.
    if ((compiled.refused ?? []).length === 0) await ports.files.store(bodyPath, compiled.plan.bodySha256)
    return compiled
  } finally {
    await ports.files.discard(bodyPath)
  }
}

function refuse(refused: readonly RefusedPick[], picks: readonly ArtworkPick[]): void {
  const [first] = refused
  if (first === undefined) return
  const details = refused.map(({ pick, why }) => {
    const at = picks.indexOf(picks.find(({ runs }) => runs[0] === pick.runs[0]) ?? pick)
    const param = at < 0 ? 'fields' : `fields.${at}.runs`
    return { code: 'text_not_editable', param, message: `The text ${why}.` }
  })
  throw new ServiceError('text_not_editable', {
    message: `The text ${first.why}.`,
    param: details[0]?.param ?? 'fields',
    details,
  })
}

/**
 * Placements count the places within the artwork, and the marks of its form: those that there were have to be there
 * still, in their order.
 */
export function hasPlacesOf({ plan }: Pick<RevisionRecord, 'plan'>, compiled: Compiled): boolean {
  const fewer = plan.pages.some(
    ({ inPlace = [] }, at) => (compiled.plan.pages[at]?.inPlace?.length ?? 0) < inPlace.length,
  )
  const drawn = plan.appearances?.length ?? 0
  return !fewer && (compiled.plan.appearances?.length ?? 0) >= drawn
}

function refuseOtherPlaces(revision: RevisionRecord, compiled: Compiled): void {
  if (hasPlacesOf(revision, compiled)) return
  throw new ServiceError('text_not_editable', {
    message: 'The template was created by an earlier version of Platen. Upload its PDF again first.',
    param: 'fields',
  })
}

/** The scene with the fields of these picks and their inks added. */
function sceneWith(
  ports: Pick<Ports, 'makeId'>,
  before: Scene,
  { scene: read }: Compiled,
  picks: readonly ArtworkPick[],
): { scene: Scene; earlier: Map<string, SceneField> } {
  const wanted = picks.map(sourceNameOfPick)
  const labels = new Set(before.fields.map(({ label }) => label))
  const inks: SceneInk[] = [...before.inks]
  const added = wanted.flatMap((source): SceneField[] => {
    const found = read.fields.find(({ sourceName }) => sourceName === source)
    if (found === undefined) return []
    const ink = inkIn(inks, read, found.ink ?? read.inks[0]?.name ?? null, found.ink === null)
    const label = freeLabel(found.label, labels)
    const placements = found.placements.map((placement) =>
      withStrokeInk(withWordInks(placement, inks, read), (name) => inkIn(inks, read, name, false)),
    )
    return [{ ...found, id: ports.makeId('field'), label, ink, placements }]
  })
  const fields = [...before.fields, ...added]
  return { scene: { ...before, inks, fields }, earlier: new Map(fields.map((field) => [field.id, field])) }
}

/**
 * The ink by its name, which joins the palette where the shop had taken it out; of a mix one of the same parts, whatever
 * the shop calls it. A field without one of its own prints in the first ink of the palette: where that is another one
 * now, the ink is named.
 */
function inkIn(inks: SceneInk[], read: Scene, name: string | null, isPrimary: boolean): string | null {
  const isFirst = inks[0]?.name === name
  if (isPrimary && isFirst) return null
  const ink = read.inks.find((one) => one.name === name)
  const mix = ink === undefined ? null : mixOf(ink)
  const twin = inks.find((one) =>
    mix === null
      ? one.name === name || twinInkNames([one.name, name ?? '']) !== null
      : isSameMix(mixOf(one), mix),
  )
  if (twin !== undefined) return twin.name
  if (ink === undefined) return null
  const keys = new Set(inks.map(({ key }) => key))
  let key = ink.key
  for (let count = 2; keys.has(key); count += 1) key = `${ink.key}-${count}`
  inks.push({ ...ink, key, index: inks.length + 1 })
  return ink.name
}

/** Words in a mix print in that of the palette; plates need no place there. */
function withWordInks(placement: Placement, inks: SceneInk[], read: Scene): Placement {
  const { line } = placement
  if (line == null) return placement
  const isMix = (ink: string | null) => read.inks.some((one) => one.name === ink && mixOf(one) !== null)
  const parts = line.parts.map((part) =>
    isMix(part.ink) ? { ...part, ink: inkIn(inks, read, part.ink, false) } : part,
  )
  return { ...placement, line: { ...line, parts } }
}

/** A value by label means one field. */
function freeLabel(label: string, taken: Set<string>): string {
  let free = label
  for (let count = 2; taken.has(free); count += 1) free = `${label} ${count}`
  taken.add(free)
  return free
}

/** The fields of a revision that were made of text since another one, in their order. */
export function pickedFields(revision: RevisionRecord, before: RevisionRecord | null): readonly string[] {
  const known = new Set(before?.scene.fields.map(({ id }) => id))
  return revision.scene.fields
    .filter(({ id, sourceName }) => sourceName.startsWith(ARTWORK_SOURCE) && !known.has(id))
    .map(({ id }) => id)
}
