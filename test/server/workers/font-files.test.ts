/** Fonts through the real intake: what it reads of them, and what it refuses, in time. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ServiceError } from '../../../core/errors.ts'
import { openIntake } from '../../../server/workers/intake.ts'
import {
  asWoff,
  compositeGlyph,
  tablesOf as coreTables,
  edited,
  jaggedGlyph,
  jost,
  renamed,
  withFsType,
  withGlyphs,
} from '../../support/pdf/font-files.ts'
import { cffTypeface } from '../../support/pdf/fonts.ts'
import { builtWorkers } from '../../support/run/built-programs.ts'

/** The limit of the processor is 10 s; by the clock a busy machine may take ten times as long. */
const LIMIT_MS = 105_000

describe('Fonts through the intake', () => {
  let folder: string
  let intake: ReturnType<typeof openIntake>
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-fonts-'))
    intake = openIntake({ ...builtWorkers(), size: 1, timeoutSeconds: 10, memoryMb: 512, folder })
  })
  after(async () => {
    await intake.close()
    rmSync(folder, { recursive: true })
  })

  const kept = () => join(folder, 'font')
  async function read(file: Uint8Array) {
    rmSync(kept(), { force: true })
    writeFileSync(join(folder, 'source'), file)
    return intake.readFont(join(folder, 'source'), kept())
  }
  async function refusalOf(file: Uint8Array): Promise<ServiceError> {
    const began = performance.now()
    const error = await read(file).then(
      () => expect.fail('The font was taken.'),
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof ServiceError)) throw error
    expect(performance.now() - began).to.be.below(LIMIT_MS)
    expect(existsSync(kept())).to.equal(false)
    return error
  }

  it('reads names, style, rights and licence', async () => {
    const file = withFsType(renamed(jost('700Bold'), { family: 'Maker Sans', style: 'Bold' }), 8)
    const facts = await read(file)
    expect(facts).to.include({
      postScriptName: 'MakerSans-Bold',
      family: 'Maker Sans',
      bold: true,
      italic: false,
    })
    expect(facts).to.include({ format: 'ttf', fsType: 8, variable: false, sizeBytes: file.length })
    expect(facts).to.include({ copyright: 'Copyright of a maker', license: 'Free for all', trademark: '' })
    expect(facts.licenseUrl).to.equal('https://maker.example/licence')
    expect(facts.glyphCount).to.be.above(200)
    expect(readFileSync(kept()).equals(file)).to.equal(true)
  })

  it('unpacks a web font into the font that it was made of', async () => {
    const file = renamed(jost(), { family: 'Web Sans' })
    const facts = await read(asWoff(file))
    expect(facts.postScriptName).to.equal('WebSans-Regular')
    const unpacked = coreTables(readFileSync(kept()))
    for (const [tag, bytes] of coreTables(file)) expect(unpacked.get(tag)?.equals(bytes), tag).to.equal(true)
  })

  for (const keys of ['names', 'cids'] as const)
    it(`takes a font with CFF outlines keyed by ${keys}`, async () => {
      const cff = cffTypeface(keys)
      expect(await read(cff.data)).to.include({ format: 'otf', postScriptName: cff.info.postScriptName })
    })

  for (const [what, fsType] of [
    ['installable', 0],
    ['print and preview', 4],
    ['old, with several bits', 6],
  ] as const)
    it(`takes a font whose rights are ${what}`, async () => {
      expect((await read(withFsType(jost(), fsType))).fsType).to.equal(fsType)
    })

  for (const [what, fsType] of [
    ['restricted', 2],
    ['of bitmaps alone', 0x200],
  ] as const)
    it(`refuses a font whose rights are ${what}`, async () => {
      const { code, message } = await refusalOf(withFsType(jost(), fsType))
      expect(code).to.equal('font_embedding_denied')
      expect(message).to.include('licence')
    })

  it('takes one that must not be subset only where it is small', async () => {
    expect((await read(withFsType(jost(), 0x100))).fsType).to.equal(0x100)
    const large = edited(withFsType(jost(), 0x100), (tables) => tables.set('glyx', Buffer.alloc(1 << 20)))
    expect((await refusalOf(large)).code).to.equal('font_embedding_denied')
  })

  const files: Readonly<Record<string, readonly [words: string, make: () => Buffer]>> = {
    'an empty file': ['not a font', () => Buffer.alloc(0)],
    'a few letters': ['not a TrueType', () => Buffer.from('no font at all, really')],
    'a WOFF2': ['WOFF2', () => Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(60)])],
    'a collection': ['one by one', () => Buffer.concat([Buffer.from('ttcf'), Buffer.alloc(60)])],
    'a font that is cut off': ['cut off', () => jost().subarray(0, 20_000)],
    'a font without names': ['without names', () => edited(jost(), (tables) => tables.delete('name'))],
    'a font without outlines': ['without outlines', () => edited(jost(), (tables) => tables.delete('glyf'))],
    'a font whose loca is short': [
      'loca',
      () => edited(jost(), (tables) => tables.set('loca', Buffer.alloc(20))),
    ],
    'a font whose glyphs lie outside': [
      'outside',
      () => edited(jost(), (tables) => tables.set('glyf', Buffer.alloc(64))),
    ],
    'a font that has more widths than glyphs': [
      'contradict',
      () => edited(jost(), (tables) => tables.get('hhea')?.writeUInt16BE(60_000, 34)),
    ],
    'a font of no size': ['head', () => edited(jost(), (tables) => tables.get('head')?.writeUInt16BE(0, 18))],
    'a PostScript name with spaces': [
      'PostScript name',
      () => renamed(jost(), { family: 'Odd', postScriptName: 'Odd (Name)' }),
    ],
    'a glyph made of itself': ['made of themselves', () => withGlyphs(jost(), [compositeGlyph([0])])],
    'two glyphs made of each other': [
      'made of themselves',
      () => withGlyphs(jost(), [compositeGlyph([1]), compositeGlyph([0])]),
    ],
    'a glyph of glyphs of glyphs, ten million in all': [
      'too many parts',
      () =>
        withGlyphs(jost(), [
          jaggedGlyph(4),
          ...[0, 1, 2, 3, 4, 5, 6].map((below) => compositeGlyph(new Array<number>(10).fill(below))),
        ]),
    ],
    'a glyph with 60 000 points': ['too intricate', () => withGlyphs(jost(), [jaggedGlyph(60_000)])],
    'a web font whose table unpacks to more than it says': [
      'damaged web font',
      () => {
        const woff = asWoff(jost())
        woff.writeUInt32BE(woff.readUInt32BE(44 + 12) - 4, 44 + 12)
        return woff
      },
    ],
    'a web font of many gigabytes': [
      'damaged web font',
      () => {
        const woff = asWoff(jost())
        woff.writeUInt32BE(0xfffffff0, 44 + 12)
        return woff
      },
    ],
  }
  for (const [name, [words, make]] of Object.entries(files))
    it(`refuses ${name}`, async () => {
      const { code, message } = await refusalOf(make())
      expect(code).to.equal('invalid_font')
      expect(message).to.include(words)
    })

  it('answers every spoiled font with a word of the catalogue, and goes on @long', async () => {
    const sound = [
      jost(),
      asWoff(jost()),
      Buffer.from(cffTypeface().data),
      Buffer.from(cffTypeface('cids').data),
    ]
    for (const [index, file] of sound.entries())
      for (let round = 0; round < 20; round += 1) {
        const spoiled = Buffer.from(file)
        // In turns in the directory, in the first tables, and anywhere.
        const reach = [300, 4_000, spoiled.length][round % 3] ?? spoiled.length
        for (let hit = 0; hit < 6; hit += 1)
          spoiled[(round * 7919 + hit * 104_729) % reach] = (round * 37 + hit * 59) & 0xff
        const began = performance.now()
        const outcome = await read(spoiled).catch((error: unknown) => error)
        expect(performance.now() - began, `${index} ${round}`).to.be.below(LIMIT_MS)
        if (!(outcome instanceof Error)) continue
        expect((outcome as ServiceError).code, `${index} ${round}: ${outcome.stack}`).to.be.oneOf([
          'invalid_font',
          'font_too_complex',
          'font_embedding_denied',
        ])
      }
    expect((await read(jost())).postScriptName).to.equal('Jost-Regular')
  })
})
