/** Random texts in places of many sizes and turns, the same for the same seed: food for the fitting of text. */

import type { Box, QuarterTurn } from '../../../core/engine/geometry/box.ts'
import type { Placement } from '../../../core/engine/scene/scene.ts'
import { ALIGNMENTS, type TextStyle, VERTICAL_ALIGNMENTS } from '../../../core/engine/text/text-style.ts'
import { testPlacement, testStyle } from './scene.ts'

export interface TextCase {
  readonly text: string
  readonly placement: Placement
}

export interface Alphabet {
  /** Font key of the library. */
  readonly key: string
  readonly words: readonly string[]
}

const LATIN =
  'Ångström naïve façade Łódź Zürich Straße Ørsted Þingvellir Fjord AVATAR Toffee office affluent fjorded jgypq ' +
  'Évreux Ấn Ǻ Ḗ Dvořák Škoda żółć ÇĞŞİ Ñandú Œuvre 1849 (24) & “quoted” it’s — end. Mr. O’Neill-Smith, W. ' +
  'MMMM iiii lllll f ff Tá Ať ½ § a b c x y z Anna Björn and the of to in a I J Q'
const LONG =
  'Donaudampfschifffahrtsgesellschaft Llanfairpwllgwyngyll Rindfleischetikettierung incomprehensibilities'
const HEBREW = 'שלום עולם תודה רבה ירושלים אָבִיב (בית) 2026 ‏טוב ל״ג'
const GREEK = 'Καλημέρα κόσμε Ὀδυσσεύς ᾳ'
const CYRILLIC = 'Привет Йошкар Щёлково ґ'
export const ARABIC_WORDS = 'السلام عليكم لا مُحَمَّد ٢٠٢٦ (بيت) كتاب'

const words = (...lists: readonly string[]): readonly string[] => lists.flatMap((list) => list.split(' '))

export const ALPHABETS: readonly Alphabet[] = [
  { key: 'bundled:Arimo-Regular', words: words(LATIN, LONG, HEBREW, GREEK, CYRILLIC) },
  { key: 'bundled:Arimo-BoldItalic', words: words(LATIN, HEBREW) },
  { key: 'bundled:Tinos-Italic', words: words(LATIN, LONG, HEBREW) },
  { key: 'bundled:Cousine-Regular', words: words(LATIN, HEBREW) },
  { key: 'bundled:CormorantGaramond-Italic', words: words(LATIN, LONG) },
  { key: 'bundled:CormorantGaramond-Bold', words: words(LATIN) },
  { key: 'bundled:Jost-Black', words: words(LATIN, LONG) },
]

/** Width and height in points and turn of the twenty places. */
const PLACES: readonly (readonly [number, number, QuarterTurn])[] = [
  ...([
    [200, 30, 0],
    [120, 18, 0],
    [90, 12, 0],
    [60, 60, 0],
    [40, 9, 0],
    [300, 100, 0],
    [15, 15, 0],
  ] as const),
  ...([
    [30, 200, 90],
    [18, 120, 90],
    [80, 80, 90],
    [25, 60, 90],
    [100, 300, 90],
  ] as const),
  ...([
    [200, 30, 180],
    [70, 14, 180],
    [150, 45, 180],
  ] as const),
  ...([
    [30, 200, 270],
    [14, 90, 270],
    [55, 110, 270],
    [250, 250, 270],
  ] as const),
  [8, 4, 0],
]

/** Numbers in [0, 1) from a seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** `count` cases; each place comes up equally often. */
export function* textCases(
  count: number,
  seed: number,
  alphabets: readonly Alphabet[] = ALPHABETS,
): Generator<TextCase> {
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  for (let index = 0; index < count; index++) {
    const alphabet = pick(alphabets)
    const [width, height, turn] = PLACES[index % PLACES.length] ?? [100, 20, 0]
    const left = Math.round(random() * 4000) / 10 - 100
    const bottom = Math.round(random() * 4000) / 10 - 100
    const box: Box = [left, bottom, left + width, bottom + height]
    const style = randomStyle(random, pick, alphabet.key, Math.min(width, height))
    const length = 1 + Math.floor(random() ** 2 * (style.wrap ? 16 : 6))
    const parts = Array.from({ length }, () => pick(alphabet.words))
    const text = parts.reduce((all, word) => `${all}${random() < 0.06 ? '\n' : ' '}${word}`)
    yield { text, placement: testPlacement({ box, turn, insetPt: pick([0, 1, 2, 4]), style }) }
  }
}

function randomStyle(
  random: () => number,
  pick: <T>(list: readonly T[]) => T,
  key: string,
  shorter: number,
): TextStyle {
  const sizePt = Math.round((2 + random() * Math.min(40, shorter * 1.2)) * 10) / 10
  const tracking = pick([0, 0, 0, 0.02, 0.1, -0.01])
  return testStyle({
    font: { requested: key, key, substitute: false },
    sizePt,
    minSizePt: Math.max(1, Math.round(sizePt * pick([0.4, 0.5, 0.7, 1]) * 10) / 10),
    leading: pick([1, 1.15, 1.2, 1.4]),
    tracking,
    minTracking: tracking - pick([0, 0.01, 0.03]),
    align: pick(ALIGNMENTS),
    verticalAlign: pick(VERTICAL_ALIGNMENTS),
    wrap: random() < 0.5,
    maxLines: pick([null, null, null, 2, 3]),
  })
}
