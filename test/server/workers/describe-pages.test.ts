/** Pages described by the real press: a kept body is read in a worker that cannot see the kept files. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { readSheets } from '../../../core/engine/press/merge/read-sheets.ts'
import { openPress } from '../../../server/workers/press.ts'
import { compileSource } from '../../support/engine/rendering.ts'
import { artworkPdf } from '../../support/pdf/artwork-pdf.ts'
import { builtWorkers } from '../../support/run/built-programs.ts'

describe('the press, asked for the pages of a body', () => {
  let folder: string
  let press: ReturnType<typeof openPress>
  const kept = (name: string): string => join(folder, 'kept', name)

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-pages-'))
    mkdirSync(join(folder, 'kept'))
    mkdirSync(join(folder, 'tmp'))
    const seen = [join(folder, 'tmp')]
    press = openPress({
      ...builtWorkers(),
      size: 1,
      timeoutSeconds: 20,
      memoryMb: 512,
      readable: seen,
      writable: seen,
      // Nothing is compiled here.
      reader: { reopen: () => Promise.reject(new Error('Nobody opens a print file here.')) },
    })
  })
  after(async () => {
    await press.close()
    rmSync(folder, { recursive: true })
  })

  it('reads them from a copy, which it removes', async () => {
    const { body } = await compileSource(artworkPdf())
    writeFileSync(kept('body'), body)
    expect(await press.describePages(kept('body'))).to.deep.equal(readSheets(body))
    expect(readdirSync(join(folder, 'tmp'))).to.deep.equal([])
    expect(readdirSync(join(folder, 'kept'))).to.deep.equal(['body'])
  })

  it('says so where there is no body, and leaves nothing behind', async () => {
    writeFileSync(kept('other'), 'no PDF')
    for (const name of ['other', 'missing']) {
      const failed = await press.describePages(kept(name)).then(
        () => null,
        (error: unknown) => error,
      )
      expect(failed, name).to.be.instanceOf(Error)
    }
    expect(readdirSync(join(folder, 'tmp'))).to.deep.equal([])
  })
})
