/** What a disk without room, or one that can only be read, does to the service: said as it is, and nothing is left behind. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { jost, renamed } from '../support/pdf/font-files.ts'
import { flat } from '../support/pdf/pictures.ts'
import { plainArtwork } from '../support/pdf/plain-artwork.ts'
import { needsSmallDisk, type SmallDisk } from '../support/programs/small-disk.ts'
import { eventually } from '../support/run/eventually.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'

const BLOCK = 4096
const FULL = {
  status: 503,
  code: 'disk_full',
  message: 'The disk is full. Nothing can be saved until space is freed.',
  retryAfter: '10',
}
const READ_ONLY = {
  ...FULL,
  code: 'disk_read_only',
  message: 'The disk is read-only. Nothing can be saved until it is writable.',
}

function formOf(name: string, bytes: Uint8Array): FormData {
  const form = new FormData()
  form.set(name, new Blob([new Uint8Array(bytes)]), 'sent.bin')
  return form
}

async function sent(test: TestServer, path: string, body?: unknown) {
  const reply = await test.json(path, body === undefined ? { key: null } : { body })
  const { code, message } = reply.body.error ?? {}
  return { status: reply.status, code, message, retryAfter: reply.headers.get('retry-after') }
}

describe('On a disk', () => {
  let disk: SmallDisk
  let test: TestServer
  const closeAll = async () => {
    try {
      await test?.close()
    } finally {
      await disk?.unmount()
    }
  }

  describe('that holds everything and is full, the service', () => {
    before(async function () {
      disk = await needsSmallDisk(this, 16)
      test = await openTestServer({ press: 'workers', env: { DATA_DIR: disk.folder } })
      // A service that starts moves its log into the database, which makes room.
      await eventually(async () => (await stat(join(disk.folder, 'platen.db-wal'))).size === 0)
    })
    afterEach(() => disk?.free())
    after(closeAll)

    it('refuses uploads and other writes with disk_full, keeps nothing of them, and goes on once there is room', async () => {
      const uploads: readonly (readonly [string, FormData])[] = [
        ['/v1/templates', formOf('pdf', await plainArtwork(1, 'one'))],
        ['/v1/assets', formOf('file', await flat(64, 48, [1, 2, 3]).png().toBuffer())],
        ['/v1/fonts', formOf('file', renamed(jost(), { family: 'One Sans' }))],
      ]
      await disk.fill()
      for (const [path, form] of uploads) expect(await sent(test, path, form), path).to.deep.equal(FULL)
      const key = { name: 'A key', type: 'secret' }
      expect(await sent(test, '/v1/api_keys', key)).to.deep.equal(FULL)
      expect(await test.temporaryFiles()).to.deep.equal([])
      expect((await test.json('/v1/templates')).body).to.deep.include({ data: [] })

      await disk.free()
      for (const [path, form] of uploads) expect((await sent(test, path, form)).status, path).to.be.below(300)
      expect((await sent(test, '/v1/api_keys', key)).status).to.equal(201)
      expect((await test.json('/v1/templates')).body.data).to.have.length(1)
    })

    it('refuses what fits and what is made of it does not, and does not blame the file', async () => {
      const font = renamed(jost(), { family: 'Two Sans' })
      const picture = await flat(65, 48, [1, 2, 3]).png().toBuffer()
      const pdf = await plainArtwork(1, 'two')
      for (const [path, name, bytes] of [
        ['/v1/templates', 'pdf', pdf],
        ['/v1/assets', 'file', picture],
        ['/v1/fonts', 'file', font],
      ] as const) {
        // The upload and no block more.
        await disk.fill(Math.ceil(bytes.length / BLOCK) * BLOCK)
        expect(await sent(test, path, formOf(name, bytes)), path).to.deep.equal(FULL)
        expect(await test.temporaryFiles(), path).to.deep.equal([])
        await disk.free()
        expect((await sent(test, path, formOf(name, bytes))).status, path).to.be.below(300)
      }
    })

    it('is not ready, says why, and leaves no file behind however often it is asked', async () => {
      await disk.fill()
      for (let times = 0; times < 5; times += 1) expect(await sent(test, '/readyz')).to.deep.equal(FULL)
      expect(await test.temporaryFiles()).to.deep.equal([])
      await disk.free()
      expect((await sent(test, '/readyz')).status).to.equal(200)
    })
  })

  describe('that holds the files and can only be read, the service', () => {
    before(async function () {
      disk = await needsSmallDisk(this, 4)
      test = await openTestServer({ press: 'workers', env: { FILES_URL: `file:${disk.folder}` } })
      disk.setReadOnly(true)
    })
    after(closeAll)

    it('refuses uploads with disk_read_only, is not ready, and goes on once it can write', async () => {
      const form = formOf('pdf', await plainArtwork())
      expect(await sent(test, '/v1/templates', form)).to.deep.equal(READ_ONLY)
      expect(await sent(test, '/readyz')).to.deep.equal(READ_ONLY)
      disk.setReadOnly(false)
      expect((await sent(test, '/v1/templates', form)).status).to.equal(200)
      expect((await sent(test, '/readyz')).status).to.equal(200)
      const files = await readdir(join(disk.folder, 'tmp'))
      expect(files).to.deep.equal([])
      expect((await stat(join(disk.folder, 'sha256'))).isDirectory()).to.equal(true)
    })
  })
})
