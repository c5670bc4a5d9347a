/** Hostile, broken and spoiled files sent to a running service by the hundred: answers, its event loop, what is left. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { CATALOGUE, type ErrorCode } from '../../core/errors.ts'
import { spoil, WAYS } from '../server/workers/fuzz-pdf.ts'
import { ownFiles } from '../server/workers/own-files.ts'
import { CORPUS, corpusFiles } from '../support/pdf/corpus-folder.ts'
import { HOSTILE_FILES, soundFile } from '../support/pdf/hostile-pdf.ts'
import { HOSTILE_STRUCTURES } from '../support/pdf/hostile-structures.ts'
import { createServiceProcess } from '../support/programs/service-process.ts'
import { type Chance, seededChance, someSeed } from '../support/run/seeded-chance.ts'
import { standstills } from './loop-probe.ts'
import { leftBehind, type SentFile, sendHostile } from './send-hostile.ts'

const SPOILED_OWN = 600
const SPOILED_A_CORPUS_FILE = 6
const LIMIT_MS = 10_000
const LONGEST_BLOCK_MS = 50
const LOOP_PROBE = join(import.meta.dirname, './loop-probe.ts')

describe('a service that gets hostile files', function () {
  // It sends thousands of hostile files.
  this.timeout(1_800_000)
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-hostile-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('answers each in time, stands still for nobody and leaves nothing behind', async () => {
    const seed = someSeed()
    const files = [...hostile(), ...spoiled(seededChance(seed))]
    const probe = join(folder, 'loop.txt')
    const service = createServiceProcess({
      DATA_DIR: folder,
      RATE_LIMIT_KEY_PER_MINUTE: '1000000',
      // Two are sent at a time, and none is to wait until another one has been given up.
      PRESS_WORKERS: '2',
      LOOP_PROBE: probe,
      NODE_OPTIONS: `--import ${LOOP_PROBE}`,
    })
    await service.start()
    const key = await service.secretKey()
    // The first upload starts the workers.
    await sendHostile(service.url ?? '', key, [{ name: 'sound', bytes: soundFile() }])
    const before = standstills(probe).length
    const { answers, longestBlockMs } = await sendHostile(service.url ?? '', key, files)
    const stood = Math.max(0, ...standstills(probe).slice(before))

    const codes = Map.groupBy(answers, ({ outcome }) => outcome)
    const slowest = answers.reduce((one, other) => (other.ms > one.ms ? other : one))
    console.log(`      seed ${seed}, ${files.length} files`, {
      ...Object.fromEntries([...codes].map(([code, { length }]) => [code, length])),
      slowest: `${slowest.name}: ${Math.round(slowest.ms)} ms`,
      stoodStillMs: Math.round(stood),
      lateOnThisMachineMs: Math.round(longestBlockMs),
    })
    const said = `PLATEN_TEST_SEED=${seed}`
    const odd = answers.filter(({ outcome, status }) =>
      outcome === 'template' ? status !== 200 : CATALOGUE[outcome as ErrorCode]?.status !== 400,
    )
    expect(odd, said).to.deep.equal([])
    expect(
      answers.filter(({ ms }) => ms > LIMIT_MS),
      said,
    ).to.deep.equal([])
    expect(stood, said).to.be.below(LONGEST_BLOCK_MS)
    expect(await leftBehind(folder)).to.deep.equal([])
    const [sound] = (await sendHostile(service.url ?? '', key, [{ name: 'sound', bytes: soundFile() }]))
      .answers
    expect(sound?.outcome).to.equal('template')
    expect(service.complaints, said).to.deep.equal([])
    expect(await service.stop()).to.equal(0)
    expect(processesNaming(folder)).to.deep.equal([])
  })
})

function hostile(): SentFile[] {
  const fixtures = ['encrypted.pdf', 'encrypted-without-password.pdf'].map((name) => ({
    name,
    bytes: readFileSync(join(import.meta.dirname, '../fixtures', name)),
  }))
  const made = [...HOSTILE_FILES, ...HOSTILE_STRUCTURES].map(({ name, make }) => ({ name, bytes: make() }))
  // A form without a file is another refusal.
  return [...made, ...fixtures].filter(({ bytes }) => bytes.length > 0)
}

function spoiled(chance: Chance): SentFile[] {
  const own = ownFiles()
  const one = (name: string, bytes: Uint8Array): SentFile => {
    const part = chance.branch()
    const way = part.pick(WAYS)
    return { name: `${name} ${way} (${part.seed})`, bytes: spoil(bytes, way, part) }
  }
  const made = [
    ...Array.from({ length: SPOILED_OWN }, () => {
      const { name, bytes } = chance.pick(own)
      return one(name, bytes)
    }),
    ...corpusFiles().flatMap((name) => {
      const bytes = readFileSync(join(CORPUS, name))
      return Array.from({ length: SPOILED_A_CORPUS_FILE }, () => one(name, bytes))
    }),
  ]
  return made.filter(({ bytes }) => bytes.length > 0)
}

/** Worker processes are told which folder they may see. */
function processesNaming(folder: string): readonly string[] {
  const listed = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
  return listed.split('\n').filter((line) => line.includes(folder))
}
