/** Preflight profiles: the thresholds that a way of printing sets for artwork and fields. */
import type { Severity } from './finding.ts'

export const PROFILE_NAMES = ['sheetfed', 'packaging', 'flexo', 'digital', 'large_format'] as const
export type ProfileName = (typeof PROFILE_NAMES)[number]

/** A value must be greater than these. */
export interface Resolution {
  readonly fail: number
  readonly warn: number
}

export interface Profile {
  readonly name: ProfileName
  /** Effective pixels per inch of pictures, and of images of one bit (GWG 2022 R0031, R0032). */
  readonly imagePpi: Resolution
  readonly oneBitPpi: Resolution
  /** Points; smaller text is a finding. White is knocked out of other inks (R0016), multi stands on several plates (R0017). */
  readonly textPt: number
  readonly whiteTextPt: number
  readonly multiTextPt: number
  /** Points; thinner lines are a finding (R0018, R0019). */
  readonly linePt: number
  readonly whiteLinePt: number
  readonly multiLinePt: number
  /** The severity of spot inks (R0020); null for no finding. */
  readonly spotInks: Severity | null
  /** Per cent of ink at most, as the mean over a square of this side (R0025, R0026). */
  readonly inkLimit: {
    readonly percent: number
    readonly windowMm: number
    readonly plates: 'process' | 'all'
  }
  /** Millimetres of bleed, and between fields and the trim. */
  readonly bleedMm: number
  readonly safeZoneMm: number
}

/**
 * Thresholds of the GWG 2022 specification, by its kinds of work. Decision: where GWG sets no value, common requirements of print shops apply: 4 pt for positive text, 0.25 pt for lines (0.5 pt in flexo), 3 mm of bleed and safe zone (1/16 inch
 * for labels, 5 mm for large format). Spot inks in sheet-fed work are a note, because shops choose Platen for them;
 * a digital press converts them, which is a warning.
 */
export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  sheetfed: {
    name: 'sheetfed',
    imagePpi: { fail: 149, warn: 224 },
    oneBitPpi: { fail: 549, warn: 799 },
    textPt: 4,
    whiteTextPt: 8,
    multiTextPt: 8,
    linePt: 0.25,
    whiteLinePt: 0.25,
    multiLinePt: 0.25,
    spotInks: 'info',
    inkLimit: { percent: 320, windowMm: 15, plates: 'process' },
    bleedMm: 3,
    safeZoneMm: 3,
  },
  packaging: {
    name: 'packaging',
    imagePpi: { fail: 239, warn: 299 },
    oneBitPpi: { fail: 549, warn: 799 },
    textPt: 4,
    whiteTextPt: 5,
    multiTextPt: 8,
    linePt: 0.25,
    whiteLinePt: 0.15,
    multiLinePt: 0.3,
    spotInks: null,
    inkLimit: { percent: 320, windowMm: 15, plates: 'all' },
    bleedMm: 3,
    safeZoneMm: 3,
  },
  flexo: {
    name: 'flexo',
    imagePpi: { fail: 199, warn: 239 },
    oneBitPpi: { fail: 549, warn: 799 },
    textPt: 4,
    whiteTextPt: 5,
    multiTextPt: 14,
    linePt: 0.5,
    whiteLinePt: 0.3,
    multiLinePt: 1.5,
    spotInks: null,
    inkLimit: { percent: 320, windowMm: 15, plates: 'all' },
    bleedMm: 1.6,
    safeZoneMm: 1.6,
  },
  digital: {
    name: 'digital',
    imagePpi: { fail: 95, warn: 149 },
    oneBitPpi: { fail: 349, warn: 599 },
    textPt: 4,
    whiteTextPt: 5,
    multiTextPt: 5,
    linePt: 0.25,
    whiteLinePt: 0.25,
    multiLinePt: 0.25,
    spotInks: 'warn',
    inkLimit: { percent: 320, windowMm: 15, plates: 'process' },
    bleedMm: 3,
    safeZoneMm: 3,
  },
  large_format: {
    name: 'large_format',
    imagePpi: { fail: 239, warn: 299 },
    oneBitPpi: { fail: 549, warn: 799 },
    textPt: 5,
    whiteTextPt: 5,
    multiTextPt: 5,
    linePt: 0.25,
    whiteLinePt: 0.15,
    multiLinePt: 0.15,
    spotInks: null,
    inkLimit: { percent: 320, windowMm: 15, plates: 'process' },
    bleedMm: 5,
    safeZoneMm: 5,
  },
}

export const DEFAULT_PROFILE: ProfileName = 'sheetfed'

export const ALL_PROFILES: readonly Profile[] = PROFILE_NAMES.map((name) => PROFILES[name])
