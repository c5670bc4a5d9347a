/** The soak over a folder of PDFs, run on small files of our own: its counts, its report, and that it finds faults. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createCanvas } from '@napi-rs/canvas'
import { expect } from 'chai'
import { formPdf, textField } from '../../support/pdf/form-pdf.ts'
import { placeholderPage } from '../../support/pdf/placeholder-page.ts'
import { BLACK_BOX, pressPage } from '../../support/pdf/press-page.ts'
import { createServiceProcess, type ServiceProcess } from '../../support/programs/service-process.ts'
import { needs, RIPS, runTool } from '../../support/rips/oracles.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { faultsOf } from './faults.ts'
import { judge } from './judging.ts'
import type { FileRecord } from './record.ts'
import { openCorpusRun } from './run.ts'
import { type Summary, summarize } from './summary.ts'

const MOCHA = join(dirname(createRequire(import.meta.url).resolve('mocha/package.json')), 'bin/mocha.js')
const ROOT = join(import.meta.dirname, '../../..')
const LIMITS = { judgeMs: 120_000, mostPages: 2 }
const PAGE = { widthPt: 300, heightPt: 200, changed: [] }

describe('A soak over a folder of PDFs', function () {
  // It starts soaks, services and two RIPs.
  this.timeout(180_000)
  const makeFolder = temporaryFolders()
  before(function () {
    needs(this, ...RIPS, 'qpdf')
  })

  it('counts templates, refusals, print files, plates and previews, and writes a report @long', async () => {
    const [folder, elsewhere] = [await makeFolder(), await makeFolder()]
    writeShop(folder, elsewhere)
    const { code, output, report } = await soak(folder, elsewhere)
    expect(code, output).to.equal(0)
    const { summary, files } = report()
    expect(files.map(({ file }) => file)).to.deep.equal([
      'form.pdf',
      'locked.pdf',
      'no PDF.pdf',
      'orders of May/two pages.PDF',
      'placeholder.pdf',
    ])
    expect(summary).to.deep.include({
      files: 5,
      templates: 3,
      refusals: { encrypted_pdf: 1, invalid_pdf: 1 },
      renders: { press: { made: 3, failed: {} }, proof: { made: 3, failed: {} } },
      qpdf: { checked: 6, faults: 0, unsoundAsUploaded: 0 },
      ...{ deaths: 0, unjudged: 0 },
    })
    for (const rip of RIPS)
      expect(summary.plates[rip]).to.include({ same: 4, differs: 0, undrawable: 0, differingPixels: 0 })
    expect(summary.previews.drawn).to.equal(4)
    expect(summary.previews.byDistance).to.include({ 'under 1': 4 })
    expect(summary.worst.faults).to.deep.equal([])
    expect(output).to.contain('5 files').and.contain('3 templates, refused encrypted_pdf 1, invalid_pdf 1')
    for (const stage of ['upload', 'render', 'previews', 'qpdf', 'gs', 'mutool', 'pictures'] as const)
      expect(summary.stages[stage]?.seconds, stage).to.be.greaterThan(0)
  })

  it('says that a folder is empty, and fails', async () => {
    const [folder, elsewhere] = [await makeFolder(), await makeFolder()]
    writeFileSync(join(folder, 'notes.txt'), 'nothing to print')
    const { code, output } = await soak(folder, elsewhere)
    expect(code).to.equal(1)
    expect(output).to.contain(folder).and.contain('no PDF lies below this folder')
  })

  it('names a file under which the service ended, and takes the next one @long', async () => {
    const folder = await makeFolder()
    for (const name of ['one.pdf', 'two.pdf']) writeFileSync(join(folder, name), pressPage())
    let starts = 0
    const startService = (DATA_DIR: string): ServiceProcess => {
      const service = createServiceProcess({ DATA_DIR, PLATE_CHECKS: 'none' })
      starts += 1
      if (starts > 1) return service
      const secretKey = async () => {
        const key = await service.secretKey()
        await service.kill()
        return key
      }
      return Object.assign(Object.create(service), { secretKey })
    }
    const run = openCorpusRun(folder, { ...LIMITS, startService })
    try {
      const [fault = '', ...others] = faultsOf(await run.take('one.pdf'))
      expect(fault).to.match(/^process death: \/v1\/templates: the connection broke; the service ended/)
      expect(others).to.deep.equal([])
      expect(faultsOf(await run.take('two.pdf'))).to.deep.equal([])
      expect(run.summary()).to.deep.include({ files: 2, templates: 1, deaths: 1, refusals: {} })
      expect(run.summary().worst.faults.map(({ file }) => file)).to.deep.equal(['one.pdf'])
    } finally {
      await run.close()
    }
  })

  it('finds plates, previews and print files that are not what they are to be @long', async () => {
    const folder = await makeFolder()
    const write = (name: string, bytes: Uint8Array): string => {
      writeFileSync(join(folder, name), bytes)
      return join(folder, name)
    }
    const upload = write('upload.pdf', pressPage())
    // 24 by 48 pt are 50 by 100 px at 150 dpi.
    const press = write('press.pdf', pressPage({ content: `${BLACK_BOX} 0 1 0 0 k 192 96 24 48 re f` }))
    const proof = write('proof.pdf', Buffer.concat([pressPage().subarray(0, -40), Buffer.from('%%EOF')]))
    const preview = write('preview.png', createCanvas(600, 400).toBuffer('image/png'))
    const black = createCanvas(600, 400)
    black.getContext('2d').fillRect(0, 0, 600, 400)
    const dark = write('dark.png', black.toBuffer('image/png'))

    const found = recordOf(
      await judge({ upload, files: { press, proof }, pages: [{ ...PAGE, preview: dark }] }, LIMITS.judgeMs),
    )
    const { plates, previews, qpdf } = summarize([found])
    for (const rip of RIPS) {
      expect(plates[rip]).to.include({ differs: 1, most: 255 })
      // Edges lie within pixels.
      expect(plates[rip].differingPixels).to.be.within(5000, 5200)
    }
    expect(qpdf).to.include({ checked: 2, faults: 1 })
    expect(previews.byDistance).to.deep.include({ 'over 10': 1 })
    expect(faultsOf(found).join('\n'))
      .to.match(/qpdf on the proof file/)
      .and.match(/by up to 255: Magenta: 5\d\d\d px/)

    // A line in which words became fields is to differ, and no other.
    const [line, beside] = [96 / 200, 10 / 200].map((top) => ({
      left: 0.3,
      top: 1 - top - 0.24,
      width: 0.2,
      height: 0.24,
    }))
    for (const [place, outcome] of [[line!, 'same'] as const, [beside!, 'differs'] as const]) {
      const pages = [{ ...PAGE, changed: [place], preview }]
      const { verdicts } = await judge({ upload, files: { press, proof: null }, pages }, LIMITS.judgeMs)
      const outcomes = verdicts.flatMap((one) => (one.kind === 'plates' ? [one.outcome] : []))
      expect(outcomes).to.deep.equal([outcome, outcome])
    }
  })

  it('gives up the judges of a file at their limit, and says so', async () => {
    const folder = await makeFolder()
    const upload = join(folder, 'upload.pdf')
    writeFileSync(upload, pressPage())
    const pages = [{ ...PAGE, preview: null }]
    const late = await judge({ upload, files: { press: upload, proof: upload }, pages }, 1)
    expect(faultsOf(recordOf(late))).to.deep.equal(['not judged to the end: not within 0.001 s'])
    const lost = await judge(
      { upload: join(folder, 'gone.pdf'), files: { press: upload, proof: null }, pages },
      60_000,
    )
    expect(faultsOf(recordOf(lost)).join()).to.match(/^not judged to the end: ended with 1: .*gone\.pdf/s)
  })
})

/** A form that asks for a name, a placeholder, two pages of artwork; a password, no PDF, and what is not to be read. */
function writeShop(folder: string, elsewhere: string): void {
  const write = (name: string, bytes: Uint8Array | string): void => writeFileSync(join(folder, name), bytes)
  write('form.pdf', formPdf({ fields: [textField('Name', '50 80 250 110', '/Ff 2 /DA (/Helv 12 Tf 0 g)')] }))
  write(
    'placeholder.pdf',
    placeholderPage({ content: 'BT /F1 18 Tf 60 200 Td (Dear {{first name}},) Tj ET' }),
  )
  mkdirSync(join(folder, 'orders of May'))
  write('orders of May/two pages.PDF', pressPage({ more: [{ content: '1 0 0 0 k 40 40 90 90 re f' }] }))
  writeFileSync(join(elsewhere, 'stranger.pdf'), pressPage())
  const locked = ['--encrypt', 'secret', 'secret', '256', '--', 'stranger.pdf', join(folder, 'locked.pdf')]
  runTool('qpdf', locked, { folder: elsewhere })
  write('no PDF.pdf', 'Dear printer, the file follows.')
  write('notes.txt', 'no PDF')
  symlinkSync(elsewhere, join(folder, 'elsewhere'))
  symlinkSync(join(elsewhere, 'stranger.pdf'), join(folder, 'link.pdf'))
}

/** As somebody runs it on a folder of their own. */
async function soak(folder: string, reports: string) {
  const path = join(reports, 'report.json')
  const args = ['--no-config', '--exit', '--reporter', 'spec', 'test/soak/corpus.soak.ts']
  const env = { ...process.env, CORPUS: folder, CORPUS_REPORT: path, CORPUS_PAGES: '2' }
  const child = spawn(process.execPath, [MOCHA, ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const report = (): { summary: Summary; files: FileRecord[] } => JSON.parse(readFileSync(path, 'utf8'))
  return { code, output: out + err, report }
}

/** Of a file with which all went well until its judges came. */
function recordOf(judgement: Awaited<ReturnType<typeof judge>>): FileRecord {
  return {
    ...{ file: 'upload.pdf', bytes: 1, refusal: null, template: { pages: 1, fields: 0, findings: [] } },
    ...{ renders: { press: 'made', proof: 'made' }, undrawn: [], deaths: [], complaints: [] },
    ...judgement,
  }
}
