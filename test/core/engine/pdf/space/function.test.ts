/** PDF functions: hand-computed values of every type, Ghostscript's own for calculator programs, and bad input. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import * as fc from 'fast-check'
import { parseCalculator, runCalculator } from '../../../../../core/engine/pdf/space/calculator.ts'
import { type ColorFunction, evaluateFunction } from '../../../../../core/engine/pdf/space/function.ts'
import { inThrowAwayFolder, needs, runTool } from '../../../../support/rips/oracles.ts'

const UNIT = [[0, 1]] as const

function calculate(program: string, inputs: readonly number[], outputs = 1): number[] | null {
  const parsed = parseCalculator(program)
  if (parsed === null) return null
  const range = Array.from({ length: outputs }, () => [-1000, 1000] as const)
  const domain = inputs.map(() => [-1000, 1000] as const)
  return evaluateFunction({ kind: 'calculator', domain, range, program: parsed }, inputs)
}

function sampled(parts: Partial<Extract<ColorFunction, { kind: 'sampled' }>>): ColorFunction {
  return {
    kind: 'sampled',
    domain: UNIT,
    range: UNIT,
    size: [2],
    bitsPerSample: 8,
    encode: [[0, 1]],
    decode: UNIT,
    samples: Uint8Array.of(0, 255),
    ...parts,
  }
}

describe('PDF functions', () => {
  describe('sampled (type 0)', () => {
    it('interpolates linearly between samples', () => {
      expect(evaluateFunction(sampled({}), [0.25])).to.deep.equal([0.25])
      const three = sampled({ size: [3], encode: [[0, 2]], samples: Uint8Array.of(0, 255, 51) })
      expect(evaluateFunction(three, [0.5])).to.deep.equal([1])
      expect(evaluateFunction(three, [0.75])![0]).to.be.closeTo(0.6, 1e-9)
    })

    it('reads samples of any number of bits, across byte borders', () => {
      const twelve = sampled({ bitsPerSample: 12, samples: Uint8Array.of(0x00, 0x0f, 0xff) })
      expect(evaluateFunction(twelve, [1])).to.deep.equal([1])
      expect(evaluateFunction(twelve, [0])).to.deep.equal([0])
      const one = sampled({
        bitsPerSample: 1,
        size: [4],
        encode: [[0, 3]],
        samples: Uint8Array.of(0b01100000),
      })
      expect([0, 1 / 3, 2 / 3, 1].map((x) => Math.round(evaluateFunction(one, [x])![0]!))).to.deep.equal([
        0, 1, 1, 0,
      ])
      const wide = sampled({ bitsPerSample: 32, samples: Uint8Array.of(0, 0, 0, 0, 255, 255, 255, 255) })
      expect(evaluateFunction(wide, [0.5])).to.deep.equal([0.5])
    })

    it('interpolates over a grid of several inputs, the first varying fastest', () => {
      const grid = sampled({
        domain: [
          [0, 1],
          [0, 1],
        ],
        size: [2, 2],
        encode: [
          [0, 1],
          [0, 1],
        ],
        samples: Uint8Array.of(0, 255, 0, 0),
      })
      expect(evaluateFunction(grid, [1, 0])).to.deep.equal([1])
      expect(evaluateFunction(grid, [0, 1])).to.deep.equal([0])
      expect(evaluateFunction(grid, [0.5, 0.5])).to.deep.equal([0.25])
    })

    it('applies Encode and Decode and clips to Domain and Range', () => {
      const turned = sampled({ encode: [[1, 0]], decode: [[0, 2]] })
      expect(evaluateFunction(turned, [1])).to.deep.equal([0])
      expect(evaluateFunction(turned, [0])).to.deep.equal([1])
      expect(evaluateFunction(sampled({}), [7])).to.deep.equal([1])
    })
  })

  it('interpolates exponentially (type 2)', () => {
    const fn: ColorFunction = {
      kind: 'exponential',
      domain: UNIT,
      range: null,
      c0: [0, 1],
      c1: [1, 0.5],
      exponent: 2,
    }
    expect(evaluateFunction(fn, [0.5])).to.deep.equal([0.25, 0.875])
    expect(evaluateFunction(fn, [2])).to.deep.equal([1, 0.5])
  })

  it('stitches functions together (type 3), a limit belonging to the part above it', () => {
    const part = (c0: number, c1: number): ColorFunction => ({
      kind: 'exponential',
      domain: UNIT,
      range: null,
      c0: [c0],
      c1: [c1],
      exponent: 1,
    })
    const fn: ColorFunction = {
      kind: 'stitching',
      domain: UNIT,
      range: null,
      functions: [part(0, 1), part(5, 6)],
      limits: [0.5],
      encode: [
        [0, 1],
        [1, 0],
      ],
    }
    expect(evaluateFunction(fn, [0.25])).to.deep.equal([0.5])
    expect(evaluateFunction(fn, [0.5])).to.deep.equal([6])
    expect(evaluateFunction(fn, [1])).to.deep.equal([5])
  })

  it('puts the outputs of an array of functions side by side', () => {
    const fn: ColorFunction = { kind: 'parallel', functions: [sampled({}), sampled({ encode: [[1, 0]] })] }
    expect(evaluateFunction(fn, [0.25])).to.deep.equal([0.25, 0.75])
  })

  describe('calculator (type 4)', () => {
    it('runs conditions and the operators of the stack', () => {
      expect(calculate('{ dup 0.5 gt { pop 1 } { 2 mul } ifelse }', [0.7])).to.deep.equal([1])
      expect(calculate('{ dup 0.5 gt { pop 1 } { 2 mul } ifelse }', [0.2])).to.deep.equal([0.4])
      expect(calculate('{ 3 1 roll exch 2 copy }', [1, 2, 3], 5)).to.deep.equal([3, 2, 1, 2, 1])
      expect(calculate('{ 2 index }', [1, 2, 3], 4)).to.deep.equal([1, 2, 3, 1])
      expect(calculate('{ true false or not { 9 } if }', [4])).to.deep.equal([4])
    })

    it('takes the outputs from the top of the stack', () => {
      expect(calculate('{ 7 8 }', [1], 2)).to.deep.equal([7, 8])
    })

    for (const [what, program] of [
      ['an unknown operator', '{ 1 launch }'],
      ['a brace that is not closed', '{ { 1 } if'],
      ['text after the program', '{ 1 } 2'],
      ['too few operands', '{ pop pop pop }'],
      ['a division by zero', '{ 0 div }'],
      ['a root of a negative number', '{ neg sqrt }'],
      ['a number where a boolean is wanted', '{ 1 { 2 } if }'],
      ['a result that is no number', '{ pop true }'],
      ['blocks nested too deep', `${'{ true '.repeat(200)}${'} if '.repeat(199)}}`],
      ['copies without end', `{ ${'dup '.repeat(5000)} }`],
    ] as const)
      it(`answers null for ${what}`, () => expect(calculate(program, [1])).to.equal(null))

    it('never throws, whatever the program', () => {
      const words = [
        '{',
        '}',
        'dup',
        'roll',
        'copy',
        'index',
        'if',
        'ifelse',
        'exch',
        'div',
        'atan',
        'bitshift',
        '1',
        '-3',
        'true',
      ]
      void fc.assert(
        fc.property(fc.array(fc.constantFrom(...words), { maxLength: 40 }), (tokens) => {
          const program = parseCalculator(`{ ${tokens.join(' ')} }`)
          if (program !== null) runCalculator(program, [0.3, 2])
        }),
      )
    })

    it('agrees with Ghostscript on every operator', function () {
      needs(this, 'gs')
      const cases = [
        ...[
          'abs',
          'neg',
          'ceiling',
          'floor',
          'round',
          'truncate',
          'sin',
          'cos',
          'cvi',
          'cvr',
          'dup',
          'pop',
        ].flatMap((operator) => ['-2.5', '3.5', '0.3'].map((value) => `1 ${value} ${operator}`)),
        ...['sqrt', 'ln', 'log'].map((operator) => `6.25 ${operator}`),
        ...['add', 'sub', 'mul', 'div', 'atan', 'exp', 'exch'].map((operator) => `2.5 1.5 ${operator}`),
        ...['-1 1 atan', '-1 -1 atan', '0 -1 atan', '7 2 idiv', '-7 2 idiv', '-7 2 mod', '7 -2 mod'],
        ...['5 3 and', '5 3 or', '5 3 xor', '5 not', '3 4 bitshift', '48 -4 bitshift'],
        ...['gt', 'ge', 'lt', 'le', 'eq', 'ne'].map((operator) => `2 2 ${operator} { 1 } { 0 } ifelse`),
        ...['1 2 3 4 4 1 roll', '1 2 3 4 4 -1 roll', '1 2 3 4 3 2 roll', '1 2 3 1 index', '1 2 2 copy'],
      ]
      const text = cases.map((one) => `clear ${one} count array astore { == } forall (;) ==`).join('\n')
      const { stdout } = inThrowAwayFolder((folder) => {
        writeFileSync(join(folder, 'cases.ps'), `${text}\n`)
        return runTool('gs', ['-q', '-dNODISPLAY', '-dBATCH', '-dNOPAUSE', 'cases.ps'], { folder })
      })
      const expected = stdout.split('(;)').map((part) => part.trim().split(/\s+/).map(Number))
      for (const [at, one] of cases.entries()) {
        const program = parseCalculator(`{ ${one} }`)
        const stack = program === null ? null : runCalculator(program, [])
        expect(stack, one).to.have.length(expected[at]!.length)
        for (const [place, value] of stack!.entries())
          expect(value, one).to.be.closeTo(expected[at]![place]!, 1e-4)
      }
    })
  })

  it('answers null where the number of inputs does not fit', () => {
    expect(evaluateFunction(sampled({}), [])).to.equal(null)
    expect(evaluateFunction(sampled({}), [0, 0])).to.equal(null)
    expect(evaluateFunction(sampled({}), [Number.NaN])).to.equal(null)
  })
})
