/** Hostile files through the real press: a result or a catalogued refusal in time, and the press goes on. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ServiceError } from '../../../core/errors.ts'
import type { Compiled } from '../../../core/ports.ts'
import { openPress } from '../../../server/workers/press.ts'
import { HOSTILE_FILES, soundFile } from '../../support/hostile-pdf.ts'
import { codesOf } from '../../support/judged.ts'

const LIMIT_MS = 10_000

describe('the press, given hostile files', () => {
  let folder: string
  let press: ReturnType<typeof openPress>

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-press-'))
    const limits = { size: 1, timeoutSeconds: 9, memoryMb: 512 }
    press = openPress({ ...limits, readable: [folder], writable: [folder] })
  })
  after(async () => {
    await press.close()
    rmSync(folder, { recursive: true })
  })

  const source = (): string => join(folder, 'source.pdf')
  const body = (): string => join(folder, 'body.pdf')

  it('compiles a sound file', async () => {
    writeFileSync(source(), soundFile())
    const { plan, scene } = await press.compile(source(), body(), [])
    expect(scene.pages).to.have.length(1)
    expect(statSync(body()).size).to.equal(plan.bodyBytes)
    expect(readFileSync(body(), 'latin1').slice(plan.startXref)).to.match(/^xref\n/)
    rmSync(body())
  })

  for (const { name, code, finding, make } of HOSTILE_FILES) {
    it(`${code === null ? 'makes a template of' : `answers ${code} to`} ${name}`, async () => {
      writeFileSync(source(), make())
      const began = performance.now()
      const outcome = await press.compile(source(), body(), []).catch((error: unknown) => error)
      expect(performance.now() - began).to.be.below(LIMIT_MS)
      if (outcome instanceof Error) {
        expect(outcome, outcome.stack).to.be.instanceOf(ServiceError)
        expect((outcome as ServiceError).code, outcome.stack).to.equal(code)
        expect(existsSync(body())).to.equal(false)
        return
      }
      rmSync(body())
      expect(code, 'compiled, where a refusal is due').to.equal(null)
      const found = codesOf((outcome as Compiled).findings)
      if (finding !== undefined) expect(found).to.include(finding)
    })
  }

  it('still compiles a sound file afterwards', async () => {
    writeFileSync(source(), soundFile())
    expect((await press.compile(source(), body(), [])).scene.pages).to.have.length(1)
  })
})
