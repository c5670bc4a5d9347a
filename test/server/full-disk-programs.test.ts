/** The programs on a disk without room: a start and a backup end with one sentence, and need no stack to be understood. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect } from 'chai'
import { runInside, runPlaten } from '../support/programs/platen-cli.ts'
import { needsSmallDisk, type SmallDisk } from '../support/programs/small-disk.ts'
import { programOf } from '../support/run/built-programs.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'
import { fillInstallation } from '../support/service/small-shop.ts'

interface Ended {
  readonly code: number | null
  readonly errors: string
}

function start(env: Readonly<Record<string, string>>, limit = ''): ChildProcess {
  // A shell sets limits for itself and what it becomes.
  const words = [`${limit} exec "$0" "$@"`, process.execPath, programOf('main'), '--empty']
  return spawn('/bin/sh', ['-c', ...words], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function endOf(child: ChildProcess): Promise<Ended> {
  let errors = ''
  child.stdout?.resume()
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, errors }
}

describe('On a disk without room', () => {
  describe('of which nothing can be mounted, the service', () => {
    const makeFolder = temporaryFolders()

    it('refuses an upload that is larger than files may become with disk_full, and keeps nothing of it', async () => {
      const folder = await makeFolder()
      // 4 MB, or 8 where the shell counts in kB.
      const child = start({ DATA_DIR: folder, PREVIEW_WARM_UP: 'false' }, 'ulimit -f 8192;')
      const ended = endOf(child)
      try {
        let output = ''
        while (!/openapi\.json\n/.test(output)) output += (await once(child.stdout as Readable, 'data'))[0]
        const [, url] = /listening on (http:\S+)/.exec(output) ?? []
        const [, key] = /(platen_sk_\w+)/.exec(output) ?? []
        const body = new FormData()
        body.set('pdf', new Blob([randomBytes(10 << 20)]), 'card.pdf')
        const reply = await fetch(`${url}/v1/templates`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}` },
          body,
        })
        const { error } = (await reply.json()) as { error: { code: string } }
        expect([reply.status, error.code]).to.deep.equal([503, 'disk_full'])
        expect(await readdir(join(folder, 'files', 'tmp'))).to.deep.equal([])
      } finally {
        child.kill('SIGKILL')
        await ended
      }
    })
  })

  describe('a program', () => {
    let disk: SmallDisk
    beforeEach(async function () {
      disk = await needsSmallDisk(this, 4)
    })
    afterEach(() => disk?.unmount())

    for (const [left, what] of [
      [0, 'nothing'],
      [16_384, 'a few pages'],
      [81_920, 'less than the database takes'],
    ] as const)
      it(`that is started where there is room for ${what} says so, and ends @long`, async () => {
        await disk.fill(left)
        const { code, errors } = await endOf(start({ DATA_DIR: disk.folder }))
        expect(errors).to.match(
          /^Platen failed to start: The disk( of \S+)? is full\. Free some space and try again\.\n$/,
        )
        expect(code).to.equal(1)
        expect((await readdir(disk.folder)).filter((name) => name.includes('.key.'))).to.deep.equal([])
      })

    it('that is started where nothing can be written says so, whether it was there before or not @long', async () => {
      const says =
        /^Platen failed to start: The disk of \S+ is read-only\. Make it writable and try again\.\n$/
      disk.setReadOnly(true)
      const fresh = await endOf(start({ DATA_DIR: disk.folder }))
      expect(fresh.errors).to.match(says)
      disk.setReadOnly(false)
      const env = { DATA_DIR: disk.folder, DATABASE_URL: join(disk.folder, 'platen.db') }
      await fillInstallation(env)
      disk.setReadOnly(true)
      const again = await endOf(start(env))
      expect(again.errors).to.match(says)
      expect([fresh.code, again.code]).to.deep.equal([1, 1])
    })

    it('on the command line says so, and a backup leaves nothing half done', async () => {
      const data = join(disk.folder, 'data')
      await mkdir(data)
      const env = { DATA_DIR: data, DATABASE_URL: join(data, 'platen.db') }
      await fillInstallation(env)
      for (const left of [0, 8_192, 24_576, 40_960]) {
        await disk.fill(left)
        const { code, error } = await runInside(env, 'backup', join(disk.folder, 'backup'))
        expect(error).to.match(/^The disk( of \S+)? is full\. Free some space and try again\.$/)
        expect(code).to.equal(1)
        expect((await readdir(disk.folder)).filter((name) => name.startsWith('backup'))).to.deep.equal([])
      }
      await disk.free()
      expect((await runInside(env, 'backup', join(disk.folder, 'backup'))).code).to.equal(0)
      await disk.fill()
      const made = await runPlaten(env, 'keys', 'create', '--type', 'secret')
      expect(made.error).to.match(/^The disk( of \S+)? is full\./)
      expect(made.code).to.equal(1)
    })
  })
})
