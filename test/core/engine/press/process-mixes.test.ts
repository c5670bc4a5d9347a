/** Fields in process mixes: each plate at its stated tint and no other touched, in RIPs that are not ours. */
import { expect } from 'chai'
import type { Box } from '../../../../core/engine/geometry/box.ts'
import { openPictureBook, type PictureBook, pictureField } from '../../../support/engine/placed-pictures.ts'
import { type CompiledSource, compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { testField, testInk, testPlacement, testStyle } from '../../../support/engine/scene.ts'
import { flat } from '../../../support/pdf/pictures.ts'
import { onePage } from '../../../support/pdf/raw-pdf.ts'
import { mergeOn } from '../../../support/rips/merging.ts'
import { needs, plainPdf, plates, qpdfCheck, RIPS } from '../../../support/rips/oracles.ts'
import { MIX_TOLERANCE, type MixTile, mixInk, mixTiles, PROCESS } from './mix-tiles.ts'

const TINT = '<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0.3 0.8 0] /N 1 >>'
/** Of the artwork below all fields, in per cent: the left half is cyan and yellow, the right half a spot ink. */
const GROUNDS: readonly Record<string, number>[] = [{ Cyan: 60, Yellow: 20 }, { Gold: 40 }]

const artwork = () =>
  onePage(
    { data: '0.6 0 0.2 0 k 0 0 100 100 re f /Au cs 0.4 scn 100 0 100 100 re f' },
    `/Resources << /ColorSpace << /Au [/Separation /Gold /DeviceCMYK ${TINT}] >> >>`,
  )

interface Tile extends MixTile {
  readonly expected: Record<string, number>
  readonly at: readonly [number, number]
}

/** On both grounds. */
function tilesOf(seed: number, count: number): readonly Tile[] {
  const boxes = Array.from({ length: count }, (_, at): Box => {
    const [x, y] = [(at % 8) * 25, Math.floor(at / 8) * 25]
    return [x + 2, y + 2, x + 23, y + 23]
  })
  return mixTiles(seed, boxes).map((tile): Tile => {
    const [left, bottom] = tile.box
    const ground = tile.overprint ? GROUNDS[left < 100 ? 0 : 1] : {}
    return { ...tile, expected: { ...ground, ...tile.stated }, at: [left + 10, bottom + 10] }
  })
}

function inksAt(pdf: Uint8Array, rip: (typeof RIPS)[number], [x, y]: readonly [number, number]) {
  const found: Record<string, number> = {}
  for (const [name, plate] of plates(pdf, { rip, maxSpots: 8 })) {
    const ink = plate.ink[(plate.height - 1 - y) * plate.width + x] ?? 0
    if (ink > 0) found[name] = ink / 2.55
  }
  return found
}

function expectInks(found: Record<string, number>, expected: Record<string, number>, what: string): void {
  for (const name of new Set([...Object.keys(found), ...Object.keys(expected)]))
    expect(found[name] ?? 0, `${what}, ${name}`).to.be.closeTo(expected[name] ?? 0, MIX_TOLERANCE)
}

describe('fields in process mixes', () => {
  const tiles = tilesOf(20261124, 32)
  let compiled: CompiledSource
  before(async () => {
    const source = await compileSource(artwork())
    const fields = tiles.map(({ field }) => field)
    compiled = { ...source, scene: { ...source.scene, fields, inks: tiles.map(({ ink }) => ink) } }
  })

  for (const rip of RIPS) {
    it(`print on the stated plates at the stated tints and on no other, says ${rip}`, function () {
      needs(this, rip)
      const { pdf } = renderOn(compiled, {})
      const names = [...plates(pdf, { rip, maxSpots: 8 }).keys()]
      expect(names).to.have.members([...PROCESS, 'Gold'])
      for (const { at, expected, ink, field } of tiles) {
        const what = `${ink.cmyk ?? ink.gray} at ${field.tint}, overprint ${field.overprint}`
        expectInks(inksAt(pdf, rip, at), expected, what)
      }
    })

    it(`print so in a merged file, and in mixes that an order chooses, says ${rip}`, function () {
      needs(this, rip)
      const colors = [{ ...testInk(1, 'House colour'), cmyk: [10, 90, 0, 5] }]
      const scene = { ...compiled.scene, fields: compiled.scene.fields.slice(0, 1) }
      const [tile] = tiles
      const { tint = 1, overprint = false } = tile?.field ?? {}
      const expected: Record<string, number> = overprint ? { ...GROUNDS[0] } : {}
      Object.assign(expected, { Cyan: 10 * tint, Magenta: 90 * tint, Black: 5 * tint })
      const { pdf } = mergeOn({ ...compiled, scene }, [{}], { colors })
      expectInks(inksAt(pdf, rip, tile?.at ?? [0, 0]), expected, 'merged')
    })
  }

  it('overprint in solid black text up to the size of the scene, and knock out above it', async function () {
    needs(this, 'qpdf')
    const source = await compileSource(artwork())
    const text = (at: number, sizePt: number, tint = 1) =>
      testField(`fld_${at}`, {
        ...{ ink: 'Black', tint, defaultValue: 'M' },
        placements: [
          testPlacement({ box: [2, 2 + at * 25, 98, 25 + at * 25], style: testStyle({ sizePt }) }),
        ],
      })
    const fields = [text(0, 9), text(1, 12), text(2, 9, 0.5)]
    const inks = [testInk(1, 'Black')]
    const scene = { ...source.scene, fields, inks, blackOverprintPt: 10 }
    const { pdf } = renderOn({ ...source, scene }, {})
    const stated = [...plainPdf(pdf).matchAll(/q \/(G\d) gs \/C0 cs/g)].map(([, name]) => name)
    expect(stated).to.have.length(3)
    expect(stated[0]).not.to.equal(stated[1])
    expect(stated[2]).to.equal(stated[1])
    const none = renderOn({ ...source, scene: { ...scene, blackOverprintPt: 0 } }, {})
    expect(
      new Set([...plainPdf(none.pdf).matchAll(/q \/(G\d) gs \/C0 cs/g)].map(([, name]) => name)).size,
    ).to.equal(1)
  })

  it('take no more of a file than an ink does, and are clean for qpdf', function () {
    needs(this, 'qpdf')
    const mixed = renderOn(compiled, {})
    expect(qpdfCheck(mixed.pdf).status).to.equal(0)
    expect(plainPdf(mixed.pdf)).not.to.include('/Separation /Mix')
    const separations = compiled.scene.inks.map(({ index, name }) =>
      testInk(index, name, `#0000${index + 10}`),
    )
    const plain = renderOn({ ...compiled, scene: { ...compiled.scene, inks: separations } }, {})
    expect(mixed.tail.length).to.be.at.most(plain.tail.length)
  })

  it('are told as mixes in the report, and not as plates', () => {
    const { notes } = renderOn(compiled, {})
    const told = notes as unknown as Record<'plates' | 'mixes', readonly Record<string, unknown>[]>
    expect(told.plates).to.deep.equal([])
    expect(told.mixes).to.have.length(tiles.length)
    expect(told.mixes[0]).to.include({ name: 'Mix 1', marks: 1 })
  })
})

describe('pictures in process mixes', () => {
  let book: PictureBook
  before(async () => {
    book = openPictureBook()
    const gray = flat(60, 60, [64, 64, 64])
    await book.add('gray', await gray.png().toBuffer())
  })
  after(() => book?.close())

  for (const rip of RIPS)
    for (const overprint of [false, true])
      it(`print their tints of each plate, overprint ${overprint}, says ${rip}`, async function () {
        needs(this, rip)
        const source = await compileSource(artwork())
        const placements = [
          testPlacement({ box: [10, 10, 90, 90], insetPt: 0, picture: { fit: 'fill', anchor: 'center' } }),
        ]
        const field = pictureField('fld_0', book, { placements, overprint, tint: 0.8, oneColor: true })
        const inks = [mixInk(1, { cmyk: [0, 80, 0, 40] })]
        const { pdf } = renderOn(
          { ...source, scene: { ...source.scene, fields: [field], inks } },
          { fld_0: 'gray' },
          { files: book.files },
        )
        const dark = (191 / 255) * 0.8
        const ground = overprint ? GROUNDS[0] : {}
        expectInks(
          inksAt(pdf, rip, [50, 50]),
          { ...ground, Magenta: 80 * dark, Black: 40 * dark },
          'a gray picture',
        )
      })
})
