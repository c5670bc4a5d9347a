/** Tables from files: rows with the lines they begin on, whatever the separator, and where a broken one breaks. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import fc from 'fast-check'
import { ServiceError } from '../../../core/errors.ts'
import { readTable } from '../../../server/files/read-table.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

describe('readTable', () => {
  const makeFolder = temporaryFolders()
  let path: string
  before(async () => {
    path = join(await makeFolder(), 'table.csv')
  })

  async function read(bytes: string | Uint8Array): Promise<unknown[]> {
    await writeFile(path, bytes)
    const rows: unknown[] = []
    try {
      for await (const { line, cells } of readTable(path)) rows.push([line, ...cells])
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      rows.push([error.code, error.facts.extra?.line ?? null])
    }
    return rows
  }

  it('gives rows with the line on which each begins, by any line end and separator', async () => {
    const text = 'a,b\n1,"x\ny"\n\n"say ""hi""",4\n5'
    const expected = [
      [1, 'a', 'b'],
      [2, '1', 'x\ny'],
      [5, 'say "hi"', '4'],
      [6, '5'],
    ]
    for (const end of ['\n', '\r\n', '\r'])
      for (const delimiter of [',', ';', '\t'])
        for (const mark of ['', '\ufeff'])
          expect(await read(mark + text.replaceAll(',', delimiter).replaceAll('\n', end))).to.deep.equal(
            expected,
          )
  })

  it('finds the separator outside of quotation marks', async () => {
    expect((await read('"a,b,c";d\n1;2\n'))[0]).to.deep.equal([1, 'a,b,c', 'd'])
    expect(await read('one\na\n')).to.deep.equal([
      [1, 'one'],
      [2, 'a'],
    ])
  })

  it('takes the separator that the line sep= says, and keeps the numbers of the lines', async () => {
    const expected = [
      [2, 'a,b', 'c'],
      [3, '1', '2'],
    ]
    for (const end of ['\n', '\r\n', '\r'])
      for (const [said, delimiter] of [
        ['sep=;', ';'],
        ['\ufeffSEP=|', '|'],
        ['"sep=;"', ';'],
        ['sep=\t', '\t'],
        ['sep=;;;', ';'],
        ['"sep=^",', '^'],
      ] as const)
        expect(
          await read([said, `"a,b"${delimiter}c`, `1${delimiter}2`].join(end)),
          JSON.stringify(said),
        ).to.deep.equal(expected)
    expect(await read('sep=,\nsep=;\n1\n')).to.deep.equal([
      [2, 'sep=;'],
      [3, '1'],
    ])
    expect((await read('Name,sep=;\n1,2\n'))[0]).to.deep.equal([1, 'Name', 'sep=;'])
  })

  it('passes over the marks of old programs at the end, however long they are', async () => {
    const rows = [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ]
    const zeros = '\0'.repeat(100_000)
    for (const end of [
      '\x1a',
      '\r\n\x1a',
      '\n\x1a\r\n',
      '\n\0\0\0',
      `\n\x1a${zeros}`,
      `${zeros}\n \n${zeros}`,
    ])
      expect(await read(`a,b\n1,2${end}`), JSON.stringify(end.slice(0, 9))).to.deep.equal(rows)
    expect(await read('a,b\n1\x1a,2\n3\0\0,4')).to.deep.equal([
      [1, 'a', 'b'],
      [2, '1\x1a', '2'],
      [3, '3\0\0', '4'],
    ])
    expect(await read(`a\n1${zeros}x`)).to.deep.equal([
      [1, 'a'],
      [2, `1${zeros}x`],
    ])
    expect((await read('\ufeff\ufeff"a",b\n1,2'))[0]).to.deep.equal([1, 'a', 'b'])
  })

  it('says on which line a table breaks', async () => {
    const long = 'x'.repeat(40_000)
    expect((await read(`a,b\n${long},1\n3,"4\n5,6\n`)).at(-1)).to.deep.equal(['invalid_csv', 3])
    expect((await read(`a,b\n${long},1\n3,"4"x\n5,6\n`)).at(-1)).to.deep.equal(['invalid_csv', 3])
    expect((await read('a,b\n3,4"x\n')).at(-1)).to.deep.equal(['invalid_csv', 2])
    expect((await read(`a,b\n1,"${'x'.repeat(1_100_000)}"\n`)).at(-1)).to.deep.equal(['invalid_csv', 2])
    expect(await read(`"${'a'.repeat(100_000)}`)).to.deep.equal([['invalid_csv', 1]])
    expect(await read('\n\n')).to.deep.equal([])
  })

  it('refuses what is not UTF-8, with the line', async () => {
    const lines = 'a,b\r\n'.repeat(5000)
    expect(
      (await read(Buffer.concat([Buffer.from(lines), Buffer.from('Zo\u00eb,1\r\n', 'latin1')]))).at(-1),
    ).to.deep.equal(['invalid_csv', 5001])
    expect(await read(Buffer.from('\ufeffa,b\n', 'utf16le'))).to.deep.equal([['invalid_csv', 1]])
    expect((await read(Uint8Array.of(0x61, 0x0a, 0x62, 0xc3))).at(-1)).to.deep.equal(['invalid_csv', 2])
  })

  it('gives back whatever was written, however it falls into pieces', async () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 3000 }).map((text) => text.replace(/\r\n?/g, '\n'))
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(',', ';', '\t'), async (rows, delimiter) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
        const written = [['h1', 'h2', 'h3'], ...rows]
          .map((cells) => cells.map(quoted).join(delimiter))
          .join('\r\n')
        const found = (await read(written)) as unknown[][]
        expect(found.slice(1).map(([, ...cells]) => cells)).to.deep.equal(rows)
      }),
      { numRuns: 60 },
    )
  })
})
