/** A disk that is full from each of its blocks on, so that each write of a request is the one that fails in its turn. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { flat } from '../support/pdf/pictures.ts'
import { plainArtwork } from '../support/pdf/plain-artwork.ts'
import { sqliteFaults } from '../support/programs/database-integrity.ts'
import { runInside } from '../support/programs/platen-cli.ts'
import { needsSmallDisk, type SmallDisk } from '../support/programs/small-disk.ts'
import { eventually } from '../support/run/eventually.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { hashOfLink, openCardShop } from '../support/service/printing-shop.ts'
import { fillInstallation } from '../support/service/small-shop.ts'

const BLOCK = 4096
const DISK_MB = 64
/** So many in a row that found enough room: no more is needed. */
const ENOUGH = 8
/** Until a batch has met the end of the disk. */
const MEANWHILE_MS = 400
const CARD = { 'First name': 'Ada', 'Second name': 'Grace', Date: '14 June 2027', Place: 'Hartfield' }

export interface Sweep {
  /** Left for each attempt: these, or every `step` blocks from 0 on until there is room enough. */
  readonly blocks: readonly number[] | { readonly step: number }
  readonly limitMs: number
  /** Hears how many attempts failed for want of room. */
  readonly onSwept?: (what: string, failed: number, attempts: number) => void
}

/**
 * One attempt, which fills the disk when it is ready. Gives whether it failed for want of room, and what is to be done
 * once there is room.
 */
type Attempt = (
  n: number,
  fillDisk: () => Promise<void>,
) => Promise<{ readonly failed: boolean; again(): Promise<void> }>

export function describeFullDisk({ blocks, limitMs, onSwept }: Sweep): void {
  describe('A disk that is full from any of its blocks on', function () {
    // Each attempt waits for what it began.
    this.timeout(limitMs)
    let disk: SmallDisk
    let test: TestServer
    let templateId: string

    async function sweep(what: string, attempt: Attempt): Promise<void> {
      let [failures, roomy, n] = [0, 0, 0]
      const left = () => ('step' in blocks ? n * blocks.step : (blocks[n] ?? 0))
      for (; 'step' in blocks ? roomy < ENOUGH : n < blocks.length; n += 1) {
        const { failed, again } = await attempt(n, () => disk.fill(left() * BLOCK)).catch((error: Error) => {
          throw new Error(`${what} with ${left()} blocks left: ${error.message}`)
        })
        roomy = failed ? 0 : roomy + 1
        if (failed) failures += 1
        await disk.free()
        await again()
      }
      onSwept?.(what, failures, n)
    }

    const isFull = ({ status, body }: { status: number; body: { error?: { code: string } } }): boolean => {
      if (status < 300) return false
      expect([status, body.error?.code]).to.deep.equal([503, 'disk_full'])
      return true
    }

    describe('under the service', () => {
      before(async function () {
        disk = await needsSmallDisk(this, DISK_MB)
        test = await openTestServer({ press: 'workers', database: 'sqlite', env: { DATA_DIR: disk.folder } })
        templateId = await openCardShop(test)
      })
      after(async () => {
        await test?.close()
        await disk?.unmount()
      })
      afterEach(() => disk?.free())

      const uploads: readonly (readonly [string, string, string, (n: number) => Promise<Uint8Array>])[] = [
        ['a template', '/v1/templates', 'pdf', (n) => plainArtwork(1, `page ${n}`)],
        [
          'an image',
          '/v1/assets',
          'file',
          (n) =>
            flat(64 + n, 48, [1, 2, 3])
              .png()
              .toBuffer(),
        ],
      ]
      for (const [what, path, name, make] of uploads)
        it(`refuses the upload of ${what}, keeps nothing of it, and takes it once there is room @long`, () =>
          sweep(`uploads of ${what}`, async (n, fillDisk) => {
            const bytes = new Uint8Array(await make(n))
            await fillDisk()
            const send = () => {
              const form = new FormData()
              form.set(name, new Blob([bytes]), 'sent.bin')
              return test.json(path, { body: form })
            }
            const failed = isFull(await send())
            if (failed) expect(await test.temporaryFiles()).to.deep.equal([])
            return {
              failed,
              async again() {
                if (failed) expect((await send()).status).to.be.below(300)
              },
            }
          }))

      it('refuses a finalize, and prints each order once and right', async () => {
        const fills: string[] = []
        await sweep('finalizes', async (n, fillDisk) => {
          const values = { ...CARD, Place: `Hartfield ${n}` }
          const made = await test.json('/v1/fills', { body: { template_id: templateId, values } })
          const { id } = made.body.fill
          fills.push(id)
          await fillDisk()
          const finalize = () => test.json(`/v1/fills/${id}/finalize`, { body: { external_order_id: id } })
          const failed = isFull(await finalize())
          return {
            failed,
            async again() {
              expect((await finalize()).status).to.equal(200)
            },
          }
        })
        for (const id of fills) {
          const { data } = (await test.json(`/v1/renders?kind=final&external_order_id=${id}`)).body
          expect(data).to.have.lengthOf(1)
          const { pathname, search } = new URL(data[0].signed_url)
          expect(await hashOfLink(test.url, `${pathname}${search}`)).to.equal(data[0].content_sha256)
        }
      })

      it('refuses a batch or brings it to its end, each of its records once', () =>
        sweep('batches', async (n, fillDisk) => {
          const items = [0, 1].map((at) => ({ values: { ...CARD, Place: `${n} ${at}` } }))
          const send = () =>
            test.json('/v1/batches', { body: { template_id: templateId, kind: 'renders', items } })
          await fillDisk()
          const made = await send()
          const failed = isFull(made)
          const look = async (id: string) => (await test.json(`/v1/batches/${id}`)).body.batch
          // Time passes: the batch is worked on while the disk is full.
          if (!failed) await delay(MEANWHILE_MS)
          return {
            failed: failed || (await look(made.body.batch.id)).status !== 'completed',
            async again() {
              const { id } = (failed ? await send() : made).body.batch
              const done = await eventually(async () => {
                // So that another attempt is due.
                test.clock.advance(1_000)
                const found = await look(id)
                return found.status === 'completed' ? found : null
              })
              expect([done.succeeded, done.failed]).to.deep.equal([2, 0])
            },
          }
        }))

      it('leaves no row and no file damaged', async () => {
        await test.close()
        expect(sqliteFaults(test.databasePath)).to.deep.equal([])
        const { code, out, error } = await runInside({ DATA_DIR: disk.folder }, 'verify')
        expect(code, `${out}${error}`).to.equal(0)
      })
    })

    it('under a backup ends it in one sentence, and leaves nothing of it @long', async function () {
      disk = await needsSmallDisk(this, DISK_MB)
      try {
        const env = { DATA_DIR: join(disk.folder, 'data') }
        await fillInstallation(env)
        const backup = (name: string) => runInside(env, 'backup', join(disk.folder, name))
        await sweep('backups', async (n, fillDisk) => {
          await fillDisk()
          const { code, error } = await backup(`backup-${n}`)
          if (code !== 0)
            expect(error).to.match(/^The disk( of \S+)? is full\. Free some space and try again\.$/)
          const left = (await readdir(disk.folder)).filter((name) => name.startsWith('backup'))
          expect(left).to.have.lengthOf(code === 0 ? 1 : 0)
          const again = () => rm(join(disk.folder, `backup-${n}`), { recursive: true, force: true })
          return { failed: code !== 0, again }
        })
      } finally {
        await disk.unmount()
      }
    })
  })
}
