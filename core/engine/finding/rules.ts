/** The rules that compare a measured value with a threshold of a profile: their codes and limits. */
import type { FindingCode } from './codes.ts'
import type { FindingParams, Sentence, Severity } from './finding.ts'
import type { Measurement } from './measure.ts'
import type { Profile, Resolution } from './profile.ts'

export interface Verdict {
  readonly severity: Severity
  readonly limit: number
}

export interface Rule {
  readonly code: FindingCode
  readonly ref?: string
  /** Null if the value passes; `limit` is the artwork's own, where it has one. */
  judge(value: number, profile: Profile, limit?: number): Verdict | null
  isWorse(value: number, than: number): boolean
  /** Values for its sentence, besides the profile. */
  params?(fact: Measurement, profile: Profile): FindingParams
  /** The sentence, where it is not the one of the code. */
  says?(fact: Measurement, profile: Profile): Sentence | undefined
  /** The finding's found value; the measured value by default. */
  found?(fact: Measurement): string | number
}

/** Keeps rounding in matrices from tipping a value over a limit. */
const EPSILON = 1e-6
const POINT_TOLERANCE = 0.005
/** Decision: writers round boxes to half points at worst; that much bleed less passes. */
const BLEED_TOLERANCE_MM = 0.05
const CONTENT_TOLERANCE_MM = 0.15
/** Per cent of ink that rounding to 8 bits on each of several plates can add. */
const INK_TOLERANCE = 1

const smallerIsWorse = (value: number, than: number) => value < than
const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

function atLeast(
  limitOf: (profile: Profile) => number,
  tolerance: number,
  rest: Pick<Rule, 'code' | 'ref' | 'params'>,
): Rule {
  return {
    ...rest,
    isWorse: smallerIsWorse,
    judge(value, profile) {
      const limit = limitOf(profile)
      return value < limit - tolerance ? { severity: 'warn', limit } : null
    },
  }
}

function resolution(code: FindingCode, ref: string, limitsOf: (profile: Profile) => Resolution): Rule {
  return {
    code,
    ref,
    isWorse: smallerIsWorse,
    judge(ppi, profile) {
      const { fail, warn } = limitsOf(profile)
      if (ppi > warn + EPSILON) return null
      return { severity: ppi <= fail + EPSILON ? 'fail' : 'warn', limit: warn }
    },
    found: ({ value }) => round(value, 1),
    params: ({ what }) => ({ size: what?.replace(' by ', ' × ') ?? 'none' }),
  }
}

/** For text and lines, in points. */
function points(code: FindingCode, ref: string | undefined, limitOf: (profile: Profile) => number): Rule {
  return atLeast(limitOf, POINT_TOLERANCE, { code, ...(ref === undefined ? {} : { ref }) })
}

/**
 * For the mean over the window; profiles count the process plates or all inks. Decision: an output profile says what its
 * press takes, and a preflight profile what a way of printing does: the lower limit holds.
 */
function ink(ref: string, plates: Profile['inkLimit']['plates']): Rule {
  return {
    code: 'tac_exceeded',
    ref,
    isWorse: (value, than) => value > than,
    judge(value, { inkLimit }, own = inkLimit.percent) {
      const limit = Math.min(own, inkLimit.percent)
      return inkLimit.plates === plates && value > limit + INK_TOLERANCE ? { severity: 'warn', limit } : null
    },
    says: ({ limit }, { inkLimit }) =>
      limit !== undefined && limit < inkLimit.percent ? 'tac_exceeded.output' : undefined,
    found: ({ value }) => round(value, 1),
    params: (_fact, { inkLimit }) => ({ window: inkLimit.windowMm }),
  }
}

/** For a missing box. */
export const NO_BLEED_BOX = -1

const TABLE = {
  image_ppi: resolution('image_low_res', 'GWG2022 R0031', ({ imagePpi }) => imagePpi),
  image_ppi_1bit: resolution('image_low_res_1bit', 'GWG2022 R0032', ({ oneBitPpi }) => oneBitPpi),
  text: points('text_small', undefined, ({ textPt }) => textPt),
  text_white: points('text_small_white', 'GWG2022 R0016', ({ whiteTextPt }) => whiteTextPt),
  text_multi: points('text_small_multi', 'GWG2022 R0017', ({ multiTextPt }) => multiTextPt),
  line: points('line_thin', undefined, ({ linePt }) => linePt),
  line_white: points('line_thin_white', 'GWG2022 R0018', ({ whiteLinePt }) => whiteLinePt),
  line_multi: points('line_thin_multi', 'GWG2022 R0019', ({ multiLinePt }) => multiLinePt),
  bleed_box: {
    ...atLeast(({ bleedMm }) => bleedMm, BLEED_TOLERANCE_MM, { code: 'bleed_missing' }),
    found: ({ value }) => (value === NO_BLEED_BOX ? 'none' : Math.max(0, round(value, 2))),
  },
  bleed_content: {
    ...atLeast(({ bleedMm }) => bleedMm, CONTENT_TOLERANCE_MM, { code: 'bleed_content_short' }),
    found: ({ value }) => round(value, 1),
  },
  safe_zone: {
    ...atLeast(({ safeZoneMm }) => safeZoneMm, 0, {
      code: 'safe_zone_field',
      params: ({ what }): FindingParams => (what === undefined ? {} : { label: what }),
    }),
    found: ({ value }) => round(value, 1),
  },
  tac_process: ink('GWG2022 R0026', 'process'),
  tac_all: ink('GWG2022 R0025', 'all'),
  spot_count: {
    code: 'spot_count',
    ref: 'GWG2022 R0020',
    isWorse: (value, than) => value > than,
    judge: (value, { spotInks }) =>
      value > 0 && spotInks !== null ? { severity: spotInks, limit: 0 } : null,
  },
} as const satisfies Readonly<Record<string, Rule>>

export type RuleName = keyof typeof TABLE
export const RULES: Readonly<Record<RuleName, Rule>> = TABLE
