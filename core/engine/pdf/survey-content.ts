/** Tells content that a press can read from what only stands in its place, such as data that was decoded wrongly. */
import { readContent } from './content.ts'
import { isWhite } from './lexer.ts'

export interface Survey {
  /** True where there are operators of PDF, and more than words that are none. */
  readonly legible: boolean
  /** Words that are no operators, outside of what is marked as made for newer readers (BX, EX). */
  readonly strange: number
  /** 1 where the content ends within a string, an array, a dictionary or an image, else 0. */
  readonly unfinished: 0 | 1
  readonly paints: boolean
}

const PAINTING = new Set('f F f* S s B B* b b* Tj TJ \' " Do EI sh'.split(' '))
const OTHERS = new Set(
  (
    'b q Q cm w J j M d ri i gs m l c v y h re n W W* CS cs SC SCN sc scn G g RG rg K k ' +
    'BT ET Tc Tw Tz TL Tf Tr Ts Td TD Tm T* d0 d1 MP DP BMC BDC EMC BX EX'
  ).split(' '),
)

/** Of numbers as `1e-05`, which some writers write among sound operators. */
const EXPONENT = /^[eE][+-]?\d+$/

export function surveyContent(content: Uint8Array): Survey {
  let paints = false
  let [known, strange, exponents, compatible, end] = [0, 0, 0, 0, 0]
  for (const operation of readContent(content)) {
    const { operator } = operation
    end = operation.end
    if (PAINTING.has(operator)) paints = true
    if (PAINTING.has(operator) || OTHERS.has(operator)) {
      known += 1
      if (operator === 'BX') compatible += 1
      else if (operator === 'EX') compatible -= 1
    } else if (compatible <= 0) {
      strange += 1
      if (EXPONENT.test(operator)) exponents += 1
    }
  }
  const unfinished = isUnfinished(content.subarray(end)) ? 1 : 0
  return { legible: known > strange - exponents, strange, unfinished, paints }
}

/** Comments and blanks may follow the last operation, and operands that nothing is done with do no harm. */
function isUnfinished(rest: Uint8Array): boolean {
  for (let at = 0; at < rest.length; at++) {
    const byte = rest[at]!
    if (byte === 0x25) while (at < rest.length && rest[at] !== 10 && rest[at] !== 13) at++
    else if (byte === 0x28 || byte === 0x3c || byte === 0x5b) return true
    else if (byte === 0x42 && rest[at + 1] === 0x49 && isWhite(rest[at + 2])) return true
  }
  return false
}
