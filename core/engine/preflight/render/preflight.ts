/** Preflight of a render: the checks of placed marks that need no RIP. */

import type { FindingCode } from '../../finding/codes.ts'
import {
  type Finding,
  type FindingParams,
  type PreflightStatus,
  preflightStatus,
} from '../../finding/finding.ts'
import { DEFAULT_PROFILE, PROFILES } from '../../finding/profile.ts'
import { findingMessage } from '../../finding/sentence.ts'
import type { Box } from '../../geometry/box.ts'
import { round } from '../../ink/palette.ts'
import { type Mix, mixOf, type ProcessMix } from '../../ink/process-mix.ts'
import type { Fit } from '../../layout/mark.ts'
import type { Plate, Separation } from '../../layout/separation.ts'
import type { SceneField } from '../../scene/scene.ts'
import { currentFindings } from '../current-findings.ts'
import { checkPictures } from './check-pictures.ts'
import { checkSetText } from './check-set-text.ts'
import { checkLabel, checkPlan, checkUnderbase } from './check-sheet.ts'
import type { PreflightInput } from './preflight-input.ts'
import { printedMixes, printedPlates } from './printed-plates.ts'

export interface PreflightReport {
  readonly status: PreflightStatus
  /** JSON text: `{"v":1,"profile":…,"template_checks":[…],"render_checks":[…],"plates":[…],"mixes":[…],"boxes":[…]}`. */
  readonly notes: string
}

export function checkRender(input: PreflightInput): PreflightReport {
  const profile = PROFILES[input.profile ?? DEFAULT_PROFILE]
  const found = [
    ...checkPlan(input),
    ...checkFits(input),
    ...checkSetText(input, profile),
    ...checkPictures(input, profile),
    ...checkMarks(input),
    ...checkInks(input),
    ...checkUnderbase(input),
    ...checkLabel(input),
  ]
  const still = currentFindings(input.templateFindings, input.scene, profile)
  const inherited = still.map((finding): Finding => ({ ...finding, inherited: true }))
  const notes = {
    v: 1,
    profile: profile.name,
    template_checks: inherited.map(onWire),
    render_checks: found.map(onWire),
    plates: printedPlates(input.separation).map((plate) => describePlate(plate, input.separation)),
    mixes: printedMixes(input.separation).map(({ name, mix }) => ({
      name,
      ...partsOf(mix),
      ...usesOf(name, input.separation),
    })),
    boxes: input.scene.pages.map((page) => ({
      page: page.index,
      media: page.mediaBox,
      trim: page.trimBox,
      bleed: page.bleedBox,
    })),
  }
  return { status: preflightStatus([...inherited, ...found]), notes: JSON.stringify(notes) }
}

/** The report of a render with later findings. */
export function withFindings({ status, notes }: PreflightReport, added: readonly Finding[]): PreflightReport {
  const { render_checks: checks, ...rest } = JSON.parse(notes) as {
    readonly render_checks: readonly unknown[]
  }
  const before = status === 'warn' || status === 'fail' ? [{ severity: status }] : []
  return {
    status: preflightStatus([...before, ...added]),
    notes: JSON.stringify({ ...rest, render_checks: [...added.map(onWire), ...checks] }),
  }
}

/** A finding with the names of the API, and its sentence in English. */
export function onWire(finding: Finding): Record<string, unknown> {
  const { code, severity, fieldId, ...rest } = finding
  const told = { code, severity, message: findingMessage(finding), ...rest }
  return fieldId === undefined ? told : { ...told, field_id: fieldId }
}

/** In the units of the API. */
function partsOf({ space, parts }: Mix): ProcessMix {
  return space === 'DeviceRGB'
    ? { rgb: parts.map((part) => round(part * 255)) }
    : { cmyk: parts.map((part) => round(part * 100)) }
}

function describePlate(plate: Plate, separation: Separation): Record<string, unknown> {
  const artwork = separation.rebound.filter((one) => one.plate.name === plate.name).map((one) => one.artwork)
  const kind = artwork.length > 0 ? 'bound' : 'palette'
  return {
    name: plate.name,
    kind: plate.ofArtwork ? 'artwork' : kind,
    // Names in the artwork of the separations that print on it.
    ...(artwork.length > 0 ? { artwork } : {}),
    ...usesOf(plate.name, separation),
  }
}

function usesOf(name: string, separation: Separation): Record<string, number | null> {
  const tints = separation.slots.flatMap((slot) =>
    slot.marks.flatMap(({ mark, plate, strokePlate }) => {
      const outline = mark.kind === 'text' && strokePlate?.name === name ? [mark.stroke?.tint ?? 1] : []
      const fill = plate?.name === name ? [mark.tint] : []
      return fill.length + outline.length === 0 ? [] : [Math.max(...fill, ...outline)]
    }),
  )
  return { marks: tints.length, max_tint: tints.length > 0 ? Math.max(...tints) : null }
}

function checkFits({ layout, scene }: PreflightInput): Finding[] {
  const findings: Finding[] = []
  for (const fit of layout.fits) {
    const field = scene.fields.find((candidate) => candidate.id === fit.fieldId)
    if (field === undefined) continue
    const at = place(field, fit)
    if (fit.sizePt < fit.designedSizePt)
      findings.push({
        code: 'text_shrunk',
        severity: 'warn',
        ...(fit.grouped === true ? { says: 'text_shrunk.group' } : {}),
        params: { label: field.label },
        ...at,
        found: fit.sizePt,
        expected: fit.designedSizePt,
      })
    else if (fit.trackingEm < Math.min(0, field.placements[fit.placement]?.style.tracking ?? 0))
      findings.push({
        code: 'text_tightened',
        severity: 'info',
        ...(fit.grouped === true ? { says: 'text_tightened.group' } : {}),
        params: { label: field.label },
        ...at,
        found: fit.trackingEm,
        expected: 0,
      })
  }
  return findings
}

function place(field: SceneField, fit: Fit): Pick<Finding, 'page' | 'bbox' | 'fieldId'> {
  const box = field.placements[fit.placement]?.box
  return { page: fit.page, fieldId: field.id, ...(box === undefined ? {} : { bbox: box }) }
}

function checkMarks({ layout, scene }: PreflightInput): Finding[] {
  return layout.marks.flatMap((mark) => {
    const page = scene.pages[mark.page]
    if (page === undefined) return []
    const field = scene.fields.find((candidate) => candidate.id === mark.fieldId)
    const label = field?.label ?? mark.fieldId
    if (isInside(mark.inkBox, page.trimBox)) return []
    // Decision: an image across the trim is meant to be cut there, like the artwork around it.
    if (mark.kind === 'image' && overlaps(mark.inkBox, page.trimBox)) return []
    const code = overlaps(mark.inkBox, page.trimBox) ? 'field_crosses_trim' : 'field_in_bleed'
    const at = { page: mark.page, bbox: mark.inkBox, fieldId: mark.fieldId }
    return [{ code, severity: 'warn', params: { label }, ...at } satisfies Finding]
  })
}

function checkInks({ inks, separation, plan }: PreflightInput): Finding[] {
  const findings: Finding[] = []
  const printed = [...printedPlates(separation), ...printedMixes(separation)]
  const used = new Set(printed.map((plate) => plate.name))
  const seen = new Map<string, string>()
  for (const ink of inks.palette) {
    const info = (code: FindingCode, params: FindingParams = {}) =>
      findings.push({ code, severity: 'info', params, ink: ink.name })
    const artwork = plan.inks.find((candidate) => candidate.name === ink.name)
    if (!used.has(ink.name) && artwork === undefined) info('ink_unused')
    if (artwork !== undefined && artwork.hex.toLowerCase() !== ink.hex.toLowerCase()) info('ink_hex_ignored')
    // The look of a mix follows from its tints.
    if (mixOf(ink) !== null) continue
    const twin = seen.get(ink.hex.toLowerCase())
    if (twin !== undefined) info('ink_same_appearance', { other: twin })
    else seen.set(ink.hex.toLowerCase(), ink.name)
  }
  for (const { artwork, plate } of separation.rebound)
    findings.push({
      code: 'ink_bound',
      severity: 'info',
      ink: plate.name,
      found: artwork,
    })
  return findings
}

function isInside(inner: Box, outer: Box): boolean {
  return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]
}

function overlaps(one: Box, other: Box): boolean {
  return one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1]
}
