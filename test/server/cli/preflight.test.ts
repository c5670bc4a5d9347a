/** `platen preflight`: a report of a file for people and machines, with its pages marked. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import sharp from 'sharp'
import { onePage } from '../../support/pdf/raw-pdf.ts'
import { runInside } from '../../support/programs/platen-cli.ts'

interface Told {
  readonly status: string
  readonly findings: readonly { readonly code: string; readonly message: string }[]
}

describe('platen preflight', () => {
  let folder: string
  /** The command's temporary files lie apart: tests of other files run at the same time and write theirs. */
  let temporary: string
  let told: Told
  const outside = process.env.TMPDIR
  const run = (...line: readonly string[]) =>
    runInside({ DATA_DIR: join(folder, 'data') }, 'preflight', ...line)
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-cli-preflight-'))
    temporary = join(folder, 'temporary')
    mkdirSync(temporary)
    process.env.TMPDIR = temporary
    const data = '1 1 1 1 k 0 0 200 200 re f 0.05 w 10 10 m 90 90 l S'
    writeFileSync(join(folder, 'card.pdf'), onePage({ data }))
    writeFileSync(join(folder, 'no.pdf'), 'This is no PDF.')
  })
  after(() => {
    if (outside === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = outside
    rmSync(folder, { recursive: true })
  })

  it('says what was found, as text and as JSON @long', async () => {
    const said = await run(join(folder, 'card.pdf'), '--pictures', join(folder, 'pictures'))
    expect(said.out).to.match(/^Preflight of card\.pdf for /)
    const { out } = await run(join(folder, 'card.pdf'), '--json')
    told = JSON.parse(out)
    expect(told).to.include({ profile: 'sheetfed', page_count: 1 })
    expect(told.findings).to.not.have.length(0)
    for (const { message } of told.findings) expect(said.out).to.include(message.split(' ')[0])
    expect(said.code).to.equal(told.status === 'fail' ? 1 : 0)
    expect(said.out).to.include('page 1')
    expect(said.out).to.include(join(folder, 'pictures', 'page-1.png'))
  })

  it('writes the pages with their findings marked @long', async () => {
    const pictures = join(folder, 'pictures')
    expect(readdirSync(pictures)).to.deep.equal(['page-1.png'])
    const { width = 0, height = 0 } = await sharp(await readFile(join(pictures, 'page-1.png'))).metadata()
    expect(width).to.be.greaterThan(1100)
    expect(height).to.be.greaterThan(500)
  })

  it('measures the ink of the plates where that is asked for @long', async () => {
    const { out } = await run(join(folder, 'card.pdf'), '--json', '--plates')
    const codes = ({ findings }: Told) => findings.map(({ code }) => code)
    const without = codes(told)
    expect(codes(JSON.parse(out)).filter((code) => !without.includes(code))).to.deep.equal(['tac_exceeded'])
  })

  it('refuses what is no PDF, what is not there, and a profile that there is not @long', async () => {
    const no = await run(join(folder, 'no.pdf'))
    expect([no.code, no.out]).to.deep.equal([1, ''])
    expect(no.error).to.include('invalid_pdf')
    expect((await run(join(folder, 'gone.pdf'))).error).to.include('Cannot read')
    const profile = await run(join(folder, 'card.pdf'), '--profile', 'newspaper')
    expect([profile.code, profile.error.includes('sheetfed')]).to.deep.equal([2, true])
    expect((await run()).code).to.equal(2)
  })

  it('leaves nothing behind', () => {
    expect(readdirSync(temporary)).to.deep.equal([])
  })
})
