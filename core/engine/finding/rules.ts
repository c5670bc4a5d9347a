/** The rules that compare something measured with a profile's threshold: their codes, limits and words. */
import type { FindingCode } from './codes.ts'
import type { Severity } from './finding.ts'
import type { Measurement } from './measure.ts'
import type { Profile, Resolution } from './profile.ts'

export interface Verdict {
  readonly severity: Severity
  readonly limit: number
}

export interface Rule {
  readonly code: FindingCode
  readonly ref?: string
  /** Null where the profile does not mind the value. */
  judge(value: number, profile: Profile): Verdict | null
  isWorse(value: number, than: number): boolean
  message(fact: Measurement, limit: number, profile: Profile): string
  /** What the finding says it found; the value where it is missing. */
  found?(fact: Measurement): string | number
}

/** Keeps rounding in matrices from tipping a value over a limit. */
const EPSILON = 1e-6
const POINT_TOLERANCE = 0.005
/** Decision: writers round boxes to half points at worst; that much bleed less passes. */
const BLEED_TOLERANCE_MM = 0.05
const CONTENT_TOLERANCE_MM = 0.15
/** Per cent of ink that rounding to 8 bits on each of several plates may bring about. */
const INK_TOLERANCE = 1

const smallerIsWorse = (value: number, than: number) => value < than
const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
const several = ({ count }: Measurement, one: string, many: string) =>
  count === 1 ? one : `${count} ${many}`
const here = ({ page = 0 }: Measurement) => `page ${page + 1}`

function atLeast(
  limitOf: (profile: Profile) => number,
  tolerance: number,
  rest: Pick<Rule, 'code' | 'ref' | 'message'>,
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
    message(fact, limit, { title }) {
      const subject =
        fact.count === 1 ? `An image${ofSize(fact)}` : `${fact.count} images, the worst${ofSize(fact)},`
      return `${subject} on ${here(fact)} ${fact.count === 1 ? 'prints' : 'print'} at ${round(fact.value, 1)} ppi; ${title} wants more than ${limit}.`
    },
  }
}

const ofSize = ({ what }: Measurement) => (what === undefined ? '' : ` of ${what} pixels`)

function text(
  code: FindingCode,
  ref: string | undefined,
  limitOf: (profile: Profile) => number,
  kind: string,
): Rule {
  return atLeast(limitOf, POINT_TOLERANCE, {
    code,
    ...(ref === undefined ? {} : { ref }),
    message: (fact, limit, { title }) =>
      `${several(fact, 'A piece of text', 'pieces of text')}${kind} on ${here(fact)} ${fact.count === 1 ? 'has' : 'have'} a size of ${round(fact.value, 2)} pt${fact.count === 1 ? '' : ' and up'}; ${title} wants at least ${limit} pt.`,
  })
}

function line(
  code: FindingCode,
  ref: string | undefined,
  limitOf: (profile: Profile) => number,
  kind: string,
): Rule {
  return atLeast(limitOf, POINT_TOLERANCE, {
    code,
    ...(ref === undefined ? {} : { ref }),
    message: (fact, limit, { title }) =>
      `${several(fact, 'A line', 'lines')}${kind} on ${here(fact)} ${fact.count === 1 ? 'is' : 'are'} ${round(fact.value, 3)} pt thick${fact.count === 1 ? '' : ' and up'}; ${title} wants at least ${limit} pt.`,
  })
}

/** Of the mean over the window; profiles count the process plates or all inks. */
function ink(ref: string, plates: Profile['inkLimit']['plates']): Rule {
  return {
    code: 'tac_exceeded',
    ref,
    isWorse: (value, than) => value > than,
    judge: (value, { inkLimit }) =>
      inkLimit.plates === plates && value > inkLimit.percent + INK_TOLERANCE
        ? { severity: 'warn', limit: inkLimit.percent }
        : null,
    found: ({ value }) => round(value, 1),
    message: (fact, limit, { title, inkLimit }) =>
      `A square of ${inkLimit.windowMm} mm on ${here(fact)} holds ${round(fact.value, 0)} % of ink; ${title} dries at most ${limit} %.`,
  }
}

/** The box that is not there. */
export const NO_BLEED_BOX = -1

const TABLE = {
  image_ppi: resolution('image_low_res', 'GWG2022 R0031', ({ imagePpi }) => imagePpi),
  image_ppi_1bit: resolution('image_low_res_1bit', 'GWG2022 R0032', ({ oneBitPpi }) => oneBitPpi),
  text: text('text_small', undefined, ({ textPt }) => textPt, ''),
  text_white: text('text_small_white', 'GWG2022 R0016', (p) => p.whiteTextPt, ', white on colour,'),
  text_multi: text('text_small_multi', 'GWG2022 R0017', (p) => p.multiTextPt, ' of several inks'),
  line: line('line_thin', undefined, ({ linePt }) => linePt, ''),
  line_white: line('line_thin_white', 'GWG2022 R0018', (p) => p.whiteLinePt, ', white on colour,'),
  line_multi: line('line_thin_multi', 'GWG2022 R0019', (p) => p.multiLinePt, ' of several inks'),
  bleed_box: {
    ...atLeast(({ bleedMm }) => bleedMm, BLEED_TOLERANCE_MM, {
      code: 'bleed_missing',
      message: (fact, limit) =>
        fact.value === NO_BLEED_BOX
          ? `Page ${(fact.page ?? 0) + 1} states no BleedBox.`
          : `Page ${(fact.page ?? 0) + 1} has less than ${limit} mm of bleed on a side.`,
    }),
    found: ({ value }) => (value === NO_BLEED_BOX ? 'none' : Math.max(0, round(value, 2))),
  },
  bleed_content: {
    ...atLeast(({ bleedMm }) => bleedMm, CONTENT_TOLERANCE_MM, {
      code: 'bleed_content_short',
      message: (fact, limit) =>
        `${several(fact, 'Artwork', 'pieces of artwork')} on ${here(fact)} ${fact.count === 1 ? 'runs' : 'run'} to the trim but not ${limit} mm beyond it: white may show when the sheet is cut.`,
    }),
    found: ({ value }) => round(value, 1),
  },
  safe_zone: {
    ...atLeast(({ safeZoneMm }) => safeZoneMm, 0, {
      code: 'safe_zone_field',
      message: ({ what }, limit) => `The field “${what}” comes nearer than ${limit} mm to the trim.`,
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
    message: ({ value }, _limit, { title }) =>
      `The artwork needs ${value === 1 ? 'a spot plate' : `${value} spot plates`} besides the process colours; ${title} is planned without unless agreed.`,
  },
} as const satisfies Readonly<Record<string, Rule>>

export type RuleName = keyof typeof TABLE
export const RULES: Readonly<Record<RuleName, Rule>> = TABLE
