/** Preflight of a render: what can be decided about placed marks before any RIP sees them. */
import type { InkChoice } from '../color/assignment.ts'
import type { Plate, Separation } from '../color/separation.ts'
import type { Fit, Layout, Mark } from '../layout/mark.ts'
import type { Box, Scene, SceneField } from '../scene/scene.ts'
import { type Finding, type PreflightStatus, preflightStatus, type Severity } from './finding.ts'
import type { Plan } from './plan.ts'

/** Thresholds in points and millimetres; the sheet-fed offset profile with the usual limits of print shops. */
export const SHEETFED = {
  name: 'sheetfed',
  /** Positive text of one ink; below it counters fill in. */
  minTextPt: 4,
  /** Tinted text is screened and needs more (GWG 2022 R0017 warns below 8 pt in more than one plate). */
  minTintedTextPt: 8,
} as const

export interface PreflightReport {
  readonly status: PreflightStatus
  /** JSON text: `{"v":1,"profile":…,"template_checks":[…],"render_checks":[…],"plates":[…],"boxes":[…]}`. */
  readonly notes: string
}

export interface PreflightInput {
  readonly scene: Scene
  readonly plan: Plan
  readonly templateFindings: readonly Finding[]
  readonly layout: Layout
  readonly separation: Separation
  readonly inks: InkChoice
}

export function checkRender(input: PreflightInput): PreflightReport {
  const found = [...checkFits(input), ...checkMarks(input), ...checkInks(input)]
  const inherited = input.templateFindings.map((finding): Finding => ({ ...finding, inherited: true }))
  const notes = {
    v: 1,
    profile: SHEETFED.name,
    template_checks: inherited.map(onWire),
    render_checks: found.map(onWire),
    plates: input.separation.plates.map((plate) => describePlate(plate, input.separation)),
    boxes: input.scene.pages.map((page) => ({
      page: page.index,
      media: page.mediaBox,
      trim: page.trimBox,
      bleed: page.bleedBox,
    })),
  }
  return { status: preflightStatus([...inherited, ...found]), notes: JSON.stringify(notes) }
}

/** A finding with the wire's names. */
export function onWire(finding: Finding): Record<string, unknown> {
  const { fieldId, ...rest } = finding
  return fieldId === undefined ? rest : { ...rest, field_id: fieldId }
}

function describePlate(plate: Plate, separation: Separation): Record<string, unknown> {
  const tints = separation.slots.flatMap((slot) =>
    slot.marks.filter((plated) => plated.plate.name === plate.name).map((plated) => plated.mark.tint),
  )
  return {
    name: plate.name,
    kind: plate.object === null ? 'palette' : 'artwork',
    marks: tints.length,
    max_tint: Math.max(...tints),
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
        message: `${field.label} was set smaller than designed to fit its box.`,
        ...at,
        found: fit.sizePt,
        expected: fit.designedSizePt,
      })
    else if (fit.trackingEm < 0)
      findings.push({
        code: 'text_tightened',
        severity: 'info',
        message: `${field.label} was set with tighter letter spacing to fit its box.`,
        ...at,
        found: fit.trackingEm,
        expected: 0,
      })
    findings.push(...checkSize(field, fit, scene))
  }
  return findings
}

function checkSize(field: SceneField, fit: Fit, scene: Scene): Finding[] {
  const physicalPt = fit.sizePt * (scene.pages[fit.page]?.userUnit ?? 1)
  const limit = field.tint < 1 ? SHEETFED.minTintedTextPt : SHEETFED.minTextPt
  if (physicalPt >= limit) return []
  return [
    {
      code: 'text_below_min',
      severity: 'warn',
      message: `${field.label} is set smaller than prints cleanly${field.tint < 1 ? ' in a tint' : ''}.`,
      ...place(field, fit),
      found: physicalPt,
      expected: limit,
    },
  ]
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
    if (!overlaps(mark.inkBox, page.trimBox))
      return [
        markFinding('field_in_bleed', 'warn', `${label} lies outside the trim and will be cut off.`, mark),
      ]
    return [
      markFinding('field_crosses_trim', 'warn', `${label} crosses the trim and will be cut into.`, mark),
    ]
  })
}

function markFinding(code: string, severity: Severity, message: string, mark: Mark): Finding {
  return { code, severity, message, page: mark.page, bbox: mark.inkBox, fieldId: mark.fieldId }
}

function checkInks({ inks, separation, plan }: PreflightInput): Finding[] {
  const findings: Finding[] = []
  const used = new Set(separation.plates.map((plate) => plate.name))
  const seen = new Map<string, string>()
  for (const ink of inks.palette) {
    const info = (code: string, message: string) =>
      findings.push({ code, severity: 'info', message, ink: ink.name })
    const artwork = plan.inks.find((candidate) => candidate.name === ink.name)
    if (!used.has(ink.name) && artwork === undefined) info('ink_unused', `No field prints in ${ink.name}.`)
    if (artwork !== undefined && artwork.hex.toLowerCase() !== ink.hex.toLowerCase())
      info('ink_hex_ignored', `The artwork defines ${ink.name}; its own definition is used.`)
    const twin = seen.get(ink.hex.toLowerCase())
    if (twin !== undefined) info('ink_same_appearance', `${ink.name} looks like ${twin} on screen.`)
    else seen.set(ink.hex.toLowerCase(), ink.name)
  }
  return findings
}

function isInside(inner: Box, outer: Box): boolean {
  return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]
}

function overlaps(one: Box, other: Box): boolean {
  return one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1]
}
