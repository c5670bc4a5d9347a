/** Pages and values that are out of the common: other scripts, half-typed signs, many fields, many pages, odd sizes. */
import { loadImage } from '@napi-rs/canvas'
import { expect } from 'chai'
import { mapBox } from '../../../../core/engine/geometry/matrix.ts'
import type { Scene } from '../../../../core/engine/scene/scene.ts'
import { draw, type OpenPage, openPage, prepare } from '../../../support/engine/drawn-example.ts'
import { type CompiledSource, compileSource } from '../../../support/engine/rendering.ts'
import { formPdf, textField } from '../../../support/pdf/form-pdf.ts'

const MM = 72 / 25.4
const FALLBACKS = ['NotoNaskhArabic-Regular', 'NotoEmoji-Regular'].map((name) => ({
  ...{ requested: name, key: `bundled:${name}`, substitute: false },
}))

/** With fonts for Arabic and for emoji behind the fields' own. */
function withFallbacks(compiled: CompiledSource): CompiledSource {
  const fields = compiled.scene.fields.map((field) => ({
    ...field,
    placements: field.placements.map((placement) => ({
      ...placement,
      style: { ...placement.style, fallbacks: FALLBACKS },
    })),
  }))
  const scene: Scene = { ...compiled.scene, fields }
  return { ...compiled, scene }
}

async function oneField(entries = ''): Promise<OpenPage> {
  const source = formPdf({ fields: [textField('name', '20 80 280 120', `/DA (/Helv 18 Tf 0 g) ${entries}`)] })
  return openPage(withFallbacks(await compileSource(source)), 300)
}

async function sizeOf(png: Uint8Array): Promise<readonly [number, number]> {
  const { width, height } = await loadImage(png)
  return [width, height]
}

describe('Hard pages', () => {
  it('set text from right to left, the first letter rightmost', async () => {
    const page = await oneField()
    const drawing = prepare(page, { values: { name: 'سلام Ada' } })
    expect(drawing.problems).to.deep.equal([])
    const [mark] = drawing.marks
    if (mark?.kind !== 'shapes') throw new Error('Nothing is painted.')
    const xs = mark.shapes.map(({ matrix }) => matrix[4])
    // Seen from the left: the Latin word, which comes last, and then the Arabic one.
    const latin = prepare(page, { values: { name: 'Ada' } }).marks[0]
    if (latin?.kind !== 'shapes') throw new Error('Nothing is painted.')
    expect(mark.shapes.length).to.be.greaterThan(latin.shapes.length)
    expect(Math.max(...xs)).to.be.greaterThan(Math.min(...xs) + 20)
    expect(await sizeOf(await draw(page, { values: { name: 'سلام Ada' } }))).to.deep.equal([300, 200])
  })

  it('show every state of typing an emoji of several parts', async () => {
    const page = await oneField()
    const family = '👩‍👩‍👧'
    for (let end = 0; end <= family.length; end += 1) {
      const typed = family.slice(0, end)
      const value = `Ada ${typed.isWellFormed() ? typed : typed.slice(0, -1)}`
      expect(await sizeOf(await draw(page, { values: { name: value } })), `${end}`).to.deep.equal([300, 200])
    }
  })

  it('mark what cannot be set, and show of it what can', async () => {
    const page = await oneField()
    const missing = prepare(page, { values: { name: 'Ada 世界' } })
    expect(missing.marks).to.deep.equal([])
    expect(missing.problems.map(({ shapes }) => shapes.length)).to.deep.equal([5])
    const endless = prepare(page, { values: { name: 'W'.repeat(400) } })
    expect(endless.problems.length).to.equal(1)
    const [problem] = endless.problems
    expect(problem?.shapes.length).to.be.within(10, 400)
    // All of it within its frame.
    const xs = problem?.shapes.map(({ matrix }) => matrix[4]) ?? []
    expect(Math.min(...xs)).to.be.at.least(19)
    expect(Math.max(...xs)).to.be.at.most(281)
  })

  it('have forty fields on a page, each in its place', async () => {
    const fields = Array.from({ length: 40 }, (_, at) => {
      const [left, bottom] = [10 + (at % 4) * 72, 8 + Math.floor(at / 4) * 19]
      return textField(`f${at}`, `${left} ${bottom} ${left + 66} ${bottom + 16}`, '/DA (/Helv 9 Tf 0 g)')
    })
    const page = await openPage(await compileSource(formPdf({ fields })), 600)
    const values = Object.fromEntries(fields.map((_, at) => [`f${at}`, `No ${at}`]))
    const { marks } = prepare(page, { values })
    expect(marks.length).to.equal(40)
    for (const [at, { bounds }] of marks.entries()) {
      const box = page.compiled.scene.fields[at]?.placements[0]?.box ?? [0, 0, 0, 0]
      const [left, top, right, bottom] = mapBox([2, 0, 0, -2, 0, 400], box)
      expect(bounds[0]).to.be.at.least(Math.floor(left) - 1)
      expect(bounds[1]).to.be.at.least(Math.floor(top) - 1)
      expect(bounds[2]).to.be.at.most(Math.ceil(right) + 1)
      expect(bounds[3]).to.be.at.most(Math.ceil(bottom) + 1)
    }
    expect(await sizeOf(await draw(page, { values }))).to.deep.equal([600, 400])
  })

  it('are drawn of a hundred, each with its own field alone', async () => {
    const pages = Array.from({ length: 100 }, () => '/MediaBox [0 0 100 60]')
    const fields = pages.map((_, page) => ({ page, entries: textField(`p${page}`, '10 10 90 50') }))
    const compiled = await compileSource(formPdf({ pages, fields }))
    const values = Object.fromEntries(pages.map((_, at) => [`p${at}`, `Page ${at}`]))
    for (const at of [0, 57, 99]) {
      const page = await openPage(compiled, 200, at)
      expect(prepare(page, { values }).marks.length, `${at}`).to.equal(1)
      expect(await sizeOf(await draw(page, { values }))).to.deep.equal([200, 120])
    }
  })

  it('are as large as a poster and as small as a label @long', async () => {
    const poster = formPdf({
      pages: [`/MediaBox [0 0 ${841 * MM} ${1189 * MM}]`],
      fields: [textField('name', '100 100 2300 900', '/DA (/Helv 400 Tf 0 g)')],
    })
    const large = await openPage(await compileSource(poster), 880)
    expect(await sizeOf(await draw(large, { values: { name: 'Sale' } }))).to.deep.equal([880, 1244])
    const label = formPdf({
      pages: [`/MediaBox [0 0 ${10 * MM} ${10 * MM}]`],
      fields: [textField('name', '2 8 26 20', '/DA (/Helv 9 Tf 0 g)')],
    })
    const small = await compileSource(label)
    for (const width of [1, 28, 2560]) {
      const png = await draw(await openPage(small, width), { values: { name: 'Ink' } })
      expect(await sizeOf(png)).to.deep.equal([width, width])
    }
  })

  for (const rotate of [0, 90, 180, 270])
    it(`are turned by ${rotate} degrees with what stands on them`, async () => {
      const source = formPdf({
        pages: [`/MediaBox [0 0 300 200] /CropBox [20 10 290 190] /Rotate ${rotate}`],
        fields: [textField('name', '30 20 130 60', '/DA (/Helv 18 Tf 0 g)')],
      })
      const page = await openPage(await compileSource(source), 400)
      const turned = rotate % 180 === 90
      const { widthPx, heightPx } = page.plates
      expect([widthPx, heightPx]).to.deep.equal([
        400,
        Math.round((400 * (turned ? 270 : 180)) / (turned ? 180 : 270)),
      ])
      const [mark] = prepare(page, { values: { name: 'Ada' } }).marks
      const [left = 0, top = 0, right = 0, bottom = 0] = mark?.bounds ?? []
      const [x, y] = [(left + right) / 2 / widthPx, (top + bottom) / 2 / heightPx]
      // The field stands in the lower left corner of the page as it was drawn.
      const corner = { 0: [0, 1], 90: [0, 0], 180: [1, 0], 270: [1, 1] }[rotate] ?? []
      expect([Math.round(x), Math.round(y)]).to.deep.equal(corner)
      expect(await sizeOf(await draw(page, { values: { name: 'Ada' } }))).to.deep.equal([widthPx, heightPx])
    })
})
