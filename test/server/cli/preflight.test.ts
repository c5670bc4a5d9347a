/** `platen preflight`: a report of a file for people and machines, with its pages marked. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import sharp from 'sharp'
import { onePage } from '../../support/pdf/raw-pdf.ts'
import { runInside } from '../../support/programs/platen-cli.ts'

describe('platen preflight', function () {
  // The command starts as a process, with workers of its own.
  this.timeout(120_000)
  let folder: string
  const run = (...line: readonly string[]) =>
    runInside({ DATA_DIR: join(folder, 'data') }, 'preflight', ...line)
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-cli-preflight-'))
    writeFileSync(join(folder, 'thin.pdf'), onePage({ data: '0.05 w 10 10 m 90 90 l S' }))
    writeFileSync(join(folder, 'heavy.pdf'), onePage({ data: '1 1 1 1 k 0 0 200 200 re f' }))
    writeFileSync(join(folder, 'no.pdf'), 'This is no PDF.')
  })
  after(() => rmSync(folder, { recursive: true }))

  it('says what was found, as text and as JSON', async () => {
    const said = await run(join(folder, 'thin.pdf'))
    expect(said.out).to.match(/^Preflight of thin\.pdf for /)
    const { out } = await run(join(folder, 'thin.pdf'), '--json')
    const told = JSON.parse(out)
    expect(told).to.include({ profile: 'sheetfed', page_count: 1 })
    expect(told.findings).to.not.have.length(0)
    for (const { message } of told.findings) expect(said.out).to.include(message.split(' ')[0])
    expect(said.code).to.equal(told.status === 'fail' ? 1 : 0)
    expect(said.out).to.include('page 1')
  })

  it('measures the ink of the plates where that is asked for', async () => {
    const codes = async (...more: readonly string[]) => {
      const { out } = await run(join(folder, 'heavy.pdf'), '--json', ...more)
      return JSON.parse(out).findings.map(({ code }: { readonly code: string }) => code) as string[]
    }
    const [without, with_] = [await codes(), await codes('--plates')]
    expect(with_.filter((code) => !without.includes(code))).to.deep.equal(['tac_exceeded'])
  })

  it('writes the pages with their findings marked', async () => {
    const pictures = join(folder, 'pictures')
    const { out } = await run(join(folder, 'thin.pdf'), '--pictures', pictures)
    expect(readdirSync(pictures)).to.deep.equal(['page-1.png'])
    expect(out).to.include(join(pictures, 'page-1.png'))
    const { width = 0, height = 0 } = await sharp(await readFile(join(pictures, 'page-1.png'))).metadata()
    expect(width).to.be.greaterThan(1100)
    expect(height).to.be.greaterThan(500)
  })

  it('refuses what is no PDF, what is not there, and a profile that there is not', async () => {
    const no = await run(join(folder, 'no.pdf'))
    expect([no.code, no.out]).to.deep.equal([1, ''])
    expect(no.error).to.include('invalid_pdf')
    expect((await run(join(folder, 'gone.pdf'))).error).to.include('Cannot read')
    const profile = await run(join(folder, 'thin.pdf'), '--profile', 'newspaper')
    expect([profile.code, profile.error.includes('sheetfed')]).to.deep.equal([2, true])
    expect((await run()).code).to.equal(2)
  })

  it('leaves nothing behind', () => {
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('platen-preflight-'))).to.deep.equal([])
  })
})
