/** Reads graphics state dictionaries (ISO 32000-1 table 58) as far as anybody here needs them. */
import { PDFArray, PDFBool, PDFDict, PDFName, type PDFObject } from '@cantoo/pdf-lib'
import {
  arrayEntry,
  asArray,
  asDict,
  asName,
  asNumber,
  dictEntry,
  entry,
  nameEntry,
  numberEntry,
} from '../../pdf/read-object.ts'
import type { PageFeature } from '../paint/painted-object.ts'
import type { ExtSetting, LineSetting } from './content-run.ts'

export interface ExtState {
  /** What the dictionary leaves out is undefined. */
  readonly settings: Partial<ExtSetting>
  readonly lineWidth: number | null
  /** Null where it sets nothing of lines. */
  readonly line: Partial<LineSetting> | null
  readonly font: { readonly dict: PDFDict; readonly size: number } | null
  readonly features: readonly (readonly [PageFeature, string])[]
}

export function readExtState(dict: PDFDict): ExtState {
  const stroke = asBoolean(entry(dict, 'OP'))
  // Where /op is missing, /OP goes for both.
  const fill = asBoolean(entry(dict, 'op')) ?? stroke
  const mode = numberEntry(dict, 'OPM')
  const [alpha, strokeAlpha] = [numberEntry(dict, 'ca'), numberEntry(dict, 'CA')]
  const blend = entry(dict, 'BM')
  const mask = entry(dict, 'SMask')
  const [join, miterLimit] = [numberEntry(dict, 'LJ'), numberEntry(dict, 'ML')]
  const dash = arrayEntry(dict, 'D')?.[0] ?? null
  const [font, size] = arrayEntry(dict, 'Font') ?? []
  return {
    settings: {
      ...(fill === null ? {} : { fillOverprint: fill }),
      ...(stroke === null ? {} : { strokeOverprint: stroke }),
      ...(mode === null ? {} : { overprintMode: mode === 1 ? 1 : 0 }),
      ...(alpha === null ? {} : { fillOpaque: alpha >= 1, fillAlpha: unit(alpha) }),
      ...(strokeAlpha === null ? {} : { strokeOpaque: strokeAlpha >= 1, strokeAlpha: unit(strokeAlpha) }),
      ...(blend === null ? {} : blendOf(dict, blend)),
      ...(mask === null ? {} : { softMask: mask instanceof PDFDict }),
    },
    lineWidth: numberEntry(dict, 'LW'),
    line:
      join === null && miterLimit === null && dash === null
        ? null
        : {
            ...(join === null ? {} : { join }),
            ...(miterLimit === null ? {} : { miterLimit }),
            ...(dash === null ? {} : { dashed: isDashed(dash) }),
          },
    font: font instanceof PDFDict ? { dict: font, size: asNumber(size ?? null) ?? 0 } : null,
    features: featuresOf(dict),
  }
}

/** Something below shows through what is painted. */
export function isTransparent({ settings }: ExtState): boolean {
  const { fillOpaque, strokeOpaque, normalBlend, softMask } = settings
  return fillOpaque === false || strokeOpaque === false || normalBlend === false || softMask === true
}

function asBoolean(object: PDFObject | null): boolean | null {
  return object instanceof PDFBool ? object.asBoolean() : null
}

/** The first mode of an array that is known counts (11.6.3); all that are not normal let something through. */
function blendOf(dict: PDFDict, stated: PDFObject): Pick<ExtSetting, 'normalBlend' | 'blend'> {
  const mode = stated instanceof PDFName ? asName(stated) : asName(arrayEntry(dict, 'BM')?.[0] ?? null)
  const normalBlend = mode === 'Normal' || mode === 'Compatible'
  return { normalBlend, blend: normalBlend ? 'Normal' : (mode ?? '') }
}

const unit = (value: number) => Math.min(1, Math.max(0, value))

/** Is there anything in a dash array: an empty one is a solid line. */
const isDashed = (dashes: PDFObject) => dashes instanceof PDFArray && dashes.size() > 0

/** Identity leaves tones as they are, Default is the press's own; an array has one for each ink. */
function changesNothing(owner: PDFDict, transfer: PDFObject): boolean {
  const each = asArray(owner, transfer) ?? [transfer]
  return each.every((one) => ['Identity', 'Default'].includes(asName(one) ?? ''))
}

function featuresOf(dict: PDFDict): (readonly [PageFeature, string])[] {
  const features: (readonly [PageFeature, string])[] = []
  const transfer = entry(dict, 'TR2') ?? entry(dict, 'TR')
  if (transfer !== null && !changesNothing(dict, transfer))
    features.push(['transfer_function', entry(dict, 'TR2') === null ? 'TR' : 'TR2'])
  const halftone = asDict(entry(dict, 'HT'))
  const screens =
    halftone === null
      ? []
      : [halftone, ...halftone.keys().map((key) => dictEntry(halftone, key.decodeText()))]
  for (const screen of screens) {
    if (screen === null) continue
    const name =
      nameEntry(screen, 'HalftoneName') ?? (entry(screen, 'HalftoneName') === null ? null : 'stated')
    const type = numberEntry(screen, 'HalftoneType')
    if (name !== null) features.push(['halftone_named', 'HalftoneName'])
    else if (type !== null && type !== 1 && type !== 5)
      features.push(['halftone_named', `HalftoneType ${type}`])
    if (entry(screen, 'TransferFunction') !== null && nameEntry(screen, 'TransferFunction') !== 'Identity')
      features.push(['transfer_function', 'halftone'])
  }
  return features
}
