/** Blank pages on disk: what comes back is what was written, or nothing. */
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { PagePlates } from '../../../core/engine/press/plates.ts'
import { createPlateFiles } from '../../../server/workers/plate-files.ts'
import { seededChance } from '../../support/run/seeded-chance.ts'

const noise = (length: number, seed: number): Uint8Array => {
  const chance = seededChance(seed)
  return Uint8Array.from({ length }, () => chance.whole(0, 255))
}

/** A page that hardly packs. */
const page = (seed: number): PagePlates => ({
  widthPx: 40,
  heightPx: 30,
  process: noise(40 * 30 * 3, seed),
  spots: [
    { name: 'Gold', coverage: noise(1200, seed + 1) },
    { name: 'Größe 7 / "', coverage: noise(1200, seed + 2) },
  ],
  slots: [
    {
      ...{ slot: 'in_place', inPlace: 2, leftPx: 3, topPx: 4, widthPx: 5, heightPx: 6 },
      shown: noise(30, seed + 3),
      throughProcess: noise(90, seed + 4),
      throughSpots: [
        { name: 'Gold', coverage: noise(30, seed + 5) },
        { name: 'Größe 7 / "', coverage: noise(30, seed + 6) },
      ],
    },
  ],
  appearances: [
    {
      ...{ key: '0 1 0 0 1 3 4', leftPx: 3, topPx: 4, widthPx: 5, heightPx: 2 },
      ...{ covered: noise(10, seed + 7), process: null },
      spots: [{ name: 'Mark', coverage: noise(10, seed + 8) }],
    },
    {
      ...{ key: '1 1 0 0 1 9 4', leftPx: 9, topPx: 4, widthPx: 2, heightPx: 2 },
      ...{ covered: noise(4, seed + 9), process: noise(12, seed + 10), spots: [] },
    },
  ],
})

/** Planes as plain lists, whatever kind of array they are. */
const plain = (plates: PagePlates | null) =>
  JSON.stringify(plates, (_, value) => {
    if (value?.type === 'Buffer') return value.data
    return value instanceof Uint8Array ? [...value] : value
  })

describe('plate files', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-plates-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('give back what was written', async () => {
    const files = createPlateFiles(folder, 1 << 20)
    await files.write('key', page(1))
    const read = await createPlateFiles(folder, 1 << 20).read('key')
    expect(plain(read)).to.equal(plain(page(1)))
    expect(await files.read('other')).to.equal(null)
    expect(readdirSync(folder)).to.deep.equal(['key.plates'])
  })

  for (const [what, damage] of [
    ['is cut off', (path: string) => truncateSync(path, 2000)],
    ['is empty', (path: string) => truncateSync(path, 0)],
    [
      'has a byte changed',
      (path: string) => {
        const bytes = readFileSync(path)
        bytes[1500] = bytes[1500]! ^ 0xff
        writeFileSync(path, bytes)
      },
    ],
    ['is something else', (path: string) => writeFileSync(path, 'no plates')],
  ] as const)
    it(`give nothing back of a file that ${what}, and remove it`, async () => {
      const files = createPlateFiles(folder, 1 << 20)
      await files.write('key', page(1))
      damage(join(folder, 'key.plates'))
      expect(await files.read('key')).to.equal(null)
      expect(readdirSync(folder)).to.deep.equal([])
    })

  it('make room by removing what was used longest ago', async () => {
    const files = createPlateFiles(folder, 1 << 20)
    await files.write('size', page(1))
    const bytes = statSync(join(folder, 'size.plates')).size
    const bounded = createPlateFiles(folder, bytes * 3.5)
    for (const [at, key] of ['old', 'older', 'used'].entries()) {
      await files.write(key, page(at))
      const then = new Date(Date.UTC(2020, 0, 9 - at))
      utimesSync(join(folder, `${key}.plates`), then, then)
    }
    utimesSync(join(folder, 'size.plates'), new Date(0), new Date(0))
    await bounded.read('used')
    await bounded.write('new', page(9))
    expect(readdirSync(folder).toSorted()).to.deep.equal(['new.plates', 'old.plates', 'used.plates'])
  })

  it('lose a page where nothing can be written, and nothing else', async () => {
    const files = createPlateFiles(join(folder, 'missing'), 1 << 20)
    await files.write('key', page(1))
    expect(await files.read('key')).to.equal(null)
  })
})
