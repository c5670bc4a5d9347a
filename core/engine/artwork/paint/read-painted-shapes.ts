/** Operators that paint paths, images and shadings, each as one object. */

import { type PDFDict, PDFName, type PDFStream } from '@cantoo/pdf-lib'
import type { Box } from '../../geometry/box.ts'
import { mapBox } from '../../geometry/matrix.ts'
import type { Operation } from '../../pdf/content.ts'
import { halvingsOf, isLarge, sizeOf } from '../../pdf/read-image-size.ts'
import { asArray, asDict, asName, entry } from '../../pdf/read-object.ts'
import { nameOf } from '../../pdf/read-operands.ts'
import { entryPlace } from '../../pdf/space/read-paint-space.ts'
import { unknownLook } from '../read-plate-look.ts'
import { rectangleSides } from './painted-path.ts'
import { clipTo, paintObject } from './read-painted-object.ts'
import type { PaintedRun, Role } from './read-painted-run.ts'

/** Shorter slivers are parts of drawings. */
const MIN_RULE_PT = 1
const UNIT: Box = [0, 0, 1, 1]

export function paintClosed(run: PaintedRun, roles: readonly Role[], evenOdd: boolean): void {
  run.path.close()
  paintPath(run, roles, evenOdd)
}

export function paintPath(run: PaintedRun, roles: readonly Role[], evenOdd: boolean): void {
  const { subpaths, box, clips } = run.path.finish()
  const { state } = run
  if (box !== null)
    for (const role of roles) {
      const outline = { subpaths, evenOdd }
      if (role === 'fill') {
        // Decision: a path is thin where every part of it is a thin rectangle, as rules of tables are.
        const sides = subpaths.map(rectangleSides)
        const thin = sides.every(
          (side) => side !== null && side[1] * run.userUnit > MIN_RULE_PT && side[0] * 4 < side[1],
        )
        const sizePt = thin
          ? Math.min(...sides.map((side) => side?.[0] ?? Infinity)) * run.userUnit
          : Number.NaN
        paintObject(run, { kind: 'fill', role, box, sizePt, outline })
      } else {
        const [a, b, c, d] = state.ctm
        const width = state.lineWidth * Math.sqrt(Math.abs(a * d - b * c))
        const room = width / 2
        const around: Box = [box[0] - room, box[1] - room, box[2] + room, box[3] + room]
        paintObject(run, { kind: 'stroke', role, box: around, sizePt: width * run.userUnit, outline })
      }
    }
  if (clips) state.clip = box === null ? [0, 0, 0, 0] : clipTo(box, state.clip)
}

export function filtersOf(dict: PDFDict): string[] {
  const filter = entry(dict, 'Filter')
  const names = asArray(dict, filter)?.map(asName) ?? [asName(filter)]
  return names.filter((name) => name !== null)
}

export function tellFilter(run: PaintedRun, filter: string): void {
  const box = mapBox(run.state.ctm, UNIT)
  if (filter === 'JPXDecode') run.parts.visitor.feature('image_jpx', filter, box)
  if (filter === 'JBIG2Decode') run.parts.visitor.feature('image_jbig2', filter, box)
  if (filter === 'LZWDecode' || filter === 'LZW') run.parts.visitor.feature('filter_lzw', filter, null)
}

export function paintImage(run: PaintedRun, image: PDFStream): void {
  const { dict } = image
  if (run.hidden === 0) tellSize(run, image)
  const space = run.parts.spaces.at(run.resources, entryPlace(dict, PDFName.of('ColorSpace')))
  const isMask = entry(dict, 'ImageMask')?.toString() === 'true'
  paintUnit(run, isMask, space?.family ?? 'Image', entry(dict, 'SMask') !== null)
}

function tellSize(run: PaintedRun, image: PDFStream): void {
  if (!isLarge(image) || halvingsOf(image) !== null) return
  const { width, height } = sizeOf(image)
  run.parts.visitor.feature('image_not_drawable', `${width} x ${height}`, mapBox(run.state.ctm, UNIT))
}

export function paintInlineImage(run: PaintedRun, { inlineImage }: Operation): void {
  if (inlineImage === undefined) return
  const { dict } = inlineImage
  const filter = dict.get('F') ?? dict.get('Filter')
  const filters = typeof filter === 'object' && filter?.kind === 'array' ? filter.items : [filter]
  for (const operand of filters) tellFilter(run, nameOf(operand) ?? '')
  paintUnit(run, (dict.get('IM') ?? dict.get('ImageMask')) === true, 'Image', false)
}

function paintUnit(run: PaintedRun, isMask: boolean, family: string, masked: boolean): void {
  const { ctm } = run.state
  const [a, b, c, d, e, f] = ctm
  const corners = [e, f, e + a, f + b, e + a + c, f + b + d, e + c, f + d]
  if (masked && run.hidden === 0) run.parts.visitor.feature('transparency', '', null)
  paintObject(run, {
    kind: 'image',
    role: 'fill',
    box: mapBox(ctm, UNIT),
    sizePt: Number.NaN,
    outline: { subpaths: [corners], evenOdd: false },
    ...(isMask ? {} : { look: unknownLook(family) }),
  })
}

export function paintShading(run: PaintedRun, { operands }: Operation): void {
  const shading = asDict(run.named('Shading', nameOf(operands.at(-1))))
  if (shading === null) return
  const space = run.parts.spaces.at(run.resources, entryPlace(shading, PDFName.of('ColorSpace')))
  paintObject(run, {
    kind: 'shading',
    role: 'fill',
    box: run.state.clip,
    sizePt: Number.NaN,
    outline: null,
    look: { ...unknownLook(space?.family ?? 'unstated'), spots: space?.colorants ?? [] },
  })
}
