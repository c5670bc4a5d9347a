/** Checks the inks of an artwork: names that a press takes for one another, unclear plates, colours to be converted. */

import type { FindingCode } from '../../finding/codes.ts'
import type { Finding, Severity } from '../../finding/finding.ts'
import type { ColorModel } from '../../pdf/space/space.ts'

export interface InkFacts {
  readonly name: string
  readonly painted: boolean
  readonly technical: boolean
  /** Of each definition of the name that paints. */
  readonly appearances: readonly InkAppearance[]
}

/** What shows where the plate is missing. */
export interface InkAppearance {
  /** The alternate space, equal for equal ones. */
  readonly alternate: string
  /** Its components at a few tints, 0 to 1. */
  readonly colors: readonly number[]
}

export interface ProcessFacts {
  /** Family of the colour space, such as `DeviceRGB`. */
  readonly family: string
  /** What its colours are. */
  readonly model: ColorModel | null
  readonly source: 'path' | 'text' | 'image' | 'shading' | 'group'
  readonly page: number
}

export interface ArtworkFacts {
  readonly inks: readonly InkFacts[]
  /** The colour of registration marks, `All`, which is on every plate. */
  readonly registration: InkFacts
  /** Separation and DeviceN spaces that paint spot inks, with the family of their alternate. */
  readonly spaces: readonly { readonly spots: readonly string[]; readonly alternate: string }[]
  readonly process: readonly ProcessFacts[]
  /** False where not all of the content could be looked at. */
  readonly complete: boolean
}

/** Findings on the inks that paint; those merely declared are not judged. References are GWG 2022 requirements. */
export function checkInks(artwork: ArtworkFacts): Finding[] {
  const painted = artwork.inks.filter((ink) => ink.painted)
  return [
    ...inventory(painted),
    ...checkNames(painted),
    ...checkDefinitions([...painted, ...(artwork.registration.painted ? [artwork.registration] : [])]),
    ...checkTwins(painted),
    ...checkAlternates(artwork),
    ...checkProcess(artwork.process),
    ...checkWhole(artwork),
  ]
}

function inventory(inks: readonly InkFacts[]): Finding[] {
  if (inks.length === 0) return []
  const names = inks.map(({ name }) => name).join(', ')
  const findings: Finding[] = [
    {
      code: 'spot_inventory',
      severity: 'info',
      params: { spots: inks.length },
      found: names,
    },
  ]
  for (const { name } of inks.filter((ink) => ink.technical))
    findings.push({
      code: 'spot_technical',
      severity: 'info',
      ink: name,
    })
  return findings
}

/** GWG's list of the suffixes by which swatch libraries tell one ink on several papers. */
const SUFFIXED = /^(.*\S)\s+(C|CP|E|K|M|N|U|UP|Z|CV|CVU|CVC|HC|PC|TC|TCX|TP|TPX|XGC|EC)$/

function checkNames(inks: readonly InkFacts[]): Finding[] {
  const findings: Finding[] = []
  const report = (code: FindingCode, severity: Severity, ink: string, rest: Pick<Finding, 'found' | 'ref'>) =>
    findings.push({ code, severity, ink, ...rest })
  const folded = new Map<string, string>()
  const bases = new Map<string, string>()
  for (const { name } of inks) {
    const fold = name.normalize('NFC').toLowerCase()
    const twin = folded.get(fold)
    if (twin !== undefined) report('spot_name_case', 'fail', name, { found: twin, ref: 'GWG2022 R0022' })
    else folded.set(fold, name)
    const base = SUFFIXED.exec(name)?.[1]?.toLowerCase()
    const sibling = base === undefined ? undefined : bases.get(base)
    if (sibling !== undefined)
      report('spot_name_suffix', 'warn', name, { found: sibling, ref: 'GWG2022 R0021' })
    else if (base !== undefined) bases.set(base, name)
    if (/^\s|\s$|\s\s|[^\x20-\x7e]/.test(name)) report('spot_name_whitespace', 'warn', name, {})
  }
  return findings
}

/**
 * Decision: definitions of one name are told apart by what they show, not by how they are written: programs write one
 * ink as a formula here and as a table there, and a table of 8 bits rounds.
 */
const SAME_INK = 0.01
const SAME_DEFINITION = 1e-6

function alike(one: InkAppearance, other: InkAppearance, tolerance: number): boolean {
  if (one.alternate !== other.alternate || one.colors.length !== other.colors.length) return false
  return one.colors.every((value, at) => Math.abs(value - other.colors[at]!) <= tolerance)
}

/** Whether two definitions show one ink, up to rounding. */
export const isSameInk = (one: InkAppearance, other: InkAppearance) => alike(one, other, SAME_INK)

function checkDefinitions(inks: readonly InkFacts[]): Finding[] {
  return inks.flatMap(({ name, appearances: [first, ...others] }): Finding[] => {
    if (first === undefined || others.every((one) => isSameInk(first, one))) return []
    return [{ code: 'spot_name_ambiguous', severity: 'fail', ink: name }]
  })
}

function checkTwins(inks: readonly InkFacts[]): Finding[] {
  const findings: Finding[] = []
  for (const [at, { name, appearances }] of inks.entries()) {
    const twin = inks
      .slice(0, at)
      .find((ink) =>
        ink.appearances.some((one) => appearances.some((own) => alike(one, own, SAME_DEFINITION))),
      )
    if (twin !== undefined)
      findings.push({
        code: 'spot_same_appearance',
        severity: 'warn',
        ink: name,
        found: twin.name,
        ref: 'GWG2022 R0023',
      })
  }
  return findings
}

/** R0027: on a device without the plate these alternates would have to be converted. */
const FORBIDDEN_ALTERNATES = new Set(['DeviceRGB', 'ICCBased', 'CalGray', 'CalRGB'])

function checkAlternates({ spaces }: ArtworkFacts): Finding[] {
  const seen = new Map<string, Finding>()
  for (const { spots, alternate } of spaces) {
    if (!FORBIDDEN_ALTERNATES.has(alternate)) continue
    const names = spots.join(', ')
    seen.set(`${names} ${alternate}`, {
      code: 'color_alternate_forbidden',
      severity: 'warn',
      ink: names,
      found: alternate,
      expected: 'DeviceCMYK or Lab',
      ref: 'GWG2022 R0027',
    })
  }
  return [...seen.values()]
}

const CONVERTED: readonly {
  readonly code: FindingCode
  readonly fits: (use: ProcessFacts) => boolean
}[] = [
  { code: 'color_device_rgb', fits: ({ family }) => family === 'DeviceRGB' },
  { code: 'color_icc_rgb', fits: ({ family, model }) => family === 'ICCBased' && model === 'rgb' },
  { code: 'color_lab', fits: ({ model }) => model === 'lab' },
  { code: 'color_cal', fits: ({ family }) => family === 'CalGray' || family === 'CalRGB' },
]
const SOURCES = {
  path: 'line art',
  text: 'text',
  image: 'images',
  shading: 'gradients',
  group: 'transparency',
}

/** One finding a kind of colour for the whole document: its first page and what it is used for. */
function checkProcess(process: readonly ProcessFacts[]): Finding[] {
  return CONVERTED.flatMap(({ code, fits }): Finding[] => {
    const uses = process.filter(fits)
    const [first] = uses
    if (first === undefined) return []
    const kinds = [...new Set(uses.map(({ source }) => SOURCES[source]))]
    const pages = new Set(uses.map(({ page }) => page)).size
    return [
      {
        code,
        severity: 'warn',
        params: { kinds, pages },
        page: first.page,
        found: kinds.join(', '),
        ref: 'GWG2022 R0027',
      },
    ]
  })
}

function checkWhole({ complete }: ArtworkFacts): Finding[] {
  return complete ? [] : [{ code: 'check_incomplete', severity: 'warn' }]
}
