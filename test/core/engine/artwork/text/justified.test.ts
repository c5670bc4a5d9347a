/** Placeholders in justified sentences: the whole line becomes one field, and goes on ending where its paragraph ends. */
import { expect } from 'chai'
import type { Placement, TextLine } from '../../../../../core/engine/scene/scene.ts'
import { compileSource, renderOn } from '../../../../support/engine/rendering.ts'
import {
  placeholderPage,
  readPlaceholderFile,
  readPlaceholderPage,
} from '../../../../support/pdf/placeholder-page.ts'
import { needs, plates, RIPS } from '../../../../support/rips/oracles.ts'
import { type ShownChar, shownChars } from '../../../../support/rips/shown-chars.ts'
import { PLACEHOLDER_FILES } from '../placeholder-files.ts'
import {
  baselineOf,
  INDENT,
  JUSTIFIED_WAYS,
  type JustifiedLine,
  type JustifiedWay,
  justifiedPage,
  LEFT,
  LETTER,
  RIGHT,
  SIZE,
  widthOf,
} from './justified-page.ts'

const BLACK = { index: 1, key: 'black', name: 'Black', hex: '#000000' }
const wordsOf = ({ parts }: TextLine) => parts.map(({ text, source }) => text ?? source).join('')
const measureOf = ({ box, insetPt }: Placement) => [box[0] + insetPt, box[2] - insetPt]

/** The paragraph with these values by label, printed. */
async function filled(
  values: Readonly<Record<string, string>>,
  way: JustifiedWay,
  lines: readonly JustifiedLine[] = LETTER,
): Promise<Uint8Array> {
  const compiled = await compileSource(justifiedPage(way, lines))
  const given = Object.fromEntries(
    compiled.scene.fields.map(({ id, label }) => [id, values[label] ?? `{{${label}}}`]),
  )
  return renderOn(compiled, given, { colors: [BLACK] }).pdf
}

/** Without spaces, which not every producer writes. */
function lineAt(chars: readonly ShownChar[], index: number): readonly ShownChar[] {
  return chars
    .filter(({ text, y }) => text.trim() !== '' && Math.abs(y - baselineOf(index)) < 1)
    .toSorted((one, other) => one.x - other.x)
}

const startOf = (line: readonly ShownChar[]) => line[0]?.x ?? 0
const endOf = (line: readonly ShownChar[]) => {
  const last = line.at(-1)
  return last === undefined ? 0 : last.x + widthOf(last.text, last.size)
}

for (const way of JUSTIFIED_WAYS)
  describe(`a placeholder in a sentence justified by ${way}`, () => {
    it('takes its whole line, with the words before and after it', async () => {
      const { fields, place } = await readPlaceholderFile(justifiedPage(way))
      expect(fields.map(({ label }) => label)).to.deep.equal(['first name', 'guest', 'table', 'host'])
      for (const [at, label] of ['first name', 'guest', 'table'].entries()) {
        const placement = place(label)
        expect(wordsOf(placement.line ?? { parts: [], keepWhenEmpty: true })).to.equal(LETTER[at]?.words)
        expect(placement.style).to.include({ align: 'left', wrap: false })
        expect(placement.line?.stretchEm).to.be.at.least(0.75)
        const [left, right] = measureOf(placement)
        expect(left).to.be.closeTo(LEFT + (at === 0 ? INDENT : 0), 0.02)
        expect(right).to.be.closeTo(RIGHT, 0.05)
      }
      const { line, style, box } = place('host')
      expect(wordsOf(line ?? { parts: [], keepWhenEmpty: true })).to.equal(LETTER[3]?.words)
      expect(line?.stretchEm, 'the last line is not stretched').to.equal(undefined)
      expect(style.align).to.equal('left')
      expect(box[2]).to.be.above(RIGHT)
    })

    it('stands where it stood when the value is what stood there', async function () {
      needs(this, 'mutool')
      const before = shownChars(justifiedPage(way))
      const after = shownChars(await filled({}, way))
      for (const index of [0, 1, 2, 3]) {
        const [one, other] = [lineAt(before, index), lineAt(after, index)]
        expect(other.map(({ text }) => text).join('')).to.equal(one.map(({ text }) => text).join(''))
        for (const [at, { x, y, size }] of one.entries()) {
          expect(other[at]?.x, `line ${index}, letter ${at}`).to.be.closeTo(x, 0.06)
          expect(other[at]?.y).to.be.closeTo(y, 0.02)
          expect(other[at]?.size).to.be.closeTo(size, 0.02)
        }
      }
    })

    it('goes on filling the measure with other values', async function () {
      needs(this, 'mutool')
      for (const values of [
        { 'first name': 'Anna Sophie', guest: 'Bo Lind', table: 'eleven' },
        { 'first name': 'Maximiliane', guest: 'your wife', table: 'no. 12' },
      ]) {
        const chars = shownChars(await filled(values, way))
        for (const index of [0, 1, 2]) {
          const line = lineAt(chars, index)
          expect(startOf(line), `line ${index}`).to.be.closeTo(LEFT + (index === 0 ? INDENT : 0), 0.03)
          expect(endOf(line), `line ${index}`).to.be.closeTo(RIGHT, 0.06)
          expect(new Set(line.map(({ size }) => size.toFixed(2))).size).to.equal(1)
        }
      }
    })

    for (const rip of RIPS)
      it(`ends in one edge with its paragraph, says ${rip} @long`, async function () {
        needs(this, rip)
        const dpi = 288
        const edges = (pdf: Uint8Array): readonly number[] => {
          const plate = plates(pdf, { rip, dpi }).get('Black')
          if (plate === undefined) return expect.fail('There is no black plate.')
          return [0, 1, 2].map((index) => {
            const row = (y: number) => Math.round(((300 - y) / 72) * dpi)
            let last = 0
            for (let y = row(baselineOf(index) + 8); y < row(baselineOf(index)); y += 1)
              for (let x = plate.width - 1; x > last; x -= 1)
                if ((plate.ink[y * plate.width + x] ?? 0) > 127) last = x
            return (last / dpi) * 72
          })
        }
        const values = { 'first name': 'Anna Sophie', guest: 'Bo Lind', table: 'eleven' }
        const [before, after] = [edges(justifiedPage(way)), edges(await filled(values, way))]
        for (const [index, edge] of before.entries())
          expect(after[index], `line ${index}`).to.be.closeTo(edge, 0.3)
      })
  })

describe('a justified line', () => {
  const way = 'word spacing (Tw)'

  it('is left ragged where a value is too short to fill it, its spaces those of the font', async function () {
    needs(this, 'mutool')
    const line = lineAt(shownChars(await filled({ 'first name': 'I' }, way)), 0)
    expect(startOf(line)).to.be.closeTo(LEFT + INDENT, 0.03)
    expect(endOf(line)).to.be.closeTo(LEFT + INDENT + widthOf('Dear I, the evening of the ninth'), 0.5)
  })

  it('lets its spaces give way before it is set tighter or smaller', async function () {
    needs(this, 'mutool')
    const words = 'Dear {{first name}}, the evening of the ninth'
    const natural = (name: string) => widthOf(words.replace('{{first name}}', name))
    const measure = RIGHT - LEFT - INDENT
    const letters = [...'illumination of us all, dear'].map((_, at) =>
      'illumination of us all, dear'.slice(0, at),
    )
    const long = letters.find((name) => natural(name) > measure + 2 && natural(name) < measure + 6)
    if (long === undefined) return expect.fail('No name is a little too long.')
    const line = lineAt(shownChars(await filled({ 'first name': long }, way)), 0)
    expect(line[0]?.size).to.be.closeTo(SIZE, 0.02)
    expect(endOf(line)).to.be.closeTo(RIGHT, 0.06)
  })

  it('shrinks to its measure for a value that is far too long', async function () {
    needs(this, 'mutool')
    const name = 'Wilhelmina Josephine Charlotte'
    const line = lineAt(shownChars(await filled({ 'first name': name }, way)), 0)
    expect(line[0]?.size).to.be.below(SIZE)
    expect(startOf(line)).to.be.at.least(LEFT + INDENT - 0.03)
    expect(endOf(line)).to.be.closeTo(RIGHT, 0.1)
  })

  it('stays one line where its words were driven more than an em apart', async () => {
    const lines = [{ words: 'Welcome {{name}} to' }, { words: 'the summer night of {{year}}, with all your' }]
    const { fields, place } = await readPlaceholderFile(justifiedPage(way, lines))
    expect(fields.map(({ label }) => label)).to.deep.equal(['name', 'year'])
    expect(wordsOf(place('name').line ?? { parts: [], keepWhenEmpty: true })).to.equal('Welcome {{name}} to')
    expect(place('name').line?.stretchEm).to.be.above(4)
  })

  it('keeps its faces and inks, and shares its measure among several values', async function () {
    needs(this, 'mutool')
    const content = (extra: number) =>
      `BT /F1 12 Tf 60 240 Td ${extra} Tw (Dear ) Tj /F2 12 Tf ({{first}}) Tj /F1 12 Tf ( and ) Tj ({{last}}, welcome) Tj ET `
    const natural = widthOf('Dear  and {{last}}, welcome') + widthBold('{{first}}')
    const extra = (280 - natural) / 4
    const below = 'BT /F1 12 Tf 60 225 Td'
    const other = 'to the house by the sea, with its garden'
    const pdf = placeholderPage({
      content: `${content(extra)} ${below} ${(280 - widthOf(other)) / 8} Tw (${other}) Tj ET`,
    })
    const compiled = await compileSource(pdf)
    const [first, last] = compiled.scene.fields
    expect(first?.placements[0]?.line?.stretchEm).to.be.at.least(0.75)
    expect(first?.placements[0]?.line?.parts.map(({ font }) => font?.key ?? null)).to.include(
      'bundled:Arimo-Regular',
    )
    const values = { [first?.id ?? '']: 'Annabelle', [last?.id ?? '']: 'Gustav Lind' }
    const line = shownChars(renderOn(compiled, values).pdf).filter(
      ({ text, y }) => text.trim() !== '' && Math.abs(y - 240) < 1,
    )
    const sorted = line.toSorted((one, two) => one.x - two.x)
    expect(startOf(sorted)).to.be.closeTo(60, 0.05)
    expect(endOf(sorted)).to.be.closeTo(340, 0.1)
  })
})

describe('justified paragraphs of other producers', () => {
  const values = { guest: 'Annabelle', host: 'Gustav', friend: 'Rosa', table: 'eleven', sender: 'Maximilian' }
  for (const producer of ['LibreOffice, justified', 'groff, justified'])
    it(`go on ending in one edge: ${producer}`, async function () {
      needs(this, 'mutool')
      const file = PLACEHOLDER_FILES.find((one) => one.producer === producer)
      const artwork = (await file?.make()) ?? new Uint8Array()
      const compiled = await compileSource(artwork)
      const { fields } = compiled.scene
      expect(fields.map(({ label }) => label)).to.deep.equal(Object.keys(file?.placeholders ?? {}))
      const given = fields.map(({ id, label }) => [id, values[label as keyof typeof values]])
      const [before, after] = [artwork, renderOn(compiled, Object.fromEntries(given)).pdf].map(shownChars)
      for (const { label, placements } of fields) {
        const [placement] = placements
        if (placement === undefined) return expect.fail(`${label} has no place.`)
        expect(placement.line?.stretchEm, label).to.be.at.least(0.75)
        const baseline = placement.box[1] + (placement.baselinePt ?? 0)
        // The fixed words at both ends are the same letters; they stand where they stood.
        const [one, other] = [before, after].map((chars = []) =>
          chars
            .filter(({ text, y }) => text.trim() !== '' && Math.abs(y - baseline) < 1)
            .toSorted((left, right) => left.x - right.x),
        )
        expect(other?.map(({ text }) => text).join(''), label).to.include(
          values[label as keyof typeof values],
        )
        expect(other?.at(-1)?.text, label).to.equal(one?.at(-1)?.text)
        expect(other?.at(0)?.x, label).to.be.closeTo(one?.at(0)?.x ?? 0, 0.1)
        expect(other?.at(-1)?.x, label).to.be.closeTo(one?.at(-1)?.x ?? 0, 0.1)
      }
    })
})

/** In Helvetica-Bold. */
function widthBold(words: string): number {
  // `{{first}}`: braces 389, f 333, i 278, r 389, s 556, t 333 thousandths (Adobe's metrics of Helvetica-Bold).
  const widths: Readonly<Record<string, number>> = {
    '{': 389,
    '}': 389,
    f: 333,
    i: 278,
    r: 389,
    s: 556,
    t: 333,
  }
  return ([...words].reduce((sum, letter) => sum + (widths[letter] ?? 0), 0) / 1000) * SIZE
}

describe('a justified paragraph in a clip', () => {
  const way = 'word spacing (Tw)'

  it('ends where it ended, though its frame leaves no room for letters that stick out', async () => {
    const { place } = await readPlaceholderFile(justifiedPage(way, LETTER, '60 0 280 300 re W n'))
    for (const label of ['guest', 'table']) {
      expect(place(label).line?.stretchEm).to.be.at.least(0.75)
      const [left, right] = measureOf(place(label))
      expect(left).to.be.closeTo(LEFT, 0.02)
      expect(right).to.be.closeTo(RIGHT, 0.05)
      expect(place(label).box[2]).to.be.at.most(RIGHT + 0.05)
    }
  })

  it('is not where the clip cuts it: its end is not seen', async () => {
    const { place } = await readPlaceholderFile(justifiedPage(way, LETTER, '60 0 250 300 re W n'))
    expect(place('guest').line?.stretchEm).to.equal(undefined)
    expect(wordsOf(place('guest').line ?? { parts: [], keepWhenEmpty: true })).to.equal(LETTER[1]?.words)
  })
})

describe('what is not justified', () => {
  const at = (x: number, y: number, words: string, before = '') =>
    `BT /F1 12 Tf ${before} ${x} ${y} Td (${words}) Tj ET\n`

  it('is text set to the right, whatever its word spacing', async () => {
    for (const [state, spacing] of [
      ['0 Tw', 0],
      ['2 Tw', 2],
    ] as const) {
      const lines = ['Dear {{name}} of York', 'we are waiting for you at the gate']
      const content = lines.map((words, index) => {
        const width = widthOf(words) + spacing * (words.split(' ').length - 1)
        return at(340 - width, 240 - index * 15, words, state)
      })
      const { place } = await readPlaceholderPage(content.join(''))
      expect(place('name').style.align, state).to.equal('right')
      expect(place('name').line?.stretchEm, state).to.equal(undefined)
    }
  })

  it('is one line like the other, as on a sheet of labels', async () => {
    const { place } = await readPlaceholderPage(
      at(60, 240, 'For {{name}} with love') + at(60, 225, 'For {{name}} with love'),
    )
    expect(place('name').line?.stretchEm).to.equal(undefined)
  })

  it('is a line whose placeholder states how its value is set', async () => {
    const [first, ...rest] = LETTER
    const words = (first?.words ?? '').replace('{{first name}}', '{{a|align=left}}')
    const { place } = await readPlaceholderFile(
      justifiedPage('word spacing (Tw)', [{ words, indent: INDENT }, ...rest]),
    )
    expect(place('a').line?.stretchEm).to.equal(undefined)
  })
})
