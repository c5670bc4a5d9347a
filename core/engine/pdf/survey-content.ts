/** Tells readable content from other bytes in its place, and finds what it leaves open at its end. */
import type { PDFRawStream } from '@cantoo/pdf-lib'
import { createOperatorReader } from './content.ts'
import { isWhite } from './lexer.ts'

export interface Survey {
  /** True if PDF operators outnumber unknown words. */
  readonly legible: boolean
  /** Words that are not operators, outside of sections for newer readers (BX, EX). */
  readonly strange: number
  /** 1 where the content ends within a string, an array, a dictionary or an image, else 0. */
  readonly unfinished: 0 | 1
  readonly paints: boolean
  /** Operators that close what the content leaves open, each followed by a space. */
  readonly closing: string
  /** Offsets of each `Q` that no `q` precedes. */
  readonly surplus: readonly number[]
  /** Offset behind the last operation. */
  readonly end: number
}

/** The effect of an operator on open brackets. */
type Part = 'builds a path' | 'paints a path' | 'ends a path' | 'paints' | 'begins marked' | 'sets'
type Word = Part | 'q' | 'Q' | 'BT' | 'ET' | 'EMC' | 'BX' | 'EX'

const words = (list: string, part: Part) => list.split(' ').map((word): [string, Word] => [word, part])
const WORDS: ReadonlyMap<string, Word> = new Map([
  ...words('m l c v y h re', 'builds a path'),
  ...words('f F f* s S B B* b b*', 'paints a path'),
  ...words('n', 'ends a path'),
  ...words('Tj TJ \' " Do EI sh', 'paints'),
  ...words('BMC BDC', 'begins marked'),
  ...words('cm w J j M d ri i gs W W* CS cs SC SCN sc scn G g RG rg K k', 'sets'),
  ...words('Tc Tw Tz TL Tf Tr Ts Td TD Tm T* d0 d1 MP DP', 'sets'),
  ...(['q', 'Q', 'BT', 'ET', 'EMC', 'BX', 'EX'] as const).map((word): [string, Word] => [word, word]),
])

/** For numbers such as `1e-05`, which some programs write among valid operators. */
const EXPONENT = /^[eE][+-]?\d+$/

export function surveyContent(content: Uint8Array): Survey {
  let [paints, inText, inPath] = [false, false, false]
  let [known, strange, exponents, compatible, saved, marked, end] = [0, 0, 0, 0, 0, 0, 0]
  const surplus: number[] = []
  const reader = createOperatorReader(content)
  for (let operation = reader.next(); operation !== null; operation = reader.next()) {
    const { operator } = operation
    end = operation.end
    known += 1
    switch (WORDS.get(operator)) {
      case 'sets':
        break
      case 'builds a path':
        inPath = true
        break
      case 'paints a path':
        paints = true
        inPath = false
        break
      case 'ends a path':
        inPath = false
        break
      case 'paints':
        paints = true
        break
      case 'q':
        saved += 1
        break
      case 'Q':
        if (saved > 0) saved -= 1
        else surplus.push(end - 1)
        break
      case 'BT':
        inText = true
        break
      case 'ET':
        inText = false
        break
      case 'begins marked':
        marked += 1
        break
      case 'EMC':
        marked = Math.max(0, marked - 1)
        break
      case 'BX':
        compatible += 1
        break
      case 'EX':
        compatible -= 1
        break
      case undefined:
        known -= 1
        if (compatible > 0) break
        strange += 1
        if (EXPONENT.test(operator)) exponents += 1
    }
  }
  // A path that is not painted would be painted with the first path of a mark.
  const closing = `${inPath ? 'n ' : ''}${inText ? 'ET ' : ''}${'EMC '.repeat(marked)}${'Q '.repeat(saved)}`
  const unfinished = isUnfinished(content.subarray(end)) ? 1 : 0
  return { legible: known > strange - exponents, strange, unfinished, paints, closing, surplus, end }
}

const surveys = new WeakMap<
  PDFRawStream,
  { readonly streams: readonly PDFRawStream[]; readonly survey: Survey }
>()

/** A page is surveyed before it is read, and has mostly not changed when the press closes it. */
export function rememberSurvey(streams: readonly PDFRawStream[], survey: Survey): void {
  const [first] = streams
  if (first !== undefined) surveys.set(first, { streams, survey })
}

/** The survey of these streams; null if they were not surveyed together. */
export function knownSurvey(streams: readonly PDFRawStream[]): Survey | null {
  const [first] = streams
  const known = first === undefined ? undefined : surveys.get(first)
  const isSame =
    known?.streams.length === streams.length && known.streams.every((one, at) => one === streams[at])
  return isSame ? known.survey : null
}

/** Comments, blanks and unused operands may follow the last operation without harm. */
function isUnfinished(rest: Uint8Array): boolean {
  for (let at = 0; at < rest.length; at++) {
    const byte = rest[at]!
    if (byte === 0x25) while (at < rest.length && rest[at] !== 10 && rest[at] !== 13) at++
    else if (byte === 0x28 || byte === 0x3c || byte === 0x5b) return true
    else if (byte === 0x42 && rest[at + 1] === 0x49 && isWhite(rest[at + 2])) return true
  }
  return false
}
