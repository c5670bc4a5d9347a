/** The raster with real workers: pages become plates within limits, once, whoever asks. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { serialize } from 'node:v8'
import { expect } from 'chai'
import { ServiceError } from '../../../core/errors.ts'
import type { BlankPage } from '../../../core/service/preview/raster-port.ts'
import { openRaster, type RasterOptions } from '../../../server/workers/raster.ts'
import { type CompiledSource, compileSource } from '../../support/engine/rendering.ts'
import { inkMatrixPdf } from '../../support/pdf/ink-matrix-pdf.ts'
import { faxBars, flateBars, jbig2Bars } from '../../support/pdf/large-images.ts'
import { flated, onePage } from '../../support/pdf/raw-pdf.ts'
import { spotPdf } from '../../support/pdf/spot-pdf.ts'
import { childrenOf } from '../../support/programs/children-of.ts'
import { plateOf, platesOn } from '../../support/rips/blank-plates.ts'
import { builtWorkers } from '../../support/run/built-programs.ts'
import { eventually } from '../../support/run/eventually.ts'
import { inForm } from '../../support/run/form.ts'
import { leavePending } from '../../support/run/leave-pending.ts'
import { towerOfForms } from './tower-of-forms.ts'

describe('the raster', () => {
  let folder: string
  const opened: ReturnType<typeof openRaster>[] = []
  /** For tests that need none of their own: starting workers takes longer than most of what they do. */
  let common: ReturnType<typeof openRaster>

  const raster = (changes: Partial<RasterOptions> = {}) => {
    const one = openRaster({
      ...builtWorkers(),
      size: 1,
      // What stands ready beside is the pool's test.
      spares: 0,
      timeoutSeconds: 120,
      memoryMb: 700,
      cacheMb: 16,
      cacheFolder: join(folder, 'cache'),
      filesFolder: join(folder, 'files'),
      files: { localPath: async (sha256: string) => join(folder, 'files', sha256) },
      ...changes,
    })
    opened.push(one)
    return one
  }
  /** Keeps the body where the workers read it. */
  const pageOf = ({ body, plan, scene }: CompiledSource, changes: Partial<BlankPage> = {}): BlankPage => {
    writeFileSync(join(folder, 'files', plan.bodySha256), body)
    const { widthPt = 1, heightPt = 1 } = scene.pages[0] ?? {}
    const widthPx = 200
    const heightPx = Math.round((widthPx * heightPt) / widthPt)
    return {
      ...{ teamId: 'team_a', bodySha256: plan.bodySha256, plan, page: 0, widthPx, heightPx, areas: [] },
      ...changes,
    }
  }
  const kept = () => readdirSync(join(folder, 'cache')).filter((name) => name.endsWith('.plates'))
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'drawn',
      (error: unknown) => (error instanceof ServiceError ? error.code : error),
    )

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-raster-'))
    mkdirSync(join(folder, 'files'))
    common = raster({ cacheFolder: join(folder, 'common') })
    opened.splice(0)
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
    rmSync(join(folder, 'cache'), { recursive: true, force: true })
  })
  after(async () => {
    await common.close()
    rmSync(folder, { recursive: true })
  })

  it('draws what drawing in this process gives', async () => {
    const compiled = await compileSource(inkMatrixPdf())
    const page = pageOf(compiled)
    const plates = await common.plates(page)
    const { widthPt = 1 } = compiled.scene.pages[0] ?? {}
    const own = await platesOn(compiled, { dpi: (72 * page.widthPx) / widthPt })
    expect(plates.spots.map(({ name }) => name)).to.deep.equal(own.spots.map(({ name }) => name))
    for (const { name, coverage } of own.spots)
      expect(Buffer.compare(plateOf(plates, name), coverage), name).to.equal(0)
    expect(Buffer.compare(plates.process, own.process)).to.equal(0)
  })

  it('keeps a page on disk, so that it outlives its worker, and draws a damaged one again @long', async () => {
    const page = pageOf(await compileSource(await spotPdf('Gold')))
    const body = join(folder, 'files', page.bodySha256)
    const first = await raster().plates(page)
    expect(kept()).to.have.length(1)
    rmSync(body)
    const second = await raster().plates(page)
    expect(plateOf(second, 'Gold')).to.deep.equal(plateOf(first, 'Gold'))
    truncateSync(join(folder, 'cache', kept()[0]!), 10)
    const third = raster()
    expect(await codeOf(third.plates(page))).to.equal('internal_error')
    pageOf(await compileSource(await spotPdf('Gold')))
    expect(plateOf(await third.plates(page), 'Gold')).to.deep.equal(plateOf(first, 'Gold'))
    expect(kept()).to.have.length(1)
  })

  it('keeps sizes, areas and bodies apart @long', async () => {
    const { warm } = raster()
    const [gold, silver] = [
      await compileSource(await spotPdf('Gold')),
      await compileSource(await spotPdf('Silver')),
    ]
    await warm(pageOf(gold))
    await warm(pageOf(gold))
    expect(kept()).to.have.length(1)
    await warm(pageOf(silver))
    await warm(pageOf(gold, { widthPx: 100, heightPx: 67 }))
    await warm(pageOf(gold, { areas: [{ slot: 'below', inPlace: null, box: [0, 0, 9, 9] }] }))
    expect(kept()).to.have.length(4)
  })

  it('draws a picture whose decoder is still to be fetched, while its worker starts', async () => {
    // Eight rows of eight pixels, each as the row above, by CCITT group 4: FF, and the end of the block.
    const data = Buffer.from([0xff, 0x00, 0x10, 0x01])
    const entries =
      '/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 1/ColorSpace/DeviceGray' +
      '/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 8/Rows 8/BlackIs1 true>>'
    const upload = onePage(
      { data: '40 0 0 40 10 10 cm /Picture Do' },
      '/Resources << /XObject << /Picture @picture >> >>',
      { picture: { entries, data } },
    )
    const page = pageOf(await compileSource(upload))
    const { process } = await raster().plates(page)
    // 40 by 40 px in three channels, but for their edges.
    expect(process.filter((level) => level < 60).length).to.be.within(38 * 38 * 3, 42 * 42 * 3)
  })

  it('measures the plates of a finished page, and keeps its pixels to itself @long', async () => {
    const measured = async (source: Uint8Array, dpi: number) => {
      const compiled = await compileSource(source)
      const [page] = compiled.scene.pages
      if (page === undefined) throw new Error('There is no page.')
      const { bodySha256 } = pageOf(compiled)
      return common.measure({ teamId: 'team_a', bodySha256, tail: null, page, dpi })
    }
    const ink = await measured(await spotPdf('Gold'), 36)
    // 20 by 20 px of the 150 by 100.
    expect(ink.plates.find(({ name }) => name === 'Gold')).to.deep.equal({
      ...{ name: 'Gold', coverage: 2.67, most: 100 },
    })
    expect(ink.plates.find(({ name }) => name === 'Black')).to.include({ coverage: 0, most: 0 })
    // What this process gets is the same few figures however large the page is: there is nothing to look through.
    const poster = '0.5 0 0 0 k 0 0 5000 5000 re f'
    const large = await measured(onePage({ data: poster }, '/MediaBox [0 0 5000 5000]'), 72)
    expect(large.plates.find(({ name }) => name === 'Cyan')?.coverage).to.be.closeTo(50, 1)
    expect(serialize(large).length).to.be.below(4_000)
  })

  it('answers preview_failed for a page that takes too long, and draws the next one @long', async () => {
    const endless = pageOf(await compileSource(towerOfForms()))
    const gold = pageOf(await compileSource(await spotPdf('Gold')))
    await raster().warm(gold)
    const { warm } = raster({ timeoutSeconds: 2 })
    for (let death = 0; death < 2; death += 1) expect(await codeOf(warm(endless))).to.equal('preview_failed')
    // After the second one at once, without another worker's life.
    const again = await warm(endless).catch((error: ServiceError) => error)
    expect(again).to.have.property('code', 'preview_failed')
    expect((again as ServiceError).facts.extra?.reason).to.equal(undefined)
    expect(await codeOf(warm(gold))).to.equal('drawn')
  })

  it('draws a page whose worker waits for the processor for 3 s, as on a busy machine @long', async function () {
    // Whose processes there are is read from the system.
    if (process.platform !== 'linux') return leavePending(this, 'Linux')
    const before = new Set(childrenOf(process.pid))
    const { warm } = raster({ timeoutSeconds: 2 })
    await warm(pageOf(await compileSource(await spotPdf('Gold'))))
    const own = childrenOf(process.pid).filter((pid) => !before.has(pid))
    expect(own).to.have.length(1)
    const silver = pageOf(await compileSource(await spotPdf('Silver')))
    for (const worker of own) process.kill(worker, 'SIGSTOP')
    const drawn = codeOf(warm(silver))
    // Time passes: more than the page may take of the processor.
    await delay(3_000)
    for (const worker of own) process.kill(worker, 'SIGCONT')
    expect(await drawn).to.equal('drawn')
  })

  it('bounds the memory of a page with a picture of 30,000 px @long', async () => {
    const picture = flated(
      new Uint8Array(30_000 * 3 * 1000),
      '/Type /XObject /Subtype /Image /Width 30000 /Height 30000 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
    )
    const huge = pageOf(
      await compileSource(
        onePage(
          { data: '200 0 0 100 0 0 cm /Picture Do' },
          '/Resources << /XObject << /Picture @picture >> >>',
          { picture },
        ),
      ),
    )
    const { warm } = raster({ memoryMb: 400 })
    expect(await codeOf(warm(huge))).to.equal('page_not_drawable')
    expect(await codeOf(warm(pageOf(await compileSource(await spotPdf('Gold')))))).to.equal('drawn')
  })

  it('answers page_not_drawable for a page that takes more memory than there is, each time @long', async () => {
    const picture = flated(
      new Uint8Array(9_000 * 9_000 * 3),
      '/Type /XObject /Subtype /Image /Width 9000 /Height 9000 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
    )
    const source = onePage(
      { data: '200 0 0 100 0 0 cm /Picture Do' },
      '/Resources << /XObject << /Picture @picture >> >>',
      { picture },
    )
    const page = pageOf(await compileSource(source))
    const { warm } = raster({ memoryMb: 300 })
    // After two deaths in a row the page is spared, with the same answer.
    for (const reason of ['memory', 'memory', undefined]) {
      const error = await warm(page).catch((thrown: unknown) => thrown)
      expect(error).to.have.property('code', 'page_not_drawable')
      const { facts } = error as ServiceError
      expect([facts.extra?.reason, facts.retryAfterSeconds]).to.deep.equal([reason, undefined])
    }
  })

  const flate = ['Flate', flateBars] as const
  for (const [what, image] of inForm(
    [flate],
    [flate, ['CCITT fax', faxBars] as const, ['JBIG2', jbig2Bars] as const],
  ))
    it(`draws line art of A2 at 1,200 dpi in ${what}, within the memory of a worker @long`, async () => {
      const { entries, data } = image({ bars: 8, height: 28_000 })
      const source = onePage(
        { data: '160 0 0 100 20 0 cm /Picture Do' },
        '/Resources << /XObject << /Picture @picture >> >>',
        { picture: { entries: `${entries} /ColorSpace /DeviceGray`, data } },
      )
      const { process } = await raster({ memoryMb: 700 }).plates(pageOf(await compileSource(source)))
      const bars = [30, 50, 70, 90, 110, 130, 150, 170].map((x) => process[(50 * 200 + x) * 3])
      expect(bars).to.deep.equal([255, 0x2c, 255, 0x2c, 255, 0x2c, 255, 0x2c])
    })

  for (const [what, width, height] of [
    ['a label of 10 mm', 28.35, 28.35],
    ['a poster in A0', 2383.94, 3370.39],
  ] as const)
    it(`draws ${what}`, async () => {
      const upload = onePage(
        { data: `0.5 g 0 0 ${width} ${height} re f` },
        `/MediaBox [0 0 ${width} ${height}]`,
      )
      const page = pageOf(await compileSource(upload), {
        widthPx: 880,
        heightPx: Math.round((880 * height) / width),
      })
      const plates = await common.plates(page)
      expect(plates.process).to.have.length(page.widthPx * page.heightPx * 3)
      expect(plates.process[((plates.heightPx >> 1) * 880 + 440) * 3]).to.be.within(150, 160)
    })

  it('refuses what one team floods, while another is served', async () => {
    const { warm } = common
    const compiled = await compileSource(await spotPdf('Gold'))
    const flood = Array.from({ length: 40 }, (_, at) =>
      codeOf(warm(pageOf(compiled, { widthPx: 100 + at, heightPx: 67 }))),
    )
    const order: unknown[] = []
    const other = codeOf(warm(pageOf(compiled, { teamId: 'team_b' }))).then((code) => order.push(code))
    const answers = await Promise.all(flood.map((one) => one.finally(() => order.push('flood'))))
    await other
    expect(answers.filter((code) => code === 'overloaded').length).to.be.greaterThan(0)
    expect(answers.filter((code) => code === 'drawn').length).to.be.greaterThan(10)
    const refused = answers.filter((code) => code === 'overloaded').length
    // At most what was under way and one in turn came before it.
    expect(order.indexOf('drawn')).to.be.at.most(refused + 3)
  })

  it('draws a page again that its worker has lost, from where the page came first @long', async function () {
    // Whose processes there are is read from the system.
    if (process.platform !== 'linux') leavePending(this, 'Linux')
    const before = new Set(childrenOf(process.pid))
    const one = raster()
    const page = pageOf(await compileSource(await spotPdf('Gold')))
    const drawing = {
      ...{ widthPx: page.widthPx, heightPx: page.heightPx, paper: '#fdf0d8' },
      artwork: [{ plate: 'Gold', printsOn: 'Gold', hex: '#a08030', kind: 'transparent' as const }],
      ...{ outlines: [], images: [], marks: [], problems: [] },
    }
    const first = await one.draw(page, drawing)
    const again = await one.draw(page, drawing)
    expect(Buffer.compare(first, again)).to.equal(0)
    await eventually(() => kept().length > 0)
    // Neither in the memory of a process nor on disk.
    const own = childrenOf(process.pid).filter((pid) => !before.has(pid))
    expect(own.length).to.be.greaterThan(0)
    for (const pid of own) process.kill(pid, 'SIGKILL')
    await eventually(() => !own.some((pid) => childrenOf(process.pid).includes(pid)))
    for (const name of kept()) rmSync(join(folder, 'cache', name))
    expect(Buffer.compare(await one.draw(page, drawing), first)).to.equal(0)
    // Whoever looks does not wait for the disk.
    await eventually(() => kept().length > 0)
    expect(kept()).to.have.length(1)
    // And where the body is gone too, that is told.
    rmSync(join(folder, 'files', page.bodySha256))
    for (const pid of childrenOf(process.pid).filter((pid) => !before.has(pid))) process.kill(pid, 'SIGKILL')
    for (const name of kept()) rmSync(join(folder, 'cache', name))
    expect(await codeOf(one.draw(page, drawing))).to.be.oneOf(['internal_error', 'preview_failed'])
  })

  it('stands behind requests for the processor, with all threads of its workers', async function () {
    if (process.platform !== 'linux') return leavePending(this, 'Linux')
    const before = new Set(childrenOf(process.pid))
    const one = raster()
    await one.plates(pageOf(await compileSource(await spotPdf('Gold'))))
    const workers = childrenOf(process.pid).filter((pid) => !before.has(pid))
    const threads = workers.flatMap((pid) => readdirSync(`/proc/${pid}/task`).map(Number))
    expect(threads.length).to.be.greaterThan(workers.length)
    // A run that has the last place itself cannot be stood behind.
    const behind = Math.min(constants.priority.PRIORITY_LOW, getPriority() + 1)
    for (const thread of threads) expect(getPriority(thread)).to.be.at.least(behind)
  })

  it('writes down what it has drawn before it closes', async () => {
    const one = raster()
    const page = pageOf(await compileSource(await spotPdf('Gold')))
    await one.draw(page, {
      ...{ widthPx: page.widthPx, heightPx: page.heightPx, paper: '#ffffff' },
      ...{ artwork: [], outlines: [], images: [], marks: [], problems: [] },
    })
    await one.close()
    expect(kept()).to.have.length(1)
  })

  it('refuses with shutting_down once it closes', async () => {
    const one = raster()
    const page = pageOf(await compileSource(await spotPdf('Gold')))
    await one.warm(page)
    await one.close()
    expect(await codeOf(one.warm(page))).to.equal('shutting_down')
  })
})
