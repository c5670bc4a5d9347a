/** Makes a placement of a placeholder that asks for an image: a box of the stated size that hangs from its words. */
import { intersection } from '../../geometry/box.ts'
import { mapBox } from '../../geometry/matrix.ts'
import { DEFAULT_OWN_PICTURES, type Frame, type SceneField } from '../../scene/scene.ts'
import type { Alignment } from '../../text/text-style.ts'
import { hangOf } from './placeholder-hang.ts'
import type { Anchor } from './placeholder-neighbours.ts'
import {
  anchorOf,
  cornersOf,
  type PlacedText,
  type PlaceInput,
  quarterOf,
  rounded,
  roundedBox,
} from './placeholder-place.ts'
import { roomOf } from './placeholder-room.ts'
import type { PlaceholderSettings } from './placeholder-settings.ts'

/** Share of the size at which capitals end. */
const CAPITALS = 0.7

/** Does it ask for an image? */
export function asksForImage({ source }: PlaceholderSettings): boolean {
  return source !== null
}

/**
 * Null without a stated width and height, or where none of it is on the page. Decision: the box begins at the left and
 * at the top of the words, unless `align` and `valign` say otherwise; other lines do not bound it, for words may stand
 * over an image.
 */
export function placeImage(input: PlaceInput): PlacedText | null {
  const { settings, around, font, main } = input
  const { page } = around
  if (settings.width === null || settings.height === null) return null
  const anchor = anchorOf(input)
  const [widthPt, heightPt] = [settings.width / page.userUnit, settings.height / page.userUnit]
  const { size } = anchor
  const room = roomOf([], anchor, { top: CAPITALS * size, bottom: 0 }, page)
  const hang = hangOf([], anchor, { room, page, stated: settings.align ?? 'left', hasWidth: true })
  const frame = frameOf(anchor, hang, settings, widthPt, heightPt)
  const bounds = mapBox(frame.matrix, [0, 0, widthPt, heightPt])
  const onPage = intersection(bounds, page.mediaBox)
  if (onPage === null) return null
  const turn = quarterOf(anchor.along, frame)
  const sizePt = rounded(main.char.size)
  const placement: PlacedText['placement'] = {
    page: page.index,
    box: roundedBox(turn === null ? bounds : onPage),
    turn: turn ?? 0,
    insetPt: 0,
    style: {
      ...{ font, sizePt, autoSize: false, minSizePt: sizePt, leading: 1.2, tracking: 0, minTracking: 0 },
      ...{ align: settings.align ?? 'left', verticalAlign: settings.verticalAlign ?? 'top' },
      ...{ wrap: false, maxLines: 1, comb: null, features: [] },
    },
    option: null,
    mark: null,
    picture: { fit: settings.fit ?? (settings.source === 'catalogue' ? 'fit' : 'fill'), anchor: 'center' },
    ...(turn === null ? { frame } : {}),
  }
  return { placement, corners: cornersOf(frame), stretchEm: null }
}

/** What makes an image field of the settings; they are of the first place that states them. */
export function imageFieldOf({
  source,
  minPpi,
  warnPpi,
  oneColor,
}: Pick<PlaceholderSettings, 'source' | 'minPpi' | 'warnPpi' | 'oneColor'>): Partial<SceneField> {
  const usual = DEFAULT_OWN_PICTURES
  const least = minPpi ?? Math.min(usual.minPpi, warnPpi ?? usual.minPpi)
  return {
    type: 'image',
    ...(oneColor ? { oneColor } : {}),
    ...(source === null || source === 'catalogue'
      ? {}
      : {
          ownPictures: {
            ...usual,
            source,
            minPpi: least,
            warnPpi: Math.max(warnPpi ?? usual.warnPpi, least),
          },
        }),
  }
}

function frameOf(
  { along, up, baseline, from, to, size }: Anchor,
  hang: Alignment,
  { verticalAlign }: PlaceholderSettings,
  widthPt: number,
  heightPt: number,
): Frame {
  const left = { left: from, center: (from + to - widthPt) / 2, right: to - widthPt }[hang]
  const top = CAPITALS * size
  const bottom = {
    top: top - heightPt,
    middle: (top - heightPt) / 2,
    bottom: 0,
  }[verticalAlign ?? 'top']
  const [x, y] = ([0, 1] as const).map((axis) => left * along[axis] + (baseline + bottom) * up[axis])
  return {
    matrix: [along[0], along[1], up[0], up[1], x ?? 0, y ?? 0],
    widthPt,
    heightPt,
  }
}
