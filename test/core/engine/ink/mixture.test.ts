/** Mixtures of inks as tables: faithful to the transforms they are made of, and remixed with other inks. */

import { expect } from 'chai'
import fc from 'fast-check'
import { type Mixture, mixtureBounds, remix, sampleMixture } from '../../../../core/engine/ink/mixture.ts'
import { cmykOf } from '../../../../core/engine/ink/palette.ts'
import { parseCalculator } from '../../../../core/engine/pdf/space/calculator.ts'
import type { ColorFunction } from '../../../../core/engine/pdf/space/function.ts'
import type { ColorModel } from '../../../../core/engine/pdf/space/space.ts'

const UNIT = [0, 1] as const

function calculator(kind: ColorModel, inputs: number, text: string): ColorFunction {
  const program = parseCalculator(text)
  if (program === null) throw new Error('No program.')
  const domain = Array.from({ length: inputs }, () => UNIT)
  return { kind: 'calculator', domain, range: mixtureBounds(kind), program }
}

/** Two inks that multiply: yellow and black. */
const MULTIPLIED = calculator('cmyk', 2, '{ 0 0 4 2 roll }')

function mixtureOf(kind: ColorModel, inputs: number, transform: ColorFunction): Mixture {
  const mixture = sampleMixture(kind, inputs, transform, { left: 1e8 })
  if (mixture === null) throw new Error('No mixture.')
  return mixture
}

/** The colour of a node, components 0 to 255. */
const colorAt = ({ kind }: Mixture, samples: Uint8Array, node: number) =>
  [...samples].slice(node * mixtureBounds(kind).length, (node + 1) * mixtureBounds(kind).length)

describe('sampleMixture', () => {
  it('keeps no more than the corners of inks that multiply', () => {
    const mixture = mixtureOf('cmyk', 2, MULTIPLIED)
    expect(mixture).to.include({ kind: 'cmyk', inputs: 2, size: 2 })
    const samples = Buffer.from(mixture.samples, 'base64')
    expect([0, 1, 2, 3].map((node) => colorAt(mixture, samples, node))).to.deep.equal([
      [0, 0, 0, 0],
      [0, 0, 255, 0],
      [0, 0, 0, 255],
      [0, 0, 255, 255],
    ])
  })

  it('takes a finer grid where a curve asks for it, and the finest that fits', () => {
    const curve = (exponent: number): ColorFunction => ({
      kind: 'exponential',
      domain: [UNIT],
      range: null,
      c0: [0, 0, 0, 0],
      c1: [0, 1, 0, 0],
      exponent,
    })
    expect(mixtureOf('cmyk', 1, curve(1)).size).to.equal(2)
    expect(mixtureOf('cmyk', 1, curve(2)).size).to.equal(9)
    expect(mixtureOf('cmyk', 1, curve(8)).size).to.equal(17)
    const steep = calculator('gray', 5, '{ mul mul mul mul dup mul dup mul }')
    expect(mixtureOf('gray', 5, steep).size).to.equal(5)
  })

  it('knows nothing of transforms that fail, and of more than twelve inks', () => {
    expect(sampleMixture('cmyk', 2, calculator('cmyk', 2, '{ 0 div }'), { left: 1e8 })).to.equal(null)
    expect(sampleMixture('rgb', 2, MULTIPLIED, { left: 1e8 })).to.equal(null)
    const many = (inputs: number) => calculator('gray', inputs, `{ ${'pop '.repeat(inputs - 1)} }`)
    expect(sampleMixture('gray', 13, many(13), { left: 1e8 })).to.equal(null)
    expect(sampleMixture('gray', 12, many(12), { left: 1e8 })).not.to.equal(null)
    expect(sampleMixture('gray', 12, many(12), { left: 1000 })).to.equal(null)
  })
})

describe('remix', () => {
  it('prints the other ink over what the rest shows', () => {
    const mixture = mixtureOf('cmyk', 2, MULTIPLIED)
    const samples = remix(mixture, new Map([[0, '#00ffff']]))
    expect([0, 1, 2, 3].map((node) => colorAt(mixture, samples, node))).to.deep.equal([
      [0, 0, 0, 0],
      [255, 0, 0, 0],
      [0, 0, 0, 255],
      [255, 0, 0, 255],
    ])
  })

  it('shows any ink alone as its own colour, and its paper as paper', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const hex = `#${value.toString(16).padStart(6, '0')}`
        const mixture = mixtureOf('cmyk', 2, MULTIPLIED)
        const samples = remix(mixture, new Map([[1, hex]]))
        expect(colorAt(mixture, samples, 0)).to.deep.equal([0, 0, 0, 0])
        expect(colorAt(mixture, samples, 2)).to.deep.equal(cmykOf(hex).map((part) => Math.round(part * 255)))
      }),
    )
  })

  const light = calculator('rgb', 2, '{ pop pop 1 1 1 }')
  const kinds: readonly (readonly [ColorModel, ColorFunction, string, readonly number[]])[] = [
    ['rgb', light, '#336699', [0x33, 0x66, 0x99]],
    ['gray', calculator('gray', 2, '{ pop pop 1 }'), '#808080', [0x80]],
    // sRGB red under D50 is L* 54.3, a* 80.8, b* 69.9.
    ['lab', calculator('lab', 2, '{ pop pop 100 0 0 }'), '#ff0000', [138, 209, 198]],
  ]
  for (const [kind, transform, hex, expected] of kinds)
    it(`knows the colour of an ink on white in ${kind}`, () => {
      const mixture = mixtureOf(kind, 2, transform)
      const samples = remix(mixture, new Map([[0, hex]]))
      const found = colorAt(mixture, samples, mixture.size - 1)
      for (const [at, value] of expected.entries()) expect(found[at]).to.be.within(value - 1, value + 1)
      expect(colorAt(mixture, samples, 0)).to.deep.equal(
        colorAt(mixture, Buffer.from(mixture.samples, 'base64'), 0),
      )
    })
})
