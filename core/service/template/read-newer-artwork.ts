/** Reads newer artwork of a template and carries the shop's fields over to it; nothing of the template is changed. */

import { DEFAULT_BORDERS } from '../../engine/artwork/form/form-borders.ts'
import type { Compiled } from '../../engine/press/press-port.ts'
import { type Artwork, type CarriedOver, carryOver, pagesAgain } from '../../engine/scene/carry-over.ts'
import { checkScene } from '../../engine/scene/check-scene.ts'
import { fontKeys } from '../../engine/scene/font-keys.ts'
import { refuseTooManyFields } from '../../engine/scene/most-fields.ts'
import type { SceneField } from '../../engine/scene/scene.ts'
import type { FontInfo } from '../../engine/text/font.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import type { OfRecord } from '../access/request.ts'
import { chooseOutput, isSameOutput } from '../color/choose-output.ts'
import { AS_BEFORE, compileUpload, type Upload } from './compile-upload.ts'
import { ADDED_SOURCE } from './field-ids.ts'
import { findPicks, NO_PICKS } from './find-picks.ts'
import { findTemplate } from './move.ts'
import { sourceOf } from './pick-artwork.ts'
import { presentScene } from './present.ts'
import { refuseStale } from './revise.ts'
import type { RevisionRecord, TemplateRecord } from './template.ts'
import type { UploadWatch } from './upload-progress.ts'

export interface NewerArtwork extends OfRecord {
  readonly upload: Pick<Upload, 'temporaryPath' | 'sha256' | 'sizeBytes' | 'formBorders' | 'output'>
  /** The revision that the change is based on; null for the newest. */
  readonly base?: number | null
  readonly watch: UploadWatch
}

export interface ReadArtwork {
  readonly known: TemplateRecord
  /** Null for the file that the template has already, which would be read to the same. */
  readonly compiled: Compiled | null
  /** The current artwork, read again from its file; null if the file would be refused today. */
  readonly current: Compiled | null
  readonly fonts: readonly FontInfo[]
  /** Source names in the new artwork by those in the current one, of text that the shop has made fields of. */
  readonly sources: ReadonlyMap<string, string>
}

/**
 * What is said of the form's borders at first holds for newer artwork too. `keeps` says if body and source are to
 * last. Throws the catalogue's codes for PDFs, `not_found`, `profile_not_found`, `template_archived`, `scene_changed`
 * and `artwork_in_use` for a PDF that is another template of the team.
 */
export async function readNewerArtwork(
  ports: Ports,
  { teamId, id, upload, base = null, watch }: NewerArtwork,
  keeps: boolean,
): Promise<ReadArtwork> {
  const known = await findTemplate(ports.store, teamId, id)
  if (known.status === 'archived') throw new ServiceError('template_archived')
  refuseStale(known, base)
  const isSame = known.sourceSha256 === upload.sha256
  if (!isSame) await refuseTwin(ports, known, upload.sha256)
  const formBorders = upload.formBorders ?? known.plan.borders ?? DEFAULT_BORDERS
  const output = await chooseOutput(ports, teamId, upload.output ?? AS_BEFORE, known.plan.output)
  const isAsBefore =
    formBorders === (known.plan.borders ?? DEFAULT_BORDERS) && isSameOutput(known.plan.output, output)
  if (isSame && isAsBefore)
    return { known, compiled: null, current: null, fonts: [], sources: NO_PICKS.sources }
  const latest = await findLatest(ports.store, known)
  const { taken = [] } = latest.plan
  const sent = { ...upload, formBorders, output }
  const [fonts, earlierPath] = await Promise.all([
    ports.fonts.list(teamId),
    ports.files.localPath(sourceOf(known, latest)),
  ])
  const [plain, current] = await Promise.all([
    compileUpload(ports, teamId, sent, { watch, keeps: keeps && taken.length === 0 }),
    readCurrent(ports, teamId, latest, earlierPath, fonts),
  ])
  if (taken.length === 0) return { known, compiled: plain, current, fonts, sources: NO_PICKS.sources }
  const pages = pagesAgain(earlierArtwork(latest, current), asArtwork(plain), isAdded)
  const found = { teamId, picks: taken, pages, fonts, earlierPath, newerPath: upload.temporaryPath }
  const { picks, sources } = await findPicks(ports, found)
  const compiled = await compileUpload(ports, teamId, sent, { watch, picks, keeps })
  return { known, compiled, current, fonts, sources }
}

/** Tells what the shop has changed of fields from what the artwork says. */
async function readCurrent(
  ports: Ports,
  teamId: string,
  { plan: { taken: picks = [], borders } }: RevisionRecord,
  source: string,
  fonts: readonly FontInfo[],
): Promise<Compiled | null> {
  if (ports.press === null) throw new ServiceError('renderer_not_configured')
  const bodyPath = ports.files.temporaryPath()
  try {
    return await ports.press.compile(source, bodyPath, fonts, { picks, borders, teamId })
  } catch (error) {
    // Its file was accepted by an earlier version.
    if (error instanceof ServiceError && REFUSED_FILES.has(error.code)) return null
    throw error
  } finally {
    await ports.files.discard(bodyPath)
  }
}

const REFUSED_FILES: ReadonlySet<string> = new Set([
  ...['invalid_pdf', 'encrypted_pdf', 'pdf_too_complex'],
  ...['too_many_pages', 'too_many_fields', 'unsupported_page_size'],
])

export interface CarriedArtwork extends CarriedOver {
  readonly latest: RevisionRecord
}

/** Throws `no_saved_scene`, and `invalid_scene` or `too_many_fields` where what was set up cannot stand there. */
export async function carryToArtwork(
  ports: Pick<Ports, 'makeId'>,
  store: Store,
  template: TemplateRecord,
  read: Omit<ReadArtwork, 'known'> & { readonly compiled: Compiled },
): Promise<CarriedArtwork> {
  const { teamId } = template
  const latest = await findLatest(store, template)
  const { compiled, current, fonts, sources } = read
  const { plan } = compiled
  const earlier = renamed(earlierArtwork(latest, current), sources)
  const carried = carryOver(earlier, asArtwork(compiled), {
    makeFieldId: () => ports.makeId('field'),
    isAdded,
  })
  const { scene } = carried
  refuseTooManyFields(scene.fields.length)
  const fields = new Map(scene.fields.map((field) => [field.id, field]))
  const usable = new Set([...fonts.map(({ key }) => key), ...fontKeys(scene)])
  const places = plan.pages.map(({ inPlace }) => inPlace?.length ?? 0)
  const present = await presentScene(store, teamId, scene)
  checkScene(present, compiled.scene.pages, fields, usable, places, plan.inks, plan.appearances)
  return { ...carried, latest }
}

const isAdded = ({ sourceName }: SceneField): boolean => sourceName.startsWith(ADDED_SOURCE)

function earlierArtwork(latest: RevisionRecord, current: Compiled | null): Artwork {
  const earlier = asArtwork(latest)
  if (current === null) return earlier
  const { fingerprints } = asArtwork(current)
  return { ...earlier, read: current.scene.fields, ...(fingerprints === undefined ? {} : { fingerprints }) }
}

/** Ids of runs name the page that they stand on. */
function renamed({ scene, read = [], ...artwork }: Artwork, sources: ReadonlyMap<string, string>): Artwork {
  const rename = (field: SceneField) => ({
    ...field,
    sourceName: sources.get(field.sourceName) ?? field.sourceName,
  })
  return { ...artwork, scene: { ...scene, fields: scene.fields.map(rename) }, read: read.map(rename) }
}

function asArtwork({ scene, plan }: Pick<RevisionRecord, 'scene' | 'plan'>): Artwork {
  const { inks, fingerprints } = plan
  return { scene, inks, ...(fingerprints === undefined ? {} : { fingerprints }) }
}

/** Throws `no_saved_scene`. */
export async function findLatest(
  store: Store,
  { teamId, id, latestRevision }: TemplateRecord,
): Promise<RevisionRecord> {
  const latest = await store.revisions.find(teamId, id, latestRevision)
  if (latest === null) throw new ServiceError('no_saved_scene')
  return latest
}

/** The same bytes are the same template of a team, and copies of it. */
export async function refuseTwin(
  { store }: Pick<Ports, 'store'>,
  { teamId, id, copiedFrom }: TemplateRecord,
  sha256: string,
): Promise<void> {
  if (copiedFrom !== null) return
  const twin = await store.templates.findBySource(teamId, sha256)
  if (twin === null || twin.id === id) return
  throw new ServiceError('artwork_in_use', {
    message: `The template “${twin.title}” already uses this PDF.`,
    param: 'pdf',
    extra: { template_id: twin.id },
  })
}
