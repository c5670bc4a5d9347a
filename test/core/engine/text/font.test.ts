/** Typefaces: metrics, outlines and bounds of real font files, and files that are none. */
import { expect } from 'chai'
import { Blob, Face, Font } from 'harfbuzzjs'
import { openTypeface, type Typeface } from '../../../../core/engine/text/font.ts'
import { boundsOfPath } from '../../../support/engine/ink.ts'
import { arabicTypeface, bundledTypeface, cffTypeface } from '../../../support/pdf/fonts.ts'

const INFO = { key: 'test:x', postScriptName: 'X', family: 'X', bold: false, italic: false }
const glyphOf = (typeface: Typeface, character: string): number =>
  new Font(new Face(new Blob(typeface.data))).nominalGlyph(character.codePointAt(0) ?? 0) ?? 0

describe('a typeface', () => {
  const arimo = bundledTypeface('Arimo-Regular')

  it('knows its metrics', () => {
    expect(arimo.unitsPerEm).to.equal(2048)
    expect(arimo.capHeight).to.equal(1409)
    expect(arimo.xHeight).to.equal(1082)
    expect(arimo.ascender).to.be.greaterThan(arimo.capHeight)
    expect(arimo.descender).to.be.lessThan(0)
    expect(arimo.italicAngle).to.equal(0)
    expect(bundledTypeface('Arimo-Italic').italicAngle).to.be.lessThan(0)
    expect(arimo.boundingBox[3]).to.be.greaterThan(arimo.capHeight)
    expect(arimo.advance(glyphOf(arimo, 'A'))).to.equal(1366)
    expect(arimo.cff).to.equal(false)
  })

  it('measures the cap height of a file whose OS/2 table does not say it', () => {
    const data = withoutTable(arimo.data, 'OS/2')
    const typeface = openTypeface(data, INFO, 'sha')
    expect(typeface.capHeight).to.equal(arimo.bounds(glyphOf(arimo, 'H'))?.[3])
    expect(typeface.xHeight).to.equal(arimo.bounds(glyphOf(arimo, 'x'))?.[3])
    expect(typeface.fsType).to.equal(0)
  })

  it('draws outlines as closed contours of lines and cubic curves', () => {
    expect(arimo.outline(glyphOf(arimo, 'l'))).to.match(/^-?[\d.]+ -?[\d.]+ m .* h$/)
    expect(arimo.outline(glyphOf(arimo, 'O'))).to.match(/^[-\d. mlch]+$/)
    expect(arimo.outline(glyphOf(arimo, 'O')).match(/h/g)).to.have.length(2)
    expect(arimo.outline(glyphOf(arimo, ' '))).to.equal('')
    expect(arimo.bounds(glyphOf(arimo, ' '))).to.equal(null)
  })

  for (const name of ['Arimo-Regular', 'CormorantGaramond-Medium', 'Jost-Bold'])
    it(`draws the curves of ${name} within a thousandth of an em, in fewer pieces`, () => {
      const typeface = bundledTypeface(name)
      const font = new Font(new Face(new Blob(typeface.data)))
      let pieces = 0
      let quadratics = 0
      for (const character of 'OS&agQ8ß') {
        const glyphId = glyphOf(typeface, character)
        const source = font
          .glyphToPath(glyphId)
          .replaceAll(/[MLQZ]/g, ' $& ')
          .replaceAll(',', ' ')
        const drawn = samples(typeface.outline(glyphId), true)
        for (const [x, y] of samples(source, false)) {
          const off = Math.min(...drawn.map((point, at) => distance([x, y], drawn[at - 1] ?? point, point)))
          expect(off / typeface.unitsPerEm, character).to.be.lessThan(0.001)
        }
        pieces += typeface.outline(glyphId).split(' c').length
        quadratics += source.split(' Q').length
      }
      expect(pieces).to.be.lessThan(quadratics * 0.8)
    })

  it('gives bounds that enclose the drawn curves and touch them', () => {
    for (const name of ['Arimo-Regular', 'CormorantGaramond-BoldItalic', 'Jost-Black']) {
      const typeface = bundledTypeface(name)
      for (const character of 'QgfjÅ&@§8')
        expectTight(typeface, glyphOf(typeface, character), `${name} ${character}`)
    }
  })

  it('reads CFF outlines', () => {
    const typeface = cffTypeface()
    expect(typeface.cff).to.equal(true)
    for (const character of 'Qgf&@8') expectTight(typeface, glyphOf(typeface, character), character)
  })

  it('knows which characters it has', () => {
    expect(arimo.hasCodePoint(0x05d0)).to.equal(true)
    expect(arimo.hasCodePoint(0x4e2d)).to.equal(false)
    expect(arabicTypeface()?.hasCodePoint(0x628) ?? true).to.equal(true)
  })

  const refusals: Record<string, [Uint8Array, string]> = {
    'an empty file': [new Uint8Array(), 'is not a font'],
    'a web page': [new TextEncoder().encode('<!doctype html><title>Not a font</title>'), 'is not a TrueType'],
    'a web font': [new TextEncoder().encode('wOF2 and then some more bytes'), 'WOFF2'],
    'a collection': [new TextEncoder().encode('ttcf and then some more bytes'), 'font collection'],
    'a font cut off': [arimo.data.slice(0, 100_000), 'cut off'],
    'a font without outlines': [withoutTable(arimo.data, 'glyf'), 'without outlines'],
    'a font without a character map': [withoutTable(arimo.data, 'cmap'), 'no table cmap'],
  }
  for (const [what, [data, says]] of Object.entries(refusals)) {
    it(`refuses ${what} and says why`, () => {
      expect(() => openTypeface(data, INFO, 'sha'))
        .to.throw(says)
        .with.property('code', 'invalid_font')
    })
  }
})

/** Points of a path's lines and curves, closer than the accuracy that is asked for; operators stand after or before. */
function samples(path: string, after: boolean): [number, number][] {
  const found: [number, number][] = []
  let pen = [0, 0]
  const tokens = path.trim().split(/\s+/)
  for (const [index, token] of tokens.entries()) {
    const count = { c: 6, Q: 4, m: 2, l: 2, M: 2, L: 2 }[token]
    if (count === undefined) continue
    const from = after ? index - count : index + 1
    const points = [...pen, ...tokens.slice(from, from + count).map(Number)]
    const degree = points.length / 2 - 1
    const isMove = token === 'm' || token === 'M'
    const steps = isMove ? 0 : after ? 24 : 8
    for (let step = 0; step <= steps; step += 1) {
      const t = isMove ? 1 : step / steps
      const at = (axis: number) =>
        bezier(
          points.filter((_, place) => place % 2 === axis),
          degree,
          t,
        )
      found.push([at(0), at(1)])
    }
    pen = points.slice(-2)
  }
  return found
}

/** From a point to the stretch between two others. */
function distance(
  [x, y]: readonly [number, number],
  from: readonly [number, number],
  to: readonly [number, number],
): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const square = dx * dx + dy * dy
  const share =
    square === 0 ? 0 : Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / square))
  return Math.hypot(from[0] + share * dx - x, from[1] + share * dy - y)
}

/** One coordinate of a Bezier curve of this degree at t (de Casteljau). */
function bezier(values: readonly number[], degree: number, t: number): number {
  if (degree === 0) return values[0] ?? 0
  const next = values.slice(1).map((value, at) => (values[at] ?? 0) + (value - (values[at] ?? 0)) * t)
  return bezier(next, degree - 1, t)
}

/** Samples of a curve lie inside the exact bounds, by at most a unit or so. */
function expectTight(typeface: Typeface, glyphId: number, what: string): void {
  const bounds = typeface.bounds(glyphId) ?? [0, 0, 0, 0]
  const drawn = boundsOfPath(typeface.outline(glyphId)) ?? [0, 0, 0, 0]
  for (const side of [0, 1, 2, 3] as const) {
    const inside = side < 2 ? drawn[side] - bounds[side] : bounds[side] - drawn[side]
    expect(inside, `${what} side ${side}`).to.be.within(-0.06, typeface.unitsPerEm / 500)
  }
}

/** The font with a table's last letter lowered, so that nothing finds it and the directory stays in order. */
function withoutTable(data: Uint8Array, tag: string): Uint8Array {
  const copy = Uint8Array.from(data)
  const view = new DataView(copy.buffer)
  for (let entry = 12; entry < 12 + view.getUint16(4) * 16; entry += 16) {
    const found = new TextDecoder().decode(copy.subarray(entry, entry + 4)) === tag
    if (found) view.setUint8(entry + 3, view.getUint8(entry + 3) - 1)
  }
  return copy
}
