/** A gift tag, 50 x 85 mm, in white line on kraft: a flower whose eye is the hole for the string. */
import type { FormField } from './form-field.ts'
import { fill, overprinting, type Separation, stroke, withReflection } from './ink.ts'
import { circle, line, onCircle, type Path, type Point, polygon } from './path.ts'
import { onLayer, type PressDesign, type ProcessingStep } from './press-file.ts'
import { MM } from './sheet.ts'
import { blade, grow } from './sprig.ts'
import { centredLetters, type LetterStyle, openTypeface } from './typeface.ts'

const WIDTH = 50 * MM
const HEIGHT = 85 * MM
const CENTRE = WIDTH / 2
/** How much of the width and height the slanted shoulders take away. */
const SHOULDER = 10 * MM
const HOLE: Point = [CENTRE, HEIGHT - 12.5 * MM]
const HOLE_RADIUS = 2.5 * MM

/** A screen shows kraft as white paper: a breath of blue keeps the ink visible there, and still white on kraft. */
const WHITE: Separation = { plate: 'White', resource: 'White', looksLike: [0.1, 0.03, 0, 0.04] }
const CUT: Separation = { plate: 'CutContour', resource: 'CutContour', looksLike: [0, 1, 0, 0] }
const CUTTING: ProcessingStep = {
  resource: 'Cutting',
  name: 'Die line',
  group: 'Structural',
  type: 'Cutting',
}

const HAIRLINE = { width: 0.6, roundCaps: true }
const CAPTION: LetterStyle = {
  typeface: openTypeface('CormorantGaramond-SemiBold'),
  size: 9.5,
  tracking: 140,
  features: ['smcp'],
}

/** The tag's outline, drawn in by `inset` on all sides; slants keep the same distance as the straight edges. */
function outline(inset: number): Path {
  const [right, top] = [WIDTH - inset, HEIGHT - inset]
  const shoulder = SHOULDER - inset * (2 - Math.SQRT2)
  return polygon(
    [inset, inset],
    [right, inset],
    [right, top - shoulder],
    [right - shoulder, top],
    [inset + shoulder, top],
    [inset, top - shoulder],
  )
}

/** Two rings of petals about the hole, and a ray with a dot between each two of the outer ones. */
function flower(): string {
  const turns = Array.from({ length: 12 }, (_, petal) => petal * 30 + 90)
  const petals = turns.flatMap((turn) => grow(blade(11.5, 5.4), onCircle(HOLE, 10.8, turn), turn))
  const veins = turns.flatMap((turn) => line(onCircle(HOLE, 12.6, turn), onCircle(HOLE, 18, turn)))
  const rays = turns.flatMap((turn) => line(onCircle(HOLE, 15.2, turn + 15), onCircle(HOLE, 20.4, turn + 15)))
  const dots = turns.flatMap((turn) => circle(onCircle(HOLE, 22.6, turn + 15), 0.8))
  return [
    stroke(WHITE, [...circle(HOLE, 9.6), ...petals, ...veins, ...rays], HAIRLINE),
    fill(WHITE, dots),
  ].join('\n')
}

/** A sprig lying flat: a line with leaves in pairs, pointing away from the middle. */
function sprig(y: number): string {
  const leaves = [9, 16, 23].flatMap((x, pair) =>
    [1, -1].flatMap((side) => grow(blade(8.6 - pair, 3.1 - pair * 0.3), [CENTRE + x, y], side * 38)),
  )
  const end = grow(blade(7, 2.8), [CENTRE + 30, y], 0)
  const half = stroke(WHITE, [...line([CENTRE + 4.5, y], [CENTRE + 30, y]), ...leaves, ...end], HAIRLINE)
  return `${withReflection(half, CENTRE)}\n${fill(WHITE, circle([CENTRE, y], 1.3))}`
}

const white = [
  stroke(WHITE, outline(6), HAIRLINE),
  flower(),
  centredLetters(WHITE, 'for', CAPTION, CENTRE, 165.5),
  sprig(122),
  centredLetters(WHITE, 'from', CAPTION, CENTRE, 42.5),
]

const LETTERED = { ink: WHITE, typeface: 'CormorantGaramond-SemiBoldItalic', align: 'center' } as const
const LEFT = 12
const RIGHT = WIDTH - 12

const fields: FormField[] = [
  {
    ...LETTERED,
    kind: 'text',
    name: 'to',
    label: 'To',
    required: true,
    maxLength: 20,
    size: 28,
    value: 'Clara',
    box: [LEFT, 132, RIGHT, 160],
  },
  {
    ...LETTERED,
    kind: 'text',
    name: 'message',
    label: 'Message',
    multiline: true,
    maxLength: 90,
    size: 13,
    value: 'for every morning\nyou made the coffee\nand let me sleep',
    box: [LEFT, 58, RIGHT, 107],
  },
  {
    ...LETTERED,
    kind: 'text',
    name: 'from',
    label: 'From',
    maxLength: 24,
    size: 17,
    value: 'Jonas',
    box: [LEFT, 16.5, RIGHT, 38.5],
  },
]

export const GIFT_TAG: PressDesign = {
  title: 'Gift tag',
  width: WIDTH,
  height: HEIGHT,
  inks: [WHITE, CUT],
  steps: [CUTTING],
  artwork: [
    ...white,
    onLayer(
      CUTTING,
      overprinting(stroke(CUT, [...outline(0), ...circle(HOLE, HOLE_RADIUS)], { width: 0.25 })),
    ),
  ].join('\n'),
  fields,
}
