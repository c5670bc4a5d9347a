/** Every place of a PDF where a spot ink can stand: each paints it, or does not. */
import type { PDFContext, PDFDocument } from '@cantoo/pdf-lib'
import { expect } from 'chai'
import { readInks } from '../../../../../core/engine/artwork/ink/read-inks.ts'
import {
  type ArtworkPage,
  deviceN,
  form,
  image,
  openArtwork,
  separation,
} from '../../../../support/pdf/page-artwork.ts'

type Build = (context: PDFContext, doc: PDFDocument) => ArtworkPage

async function read(build: Build) {
  const { doc, pages } = await openArtwork((context, doc) => [build(context, doc)])
  const read = readInks(doc, pages)
  const named = (painted: boolean) =>
    read.inks.filter((ink) => ink.painted === painted).map(({ name }) => name)
  return { ...read, painted: named(true), declared: named(false) }
}

const square = '0 0 50 50 re f'
const gold = (context: PDFContext) => separation(context, 'Gold')
const shading = (context: PDFContext) => ({
  ShadingType: 2,
  ColorSpace: gold(context),
  Coords: [0, 0, 1, 1],
  Function: { FunctionType: 2, Domain: [0, 1], C0: [0], C1: [1], N: 1 },
})
const tiling = (context: PDFContext, content: string, entries = {}) =>
  context.register(
    context.stream(content, {
      PatternType: 1,
      PaintType: 1,
      TilingType: 1,
      BBox: [0, 0, 9, 9],
      XStep: 9,
      YStep: 9,
      ...entries,
    } as never),
  )
const type3 = (context: PDFContext, glyph: string, resources = {}) => ({
  Type: 'Font',
  Subtype: 'Type3',
  FontBBox: [0, 0, 1, 1],
  FontMatrix: [1, 0, 0, 1, 0, 0],
  CharProcs: { a: context.register(context.stream(glyph)) },
  Encoding: { Differences: [97, 'a'] },
  FirstChar: 97,
  LastChar: 97,
  Widths: [1],
  Resources: resources,
})

/** Name of the place, the page, and what of Gold is expected. */
const PLACES: readonly [string, Build, 'painted' | 'declared' | 'absent'][] = [
  [
    'a fill',
    (c) => ({ content: `/S cs 1 scn ${square}`, resources: { ColorSpace: { S: gold(c) } } }),
    'painted',
  ],
  [
    'a stroke',
    (c) => ({ content: '/S CS 1 SCN 0 0 9 9 re S', resources: { ColorSpace: { S: gold(c) } } }),
    'painted',
  ],
  [
    'a fill in the initial colour',
    (c) => ({ content: `/S cs ${square}`, resources: { ColorSpace: { S: gold(c) } } }),
    'painted',
  ],
  [
    'text',
    (c) => ({
      content: 'BT /F 9 Tf /S cs 1 scn (a) Tj ET',
      resources: {
        ColorSpace: { S: gold(c) },
        Font: { F: { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' } },
      },
    }),
    'painted',
  ],
  [
    'invisible text',
    (c) => ({ content: 'BT 3 Tr /S cs 1 scn (a) Tj ET', resources: { ColorSpace: { S: gold(c) } } }),
    'declared',
  ],
  [
    'a space that is selected and never used',
    (c) => ({ content: `/S cs 1 scn 0 g ${square}`, resources: { ColorSpace: { S: gold(c) } } }),
    'declared',
  ],
  [
    'a path that is only a clip',
    (c) => ({ content: '/S cs 1 scn 0 0 9 9 re W n', resources: { ColorSpace: { S: gold(c) } } }),
    'declared',
  ],
  [
    'a fill after its graphics state was restored',
    (c) => ({ content: `q /S cs 1 scn Q ${square}`, resources: { ColorSpace: { S: gold(c) } } }),
    'declared',
  ],
  [
    'a fill in a tint of 0',
    (c) => ({ content: `/S cs 0 scn ${square}`, resources: { ColorSpace: { S: gold(c) } } }),
    'declared',
  ],
  [
    'a resource that no content names',
    (c) => ({ content: square, resources: { ColorSpace: { S: gold(c) } } }),
    'declared',
  ],
  [
    'a default space',
    (c) => ({ content: `0.5 g ${square}`, resources: { ColorSpace: { DefaultGray: gold(c) } } }),
    'painted',
  ],
  [
    'a DeviceN colorant',
    (c) => ({
      content: `/N cs 0 1 scn ${square}`,
      resources: { ColorSpace: { N: deviceN(c, ['Silver', 'Gold']) } },
    }),
    'painted',
  ],
  [
    'a DeviceN colorant at 0',
    (c) => ({
      content: `/N cs 1 0 scn ${square}`,
      resources: { ColorSpace: { N: deviceN(c, ['Silver', 'Gold']) } },
    }),
    'declared',
  ],
  [
    'an image',
    (c) => ({ content: '/I Do', resources: { XObject: { I: image(c, 4, 4, { ColorSpace: gold(c) }) } } }),
    'painted',
  ],
  [
    'an image that is not painted',
    (c) => ({ content: square, resources: { XObject: { I: image(c, 4, 4, { ColorSpace: gold(c) }) } } }),
    'declared',
  ],
  [
    'an indexed image',
    (c) => ({
      content: '/I Do',
      resources: {
        XObject: {
          I: image(c, 4, 4, {
            ColorSpace: ['Indexed', gold(c), 1, c.register(c.stream(Uint8Array.of(0, 255)))],
          }),
        },
      },
    }),
    'painted',
  ],
  [
    'an image mask',
    (c) => ({
      content: '/S cs 1 scn /I Do',
      resources: {
        ColorSpace: { S: gold(c) },
        XObject: { I: image(c, 4, 4, { ImageMask: true, BitsPerComponent: 1 }) },
      },
    }),
    'painted',
  ],
  [
    'an inline image',
    (c) => ({
      content: 'q 9 0 0 9 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /S ID x EI Q',
      resources: { ColorSpace: { S: gold(c) } },
    }),
    'painted',
  ],
  [
    'an indexed inline image',
    (c) => ({
      content: 'BI /W 1 /H 1 /BPC 8 /CS [/I /S 1 <00FF>] ID x EI',
      resources: { ColorSpace: { S: gold(c) } },
    }),
    'painted',
  ],
  ['the sh operator', (c) => ({ content: '/H sh', resources: { Shading: { H: shading(c) } } }), 'painted'],
  [
    'a shading that is not painted',
    (c) => ({ content: '0 g', resources: { Shading: { H: shading(c) } } }),
    'declared',
  ],
  [
    'a shading pattern',
    (c) => ({
      content: `/Pattern cs /P scn ${square}`,
      resources: { Pattern: { P: { PatternType: 2, Shading: shading(c) } } },
    }),
    'painted',
  ],
  [
    'a tiling pattern with resources of its own',
    (c) => ({
      content: `/Pattern cs /P scn ${square}`,
      resources: {
        Pattern: {
          P: tiling(c, `/S cs 1 scn ${square}`, { Resources: c.obj({ ColorSpace: { S: gold(c) } }) }),
        },
      },
    }),
    'painted',
  ],
  [
    'a tiling pattern that is selected and never used',
    (c) => ({
      content: '/Pattern cs /P scn',
      resources: {
        Pattern: {
          P: tiling(c, `/S cs 1 scn ${square}`, { Resources: c.obj({ ColorSpace: { S: gold(c) } }) }),
        },
      },
    }),
    'declared',
  ],
  [
    'an uncoloured tiling pattern',
    (c) => ({
      content: `/U cs 1 /P scn ${square}`,
      resources: {
        ColorSpace: { U: ['Pattern', gold(c)] },
        Pattern: { P: tiling(c, `0 g ${square}`, { PaintType: 2, Resources: c.obj({}) }) },
      },
    }),
    'painted',
  ],
  [
    'a form in a form',
    (c) => {
      const inner = form(c, `/S cs 1 scn ${square}`, { Resources: c.obj({ ColorSpace: { S: gold(c) } }) })
      const outer = form(c, '/Inner Do', { Resources: c.obj({ XObject: { Inner: inner } }) })
      return { content: '/Outer Do', resources: { XObject: { Outer: outer } } }
    },
    'painted',
  ],
  [
    'a form that paints in the colour it is given',
    (c) => ({
      content: '/S cs 1 scn /X Do',
      resources: { ColorSpace: { S: gold(c) }, XObject: { X: form(c, square, { Resources: c.obj({}) }) } },
    }),
    'painted',
  ],
  [
    'a form without resources, which takes those of the page',
    (c) => ({
      content: '/X Do',
      resources: { ColorSpace: { S: gold(c) }, XObject: { X: form(c, `/S cs 1 scn ${square}`) } },
    }),
    'painted',
  ],
  [
    'a coloured Type 3 glyph',
    (c) => ({
      content: 'BT /T 9 Tf (a) Tj ET',
      resources: { Font: { T: type3(c, `1 0 d0 /S cs 1 scn ${square}`, { ColorSpace: { S: gold(c) } }) } },
    }),
    'painted',
  ],
  [
    'an uncoloured Type 3 glyph in spot text',
    (c) => ({
      content: 'BT /T 9 Tf /S cs 1 scn (a) Tj ET',
      resources: { ColorSpace: { S: gold(c) }, Font: { T: type3(c, `1 0 0 0 1 1 d1 0 g ${square}`) } },
    }),
    'painted',
  ],
  [
    'a soft mask, which only shapes',
    (c) => {
      const group = form(c, `/S cs 1 scn ${square}`, { Resources: c.obj({ ColorSpace: { S: gold(c) } }) })
      const mask = { Type: 'ExtGState', SMask: { Type: 'Mask', S: 'Luminosity', G: group } }
      return { content: `/G gs 0 g ${square}`, resources: { ExtGState: { G: mask } } }
    },
    'declared',
  ],
  ['a stamp that prints', (c) => ({ content: '', page: { Annots: [stamp(c, 4)] } }), 'painted'],
  ['a stamp that does not print', (c) => ({ content: '', page: { Annots: [stamp(c, 0)] } }), 'absent'],
  [
    'a hidden layer',
    (c, doc) => ({
      content: `/OC /L BDC /S cs 1 scn ${square} EMC`,
      resources: { ColorSpace: { S: gold(c) }, Properties: { L: layer(c, doc, 'OFF') } },
    }),
    'declared',
  ],
  [
    'a layer that is on',
    (c, doc) => ({
      content: `/OC /L BDC /S cs 1 scn ${square} EMC`,
      resources: { ColorSpace: { S: gold(c) }, Properties: { L: layer(c, doc, 'ON') } },
    }),
    'painted',
  ],
]

function stamp(context: PDFContext, flags: number) {
  const look = form(context, `/S cs 1 scn ${square}`, {
    Resources: context.obj({ ColorSpace: { S: gold(context) } }),
  })
  return context.obj({ Type: 'Annot', Subtype: 'Stamp', F: flags, Rect: [0, 0, 50, 50], AP: { N: look } })
}

function layer(context: PDFContext, doc: PDFDocument, state: 'ON' | 'OFF') {
  const group = context.register(context.obj({ Type: 'OCG' }))
  doc.catalog.set(
    context.obj('OCProperties') as never,
    context.obj({ OCGs: [group], D: { [state]: [group] } }),
  )
  return group
}

describe('readInks: where an ink can stand', () => {
  for (const [name, build, expected] of PLACES)
    it(`counts ${name} as ${expected}`, async () => {
      const { painted, declared, findings } = await read(build)
      expect(painted.includes('Gold'), 'painted').to.equal(expected === 'painted')
      expect(declared.includes('Gold'), 'declared').to.equal(expected === 'declared')
      expect(findings.map(({ code }) => code)).to.not.include('check_incomplete')
    })
})
