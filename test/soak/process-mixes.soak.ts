/** Marks in 200 random mixes on ten files of the corpus: every plate at its value in two RIPs, and no other pixel touched. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Box } from '../../core/engine/geometry/box.ts'
import type { ScenePage } from '../../core/engine/scene/scene.ts'
import { MIX_TOLERANCE, type MixTile, mixTiles } from '../core/engine/press/mix-tiles.ts'
import { type CompiledSource, compileUnlessRefused, renderOn } from '../support/engine/rendering.ts'
import { CORPUS, corpusFiles } from '../support/pdf/corpus-folder.ts'
import { needs, plates, RIPS } from '../support/rips/oracles.ts'
import type { Plate } from '../support/rips/plate-files.ts'
import { leavePending } from '../support/run/leave-pending.ts'

const FILES = 10
const TILES = 20
const COLUMNS = 4
/** Around each edge of a square RIPs share a pixel between both sides. */
const EDGE_PX = 2
/** Of a side: the mark leaves less than that free around it. */
const MARGIN = 0.25
/** One step of 8 bits: some RIPs dither or round blended ground anew. */
const GROUND_STEPS = 1

type Plates = ReadonlyMap<string, Plate>

/** A page as RIPs draw it at 72 dpi, without a turn or a unit of its own. */
function isPlain({ rotate, userUnit, cropBox, widthPt, heightPt }: ScenePage): boolean {
  const whole = cropBox.every((edge) => Number.isInteger(edge))
  return rotate === 0 && userUnit === 1 && whole && Math.min(widthPt, heightPt) > 120 && widthPt < 1700
}

function gridOn({ cropBox: [left, bottom, right, top] }: ScenePage): readonly Box[] {
  const [width, height] = [(right - left) / COLUMNS, (top - bottom) / (TILES / COLUMNS)]
  const side = Math.floor(Math.min(width, height)) - 8
  return Array.from({ length: TILES }, (_, at): Box => {
    const x = Math.round(left + (at % COLUMNS) * width)
    const y = Math.round(bottom + Math.floor(at / COLUMNS) * height)
    return [x + 4, y + 4, x + 4 + side, y + 4 + side]
  })
}

/** What the print file has other than it should, a line for each tile and plate. */
function faultsOf(found: Plates, ground: Plates, tiles: readonly MixTile[], page: ScenePage): string[] {
  const faults: string[] = []
  const [left, , , top] = page.cropBox
  const [first] = found.values()
  if (first === undefined) return ['no plates']
  const { width, height } = first
  const owner = new Int8Array(width * height).fill(-1)
  const mark = (box: Box, grow: number, value: number) => {
    for (let y = Math.max(0, top - box[3] - grow); y < Math.min(height, top - box[1] + grow); y += 1)
      for (let x = Math.max(0, box[0] - left - grow); x < Math.min(width, box[2] - left + grow); x += 1)
        owner[y * width + x] = value
  }
  for (const [at, { box }] of tiles.entries()) {
    mark(box, EDGE_PX, -2)
    mark(box, -Math.ceil((box[2] - box[0]) * MARGIN), at)
  }
  for (const [name, { ink }] of found) {
    const before = ground.get(name)?.ink
    const worst = new Map<number, number>()
    for (let at = 0; at < ink.length; at += 1) {
      const tile = owner[at] ?? -1
      if (tile === -2) continue
      const base = before?.[at] ?? 0
      const { stated = {}, overprint = true } = tiles[tile] ?? {}
      const part = stated[name]
      const expected = part === undefined ? (overprint ? base : 0) : part * 2.55
      const most = part === undefined && overprint ? GROUND_STEPS : MIX_TOLERANCE * 2.55
      const off = Math.abs((ink[at] ?? 0) - expected)
      if (off > most && off > (worst.get(tile) ?? 0)) worst.set(tile, off)
    }
    for (const [tile, off] of worst) {
      const { ink: mix, field, overprint } = tiles[tile] ?? {}
      const what =
        tile < 0 ? 'outside' : `${mix?.cmyk ?? mix?.gray} at ${field?.tint}, overprint ${overprint}`
      faults.push(`${name}, ${what}: off by ${(off / 2.55).toFixed(2)} %`)
    }
  }
  return faults
}

describe('marks in process mixes on the corpus', function () {
  // Two RIPs draw ten pages twice.
  this.timeout(1_800_000)
  const chosen: { file: string; compiled: CompiledSource }[] = []
  before(async function () {
    if (!existsSync(CORPUS)) leavePending(this, 'a folder of PDFs (CORPUS)')
    needs(this, ...RIPS)
    const plain: typeof chosen = []
    for (const file of corpusFiles()) {
      const compiled = await compileUnlessRefused(join(CORPUS, file))
      const page = compiled?.scene.pages[0]
      if (compiled !== null && page !== undefined && isPlain(page)) plain.push({ file, compiled })
    }
    // From all folders of the corpus, which lie one after the other.
    for (let at = 0; at < FILES; at += 1) chosen.push(plain[Math.floor((at * plain.length) / FILES)]!)
  })

  for (let at = 0; at < FILES; at += 1)
    it(`print at their values on file ${at + 1}`, () => {
      const { file, compiled } = chosen[at] as (typeof chosen)[number]
      const page = compiled.scene.pages[0] as ScenePage
      const tiles = mixTiles(20261126 + at, gridOn(page))
      const bare = { ...compiled, scene: { ...compiled.scene, fields: [] } }
      const scene = {
        ...compiled.scene,
        ...{ fields: tiles.map(({ field }) => field), inks: tiles.map(({ ink }) => ink) },
      }
      const ground = renderOn(bare, {}).pdf
      const { pdf } = renderOn({ ...compiled, scene }, {})
      const faults = RIPS.flatMap((rip) => {
        const options = { rip, box: 'crop' } as const
        const before = plates(ground, options)
        return faultsOf(plates(pdf, options), before, tiles, page).map((fault) => `${rip}: ${fault}`)
      })
      expect(faults, file).to.deep.equal([])
    })
})
