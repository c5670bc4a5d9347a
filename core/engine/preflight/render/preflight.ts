/** Preflight of a render: what can be decided about placed marks before any RIP sees them. */

import type { FindingCode } from '../../finding/codes.ts'
import { type Finding, type PreflightStatus, preflightStatus, type Severity } from '../../finding/finding.ts'
import { DEFAULT_PROFILE, PROFILES } from '../../finding/profile.ts'
import type { Box } from '../../geometry/box.ts'
import type { Fit, Mark } from '../../layout/mark.ts'
import type { Plate, Separation } from '../../layout/separation.ts'
import type { SceneField } from '../../scene/scene.ts'
import { currentFindings } from '../current-findings.ts'
import { checkPictures } from './check-pictures.ts'
import { checkSetText } from './check-set-text.ts'
import { checkLabel, checkPlan, checkUnderbase } from './check-sheet.ts'
import type { PreflightInput } from './preflight-input.ts'
import { printedPlates } from './printed-plates.ts'

export interface PreflightReport {
  readonly status: PreflightStatus
  /** JSON text: `{"v":1,"profile":…,"template_checks":[…],"render_checks":[…],"plates":[…],"boxes":[…]}`. */
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
    boxes: input.scene.pages.map((page) => ({
      page: page.index,
      media: page.mediaBox,
      trim: page.trimBox,
      bleed: page.bleedBox,
    })),
  }
  return { status: preflightStatus([...inherited, ...found]), notes: JSON.stringify(notes) }
}

/** The report of a render of which more was found since. */
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

/** A finding with the wire's names. */
export function onWire(finding: Finding): Record<string, unknown> {
  const { fieldId, ...rest } = finding
  return fieldId === undefined ? rest : { ...rest, field_id: fieldId }
}

function describePlate(plate: Plate, separation: Separation): Record<string, unknown> {
  const artwork = separation.rebound.filter((one) => one.plate.name === plate.name).map((one) => one.artwork)
  const kind = artwork.length > 0 ? 'bound' : 'palette'
  const tints = separation.slots.flatMap((slot) =>
    slot.marks.filter((plated) => plated.plate?.name === plate.name).map((plated) => plated.mark.tint),
  )
  return {
    name: plate.name,
    kind: plate.ofArtwork ? 'artwork' : kind,
    // What the artwork calls the separations that print on it.
    ...(artwork.length > 0 ? { artwork } : {}),
    marks: tints.length,
    max_tint: tints.length > 0 ? Math.max(...tints) : null,
  }
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
        message: `${field.label} was set smaller than designed to ${fitted(fit)}.`,
        ...at,
        found: fit.sizePt,
        expected: fit.designedSizePt,
      })
    else if (fit.trackingEm < Math.min(0, field.placements[fit.placement]?.style.tracking ?? 0))
      findings.push({
        code: 'text_tightened',
        severity: 'info',
        message: `${field.label} was set with tighter letter spacing to ${fitted(fit)}.`,
        ...at,
        found: fit.trackingEm,
        expected: 0,
      })
  }
  return findings
}

const fitted = ({ grouped }: Fit) => (grouped === true ? 'match its group' : 'fit its box')

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
    // Decision: a picture that is laid over the trim is meant to be cut there, as the artwork around it is.
    if (mark.kind === 'image' && overlaps(mark.inkBox, page.trimBox)) return []
    if (!overlaps(mark.inkBox, page.trimBox))
      return [
        markFinding('field_in_bleed', 'warn', `${label} lies outside the trim and will be cut off.`, mark),
      ]
    return [
      markFinding('field_crosses_trim', 'warn', `${label} crosses the trim and will be cut into.`, mark),
    ]
  })
}

function markFinding(code: FindingCode, severity: Severity, message: string, mark: Mark): Finding {
  return { code, severity, message, page: mark.page, bbox: mark.inkBox, fieldId: mark.fieldId }
}

function checkInks({ inks, separation, plan }: PreflightInput): Finding[] {
  const findings: Finding[] = []
  const used = new Set(printedPlates(separation).map((plate) => plate.name))
  const seen = new Map<string, string>()
  for (const ink of inks.palette) {
    const info = (code: FindingCode, message: string) =>
      findings.push({ code, severity: 'info', message, ink: ink.name })
    const artwork = plan.inks.find((candidate) => candidate.name === ink.name)
    if (!used.has(ink.name) && artwork === undefined) info('ink_unused', `No field prints in ${ink.name}.`)
    if (artwork !== undefined && artwork.hex.toLowerCase() !== ink.hex.toLowerCase())
      info('ink_hex_ignored', `The artwork defines ${ink.name}; its own definition is used.`)
    const twin = seen.get(ink.hex.toLowerCase())
    if (twin !== undefined) info('ink_same_appearance', `${ink.name} looks like ${twin} on screen.`)
    else seen.set(ink.hex.toLowerCase(), ink.name)
  }
  for (const { artwork, plate } of separation.rebound)
    findings.push({
      code: 'ink_bound',
      severity: 'info',
      message: `What the artwork prints in ${artwork} prints as ${plate.name}.`,
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
