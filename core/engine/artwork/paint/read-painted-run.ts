/** The state of walking content for its painted objects: graphics state, pen, open layers and groups. */

import type { PDFDict, PDFStream } from '@cantoo/pdf-lib'
import type { Box } from '../../geometry/box.ts'
import { IDENTITY, type Matrix } from '../../geometry/matrix.ts'
import { createNamedResource, type NamedResource, onceForName } from '../../pdf/named-resources.ts'
import type { Layer, LayerOf } from '../../pdf/read-layers.ts'
import type { PaintSpace, PaintSpaces } from '../../pdf/space/read-paint-space.ts'
import type { ExtState } from '../content/read-ext-state.ts'
import { unknownLook } from '../read-plate-look.ts'
import type { TextFont } from '../read-text-font.ts'
import type { ObjectVisitor, PlateLook } from './painted-object.ts'
import { createPaintedPath, type PaintedPath } from './painted-path.ts'

export type Role = 'fill' | 'stroke'

/** A colour; its look is worked out when something is painted in it. */
export interface StateColor {
  readonly space: PaintSpace | null
  readonly components: readonly number[] | null
  look: PlateLook | null
}

export interface TextSetting {
  font: TextFont | null
  type3: boolean
  size: number
  letterSpacing: number
  wordSpacing: number
  scale: number
  leading: number
  rise: number
  mode: number
}

export interface PaintedState {
  ctm: Matrix
  clip: Box
  fill: StateColor
  stroke: StateColor
  lineWidth: number
  fillOverprint: boolean
  strokeOverprint: boolean
  overprintMode: 0 | 1
  fillOpaque: boolean
  strokeOpaque: boolean
  normalBlend: boolean
  softMask: boolean
  text: TextSetting
}

/** What the walk asks for where content leads to other parts of the file. */
export interface PaintedParts {
  readonly spaces: PaintSpaces
  readonly layerOf: LayerOf
  readonly visitor: ObjectVisitor
  font(dict: PDFDict): TextFont
  extState(dict: PDFDict): ExtState
  content(stream: PDFStream): Uint8Array | null
  /** False once the limits of the whole walk are reached. */
  spend(operations: number): boolean
}

export interface PaintedRun {
  readonly parts: PaintedParts
  readonly resources: PDFDict | null
  readonly userUnit: number
  state: PaintedState
  readonly saved: PaintedState[]
  /** Saved states beyond the limit. */
  unsaved: number
  readonly path: PaintedPath
  readonly pen: { matrix: Matrix; line: Matrix }
  readonly layers: Layer[]
  hidden: number
  steps: number
  readonly groups: readonly string[]
  /** The forms that this content stands in. */
  readonly above: ReadonlySet<PDFStream>
  readonly named: NamedResource
  spaceNamed(name: string): PaintSpace | null
}

export const PLAIN_TEXT: TextSetting = {
  font: null,
  type3: false,
  size: 0,
  letterSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
}

export function initialState(clip: Box): PaintedState {
  const black: StateColor = {
    space: null,
    components: null,
    look: { ...unknownLook('DeviceGray'), plates: 1, black: 1, total: 1 },
  }
  return {
    ctm: IDENTITY,
    clip,
    fill: black,
    stroke: black,
    lineWidth: 1,
    fillOverprint: false,
    strokeOverprint: false,
    overprintMode: 0,
    fillOpaque: true,
    strokeOpaque: true,
    normalBlend: true,
    softMask: false,
    text: PLAIN_TEXT,
  }
}

type Start = Pick<PaintedRun, 'resources' | 'state' | 'userUnit' | 'groups' | 'above' | 'hidden' | 'steps'>

export function createPaintedRun(parts: PaintedParts, start: Start): PaintedRun {
  const { resources } = start
  return {
    ...start,
    parts,
    saved: [],
    unsaved: 0,
    path: createPaintedPath(),
    pen: { matrix: IDENTITY, line: IDENTITY },
    layers: [],
    named: createNamedResource(resources),
    spaceNamed: onceForName((name) => parts.spaces.named(resources, name)),
  }
}
