/** Three hundred image files that nobody may take, sent to a running service: refused by name, in time, and at no cost to others. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ramp } from '../support/pdf/pictures.ts'
import { createServiceProcess } from '../support/programs/service-process.ts'
import { seededChance, someSeed } from '../support/run/seeded-chance.ts'
import { openPhotoCard } from '../support/service/photo-card.ts'
import { sender } from '../support/service/sender.ts'
import { hostilePictures } from './hostile-pictures.ts'
import { standstills } from './loop-probe.ts'
import { leftBehind } from './send-hostile.ts'
import { oddAnswers, sendPictures } from './send-pictures.ts'

const LIMIT_MS = 5000
const LONGEST_BLOCK_MS = 50
const WORKER_MB = 1024
/** How far a worker may be beyond its limit between two looks at it. */
const SLACK_MB = 128
const LOOP_PROBE = join(import.meta.dirname, './loop-probe.ts')

describe('a service that gets hostile images', function () {
  // It sends hundreds of hostile files.
  this.timeout(1_800_000)
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-hostile-images-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('refuses each by name and in time, within the memory of a worker, and leaves nothing behind', async () => {
    const seed = someSeed()
    const files = await hostilePictures(seededChance(seed))
    const probe = join(folder, 'loop.txt')
    const service = createServiceProcess({
      DATA_DIR: folder,
      RATE_LIMIT_KEY_PER_MINUTE: '1000000',
      PRESS_WORKERS: '2',
      PRESS_MEMORY_MB: `${WORKER_MB}`,
      LOOP_PROBE: probe,
      NODE_OPTIONS: `--import ${LOOP_PROBE}`,
    })
    await service.start()
    const send = sender(service.url ?? '', await service.secretKey())
    const card = await openPhotoCard(send, [{ box: [30, 30, 174, 102] }])
    // The first upload starts the workers.
    await card.add(await card.fill(), await ramp(600, 400).jpeg().toBuffer())
    const before = standstills(probe).length
    let largestMb = 0
    const look = setInterval(() => {
      largestMb = Math.max(largestMb, ...residentMb(folder))
    }, 200)
    const answers = await sendPictures(card, files).finally(() => clearInterval(look))
    const stood = Math.max(0, ...standstills(probe).slice(before))
    const outcomes = Map.groupBy(answers, ({ outcome }) => outcome)
    const slowest = answers.reduce((one, other) => (other.ms > one.ms ? other : one))
    console.log(`      seed ${seed}, ${files.length} files`, {
      ...Object.fromEntries([...outcomes].map(([code, { length }]) => [code, length])),
      slowest: `${slowest.name}: ${Math.round(slowest.ms)} ms`,
      stoodStillMs: Math.round(stood),
      largestWorkerMb: Math.round(largestMb),
    })
    const said = `PLATEN_TEST_SEED=${seed}`
    expect(files.length).to.be.at.least(300)
    expect(oddAnswers(answers), said).to.deep.equal([])
    expect(
      answers.filter(({ ms }) => ms > LIMIT_MS),
      said,
    ).to.deep.equal([])
    expect(stood, said).to.be.below(LONGEST_BLOCK_MS)
    expect(largestMb, said).to.be.below(WORKER_MB + SLACK_MB)
    expect(await leftBehind(folder)).to.deep.equal([])
    expect(service.complaints, said).to.deep.equal([])
    expect(await service.stop()).to.equal(0)
  })
})

/** Of the image workers, which are told which folder they may see. */
function residentMb(folder: string): readonly number[] {
  const listed = execFileSync('ps', ['-eo', 'rss,args'], { encoding: 'utf8' })
  return listed
    .split('\n')
    .filter((line) => line.includes(folder) && line.includes('image-worker'))
    .map((line) => Number(line.trim().split(/\s+/)[0]) / 1024)
}
