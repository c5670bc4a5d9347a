/** Blank pages on disk: content-addressed, bounded in size, and verified by a checksum. */
import { randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { readFile, rename, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { AppearancePlates, PagePlates, SlotPlates, SpotPlate } from '../../core/engine/press/plates.ts'

export interface PlateFiles {
  /** Null for a missing or damaged page. */
  read(key: string): Promise<PagePlates | null>
  /** A full disk loses only the page. */
  write(key: string, plates: PagePlates): Promise<void>
}

const ENDING = '.plates'
/** Files written between two scans of the folder: other workers write there too. */
const LOOK_EVERY = 16
/** Share of the limit that remains after a cleanup, so that not every further page needs one. */
const KEPT_SHARE = 0.9

/** The folder must exist. Removes the least recently used files first; the modification time is the last use. */
export function createPlateFiles(folder: string, limitBytes: number): PlateFiles {
  const pathOf = (key: string) => join(folder, `${key}${ENDING}`)
  let written = 0

  async function makeRoom(): Promise<void> {
    const files = readdirSync(folder).flatMap((name) => {
      try {
        const { size, mtimeMs } = statSync(join(folder, name))
        return [{ path: join(folder, name), size, used: mtimeMs }]
      } catch {
        // Another worker removed it.
        return []
      }
    })
    let total = files.reduce((sum, { size }) => sum + size, 0)
    if (total <= limitBytes) return
    for (const { path, size } of files.sort((a, b) => a.used - b.used)) {
      if (total <= limitBytes * KEPT_SHARE) break
      await unlink(path).catch(() => {})
      total -= size
    }
  }

  return {
    async read(key) {
      const path = pathOf(key)
      const packed = await readFile(path).catch(() => null)
      if (packed === null) return null
      const plates = await unpack(packed)
      const now = new Date()
      if (plates === null) await unlink(path).catch(() => {})
      else await utimes(path, now, now).catch(() => {})
      return plates
    },
    async write(key, plates) {
      const temporary = join(folder, `${randomUUID()}.new`)
      try {
        await writeFile(temporary, await pack(plates), { mode: 0o600 })
        await rename(temporary, pathOf(key))
        if (written % LOOK_EVERY === 0) await makeRoom()
        written += 1
      } catch {
        await unlink(temporary).catch(() => {})
      }
    },
  }
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** All numbers and names of a page, in the order of the planes. */
interface Head {
  readonly widthPx: number
  readonly heightPx: number
  readonly spots: readonly string[]
  readonly slots: readonly (Omit<SlotPlates, 'shown' | 'throughProcess' | 'throughSpots'> & {
    readonly spots: readonly string[]
  })[]
  readonly appearances: readonly (Omit<AppearancePlates, 'covered' | 'process' | 'spots'> & {
    readonly inColors: boolean
    readonly spots: readonly string[]
  })[]
}

async function pack({ process, spots, slots, appearances, widthPx, heightPx }: PagePlates): Promise<Buffer> {
  const head: Head = {
    widthPx,
    heightPx,
    spots: spots.map(({ name }) => name),
    slots: slots.map(({ shown: _, throughProcess: __, throughSpots, ...rest }) => ({
      ...rest,
      spots: throughSpots.map(({ name }) => name),
    })),
    appearances: appearances.map(({ covered: _, process: colors, spots, ...rest }) => ({
      ...rest,
      inColors: colors !== null,
      spots: spots.map(({ name }) => name),
    })),
  }
  const words = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(words.length)
  const planes = [process, ...spots.map(({ coverage }) => coverage)].concat(
    slots.flatMap(({ shown, throughProcess, throughSpots }) => [
      shown,
      throughProcess,
      ...throughSpots.map(({ coverage }) => coverage),
    ]),
    appearances.flatMap(({ covered, process: colors, spots }) => [
      covered,
      ...(colors === null ? [] : [colors]),
      ...spots.map(({ coverage }) => coverage),
    ]),
  )
  // The checksum is part of the format: a read notices truncated or changed files.
  return compress(Buffer.concat([length, words, ...planes]), {
    params: {
      [constants.ZSTD_c_compressionLevel]: 1,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  })
}

const MOST_UNPACKED = 1 << 30

async function unpack(packed: Buffer): Promise<PagePlates | null> {
  try {
    const bytes = await decompress(packed, { maxOutputLength: MOST_UNPACKED })
    const length = bytes.readUInt32LE(0)
    const head = JSON.parse(bytes.toString('utf8', 4, 4 + length)) as Head
    let at = 4 + length
    const plane = (size: number): Uint8Array => {
      if (at + size > bytes.length) throw new Error('The file ends too early.')
      at += size
      return bytes.subarray(at - size, at)
    }
    const platesOf = (names: readonly string[], pixels: number): SpotPlate[] =>
      names.map((name) => ({ name, coverage: plane(pixels) }))
    const pixels = head.widthPx * head.heightPx
    const process = plane(pixels * 3)
    const spots = platesOf(head.spots, pixels)
    const slots = head.slots.map(({ spots: names, ...rest }): SlotPlates => {
      const own = rest.widthPx * rest.heightPx
      return {
        ...rest,
        shown: plane(own),
        throughProcess: plane(own * 3),
        throughSpots: platesOf(names, own),
      }
    })
    const appearances = head.appearances.map(({ spots: names, inColors, ...rest }): AppearancePlates => {
      const own = rest.widthPx * rest.heightPx
      return {
        ...rest,
        covered: plane(own),
        process: inColors ? plane(own * 3) : null,
        spots: platesOf(names, own),
      }
    })
    if (at !== bytes.length) throw new Error('The file is too long.')
    return { widthPx: head.widthPx, heightPx: head.heightPx, process, spots, slots, appearances }
  } catch {
    return null
  }
}
