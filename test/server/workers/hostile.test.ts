/** Hostile files through the real press: a result or a catalogued refusal in time, and the press goes on. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Compiled } from '../../../core/engine/press/press-port.ts'
import { CATALOGUE, ServiceError } from '../../../core/errors.ts'
import { openPress } from '../../../server/workers/press.ts'
import { openReader } from '../../../server/workers/reader.ts'
import { testFonts } from '../../support/pdf/fonts.ts'
import { HOSTILE_FILES, type HostileFile, soundFile } from '../../support/pdf/hostile-pdf.ts'
import { HOSTILE_STRUCTURES } from '../../support/pdf/hostile-structures.ts'
import { codesOf } from '../../support/pdf/judged.ts'
import { flated, onePage } from '../../support/pdf/raw-pdf.ts'
import { builtWorkers } from '../../support/run/built-programs.ts'
import { seededChance, someSeed } from '../../support/run/seeded-chance.ts'
import { spoil, WAYS } from './fuzz-pdf.ts'
import { ownFiles } from './own-files.ts'

/** The limit of the processor is the press's own; by the clock a busy machine may take ten times as long. */
const LIMIT_MS = 95_000
const SPOILED_A_WAY = 12
const TAKE_LONG: ReadonlySet<string> = new Set([
  'a line of a million braces',
  '300,000 objects in object streams',
  'a million saved states',
  'a page tree 20,000 floors high',
  'a path of three million points',
])

const fixture = (name: string) => () => readFileSync(join(import.meta.dirname, '../../fixtures', name))
const ENCRYPTED: readonly HostileFile[] = [
  { name: 'a file with a password', code: 'encrypted_pdf', make: fixture('encrypted.pdf') },
  {
    name: 'an encrypted file without a password',
    code: null,
    finding: 'pdf_encryption_removed',
    make: fixture('encrypted-without-password.pdf'),
  },
]

/** Takes a worker many times the limit that it is given to. */
function endlessPage(): Uint8Array {
  const chance = seededChance(1)
  const rectangles = Array.from(
    { length: 1_000_000 },
    () => `${chance.whole(1, 190)} ${chance.whole(1, 90)} 9 ${chance.whole(1, 9)} re f\n`,
  )
  return onePage(flated(rectangles.join('')))
}

describe('the press, given hostile files', () => {
  const fonts = testFonts().list()
  let folder: string
  let press: ReturnType<typeof openPress>
  let reader: ReturnType<typeof openReader>

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-press-'))
    const limits = { size: 1, timeoutSeconds: 9, memoryMb: 512 }
    reader = openReader({ ...builtWorkers(), size: 1, memoryMb: 512, readable: [folder] })
    press = openPress({ ...builtWorkers(), ...limits, readable: [folder], writable: [folder], reader })
  })
  after(async () => {
    await Promise.all([press.close(), reader.close()])
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

  const files = [...HOSTILE_FILES, ...HOSTILE_STRUCTURES, ...ENCRYPTED]
  for (const { name, code, finding, make } of files) {
    const long = TAKE_LONG.has(name) ? ' @long' : ''
    it(`${code === null ? 'makes a template of' : `answers ${code} to`} ${name}${long}`, async () => {
      writeFileSync(source(), make())
      const began = performance.now()
      const outcome = await press.compile(source(), body(), fonts).catch((error: unknown) => error)
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

  for (const way of WAYS)
    it(`answers to our own files ${way}`, async () => {
      const chance = seededChance(someSeed())
      for (let turn = 0; turn < SPOILED_A_WAY; turn += 1) {
        const { name, bytes } = chance.pick(ownFiles())
        const part = chance.branch()
        writeFileSync(source(), spoil(bytes, way, part))
        const outcome = await press.compile(source(), body(), fonts).catch((error: unknown) => error)
        const about = `${name}, chance ${part.seed}, PLATEN_TEST_SEED=${chance.seed}`
        if (outcome instanceof Error) {
          expect(outcome, about).to.be.instanceOf(ServiceError)
          const { code } = outcome as ServiceError
          expect(CATALOGUE[code].status, `${about}: ${code} ${outcome.stack}`).to.equal(400)
        } else rmSync(body())
      }
    })

  it('gives up a file that never ends to be read, and takes the next one @long', async () => {
    const limits = { size: 1, timeoutSeconds: 1, memoryMb: 1024 }
    const impatient = openPress({
      ...builtWorkers(),
      ...limits,
      readable: [folder],
      writable: [folder],
      reader,
    })
    try {
      writeFileSync(source(), endlessPage())
      const refused = await impatient.compile(source(), body(), []).catch((error: unknown) => error)
      expect(refused).to.be.instanceOf(ServiceError)
      const { code, message, facts } = refused as ServiceError
      expect({ code, extra: facts.extra }).to.deep.equal({
        code: 'pdf_too_complex',
        extra: { reason: 'timeout' },
      })
      expect(message).to.match(/more than 1 second of processor time.*Save it as/)
      writeFileSync(source(), soundFile())
      expect((await impatient.compile(source(), body(), [])).scene.pages).to.have.length(1)
      rmSync(body())
    } finally {
      await impatient.close()
    }
  })

  it('still compiles a sound file afterwards, and has left nothing behind', async () => {
    writeFileSync(source(), soundFile())
    expect((await press.compile(source(), body(), [])).scene.pages).to.have.length(1)
    rmSync(body())
    expect(readdirSync(folder)).to.deep.equal(['source.pdf'])
  })
})
