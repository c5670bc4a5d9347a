/** Reading content streams: tokens, inline images, garbage and size. */
import { deflateSync } from 'node:zlib'
import { expect } from 'chai'
import fc from 'fast-check'
import {
  type ArrayOperand,
  type DictOperand,
  type NameOperand,
  type Operation,
  readContent,
  type StringOperand,
} from '../../../../core/engine/pdf/content.ts'
import { processorMs } from '../../../support/run/processor-ms.ts'

const read = (content: string | Uint8Array): Operation[] => [
  ...readContent(typeof content === 'string' ? Buffer.from(content, 'latin1') : content),
]
const operands = (content: string) => read(content)[0]?.operands
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

describe('reading a content stream', () => {
  it('gives operators with their operands and the bytes they stand at', () => {
    const content = 'q 1 0 0 1 10.5 -20 cm\n% a comment\n/Fm0 Do Q'
    const found = read(content).map(({ operator, start, end }) => [operator, content.slice(start, end)])
    expect(found).to.deep.equal([
      ['q', 'q'],
      ['cm', '1 0 0 1 10.5 -20 cm'],
      ['Do', '/Fm0 Do'],
      ['Q', 'Q'],
    ])
    expect(read(content)[1]?.operands).to.deep.equal([1, 0, 0, 1, 10.5, -20])
  })

  it('reads numbers as viewers do, also malformed ones', () => {
    expect(operands('1 -2 +3 .5 -.25 4. 1.2.3 --5 1-2 - 0.00001234 x')).to.deep.equal([
      1, -2, 3, 0.5, -0.25, 4, 1.23, -5, 12, -0, 0.00001234,
    ])
  })

  it('decodes names, strings, arrays and dictionaries', () => {
    const [name, literal, hex, array, dict] = operands(
      '/A#20B#zz (a\\(b\\)\\101\\\n(in)\r\n) <48 6 5f> [1 (x) [/N]] << /K true /L [null] >> BDC',
    ) as [NameOperand, StringOperand, StringOperand, ArrayOperand, DictOperand]
    expect(name).to.deep.equal({ kind: 'name', value: 'A B#zz' })
    expect(text(literal.bytes)).to.equal('a(b)A(in)\n')
    expect(text(hex.bytes)).to.equal('He\xf0')
    expect(array.items).to.have.length(3)
    expect([...dict.entries.keys()]).to.deep.equal(['K', 'L'])
  })

  it('reads glued tokens without white space between them', () => {
    expect(read('/F1 12Tf[(a)-20(b)]TJ(c)Tj/X Do').map(({ operator }) => operator)).to.deep.equal([
      'Tf',
      'TJ',
      'Tj',
      'Do',
    ])
  })

  it('takes the data of an unfiltered inline image by its length, though it holds an EI', () => {
    const data = 'ab EI q '
    const [image, after] = read(`BI /W 8 /H 1 /BPC 8 /CS /G ID ${data}\nEI Q`)
    expect(image?.operator).to.equal('EI')
    expect(text(image!.inlineImage!.data)).to.equal(data)
    expect(image?.inlineImage?.dict.get('W')).to.equal(8)
    expect(after?.operator).to.equal('Q')
  })

  it('finds the end of a compressed inline image by what follows it', () => {
    const data = deflateSync(Buffer.from('EI EI EI '.repeat(50)), { level: 0 })
    const content = Buffer.concat([
      Buffer.from('BI /W 450 /H 1 /F /Fl ID '),
      data,
      Buffer.from('\nEI\nQ 0 g'),
    ])
    const found = read(content)
    expect(found.map(({ operator }) => operator)).to.deep.equal(['EI', 'Q', 'g'])
    expect(Buffer.from(found[0]!.inlineImage!.data).equals(data)).to.equal(true)
  })

  it('reports nothing of a string, array or image that never ends', () => {
    for (const rest of ['(never', '[1 2', '<< /A 1', '<41', 'BI /W 1 ID abc']) {
      expect(read(`q ${rest}`).map(({ operator }) => operator)).to.deep.equal(['q'])
    }
  })

  it('never throws, whatever the bytes, and moves forward', () => {
    const tokens = fc.constantFrom(
      '(',
      ')',
      '[',
      ']',
      '<<',
      '>>',
      '<',
      '>',
      '/N',
      'BI',
      'ID',
      'EI',
      '1',
      'q ',
      '%',
      '\\',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.array(tokens).map((all) => Buffer.from(all.join(' '))),
        ),
        (bytes) => {
          let last = 0
          for (const { start, end } of readContent(bytes)) {
            expect(start).to.be.at.least(last)
            expect(end).to.be.above(start).and.at.most(bytes.length)
            last = end
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('keeps few operands of an endless row of them, and nests only so deep', () => {
    const numbers = read(`${'1 '.repeat(100_000)}re`)
    expect(numbers).to.have.length(1)
    expect(numbers[0]!.operands.length).to.be.at.most(512)
    expect(() => read('['.repeat(1_000_000))).not.to.throw()
    expect(() => read('<<'.repeat(1_000_000))).not.to.throw()
  })

  it('reads ten megabytes within seconds', () => {
    const content = Buffer.from('12.5 300.25 m 14 300 l S\n'.repeat(420_000))
    const before = processorMs()
    let count = 0
    for (const _ of readContent(content)) count++
    expect(count).to.equal(3 * 420_000)
    expect(processorMs() - before).to.be.below(8000)
  })
})
