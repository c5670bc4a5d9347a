/** What the raster does not try again, with real workers that are killed: never more than what they die of. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Drawing } from '../../../core/engine/preview/drawing.ts'
import { ServiceError } from '../../../core/errors.ts'
import type { BlankPage } from '../../../core/service/preview/raster-port.ts'
import { openRaster } from '../../../server/workers/raster.ts'
import { createSparing } from '../../../server/workers/sparing.ts'
import { type CompiledSource, compileSource } from '../../support/engine/rendering.ts'
import { spotPdf } from '../../support/pdf/spot-pdf.ts'
import { childrenOf } from '../../support/programs/children-of.ts'
import { builtWorkers } from '../../support/run/built-programs.ts'
import { eventually } from '../../support/run/eventually.ts'
import { leavePending } from '../../support/run/leave-pending.ts'
import { processorMsOf } from '../../support/run/processor-ms.ts'
import { towerOfForms } from './tower-of-forms.ts'

describe('sparing', () => {
  it('spares what two in a row died of for a minute, and says when to come again', () => {
    let now = 0
    const sparing = createSparing(() => now)
    sparing.noteDeath('page', 'preview_failed')
    sparing.check('page')
    sparing.noteDeath('page', 'preview_failed')
    now = 20_500
    expect(() => sparing.check('page'))
      .to.throw(ServiceError)
      .with.nested.property('facts.retryAfterSeconds', 39.5)
    sparing.check('another page')
    now = 60_000
    sparing.check('page')
    // It had its chance.
    sparing.noteDeath('page', 'preview_failed')
    expect(() => sparing.check('page')).to.throw(ServiceError)
  })

  it('spares nothing that was done well before', () => {
    const sparing = createSparing()
    sparing.noteDeath('page', 'preview_failed')
    sparing.noteDone('page')
    for (let death = 0; death < 5; death += 1) sparing.noteDeath('page', 'preview_failed')
    sparing.check('page')
  })
})

describe('the raster whose workers die', () => {
  let folder: string
  let others: ReadonlySet<number>
  let raster: ReturnType<typeof openRaster>

  const open = () =>
    openRaster({
      ...builtWorkers(),
      ...{ size: 1, spares: 0, timeoutSeconds: 120, memoryMb: 400, cacheMb: 16 },
      cacheFolder: join(folder, 'cache'),
      filesFolder: join(folder, 'files'),
      files: { localPath: async (sha256: string) => join(folder, 'files', sha256) },
    })

  before(function () {
    if (process.platform !== 'linux') leavePending(this, 'Linux')
  })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-sparing-'))
    mkdirSync(join(folder, 'files'))
    others = new Set(childrenOf(process.pid))
    raster = open()
  })
  afterEach(async () => {
    await raster.close()
    rmSync(folder, { recursive: true })
  })

  const pageOf = ({ body, plan }: CompiledSource, teamId = 'team_a'): BlankPage => {
    writeFileSync(join(folder, 'files', plan.bodySha256), body)
    const { bodySha256 } = plan
    return { teamId, bodySha256, plan, page: 0, widthPx: 200, heightPx: 100, areas: [] }
  }
  const drawingOf = (changes: Partial<Drawing> = {}): Drawing => ({
    ...{ widthPx: 200, heightPx: 100, paper: '#ffffff', artwork: [], outlines: [], images: [] },
    ...{ marks: [], problems: [] },
    ...changes,
  })
  const workers = () => childrenOf(process.pid).filter((pid) => !others.has(pid))
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'drawn',
      (error: unknown) =>
        error instanceof ServiceError ? `${error.code} ${error.facts.extra?.reason}` : error,
    )
  async function killAll(): Promise<void> {
    for (const pid of workers()) process.kill(pid, 'SIGKILL')
    await eventually(() => workers().length === 0)
  }
  /** The work's worker is killed once it has spent so much of a processor's time on it. */
  async function killAt(work: () => Promise<unknown>, spentMs = 50): Promise<unknown> {
    await raster.warm(pageOf(await compileSource(await spotPdf('Ready'))))
    const spent = () => workers().reduce((sum, pid) => sum + processorMsOf(pid), 0)
    const before = spent()
    let isOver = false
    const done = outcome(work()).finally(() => {
      isOver = true
    })
    await eventually(() => isOver || spent() >= before + spentMs)
    await killAll()
    return done
  }

  it('tries a page again after one death, and spares it after two, for everybody @long', async () => {
    const endless = await compileSource(towerOfForms())
    for (let death = 0; death < 2; death += 1)
      expect(await killAt(() => raster.draw(pageOf(endless), drawingOf()))).to.equal('preview_failed crash')
    for (const team of ['team_a', 'team_b']) {
      const spared = await raster.draw(pageOf(endless, team), drawingOf()).catch((error: unknown) => error)
      expect(spared).to.be.instanceOf(ServiceError).with.property('code', 'preview_failed')
      expect((spared as ServiceError).facts.retryAfterSeconds).to.be.within(1, 60)
    }
    const sound = pageOf(await compileSource(await spotPdf('Gold')))
    expect(await outcome(raster.draw(sound, drawingOf()))).to.equal('drawn')
  })

  it('draws a page whose worker was killed when somebody asks for it again @long', async () => {
    const slow = await compileSource(towerOfForms(4))
    expect(await killAt(() => raster.draw(pageOf(slow), drawingOf()))).to.equal('preview_failed crash')
    expect(await outcome(raster.draw(pageOf(slow, 'team_b'), drawingOf()))).to.equal('drawn')
  })

  it('never spares a page that was drawn well before @long', async () => {
    const page = pageOf(await compileSource(towerOfForms(4)))
    expect(await outcome(raster.draw(page, drawingOf()))).to.equal('drawn')
    await killAll()
    for (let death = 0; death < 3; death += 1) {
      // Neither in the memory of a new worker nor on disk: it is drawn anew.
      for (const name of readdirSync(join(folder, 'cache'))) rmSync(join(folder, 'cache', name))
      expect(await killAt(() => raster.draw(page, drawingOf()))).to.equal('preview_failed crash')
    }
    expect(await outcome(raster.draw(page, drawingOf()))).to.equal('drawn')
  })

  it("does not take a page from others for one shopper's values, which it spares by themselves @long", async () => {
    const gold = await compileSource(await spotPdf('Gold'))
    // At hand on disk, of which this raster knows nothing yet.
    const earlier = open()
    await earlier.warm(pageOf(gold))
    await earlier.close()
    const deadly = endlessWords()
    for (let death = 0; death < 2; death += 1)
      expect(await killAt(() => raster.draw(pageOf(gold), deadly), 400)).to.equal('preview_failed crash')
    expect(await outcome(raster.draw(pageOf(gold), deadly))).to.equal('preview_failed undefined')
    for (const team of ['team_a', 'team_b'])
      expect(await outcome(raster.draw(pageOf(gold, team), drawingOf()))).to.equal('drawn')
  })
})

/** A mark that takes minutes to paint. */
function endlessWords(): Drawing {
  const points = Array.from({ length: 5_000 }, (_, at) => `${(at * 7919) % 200} ${(at * 104_729) % 100} l`)
  const outlines = [`0 0 m ${points.join(' ')} h`]
  const shapes = Array.from({ length: 20_000 }, () => {
    return { outline: 0, matrix: [1, 0, 0, 1, 0, 0] as const }
  })
  const look = { hex: '#000000', kind: 'transparent' } as const
  const where = { slot: 'above', inPlace: null, bounds: [0, 0, 200, 100], overprint: false } as const
  return {
    ...{ widthPx: 200, heightPx: 100, paper: '#ffffff', artwork: [], images: [], problems: [] },
    ...{ outlines, marks: [{ ...where, kind: 'shapes', plate: 'Black', look, tint: 1, shapes }] },
  }
}
