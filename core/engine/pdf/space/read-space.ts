/** Reads colour space objects (ISO 32000-1 8.6) into spaces whose colours can be shown on a screen. */
import { PDFArray, type PDFDict, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { onceFor } from '../../../once-for.ts'
import { asArray, asByteString, asDict, asName, asNumber, entry, numberEntry } from '../read-object.ts'
import { decodeStream } from '../read-stream.ts'
import { asNumbers, readFunction } from './read-function.ts'
import { profiledModel, profileName } from './read-profile.ts'
import { isSrgb, readRgbProfile } from './rgb-profile.ts'
import {
  type ColorSpace,
  componentBounds,
  componentCount,
  type LabRange,
  modelOf,
  type WhitePoint,
} from './space.ts'

const MAX_NESTING = 8
const MAX_COLORANTS = 64
/** 256 entries of the most components that a base can have. */
const MAX_TABLE_BYTES = 256 * MAX_COLORANTS

const DEVICE_SPACES: Readonly<Record<string, ColorSpace>> = {
  DeviceGray: { kind: 'gray' },
  DeviceRGB: { kind: 'rgb' },
  DeviceCMYK: { kind: 'cmyk' },
  CalCMYK: { kind: 'cmyk' },
  // Abbreviations of inline images (8.9.7).
  G: { kind: 'gray' },
  RGB: { kind: 'rgb' },
  CMYK: { kind: 'cmyk' },
}

/**
 * The space of a name or array, resolved; `owner` is any dictionary of the document. Null for a malformed space,
 * for Pattern, and for the name of a resource, which the caller looks up first.
 */
export function readSpace(owner: PDFDict, object: PDFObject | null, depth = 0): ColorSpace | null {
  if (depth > MAX_NESTING) return null
  const name = asName(object)
  if (name !== null) return DEVICE_SPACES[name] ?? null
  if (!(object instanceof PDFArray)) return null
  const items = asArray(owner, object) ?? []
  const family = asName(items[0] ?? null) ?? ''
  const second = items[1] ?? null
  const parameters = asDict(second)
  switch (family) {
    case 'CalGray':
      return { kind: 'calGray', gamma: (parameters && numberEntry(parameters, 'Gamma')) ?? 1 }
    case 'CalRGB':
      return readCalRgb(parameters)
    case 'Lab':
      return { kind: 'lab', range: parameters === null ? LAB_RANGE : labRange(parameters) }
    case 'ICCBased':
      return readIcc(second, depth)
    case 'Separation':
    case 'DeviceN':
      return readInkSpace(owner, items, depth)
    case 'Indexed':
    case 'I':
      return readIndexed(owner, items, depth)
    default:
      return DEVICE_SPACES[family] ?? null
  }
}

function readCalRgb(parameters: PDFDict | null): ColorSpace | null {
  const white = parameters && asNumbers(parameters, entry(parameters, 'WhitePoint'))
  if (parameters === null || white?.length !== 3 || white.some((value) => value <= 0)) return null
  const gamma = asNumbers(parameters, entry(parameters, 'Gamma')) ?? [1, 1, 1]
  const matrix = asNumbers(parameters, entry(parameters, 'Matrix')) ?? [1, 0, 0, 0, 1, 0, 0, 0, 1]
  return { kind: 'calRgb', whitePoint: white as unknown as WhitePoint, gamma, matrix }
}

const MAX_PROFILE_BYTES = 4 << 20

const rgbSpace = onceFor((profile: PDFStream): ColorSpace => {
  const bytes = decodeStream(profile, MAX_PROFILE_BYTES)
  const colors = bytes === null ? null : readRgbProfile(bytes)
  if (colors !== null && isSrgb(colors)) return { kind: 'rgb' }
  return { kind: 'rgb', profile: profileName(profile), ...(colors === null ? {} : { colors }) }
})

/**
 * Decision: of profiles only RGB of primaries and curves is evaluated; the header says whether colours are gray, RGB,
 * CMYK or Lab. Where it says none, or contradicts the number of components, the alternate space counts, else the device space of as many:
 * that is what MuPDF and pdf.js do, while Ghostscript believes the header.
 */
function readIcc(profile: PDFObject | null, depth: number): ColorSpace | null {
  const dict = asDict(profile)
  if (dict === null) return null
  const model = profiledModel(profile)
  if (model === 'lab') return { kind: 'lab', range: profiledRange(dict) }
  if (model === 'rgb' && profile instanceof PDFStream) return rgbSpace(profile)
  if (model !== null) return { kind: model }
  const count = numberEntry(dict, 'N')
  const alternate = readSpace(dict, entry(dict, 'Alternate'), depth + 1)
  if (alternate !== null && modelOf(alternate) !== null && componentCount(alternate) === count)
    return alternate
  if (count === 1) return { kind: 'gray' }
  if (count === 3) return { kind: 'rgb' }
  return count === 4 ? { kind: 'cmyk' } : null
}

function readInkSpace(
  owner: PDFDict,
  items: readonly (PDFObject | null)[],
  depth: number,
): ColorSpace | null {
  const names = (asArray(owner, items[1] ?? null) ?? [items[1] ?? null]).map(asName)
  const alternate = readSpace(owner, items[2] ?? null, depth + 1)
  if (alternate === null || names.length === 0 || names.length > MAX_COLORANTS) return null
  if (!names.every((name) => name !== null)) return null
  return { kind: 'inks', names, alternate, transform: readFunction(owner, items[3] ?? null) }
}

function readIndexed(owner: PDFDict, items: readonly (PDFObject | null)[], depth: number): ColorSpace | null {
  const base = readSpace(owner, items[1] ?? null, depth + 1)
  const highest = asNumber(items[2] ?? null)
  const table = readTable(items[3] ?? null)
  if (base === null || base.kind === 'indexed' || table === null || highest === null) return null
  const bounds = componentBounds(base)
  return { kind: 'indexed', base, highest: Math.min(Math.max(highest, 0), 255), table, bounds }
}

function readTable(object: PDFObject | null): Uint8Array | null {
  const text = asByteString(object)
  return text === null ? decodeStream(object, MAX_TABLE_BYTES) : Buffer.from(text, 'latin1')
}

/** 8.6.5.4: a* and b* lie within these where the space states nothing. */
const LAB_RANGE: LabRange = [-100, 100, -100, 100]
/** The ranges of the encodings of profiles (ICC.1 6.3.4). */
const PROFILED_RANGE: LabRange = [-128, 127, -128, 127]

function labRange(parameters: PDFDict): LabRange {
  return orderedRange(asNumbers(parameters, entry(parameters, 'Range'))) ?? LAB_RANGE
}

/**
 * Of a profile in Lab. Decision: a range that does not let L* reach 100, such as the default of 0 to 1, was never
 * meant; such a profile's a* and b* reach as far as profiles let them, as Ghostscript has it.
 */
function profiledRange(profile: PDFDict): LabRange {
  const [low, high, ...rest] = asNumbers(profile, entry(profile, 'Range')) ?? []
  return (low === 0 && high === 100 ? orderedRange(rest) : null) ?? PROFILED_RANGE
}

function orderedRange(numbers: readonly number[] | null): LabRange | null {
  const [aLow, aHigh, bLow, bHigh] = numbers ?? []
  if (aLow === undefined || aHigh === undefined || bLow === undefined || bHigh === undefined) return null
  return aLow < aHigh && bLow < bHigh ? [aLow, aHigh, bLow, bHigh] : null
}
