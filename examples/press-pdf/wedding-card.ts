/** A wedding card, 5 x 7 inches: olive branches in letterpress green, frame, olives and ampersand in gold foil. */
import type { FormField } from './form-field.ts'
import { fill, fillEvenOdd, type Separation, stroke, withReflection } from './ink.ts'
import { oliveBranch } from './olive-branch.ts'
import { circle, close, curveTo, moveTo, notchedRectangle, type Path, type Segment } from './path.ts'
import { onLayer, type PressDesign, type ProcessingStep } from './press-file.ts'
import { grow, leaf, type Spine } from './sprig.ts'
import { centredLetters, fillLetters, openTypeface, setLetters } from './typeface.ts'

const WIDTH = 360
const HEIGHT = 504
const CENTRE = WIDTH / 2

const GREEN: Separation = {
  plate: 'Letterpress Green',
  resource: 'LetterpressGreen',
  looksLike: [0.58, 0.32, 0.62, 0.48],
}
const GOLD: Separation = { plate: 'Gold Foil', resource: 'GoldFoil', looksLike: [0.22, 0.38, 0.78, 0.1] }
const FOIL: ProcessingStep = {
  resource: 'FoilStamping',
  name: 'Gold foil',
  group: 'Structural',
  type: 'FoilStamping',
}

const ROMAN = openTypeface('CormorantGaramond-Medium')
const ITALIC = openTypeface('CormorantGaramond-MediumItalic')

/** Right halves of the two garlands; the left ones are their reflections. */
const CROWN: Spine = [
  [CENTRE + 4.5, 422],
  [CENTRE + 36, 438],
  [CENTRE + 74, 436],
  [CENTRE + 103, 410],
]
const crown = oliveBranch(CROWN, {
  pairs: 6,
  leafLength: 27,
  stemWidth: 1.3,
  fruit: [
    [1, -1],
    [3, 1],
    [4, -1],
  ],
})
const FOOT: Spine = [
  [CENTRE + 4, 66],
  [CENTRE + 22, 58],
  [CENTRE + 46, 60],
  [CENTRE + 64, 75],
]
const foot = oliveBranch(FOOT, {
  pairs: 5,
  leafLength: 17,
  stemWidth: 0.9,
  fruit: [
    [1, 1],
    [3, -1],
  ],
})
const bud = (length: number, x: number, y: number): Path =>
  grow(leaf({ length, width: length * 0.27, bend: 0, vein: length * 0.035 }), [x, y], 90)

/** A rule that swells towards its middle, the printers' pause between two names. */
function swelledRule(left: number, right: number, y: number, thickness: number): Path {
  const third = (right - left) / 3
  const edge = (side: 1 | -1, from: number, towards: number, to: number): Segment =>
    curveTo(
      [from + towards, y + (side * thickness) / 1.5],
      [to - towards, y + (side * thickness) / 1.5],
      [to, y],
    )
  return [moveTo(left, y), edge(1, left, third, right), edge(-1, right, -third, left), close]
}

/** Height at which the ampersand and its rules stand, midway between the names. */
const AXIS = 290
const ampersand = setLetters('&', { typeface: ITALIC, size: 42 })
const [ampersandLeft, ampersandFoot, ampersandRight, ampersandTop] = ampersand.inkBox
const SENTENCE = { typeface: ITALIC, size: 14 }

const green = [
  withReflection(fill(GREEN, [...crown.leaves, ...foot.leaves]), CENTRE),
  fill(GREEN, [...bud(21, CENTRE, 426.5), ...bud(12, CENTRE, 69.5)]),
  centredLetters(GREEN, 'together with their families', SENTENCE, CENTRE, 376),
  centredLetters(GREEN, 'invite you to celebrate their marriage', SENTENCE, CENTRE, 198),
]

const gold = [
  stroke(GOLD, notchedRectangle(17, 17, WIDTH - 34, HEIGHT - 34, 15), { width: 0.9 }),
  stroke(GOLD, notchedRectangle(17, 17, WIDTH - 34, HEIGHT - 34, 15, 4), { width: 0.4 }),
  withReflection(
    [
      fillEvenOdd(GOLD, [...crown.olives, ...foot.olives]),
      fill(GOLD, swelledRule(CENTRE + 30, CENTRE + 96, AXIS, 1)),
    ].join('\n'),
    CENTRE,
  ),
  fill(GOLD, [...circle([CENTRE, 422], 2.5), ...circle([CENTRE, 66], 1.8)]),
  fillLetters(
    GOLD,
    ampersand,
    CENTRE - (ampersandLeft + ampersandRight) / 2,
    AXIS - (ampersandFoot + ampersandTop) / 2,
  ),
]

const NAME = { kind: 'text', ink: GREEN, typeface: ROMAN.name, align: 'center', required: true } as const

const fields: FormField[] = [
  {
    ...NAME,
    name: 'first_name',
    label: 'First name',
    box: [34, 313, 326, 361],
    size: 44,
    value: 'Eleanor',
    maxLength: 24,
  },
  {
    ...NAME,
    name: 'second_name',
    label: 'Second name',
    box: [34, 219, 326, 267],
    size: 44,
    value: 'Theodore',
    maxLength: 24,
  },
  {
    ...NAME,
    name: 'date',
    label: 'Date',
    box: [34, 154, 326, 178],
    // A plain sans serif with lining figures: old-style ones would make the 1 of 14 June look like an I.
    typeface: 'Jost-Regular',
    size: 10,
    spacing: 2.1,
    value: 'SATURDAY, 12 JUNE 2027',
    maxLength: 48,
  },
  {
    ...NAME,
    name: 'place',
    label: 'Place',
    box: [54, 103, 306, 145],
    size: 15.5,
    multiline: true,
    value: 'The Orangery\nRose Lane',
    maxLength: 80,
  },
]

export const WEDDING_CARD: PressDesign = {
  title: 'Wedding card',
  width: WIDTH,
  height: HEIGHT,
  inks: [GREEN, GOLD],
  steps: [FOIL],
  artwork: [...green, onLayer(FOIL, gold.join('\n'))].join('\n'),
  fields,
}
