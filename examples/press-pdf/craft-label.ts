/** A craft label, 90 x 60 mm: a grid of geometric fruit beside bold type, in process colours and one warm red. */
import type { FormField } from './form-field.ts'
import { fruitGrid } from './fruit-grid.ts'
import { fill, overprinting, type Separation, stroke } from './ink.ts'
import { line, type Path, type Point, polygon, rectangle, roundedRectangle } from './path.ts'
import { onLayer, type PressDesign, type ProcessingStep } from './press-file.ts'
import { BLEED, MM } from './sheet.ts'
import { fillLetters, type LetterStyle, openTypeface, setLetters } from './typeface.ts'

const WIDTH = 90 * MM
const HEIGHT = 60 * MM
const CORNER = 4 * MM

const RED: Separation = { plate: 'Warm Red', resource: 'WarmRed', looksLike: [0, 0.84, 0.8, 0] }
const BLACK: Separation = { plate: 'Black', resource: 'Black', looksLike: [0, 0, 0, 1] }
const CUT: Separation = { plate: 'CutContour', resource: 'CutContour', looksLike: [0, 1, 0, 0] }
const CUTTING: ProcessingStep = {
  resource: 'Cutting',
  name: 'Die line',
  group: 'Structural',
  type: 'Cutting',
}
const CREAM = { process: [0, 0.02, 0.1, 0] } as const

/** The grid of fruit: two columns of four square modules on the right, bled off on three sides. */
const MODULE = HEIGHT / 4
const PANEL = WIDTH - 2 * MODULE

/** The text column, between the side text and the panel. */
const LEFT = 28
const RIGHT = PANEL - 12

const CAPTION: LetterStyle = { typeface: openTypeface('Jost-SemiBold'), size: 5, tracking: 120 }
const SLOGAN: LetterStyle = { typeface: openTypeface('Jost-SemiBold'), size: 6.6, tracking: 160 }

const ground = fill(CREAM, rectangle(-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED))

/** The table below the name: rules, captions and the cells of the batch number. */
const RULE_1 = 63
const RULE_2 = 36.5
const MIDDLE = 92
const BATCH_CELL = 9
const TICK_BOX = 8.5

const caption = (text: string, x: number, y: number): string =>
  fillLetters(BLACK, setLetters(text, CAPTION), x, y)

const type = overprinting(
  [
    fillLetters(BLACK, setLetters('SMALL BATCH PRESERVES', SLOGAN), LEFT, HEIGHT - 23),
    stroke(BLACK, [...line([LEFT, RULE_1], [RIGHT, RULE_1]), ...line([LEFT, RULE_2], [RIGHT, RULE_2])], {
      width: 0.5,
    }),
    stroke(BLACK, line([20, 16.4], [20, HEIGHT - 18.4]), { width: 0.5 }),
    stroke(BLACK, comb(LEFT, 42.3, 6), { width: 0.35 }),
    stroke(BLACK, rectangle(MIDDLE + 0.5, 15.3, TICK_BOX, TICK_BOX), { width: 0.6 }),
    caption('BATCH', LEFT, 54.6),
    caption('BEST BEFORE', MIDDLE, 54.6),
    caption('NET WEIGHT', LEFT, 28.1),
    caption('ORGANIC', MIDDLE, 28.1),
  ].join('\n'),
)

const FIGURES = { ink: BLACK, overprint: true, typeface: 'Jost-SemiBold', size: 9, align: 'left' } as const

const fields: FormField[] = [
  {
    kind: 'text',
    name: 'product',
    label: 'Product',
    ink: RED,
    overprint: true,
    typeface: 'Jost-Bold',
    size: 32,
    multiline: true,
    align: 'left',
    required: true,
    maxLength: 24,
    value: 'Sour\nCherry',
    box: [LEFT - 3.4, 66, RIGHT, 138],
  },
  {
    kind: 'text',
    name: 'batch',
    label: 'Batch',
    ink: BLACK,
    overprint: true,
    typeface: 'Cousine-Bold',
    size: 8.5,
    align: 'left',
    comb: true,
    maxLength: 6,
    value: '260117',
    box: [LEFT, 41.5, LEFT + 6 * BATCH_CELL, 53.5],
  },
  {
    ...FIGURES,
    kind: 'text',
    name: 'best_before',
    label: 'Best before',
    maxLength: 16,
    value: 'June 2028',
    box: [MIDDLE - 2, 41.5, RIGHT, 53.5],
  },
  {
    ...FIGURES,
    kind: 'choice',
    name: 'net_weight',
    label: 'Net weight',
    options: ['120 g', '250 g', '500 g'],
    value: '250 g',
    box: [LEFT - 2, 13.5, LEFT + 50, 25.5],
  },
  {
    kind: 'check',
    name: 'organic',
    label: 'Organic',
    ink: RED,
    overprint: true,
    checked: true,
    mark: tick(TICK_BOX),
    box: [MIDDLE + 0.5, 15.3, MIDDLE + 0.5 + TICK_BOX, 15.3 + TICK_BOX],
  },
  {
    kind: 'text',
    name: 'side_text',
    label: 'Side text',
    ink: BLACK,
    overprint: true,
    typeface: 'Jost-SemiBold',
    size: 5.5,
    spacing: 0.5,
    align: 'center',
    turn: 90,
    maxLength: 60,
    value: 'Cooked slowly in open copper pans',
    box: [9, 16.4, 19, HEIGHT - 18.4],
  },
]

/** A tick of one weight, square-cut like the type, inside a box of the given side. */
function tick(side: number): Path {
  const at = (x: number, y: number): Point => [x * side, y * side]
  return polygon(at(0.16, 0.5), at(0.29, 0.63), at(0.43, 0.47), at(0.74, 0.83), at(0.88, 0.71), at(0.44, 0.2))
}

/** Open-topped cells of the batch number: a base line and the teeth of the comb. */
function comb(left: number, bottom: number, cells: number): Path {
  const right = left + cells * BATCH_CELL
  const teeth = Array.from({ length: cells + 1 }, (_, tooth) =>
    line([left + tooth * BATCH_CELL, bottom], [left + tooth * BATCH_CELL, bottom + 3]),
  )
  return [...line([left, bottom], [right, bottom]), ...teeth.flat()]
}

export const CRAFT_LABEL: PressDesign = {
  title: 'Craft label',
  width: WIDTH,
  height: HEIGHT,
  inks: [RED, BLACK, CUT],
  steps: [CUTTING],
  artwork: [
    ground,
    fruitGrid({ left: PANEL, bottom: 0, module: MODULE, red: RED }),
    type,
    onLayer(
      CUTTING,
      overprinting(stroke(CUT, roundedRectangle(0, 0, WIDTH, HEIGHT, CORNER), { width: 0.25 })),
    ),
  ].join('\n'),
  fields,
}
