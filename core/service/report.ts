/** Use cases of the preflight report: for the shown revision of a template, and for a render. */

import { type PreflightStatus, preflightStatus } from '../engine/finding/finding.ts'
import { PROFILES } from '../engine/finding/profile.ts'
import {
  findingMessage,
  findingTitle,
  type Language,
  reportWord,
  type StoredFinding,
} from '../engine/finding/sentence.ts'
import { mapBox } from '../engine/geometry/matrix.ts'
import { deviceMatrix } from '../engine/layout/device.ts'
import { currentFindings } from '../engine/preflight/current-findings.ts'
import { boxesOf, type Report, reportOf } from '../engine/preflight/report.ts'
import { fittedSize } from '../engine/preview/preview-size.ts'
import { EMPTY_CONTENT, type FillContent } from '../engine/scene/content.ts'
import { ServiceError } from '../errors.ts'
import type { Ports } from '../ports.ts'
import { findPage } from './preview/check.ts'
import type { Previews } from './preview/previews.ts'
import { measureRender } from './render/measure-render.ts'
import { findRender } from './render/retry.ts'
import { factsOf } from './template/artwork.ts'
import { measureTemplate } from './template/measure-template.ts'
import { findTemplate } from './template/move.ts'
import { findShownRevision } from './template/retrieve.ts'
import type { RevisionRecord } from './template/template.ts'

export interface SeenReport {
  readonly report: Report
  readonly revision: RevisionRecord
  readonly content: FillContent
  /** Of the drawn plates by page, as the notes of a render have them; null where none were drawn. */
  readonly ink: unknown
}

/** Throws `not_found`, `no_saved_scene`; with `draws` what drawing throws. */
export async function templateReport(
  ports: Pick<Ports, 'store' | 'raster'>,
  teamId: string,
  id: string,
  { latest, draws }: { readonly latest: boolean; readonly draws: boolean },
): Promise<SeenReport> {
  const known = await findTemplate(ports.store, teamId, id)
  if (draws && ports.raster === null) throw new ServiceError('renderer_not_configured')
  const template = draws ? ((await measureTemplate(ports, teamId, id)) ?? known) : known
  const revision = await findShownRevision(ports.store, template, latest)
  const profile = PROFILES[template.profile]
  const findings = currentFindings(factsOf(template, revision), revision.scene, profile)
  const status = preflightStatus(findings)
  const report = reportOf(template.title, template.profile, status, findings, revision.scene.pages)
  return { report, revision, content: EMPTY_CONTENT, ink: null }
}

type Notes = Readonly<Partial<Record<'template_checks' | 'render_checks', readonly WiredFinding[]>>> & {
  readonly ink?: unknown
}
type WiredFinding = StoredFinding & { readonly field_id?: string }

/** Throws `not_found`; with `draws` what measureRender throws. */
export async function renderReport(
  ports: Ports,
  teamId: string,
  id: string,
  { draws }: { readonly draws: boolean },
): Promise<SeenReport> {
  const render = draws ? await measureRender(ports, teamId, id) : await findRender(ports, teamId, id)
  const template = await findTemplate(ports.store, teamId, render.templateId)
  const revision = await ports.store.revisions.find(teamId, render.templateId, render.revision)
  if (revision === null) throw new Error(`${id} has lost revision ${render.revision}.`)
  const notes = JSON.parse(render.preflightNotes) as Notes
  const findings = [...(notes.render_checks ?? []), ...(notes.template_checks ?? [])].map(offWire)
  const status: PreflightStatus = render.preflightStatus
  const report = reportOf(template.title, template.profile, status, findings, revision.scene.pages)
  return { report, revision, content: render, ink: notes.ink ?? null }
}

function offWire({ field_id: fieldId, ...finding }: WiredFinding): StoredFinding {
  return fieldId === undefined ? finding : { ...finding, fieldId }
}

/** Wide enough to read a label, small enough to send by mail. */
const WIDTH_PX = 1100

/**
 * The page with its findings marked; findings on the whole document are on the first page. Throws
 * `invalid_page` and what previews throw.
 */
export async function reportPicture(
  { raster, previews }: Pick<Ports, 'raster'> & { readonly previews: Previews },
  { report, revision, content }: SeenReport,
  pageIndex: number,
  language: Language,
): Promise<Uint8Array> {
  const page = findPage(revision, pageIndex)
  if (raster === null) throw new ServiceError('renderer_not_configured')
  const size = fittedSize(page, WIDTH_PX)
  const shown = await previews.prepare({
    ...{ scope: revision.teamId, revision, content, page, size },
    labels: false,
  })
  const { png } = await shown.see()
  const toPx = deviceMatrix(page, size.widthPx)
  const marks = report.entries
    .filter(({ finding }) => (finding.page ?? 0) === pageIndex)
    .map(({ number, finding }) => ({
      number,
      severity: finding.severity,
      title: findingTitle(finding.code, language),
      message: findingMessage(finding, language),
      boxes: finding.page === undefined ? [] : boxesOf(finding).map((box) => mapBox(toPx, box)),
    }))
  const { title } = report
  const isOnlyPage = revision.scene.pages.length === 1
  const heading = isOnlyPage ? title : reportWord('page_heading', language, { title, page: pageIndex + 1 })
  return raster.annotate({ teamId: revision.teamId, png, heading, language, marks })
}
