/** Measures the plates of a stored render, and adds the findings to its preflight. */

import { type PreflightStatus, SEVERITIES } from '../../engine/finding/finding.ts'
import { PROFILES } from '../../engine/finding/profile.ts'
import { type PageInk, PLATE_DPI } from '../../engine/preflight/render/measure-plates.ts'
import { expectedPlates } from '../../engine/preflight/render/plated-places.ts'
import { onWire } from '../../engine/preflight/render/preflight.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Raster } from '../preview/raster-port.ts'
import { findTemplate } from '../template/move.ts'
import type { RevisionRecord } from '../template/template.ts'
import { composeRecord } from './compose.ts'
import type { ConvertPorts } from './convert-pictures.ts'
import { pressMaterialsOf } from './materials.ts'
import type { RenderRecord } from './render.ts'
import { findRender } from './retry.ts'
import { readTail, storedBytes } from './tail-parts.ts'

type Needs = Pick<Ports, 'store' | 'files' | 'fonts' | 'raster'> & ConvertPorts

/** Number of pages to draw of one render; further pages count as in their template. */
const MOST_PAGES = 24
/** A tail goes to the worker in one piece. */
const MOST_TAIL_BYTES = 32 << 20

/** Preflight notes as they are stored. */
interface Notes {
  readonly template_checks?: readonly WiredFinding[]
  readonly render_checks?: readonly WiredFinding[]
  readonly ink?: unknown
}
interface WiredFinding {
  readonly code: string
  readonly severity: (typeof SEVERITIES)[number]
}

const PLATE_FINDINGS: ReadonlySet<string> = new Set([
  'tac_exceeded',
  'ink_plate_missing',
  'ink_plate_unexpected',
  'preview_press_mismatch',
  'color_out_of_gamut',
])

/**
 * Answers the render with its plates in the report: as it is where it was measured before, where it has no print file
 * or where its words were erased. Decision: what a finalize answered stands; the report that is read later says more.
 * Throws `not_found`, `renderer_not_configured`, `preview_failed` and `overloaded`.
 */
export async function measureRender(ports: Needs, teamId: string, id: string): Promise<RenderRecord> {
  const render = await findRender(ports, teamId, id)
  if (render.status !== 'succeeded' || render.kind === 'preview') return render
  const notes = JSON.parse(render.preflightNotes) as Notes
  if (notes.ink !== undefined || notes.render_checks === undefined) return render
  const { raster } = ports
  if (raster === null) throw new ServiceError('renderer_not_configured')
  const revision = await ports.store.revisions.find(teamId, render.templateId, render.revision)
  if (revision === null) throw new Error(`${id} has lost revision ${render.revision}.`)
  const tail = await tailOf(ports, render)
  if (tail === null) return render
  const measured = await measure(ports, raster, render, revision, tail)
  const checks = notes.render_checks.filter(({ code }) => !PLATE_FINDINGS.has(code))
  const added = measured.findings.map((finding) => onWire(finding) as unknown as WiredFinding)
  const changed = { ...notes, render_checks: [...checks, ...added], ink: inkWire(measured.pages) }
  const stored = await ports.store.renders.update(teamId, id, render.attempt, {
    preflightStatus: worst([...(notes.template_checks ?? []), ...changed.render_checks]),
    preflightNotes: JSON.stringify(changed),
  })
  // A retry was quicker: its report is the one that counts.
  return stored ?? findRender(ports, teamId, id)
}

async function tailOf({ store, files }: Needs, { teamId, id }: RenderRecord): Promise<Uint8Array | null> {
  const stored = await store.tails.find(teamId, id)
  if (stored === null || storedBytes(stored) > MOST_TAIL_BYTES) return null
  const chunks: Uint8Array[] = []
  const all = { start: 0, end: storedBytes(stored) }
  for await (const chunk of readTail(files, stored, all)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function measure(
  ports: Needs,
  raster: Raster,
  render: RenderRecord,
  stored: RevisionRecord,
  tail: Uint8Array,
) {
  const { teamId, bodySha256 } = render
  const template = await findTemplate(ports.store, teamId, render.templateId)
  const profile = PROFILES[template.profile]
  const { revision, fonts } = await pressMaterialsOf(ports, stored, render.values)
  const { scene, plan } = revision
  const input = { ...render, scene, plan, templateFindings: [], standing: render.values }
  const { separation } = composeRecord(input, fonts)
  const { renamed, expected, placesOn } = expectedPlates(scene, plan, separation)
  const pages: PageInk[] = []
  const findings = []
  for (const page of scene.pages) {
    const marks = placesOn(page.index)
    const changes = marks.length > 0 || renamed.size > 0
    if (!changes || pages.length >= MOST_PAGES) continue
    const isProof = render.kind === 'proof'
    const drawn = { teamId, bodySha256, tail, page, dpi: PLATE_DPI, output: plan.output ?? null }
    const checked = await raster.check({ ...drawn, marks, renamed, expected, profile })
    pages.push(checked.ink)
    // A watermark stands across a proof in black, on whatever plates.
    findings.push(
      ...(isProof ? checked.findings.filter(({ code }) => code === 'tac_exceeded') : checked.findings),
    )
  }
  return { pages, findings }
}

/** Per cent: coverage of the trim, the most of any pixel, and the most of 15 mm by 15 mm. */
export function inkWire(pages: readonly PageInk[]) {
  return {
    dpi: PLATE_DPI,
    pages: pages.map(({ page, plates, process, all }) => ({
      page,
      plates: plates
        .filter(({ most }) => most > 0)
        .map(({ name, coverage, most }) => ({ name, coverage_pct: coverage, max_pct: most })),
      tac_process_pct: process.percent,
      tac_all_pct: all.percent,
    })),
  }
}

function worst(findings: readonly WiredFinding[]): PreflightStatus {
  const rank = Math.max(0, ...findings.map(({ severity }) => SEVERITIES.indexOf(severity)))
  return rank === 2 ? 'fail' : rank === 1 ? 'warn' : 'pass'
}
