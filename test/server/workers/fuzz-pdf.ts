/** Spoils PDFs in the ways that mail, disks, editors and attackers do, by seeded chance. */
import { deflateSync, inflateSync } from 'node:zlib'
import type { Chance } from '../../support/run/seeded-chance.ts'

type Spoiling = (file: Buffer, chance: Chance) => Buffer

/** Words that structures hang on; one is put in another's place. */
const WORDS = [
  ...['/Kids', '/Parent', '/Count', '/Contents', '/Resources', '/Length', '/Filter', '/Type', '/Root'],
  ...['/Page', '/Pages', '/Catalog', '/Annots', '/Fields', '/Prev', '/Size', '/W', '/N', '/First', '/Font'],
  ...['obj', 'endobj', 'stream', 'endstream', 'xref', 'trailer', 'startxref', '<<', '>>', '[', ']', 'R'],
]
const NUMBERS = [
  '-1',
  '0',
  '1',
  '3',
  '65536',
  '2147483648',
  '99999999999999999999',
  '0.0001',
  '1e9',
  '-2147483649',
]

const SPOILINGS: Readonly<Record<string, Spoiling>> = {
  'cut off': (file, chance) => file.subarray(0, chance.whole(0, file.length)),
  'without its beginning': (file, chance) => file.subarray(chance.whole(1, Math.min(file.length, 2_000))),
  'with a piece missing': (file, chance) => {
    const at = chance.whole(0, file.length)
    return Buffer.concat([file.subarray(0, at), file.subarray(at + chance.whole(1, 400))])
  },
  'with a piece twice': (file, chance) => {
    const at = chance.whole(0, file.length)
    const end = at + chance.whole(1, 2_000)
    return Buffer.concat([file.subarray(0, end), file.subarray(at)])
  },
  'with single bits turned': (file, chance) => {
    const spoiled = Buffer.from(file)
    for (let count = chance.whole(1, 40); count > 0 && spoiled.length > 0; count -= 1) {
      const at = chance.whole(0, spoiled.length - 1)
      spoiled[at] = (spoiled[at] ?? 0) ^ (1 << chance.whole(0, 7))
    }
    return spoiled
  },
  'with noise in it': (file, chance) => {
    const spoiled = Buffer.from(file)
    const at = chance.whole(0, file.length)
    for (let offset = at; offset < Math.min(at + 300, file.length); offset += 1)
      spoiled[offset] = chance.whole(0, 255)
    return spoiled
  },
  'with other numbers': (file, chance) => replaced(file, /\d+/g, chance, () => chance.pick(NUMBERS)),
  'with other references': (file, chance) =>
    replaced(file, /\d+ 0 R/g, chance, () => `${chance.whole(0, 60)} 0 R`),
  'with other words': (file, chance) =>
    replaced(file, /\/(?:[A-Z]\w+)|obj|endobj|stream|endstream|<<|>>/g, chance, () => chance.pick(WORDS)),
  'with line ends of another system': (file) =>
    Buffer.from(file.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
  'with spoiled content': (file, chance) => insideStream(file, chance),
}

/** The ways in which files are spoiled, by name. */
export const WAYS = Object.keys(SPOILINGS)

export function spoil(file: Uint8Array, way: string, chance: Chance): Buffer {
  const spoiling = SPOILINGS[way]
  if (spoiling === undefined) throw new Error(`No file is spoiled ${way}.`)
  return spoiling(Buffer.from(file), chance)
}

/** Some of the matches, never all: what is left must still be worth reading. */
function replaced(file: Buffer, pattern: RegExp, chance: Chance, by: () => string): Buffer {
  const text = file.toString('latin1')
  const matches = [...text.matchAll(pattern)]
  if (matches.length === 0) return file
  const chosen = new Set(Array.from({ length: chance.whole(1, 6) }, () => chance.pick(matches)))
  let at = 0
  let spoiled = ''
  for (const match of matches) {
    if (!chosen.has(match)) continue
    spoiled += text.slice(at, match.index) + by()
    at = match.index + match[0].length
  }
  return Buffer.from(spoiled + text.slice(at), 'latin1')
}

/** Unpacks one stream, spoils what it says and packs it again, so that damage reaches the inner readers. */
function insideStream(file: Buffer, chance: Chance): Buffer {
  const starts: number[] = []
  for (let at = file.indexOf('stream\n'); at >= 0; at = file.indexOf('stream\n', at + 7))
    if (file.toString('latin1', at - 3, at) !== 'end') starts.push(at + 7)
  if (starts.length === 0) return file
  const start = chance.pick(starts)
  const end = file.indexOf('\nendstream', start)
  if (end < 0) return file
  const packed = file.subarray(start, end)
  const inner = unpacked(packed)
  const way = chance.pick([
    'cut off',
    'with a piece twice',
    'with other numbers',
    'with other words',
    'with noise in it',
  ])
  const spoiled = spoil(inner ?? packed, way, chance)
  return Buffer.concat([
    file.subarray(0, start),
    inner === null ? spoiled : deflateSync(spoiled),
    file.subarray(end),
  ])
}

function unpacked(bytes: Buffer): Buffer | null {
  try {
    return inflateSync(bytes)
  } catch {
    return null
  }
}
