/** Reads push buttons that hold a place for a picture: their icon's fit (ISO 32000-1 12.5.6.19 and 12.7.8.3.2). */
import { PDFStream } from '@cantoo/pdf-lib'
import { type Box, boxHeight, boxWidth } from '../../geometry/box.ts'
import {
  arrayEntry,
  asDict,
  asLongText,
  asNumber,
  dictEntry,
  entry,
  nameEntry,
  numberEntry,
  streamBytes,
} from '../../pdf/read-object.ts'
import { ANCHORS, type Anchor, type PictureSetting } from '../../scene/scene.ts'
import type { FormField, Widget } from './read-widgets.ts'

/** /TP, table 189: 0 shows the caption alone, 1 the icon alone, up to 6 both. */
const CAPTION_ONLY = 0
const ICON_ONLY = 1
const LAST_POSITION = 6
/** How viewers let a person choose the picture of a button. */
const IMPORTS_ICON = /buttonImportIcon/
const MAX_SCRIPT_BYTES = 1 << 16

/**
 * Is the button a place for a picture? Decision: one that shows an icon alone is, with or without one in it, and one
 * that shows an icon beside a caption where it holds one; not one that does something else when it is pressed, for
 * that is a button of the form.
 */
export function isPictureButton({ widgets }: FormField): boolean {
  return widgets.length > 0 && widgets.every((widget) => hasIconPlace(widget) && !acts(widget))
}

function hasIconPlace({ dict }: Widget): boolean {
  const looks = dictEntry(dict, 'MK')
  if (looks === null) return false
  const position = numberEntry(looks, 'TP') ?? CAPTION_ONLY
  if (position === ICON_ONLY) return true
  const icon = entry(looks, 'I')
  return position > ICON_ONLY && position <= LAST_POSITION && icon instanceof PDFStream
}

function acts({ chain: [own] }: Widget): boolean {
  const action = own === undefined ? null : dictEntry(own, 'A')
  if (action === null) return false
  const script = entry(action, 'JS')
  const bytes = streamBytes(script, MAX_SCRIPT_BYTES)
  const text = bytes === null ? (asLongText(script) ?? '') : Buffer.from(bytes).toString('latin1')
  return !IMPORTS_ICON.test(text)
}

/**
 * How the widget's icon would stand. Decision: pictures are never distorted and always scaled, whatever /SW and /S
 * say: one that is to take both the box's sides fills the box and is cropped, all others are shown whole. The place of
 * /A, in thirds, says where it stands or what of it is kept.
 */
export function readIconFit({ dict }: Widget): PictureSetting {
  const looks = dictEntry(dict, 'MK')
  const stated = looks === null ? null : asDict(entry(looks, 'IF'))
  const stretched = stated !== null && nameEntry(stated, 'S') === 'A'
  const scaled = (stated && nameEntry(stated, 'SW')) ?? 'A'
  const [along, up] = (stated === null ? null : arrayEntry(stated, 'A')?.map(asNumber)) ?? []
  return {
    fit: stretched && scaled !== 'N' ? 'fill' : 'fit',
    anchor: ANCHORS[3 * (2 - third(up ?? 0.5)) + third(along ?? 0.5)] ?? ('center' satisfies Anchor),
  }
}

function third(share: number): 0 | 1 | 2 {
  if (share < 1 / 3) return 0
  return share > 2 / 3 ? 2 : 1
}

/** The border that an icon keeps clear of, unless /FB gives it the whole box; never more than a quarter of a side. */
export function readIconInset({ dict }: Widget, box: Box): number {
  const looks = dictEntry(dict, 'MK')
  const stated = looks === null ? null : asDict(entry(looks, 'IF'))
  const whole = stated !== null && entry(stated, 'FB')?.toString() === 'true'
  const bordered = looks !== null && (arrayEntry(looks, 'BC')?.length ?? 0) > 0
  if (whole || !bordered) return 0
  const style = dictEntry(dict, 'BS')
  const width = (style && numberEntry(style, 'W')) ?? asNumber(arrayEntry(dict, 'Border')?.[2] ?? null) ?? 1
  return Math.min(Math.max(0, width), Math.min(boxWidth(box), boxHeight(box)) / 4)
}
