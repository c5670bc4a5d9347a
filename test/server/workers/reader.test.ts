/** Print files opened again by real workers, which see the kept files and nothing else. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { ServiceError } from '../../../core/errors.ts'
import { openPress } from '../../../server/workers/press.ts'
import { openReader } from '../../../server/workers/reader.ts'
import { bundledFonts, type CompiledSource, compileSource } from '../../support/engine/rendering.ts'
import { artworkPdf } from '../../support/pdf/artwork-pdf.ts'
import { childrenOf } from '../../support/programs/children-of.ts'
import { builtWorkers } from '../../support/run/built-programs.ts'

describe('the reader', () => {
  let folder: string
  let reader: ReturnType<typeof openReader>
  let compiled: CompiledSource
  const kept = (name: string): string => join(folder, 'kept', name)

  let others: ReadonlySet<number>
  before(async () => {
    others = new Set(childrenOf(process.pid))
    folder = mkdtempSync(join(tmpdir(), 'platen-reader-'))
    mkdirSync(join(folder, 'kept'))
    reader = openReader({ ...builtWorkers(), size: 1, memoryMb: 512, readable: [join(folder, 'kept')] })
    compiled = await compileSource(artworkPdf())
    writeFileSync(kept('body'), compiled.body)
  })
  after(async () => {
    await reader.close()
    rmSync(folder, { recursive: true })
  })

  const asMade = () => ({ pages: compiled.plan.pages.length, fileId: compiled.plan.fileId })

  it('puts a file together from bytes and from files, wherever they are cut', async () => {
    const { body } = compiled
    const bodyPath = kept('beginning')
    writeFileSync(bodyPath, body.subarray(0, 700))
    writeFileSync(kept('middle'), body.subarray(700, 1000))
    const tail = [{ path: kept('middle'), sizeBytes: 300 }, body.subarray(1000)]
    expect(await reader.reopen({ bodyPath, bodyBytes: 700, tail })).to.deep.equal(asMade())
  })

  it('says which file it lacks in words, not by its path', async () => {
    const { body } = compiled
    const missing = await reader.reopen({ bodyPath: kept('none'), bodyBytes: 9, tail: [] })
    expect(missing).to.deep.equal({ reason: 'A stored file is missing.' })
    const short = await reader.reopen({ bodyPath: kept('body'), bodyBytes: body.length + 1, tail: [] })
    expect(short).to.deep.equal({ reason: 'A stored file is truncated.' })
    writeFileSync(join(folder, 'elsewhere'), body)
    const hidden = await reader.reopen({
      bodyPath: join(folder, 'elsewhere'),
      bodyBytes: body.length,
      tail: [],
    })
    expect(hidden).to.deep.equal({ reason: 'A stored file is missing.' })
  })

  it('opens the next file after many that are none', async () => {
    for (let at = 0; at < 20; at += 1) {
      const tail = [Buffer.from(`%PDF-1.7\n${'<<'.repeat(at * 50)} 1 0 obj startxref ${at} %%EOF`)]
      expect(await reader.reopen({ bodyPath: kept('body'), bodyBytes: 0, tail })).to.have.property('reason')
    }
    const { body } = compiled
    expect(await reader.reopen({ bodyPath: kept('body'), bodyBytes: body.length, tail: [] })).to.deep.equal(
      asMade(),
    )
  })

  it('answers each of many files that come together what is true of it', async () => {
    const { body } = compiled
    const whole = { bodyPath: kept('body'), bodyBytes: body.length, tail: [] }
    const missing = { bodyPath: kept('none'), bodyBytes: 9, tail: [] }
    const files = Array.from({ length: 60 }, (_, at) => (at % 3 === 1 ? missing : whole))
    const found = await Promise.all(files.map((file) => reader.reopen(file)))
    const expected = files.map((file) =>
      file === whole ? asMade() : { reason: 'A stored file is missing.' },
    )
    expect(found).to.deep.equal(expected)
  })

  it('opens a file although its worker is killed meanwhile', async () => {
    const { body } = compiled
    const file = { bodyPath: kept('body'), bodyBytes: body.length, tail: [] }
    await reader.reopen(file)
    const opened = Array.from({ length: 20 }, () => reader.reopen(file))
    const own = childrenOf(process.pid).filter((pid) => !others.has(pid))
    expect(own).to.have.length(1)
    for (const worker of own) process.kill(worker, 'SIGKILL')
    for (const found of await Promise.all(opened)) expect(found).to.deep.equal(asMade())
  })

  it('opens a file in a worker that waits for the processor for 2 s, as on a busy machine @long', async () => {
    const patient = openReader({
      ...{ ...builtWorkers(), size: 1, memoryMb: 512, timeoutSeconds: 1 },
      readable: [join(folder, 'kept')],
    })
    try {
      const before = new Set(childrenOf(process.pid))
      const file = { bodyPath: kept('body'), bodyBytes: compiled.body.length, tail: [] }
      await patient.reopen(file)
      const workers = () => childrenOf(process.pid).filter((pid) => !before.has(pid))
      const own = workers()
      expect(own).to.have.length(1)
      for (const worker of own) process.kill(worker, 'SIGSTOP')
      const opened = patient.reopen(file)
      // Time passes: more than a file may take of the processor.
      await delay(2_000)
      for (const worker of own) process.kill(worker, 'SIGCONT')
      expect(await opened).to.deep.equal(asMade())
      // It was not opened by a second worker in the place of a killed one.
      expect(workers()).to.deep.equal(own)
    } finally {
      await patient.close()
    }
  })

  it('has a word in uploads: what it cannot open becomes no template', async () => {
    const source = kept('source')
    writeFileSync(source, artworkPdf())
    const limits = { size: 1, timeoutSeconds: 20, memoryMb: 512 }
    const seen = [join(folder, 'kept')]
    const doubtful = { reopen: async () => ({ ...asMade(), pages: 7 }) }
    for (const [by, code] of [
      [reader, null],
      [doubtful, 'invalid_pdf'],
    ] as const) {
      const press = openPress({ ...builtWorkers(), ...limits, readable: seen, writable: seen, reader: by })
      try {
        const outcome = await press.compile(source, kept('made'), bundledFonts.list()).then(
          () => null,
          (error: unknown) => error,
        )
        if (code === null) expect(outcome).to.equal(null)
        else {
          expect(outcome).to.be.instanceOf(ServiceError)
          expect((outcome as ServiceError).code).to.equal(code)
          expect((outcome as ServiceError).message).to.match(
            /^The print file made from the PDF .* Save it as/,
          )
        }
        expect(existsSync(kept('made'))).to.equal(code === null)
        rmSync(kept('made'), { force: true })
      } finally {
        await press.close()
      }
    }
  })
})
