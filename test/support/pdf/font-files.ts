/** Font files for tests: a bundled one under another name, with other rights, in another container, or spoiled. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'

const { resolve } = createRequire(import.meta.url)

/** The file of Jost in one of its weights: 400 is the regular, 700 the bold. */
export function jost(style = '400Regular'): Buffer {
  return readFileSync(resolve(`@expo-google-fonts/jost/${style}/Jost_${style}.ttf`))
}

export type Tables = Map<string, Buffer>

export function tablesOf(font: Uint8Array): Tables {
  const file = Buffer.from(font)
  const tables: Tables = new Map()
  for (let index = 0; index < file.readUInt16BE(4); index += 1) {
    const at = 12 + index * 16
    const [offset, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)]
    tables.set(file.toString('latin1', at, at + 4), Buffer.from(file.subarray(offset, offset + length)))
  }
  return tables
}

export function fontOf(tables: Tables, flavor = 0x00010000): Buffer {
  const head = Buffer.alloc(12 + tables.size * 16)
  head.writeUInt32BE(flavor, 0)
  head.writeUInt16BE(tables.size, 4)
  const parts = [head]
  let offset = head.length
  for (const [index, [tag, bytes]] of [...tables].sort(([a], [b]) => (a < b ? -1 : 1)).entries()) {
    const at = 12 + index * 16
    head.write(tag, at, 'latin1')
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(bytes.length, at + 12)
    const padded = Buffer.alloc((bytes.length + 3) & ~3)
    bytes.copy(padded)
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}

/** The file with its tables changed. */
export function edited(font: Uint8Array, edit: (tables: Tables) => void): Buffer {
  const tables = tablesOf(font)
  edit(tables)
  return fontOf(tables, Buffer.from(font).readUInt32BE(0))
}

export interface NameEdits {
  readonly family: string
  /** `Regular`, `Bold`, … as the PostScript name ends. */
  readonly style?: string
  readonly postScriptName?: string
  readonly license?: string
}

/** Under another name, so that no font which comes with the service is it. */
export function renamed(font: Uint8Array, { family, style = 'Regular', ...more }: NameEdits): Buffer {
  const names: readonly (readonly [number, string])[] = [
    [0, 'Copyright of a maker'],
    [1, family],
    [2, style],
    [4, `${family} ${style}`],
    [6, more.postScriptName ?? `${family.replaceAll(' ', '')}-${style}`],
    [13, more.license ?? 'Free for all'],
    [14, 'https://maker.example/licence'],
  ]
  return edited(font, (tables) => {
    const texts = names.map(([, text]) => Buffer.from(text, 'utf16le').swap16())
    const head = Buffer.alloc(6 + names.length * 12)
    head.writeUInt16BE(names.length, 2)
    head.writeUInt16BE(head.length, 4)
    let offset = 0
    for (const [index, [id]] of names.entries()) {
      const length = texts[index]?.length ?? 0
      for (const [more, value] of [3, 1, 0x409, id, length, offset].entries())
        head.writeUInt16BE(value, 6 + index * 12 + more * 2)
      offset += length
    }
    tables.set('name', Buffer.concat([head, ...texts]))
  })
}

/** With these rights (OS/2 fsType). */
export function withFsType(font: Uint8Array, fsType: number): Buffer {
  return edited(font, (tables) => tables.get('OS/2')?.writeUInt16BE(fsType, 8))
}

/** As a web font (WOFF 1.0). */
export function asWoff(font: Uint8Array): Buffer {
  const tables = [...tablesOf(font)].sort(([a], [b]) => (a < b ? -1 : 1))
  const head = Buffer.alloc(44 + tables.length * 20)
  head.write('wOFF', 0, 'latin1')
  Buffer.from(font).copy(head, 4, 0, 4)
  head.writeUInt16BE(tables.length, 12)
  const parts: Buffer[] = [head]
  let offset = head.length
  for (const [index, [tag, bytes]] of tables.entries()) {
    const deflated = deflateSync(bytes)
    const packed = deflated.length < bytes.length ? deflated : bytes
    const at = 44 + index * 20
    head.write(tag, at, 'latin1')
    for (const [more, value] of [offset, packed.length, bytes.length].entries())
      head.writeUInt32BE(value, at + 4 + more * 4)
    const padded = Buffer.alloc((packed.length + 3) & ~3)
    packed.copy(padded)
    parts.push(padded)
    offset += padded.length
  }
  head.writeUInt32BE(offset, 8)
  return Buffer.concat(parts)
}

/** With these glyphs alone, from the first on; the others are empty. */
export function withGlyphs(font: Uint8Array, glyphs: readonly Buffer[]): Buffer {
  return edited(font, (tables) => {
    const count = tables.get('maxp')?.readUInt16BE(4) ?? 0
    const loca = Buffer.alloc((count + 1) * 4)
    let offset = 0
    for (let glyph = 0; glyph <= count; glyph += 1) {
      loca.writeUInt32BE(offset, glyph * 4)
      offset += glyphs[glyph]?.length ?? 0
    }
    tables.get('head')?.writeInt16BE(1, 50)
    tables.set('loca', loca)
    tables.set('glyf', Buffer.concat(glyphs))
  })
}

/** A glyph made of others, each `times` over. */
export function compositeGlyph(parts: readonly number[]): Buffer {
  const glyph = Buffer.alloc(10 + parts.length * 6)
  glyph.writeInt16BE(-1, 0)
  for (const [index, part] of parts.entries()) {
    const at = 10 + index * 6
    glyph.writeUInt16BE(0x2 | (index === parts.length - 1 ? 0 : 0x20), at)
    glyph.writeUInt16BE(part, at + 2)
  }
  return glyph
}

/** A glyph of one contour with so many points, going to and fro. */
export function jaggedGlyph(points: number): Buffer {
  const glyph = Buffer.alloc(10 + 2 + 2 + points + points * 4)
  glyph.writeInt16BE(1, 0)
  for (const [index, value] of [0, 0, 500, 500].entries()) glyph.writeInt16BE(value, 2 + index * 2)
  glyph.writeUInt16BE(points - 1, 10)
  glyph.fill(0x01, 14, 14 + points)
  for (let point = 0; point < points; point += 1) {
    glyph.writeInt16BE(point % 2 === 0 ? 400 : -400, 14 + points + point * 2)
    glyph.writeInt16BE(point % 3 === 0 ? 300 : -150, 14 + points * 3 + point * 2)
  }
  return glyph.length % 2 === 0 ? glyph : Buffer.concat([glyph, Buffer.alloc(1)])
}
