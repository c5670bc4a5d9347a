/** The state of interpreting a content stream: graphics state, open layers, resources at hand. */
import type { PDFDict, PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { IDENTITY, type Matrix } from '../geometry/matrix.ts'
import type { Operand } from '../pdf/content.ts'
import { createNamedResource, type NamedResource, onceForName } from '../pdf/named-resources.ts'
import type { Layer, LayerOf } from '../pdf/read-layers.ts'
import type { PaintSpace, PaintSpaces } from '../pdf/space/read-paint-space.ts'
import { colorIn, inheritedColor } from './read-color.ts'
import type { Losses } from './read-losses.ts'
import { type Color, createMarkSet, type MarkSet, type PaintedImage } from './read-mark-set.ts'

/** What an interpreter asks for where content leads to other parts of the file. */
export interface ContentParts {
  readonly spaces: PaintSpaces
  readonly layerOf: LayerOf
  readonly losses: Pick<Losses, 'add' | 'picture'>
  /** False once the limits of the whole reading are reached. */
  spend(operations: number): boolean
  /** A form's marks in its own space, and the matrix that leads out of it. */
  form(stream: PDFStream, resources: PDFDict | null): { readonly marks: MarkSet; readonly matrix: Matrix }
  /** The colour of a pattern, tiling or shading; null for one that cannot be read. */
  pattern(object: PDFObject | null, resources: PDFDict | null, color: PatternColor): Color | null
  /** Marks of the glyph procedures of a Type 3 font; null for other fonts. */
  glyphs(font: PDFDict, resources: PDFDict | null): MarkSet | null
  image(dict: PDFDict): PaintedImage
  inlineImage(dict: ReadonlyMap<string, Operand>): PaintedImage
  /** Takes note of what shapes other marks by how light it is. */
  shape(mask: MarkSet): void
  /** The space of an image or shading dictionary. */
  spaceOf(dict: PDFDict, resources: PDFDict | null): PaintSpace | null
}

/** The Pattern space that a pattern is chosen in, and the components for one without colours of its own. */
export interface PatternColor {
  readonly space: PaintSpace
  readonly components: readonly number[]
}

/** How a stream begins: a page in black; forms and glyphs in the colour of what paints them. */
export interface ContentStart {
  readonly begins: 'black' | 'inherited'
  /** Colour operators are passed over (8.7.3.3). */
  readonly uncolored: boolean
}

export type Role = 'fill' | 'stroke'

interface State {
  ctm: Matrix
  fill: Color
  stroke: Color
  font: PDFDict | null
  fontName: string | null
  textMode: number
}

export interface Run {
  readonly parts: ContentParts
  readonly resources: PDFDict | null
  readonly marks: MarkSet
  state: State
  readonly saved: State[]
  /** Saved states beyond the limit, which are the present one. */
  unsaved: number
  uncolored: boolean
  hasPath: boolean
  /** Open marked content; how many of it are hidden layers, and processing steps. */
  readonly layers: Layer[]
  hidden: number
  steps: number
  readonly named: NamedResource
  spaceNamed(name: string | null): PaintSpace | null
}

export function createRun(resources: PDFDict | null, start: ContentStart, parts: ContentParts): Run {
  const { spaces } = parts
  const gray = start.begins === 'black' ? spaces.named(resources, 'DeviceGray') : null
  const first = (role: Role) => (gray === null ? inheritedColor(role) : colorIn(gray, null))
  const space = onceForName((name) => spaces.named(resources, name))
  return {
    parts,
    resources,
    marks: createMarkSet(),
    state: {
      ctm: IDENTITY,
      fill: first('fill'),
      stroke: first('stroke'),
      font: null,
      fontName: null,
      textMode: 0,
    },
    saved: [],
    unsaved: 0,
    uncolored: start.uncolored,
    hasPath: false,
    layers: [],
    hidden: 0,
    steps: 0,
    named: createNamedResource(resources),
    spaceNamed: (name) => (name === null ? null : space(name)),
  }
}
