/** The inks of an artwork: their order, their objects, process colours and technical plates. */
import { PDFArray, type PDFContext, type PDFDocument, PDFName, PDFRef, PDFStream } from '@cantoo/pdf-lib'
import { expect } from 'chai'
import { readInks } from '../../../../../core/engine/artwork/ink/read-inks.ts'
import {
  type ArtworkPage,
  deviceN,
  image,
  objectAt,
  openArtwork,
  separation,
} from '../../../../support/pdf/page-artwork.ts'
import { needs, paintTrace } from '../../../../support/rips/oracles.ts'

type Build = (context: PDFContext, doc: PDFDocument) => ArtworkPage

async function open(build: Build, fieldInks: readonly string[] = []) {
  const { doc, pages } = await openArtwork((context, doc) => [build(context, doc)])
  return { doc, page: pages[0]!.dict, ...readInks(doc, pages, { fieldInks }) }
}

const square = '0 0 50 50 re f'
const gold = (context: PDFContext) => separation(context, 'Gold')

/** Where a direct array can stand, the page, and the path to the array. */
const DIRECT: readonly [string, Build, readonly (string | number)[]][] = [
  [
    'the resources',
    (c) => ({ content: `/S cs ${square}`, resources: { ColorSpace: { S: gold(c) } } }),
    ['Resources', 'ColorSpace', 'S'],
  ],
  [
    'an image',
    (c) => ({ content: '/I Do', resources: { XObject: { I: image(c, 4, 4, { ColorSpace: gold(c) }) } } }),
    ['Resources', 'XObject', 'I', 'ColorSpace'],
  ],
  [
    'an indexed space',
    (c) => ({
      content: `/X cs 1 sc ${square}`,
      resources: { ColorSpace: { X: ['Indexed', gold(c), 1, c.register(c.stream(Uint8Array.of(0, 255)))] } },
    }),
    ['Resources', 'ColorSpace', 'X', 1],
  ],
  [
    "a DeviceN's colorants",
    (c) => ({
      content: `/N cs ${square}`,
      resources: { ColorSpace: { N: deviceN(c, ['Silver', 'Gold'], { Colorants: { Gold: gold(c) } }) } },
    }),
    ['Resources', 'ColorSpace', 'N', 4, 'Colorants', 'Gold'],
  ],
]

describe('readInks', () => {
  it('orders inks by page and first painting, those only declared last', async () => {
    const { doc, pages } = await openArtwork((c) => {
      const resources = {
        ColorSpace: { A: separation(c, 'Amber'), B: separation(c, 'Bronze'), C: separation(c, 'Coral') },
      }
      return [
        { content: `/C cs ${square}`, resources },
        { content: `/B cs ${square} /C cs ${square}`, resources },
      ]
    })
    const { inks } = readInks(doc, pages)
    expect(inks.map(({ name, painted }) => `${name} ${painted}`)).to.deep.equal([
      'Coral true',
      'Bronze true',
      'Amber false',
    ])
  })

  it('knows All and None for no inks', async () => {
    const { inks, findings } = await open((c) => ({
      content: `/A cs 1 scn ${square} /N cs 1 scn ${square}`,
      resources: { ColorSpace: { A: separation(c, 'All'), N: separation(c, 'None') } },
    }))
    expect(inks).to.deep.equal([])
    expect(findings).to.deep.equal([])
  })
})

describe('readInks: the object of an ink', () => {
  it('is the array that the artwork has, where that is indirect', async () => {
    const { doc, page, inks } = await open((c) => ({
      content: `/S cs ${square}`,
      resources: { ColorSpace: { S: c.register(gold(c)) } },
    }))
    const spaces = objectAt(doc, page, 'Resources', 'ColorSpace')
    expect(spaces).to.have.property('get')
    expect((spaces as never as Map<PDFName, unknown>).get(PDFName.of('S'))).to.equal(inks[0]!.object)
  })

  for (const [where, build, path] of DIRECT)
    it(`makes a direct array indirect in ${where}`, async () => {
      const { doc, page, inks } = await open(build)
      const found = objectAt(doc, page, ...path.slice(0, -1))
      const holder = (found instanceof PDFStream ? found.dict : found) as unknown as Map<unknown, unknown>
      const last = path.at(-1)!
      const stated = holder.get(typeof last === 'number' ? last : PDFName.of(last))
      expect(stated).to.be.instanceOf(PDFRef)
      expect(inks.find(({ name }) => name === 'Gold')!.object).to.equal(stated)
      expect(objectAt(doc, page, ...path, 1)).to.equal(PDFName.of('Gold'))
    })

  it('prefers the definition that paints to one that is only declared', async () => {
    const { doc, inks } = await open((c) => ({
      content: `/B cs ${square}`,
      resources: {
        ColorSpace: { A: separation(c, 'Gold', [1, 0, 0, 0]), B: separation(c, 'Gold', [0, 0, 0, 1]) },
      },
    }))
    expect(inks.map(({ hex }) => hex)).to.deep.equal(['#2c2e35'])
    expect(objectAt(doc, inks[0]!.object)).to.be.instanceOf(PDFArray)
  })

  it('is made from a DeviceN transform at full ink of one colorant', async () => {
    const { doc, inks } = await open((c) => ({
      content: `/N cs 1 1 scn ${square}`,
      resources: { ColorSpace: { N: deviceN(c, ['Silver', 'Gold']) } },
    }))
    expect(inks.map(({ name, hex }) => [name, hex])).to.deep.equal([
      ['Silver', '#00b9f2'],
      ['Gold', '#fb3199'],
    ])
    const made = objectAt(doc, inks[1]!.object) as PDFArray
    expect(made.toString()).to.match(/\/Separation \/Gold \/DeviceCMYK/)
    expect(objectAt(doc, made, 3, 'C0')!.toString()).to.equal('[ 0 0 0 0 ]')
    expect(objectAt(doc, made, 3, 'C1')!.toString()).to.equal('[ 0 1 0 0 ]')
  })

  it('is made from the table of an image where the transform takes its colour from None', async () => {
    // As Photoshop writes a monotone: each entry is a tint, and beside it the colour that a screen shows.
    const monotone = (c: PDFContext, table: readonly number[], names = ['Plum', 'None', 'None', 'None']) => {
      const pass = c.register(
        c.stream(names.length === 4 ? '{4 3 roll pop}' : '{5 3 roll pop pop}', {
          FunctionType: 4,
          Domain: names.flatMap(() => [0, 1]),
          Range: [0, 1, 0, 1, 0, 1],
        }),
      )
      const base = ['DeviceN', names, 'DeviceRGB', pass]
      const entries = table.length / names.length
      const space = ['Indexed', base, entries - 1, c.register(c.stream(Uint8Array.from(table)))] as const
      return { content: '/I Do', resources: { XObject: { I: image(c, 4, 4, { ColorSpace: space }) } } }
    }
    const hexes = async (build: Build) => (await open(build)).inks.map(({ hex }) => hex)
    const solid = [255, 109, 107, 166]
    const half = [128, 182, 181, 210]
    const blank = [0, 255, 255, 255]
    expect(await hexes((c) => monotone(c, [...blank, ...half, ...solid]))).to.deep.equal(['#6d6ba6'])
    // Of a picture that is nowhere solid the colour is carried on, from white where it is nowhere blank either.
    expect(await hexes((c) => monotone(c, [...blank, ...half]))).to.deep.equal(['#6e6ca5'])
    expect(await hexes((c) => monotone(c, half))).to.deep.equal(['#6e6ca5'])
    // Nothing says what either of two inks is that print together everywhere.
    const both = [255, 255, 50, 40, 30, 0, 0, 255, 255, 255]
    const names = ['Plum', 'Slate', 'None', 'None', 'None']
    expect(await hexes((c) => monotone(c, both, names))).to.deep.equal(['#2c2e35', '#2c2e35'])
  })

  it('shows an ink black whose definition cannot be evaluated', async () => {
    const { inks } = await open(() => ({
      content: `/S cs ${square}`,
      resources: { ColorSpace: { S: ['Separation', 'Gold', 'DeviceCMYK', { FunctionType: 7 }] } },
    }))
    expect(inks[0]!.hex).to.equal('#000000')
  })

  it('leaves what the page paints as it was', async function () {
    needs(this, 'mutool')
    const build: Build = (c) => ({
      content: `/S cs 0.5 scn ${square} /N cs 1 1 scn 60 60 40 40 re f`,
      resources: { ColorSpace: { S: gold(c), N: deviceN(c, ['Silver', 'Coral']) } },
    })
    const { bytes } = await openArtwork((c, doc) => [build(c, doc)])
    const { doc } = await open(build)
    const changed = await doc.save({ useObjectStreams: false, addDefaultPage: false })
    const trace = (pdf: Uint8Array) => paintTrace(pdf).replace(/<document name=.*/, '')
    expect(trace(changed)).to.include('Separation(DeviceCMYK,Gold)')
    expect(trace(changed)).to.equal(trace(bytes))
  })
})

describe('readInks: names', () => {
  const named = async (name: string) =>
    (
      await open((c) => ({
        content: `/S cs ${square}`,
        resources: { ColorSpace: { S: separation(c, name) } },
      }))
    ).inks[0]!

  it('reads UTF-8 and, where it is none, Latin-1', async () => {
    expect((await named('Gr#C3#BCn')).name).to.equal('Grün')
    expect((await named('Gr#FCn')).name).to.equal('Grün')
  })

  it('keeps leading spaces and apostrophes', async () => {
    expect((await named('#20KPMG Gray')).name).to.equal(' KPMG Gray')
    expect((await named("Don't Print")).name).to.equal("Don't Print")
  })

  it('writes a name of a DeviceN with its very bytes', async () => {
    const { doc, inks } = await open((c) => ({
      content: `/N cs ${square}`,
      resources: { ColorSpace: { N: deviceN(c, ['Gr#FCn', 'Caf#C3#A9']) } },
    }))
    expect(inks.map(({ object }) => objectAt(doc, object, 1)!.toString())).to.deep.equal([
      '/Gr#FCn',
      '/Caf#C3#A9',
    ])
  })
})

describe('readInks: technical plates', () => {
  const technical = async (content: string, names: readonly string[], fieldInks: readonly string[] = []) => {
    const { inks } = await open(
      (c) => ({
        content,
        resources: {
          ColorSpace: Object.fromEntries(names.map((name, at) => [`S${at}`, separation(c, name)])),
        },
      }),
      fieldInks,
    )
    return inks.filter((ink) => ink.technical).map(({ name }) => name)
  }
  const both = `/S0 cs ${square} /S1 cs ${square}`

  it('tells a cutting line from an ink', async () => {
    expect(await technical(both, ['CutContour', 'Gold'])).to.deep.equal(['CutContour'])
  })

  it('takes white under an ink or process colour for an underbase', async () => {
    expect(await technical(both, ['White', 'Gold'])).to.deep.equal(['White'])
    expect(await technical(`/S0 cs ${square} 1 0 0 0 k ${square}`, ['White'])).to.deep.equal(['White'])
  })

  it('takes white that prints alone, or that a field is set in, for an ink', async () => {
    expect(await technical(both, ['White', 'CutContour'])).to.deep.equal(['CutContour'])
    expect(await technical(both, ['White', 'Gold'], ['White'])).to.deep.equal([])
  })

  for (const [type, isTechnical] of [
    ['Cutting', true],
    ['Embossing', true],
    ['FoilStamping', false],
    ['ColdFoilStamping', false],
  ] as const)
    it(`takes an ink that only a ${type} step uses for ${isTechnical ? 'technical' : 'a printing ink'}`, async () => {
      const { inks } = await open((c) => {
        const metadata = { GTS_ProcStepsGroup: 'Structural', GTS_ProcStepsType: type }
        const step = c.register(c.obj({ Type: 'OCG', GTS_Metadata: metadata }))
        return {
          content: `/OC /L BDC /S cs ${square} /G cs ${square} EMC /G cs ${square}`,
          resources: { ColorSpace: { S: separation(c, 'Press 7'), G: gold(c) }, Properties: { L: step } },
        }
      })
      expect(inks.map(({ name, technical }) => `${name} ${technical}`)).to.deep.equal([
        `Press 7 ${isTechnical}`,
        'Gold false',
      ])
    })
})

describe('readInks: process colours', () => {
  const PROCESS: readonly [string, Build, boolean][] = [
    ['text in the initial black', () => ({ content: 'BT (a) Tj ET' }), true],
    ['CMYK', () => ({ content: `1 0 0 0 k ${square}` }), true],
    [
      'white, which leaves no ink',
      () => ({ content: `1 g ${square} 0 0 0 0 k ${square} 1 1 1 rg ${square}` }),
      false,
    ],
    [
      'an image in grey',
      (c) => ({
        content: '/I Do',
        resources: { XObject: { I: image(c, 4, 4, { ColorSpace: 'DeviceGray' }) } },
      }),
      true,
    ],
    ['nothing', () => ({ content: 'q Q' }), false],
    [
      'a Separation named Black',
      (c) => ({ content: `/K cs 1 scn ${square}`, resources: { ColorSpace: { K: separation(c, 'Black') } } }),
      true,
    ],
    [
      'a spot ink alone',
      (c) => ({ content: `/S cs 1 scn ${square}`, resources: { ColorSpace: { S: gold(c) } } }),
      false,
    ],
    [
      'process colorants of an NChannel',
      (c) => ({
        content: `/N cs 1 0 scn ${square}`,
        resources: {
          ColorSpace: {
            N: deviceN(c, ['Rouge', 'Gold'], {
              Subtype: 'NChannel',
              Process: { Components: ['Rouge'] },
            }),
          },
        },
      }),
      true,
    ],
  ]
  for (const [name, build, expected] of PROCESS)
    it(`${expected ? 'sees' : 'does not see'} process colour in ${name}`, async () => {
      const { paintsProcess, inks } = await open(build)
      expect(paintsProcess).to.equal(expected)
      expect(inks.map(({ name }) => name)).to.not.include.members(['Black'])
      expect(inks.map(({ name }) => name)).to.not.include.members(['Rouge'])
    })
})
