/** Colour spaces on a screen: known colours of each family, read from PDF objects. */

import { PDFDocument, type PDFObject } from '@cantoo/pdf-lib'
import { expect } from 'chai'
import { readSpace } from '../../../../../core/engine/pdf/space/read-space.ts'
import { screenHex } from '../../../../../core/engine/pdf/space/space.ts'
import { iccHeader, labProfile } from '../../../../support/pdf/icc-profile.ts'

type Build = (context: PDFDocument['context']) => unknown

async function hex(build: Build, components: readonly number[]): Promise<string | null> {
  const doc = await PDFDocument.create({ updateMetadata: false })
  const space = readSpace(doc.catalog, doc.context.obj(build(doc.context) as never) as PDFObject)
  return space === null ? null : screenHex(space, components)
}

const WHITE = { WhitePoint: [0.9642, 1, 0.8249] }
const LAB_RED = [54.29, 80.81, 69.89]
const profiled = (profile: Uint8Array, entries: object): Build => {
  return (context) => ['ICCBased', context.flateStream(profile, entries as never)]
}
const TINT = { FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0, 0], C1: [0, 0.5, 1, 0], N: 1 }

const CASES: readonly [string, Build, readonly number[], string | null][] = [
  ['DeviceGray', () => 'DeviceGray', [0.5], '#9b9c9f'],
  ['DeviceRGB', () => 'DeviceRGB', [1, 0.2, 0], '#ff3300'],
  ['DeviceCMYK', () => 'DeviceCMYK', [0, 0.5, 1, 0.5], '#96530e'],
  ['components out of range', () => 'DeviceRGB', [2, -1, 0], '#ff0000'],
  ['too few components', () => 'DeviceCMYK', [0, 1], null],
  ['CalGray', () => ['CalGray', { ...WHITE, Gamma: 1 }], [0.2158605], '#808080'],
  [
    'CalRGB with the primaries of sRGB',
    () => [
      'CalRGB',
      {
        WhitePoint: [0.9505, 1, 1.089],
        Gamma: [2.2, 2.2, 2.2],
        Matrix: [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505],
      },
    ],
    [1, 1, 1],
    '#ffffff',
  ],
  [
    'CalRGB with the primaries and the white of sRGB',
    () => [
      'CalRGB',
      {
        WhitePoint: [0.9505, 1, 1.089],
        Gamma: [2.2, 2.2, 2.2],
        Matrix: [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505],
      },
    ],
    [0.2, 0.4, 0.6],
    '#30669a',
  ],
  ['Lab white', () => ['Lab', WHITE], [100, 0, 0], '#ffffff'],
  ['Lab mid grey (L* 53.585)', () => ['Lab', WHITE], [53.585, 0, 0], '#808080'],
  // sRGB red has the D50 Lab values 54.29, 80.81, 69.89.
  ['Lab red', () => ['Lab', { ...WHITE, Range: [-128, 127, -128, 127] }], [54.29, 80.81, 69.89], '#ff0000'],
  ['Separation', () => ['Separation', 'Gold', 'DeviceCMYK', TINT], [1], '#ff9027'],
  ['half a tint', () => ['Separation', 'Gold', 'DeviceCMYK', TINT], [0.5], '#ffc58b'],
  [
    'a transform that is no function',
    () => ['Separation', 'Gold', 'DeviceCMYK', { FunctionType: 9 }],
    [1],
    null,
  ],
  [
    'DeviceN through a calculator',
    (context) => [
      'DeviceN',
      ['A', 'B'],
      'DeviceRGB',
      context.stream('{ exch 0 }', { FunctionType: 4, Domain: [0, 1, 0, 1], Range: [0, 1, 0, 1, 0, 1] }),
    ],
    [0.2, 1],
    '#ff3300',
  ],
  [
    'ICCBased by its number of components',
    (context) => ['ICCBased', context.stream('', { N: 4 })],
    [0, 0, 0, 1],
    '#2c2e35',
  ],
  [
    'ICCBased with Lab as alternate',
    (context) => ['ICCBased', context.stream('', { N: 3, Alternate: ['Lab', WHITE] as never })],
    [100, 0, 0],
    '#ffffff',
  ],
  ['ICCBased in Lab', profiled(labProfile(), { N: 3 }), LAB_RED, '#ff0000'],
  [
    'ICCBased in Lab, whatever its alternate',
    profiled(labProfile(), { N: 3, Alternate: 'DeviceRGB' }),
    LAB_RED,
    '#ff0000',
  ],
  [
    'ICCBased in Lab within its range',
    profiled(labProfile(), { N: 3, Range: [0, 100, -100, 100, 0, 0.001] }),
    [53.585, 0, 90],
    '#808080',
  ],
  [
    'ICCBased in RGB, whatever its alternate',
    profiled(iccHeader({ space: 'RGB ' }), { N: 3, Alternate: ['Lab', WHITE] }),
    [1, 0.2, 0],
    '#ff3300',
  ],
  [
    'ICCBased of four components in spite of its profile',
    profiled(labProfile(), { N: 4 }),
    [0, 0.5, 1, 0.5],
    '#96530e',
  ],
  [
    'ICCBased by its alternate in spite of its profile',
    profiled(iccHeader({ space: 'CMYK' }), { N: 3, Alternate: ['Lab', WHITE] }),
    [53.585, 0, 0],
    '#808080',
  ],
  [
    'ICCBased by a profile of no device',
    profiled(iccHeader({ space: 'Lab ', deviceClass: 'link' }), { N: 3 }),
    [1, 0.2, 0],
    '#ff3300',
  ],
  [
    'Indexed over ICCBased in Lab',
    (context) => [
      'Indexed',
      profiled(labProfile(), { N: 3 })(context),
      1,
      context.stream(Uint8Array.of(0, 0, 0, 138, 209, 198)),
    ],
    [1],
    '#ff0000',
  ],
  [
    'Indexed over a Separation',
    (context) => [
      'Indexed',
      ['Separation', 'Gold', 'DeviceCMYK', TINT],
      1,
      context.stream(Uint8Array.of(0, 255)),
    ],
    [1],
    '#ff9027',
  ],
  [
    'an index beyond the table',
    (c) => ['Indexed', 'DeviceGray', 1, c.stream(Uint8Array.of(0, 255))],
    [9],
    '#ffffff',
  ],
  ['Pattern, which has no colour', () => ['Pattern'], [], null],
]

describe('screenHex', () => {
  for (const [name, build, components, expected] of CASES)
    it(`shows ${name} as ${expected ?? 'nothing'}`, async () => {
      expect(await hex(build, components)).to.equal(expected)
    })

  it('shows gray as black ink', async () => {
    for (const gray of [0, 0.3, 1])
      expect(await hex(() => 'DeviceGray', [gray])).to.equal(
        await hex(() => 'DeviceCMYK', [0, 0, 0, 1 - gray]),
      )
  })

  it('ends on a space that is its own base', async () => {
    const doc = await PDFDocument.create({ updateMetadata: false })
    const ref = doc.context.nextRef()
    doc.context.assign(ref, doc.context.obj(['Indexed', ref, 1, 'x']))
    expect(readSpace(doc.catalog, doc.context.lookup(ref) ?? null)).to.equal(null)
  })
})
