/** The files on disk and on a file system that forgets: conformance, order of steps, crashes, links, sweeping. */
import { mkdir, readdir, readlink, rename, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { diskFileSystem, type FileSystem } from '../../../server/files/file-system.ts'
import { createFiles, openFiles } from '../../../server/files/open.ts'
import { describeFiles, failureOf, readWhole, sha256, someBytes } from '../../conformance/files.ts'
import {
  type ForgetfulFileSystem,
  forgetfulFileSystem,
} from '../../support/database/forgetful-file-system.ts'
import { leavePending } from '../../support/run/leave-pending.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

describe('kept files', () => {
  const makeFolder = temporaryFolders()

  describeFiles('a folder', async () => ({
    files: await openFiles({ filesFolder: join(await makeFolder(), 'new', 'files') }),
    write: (path, bytes) => writeFile(path, bytes),
  }))
  describeFiles('a folder of a forgetful disk', async () => {
    const disk = forgetfulFileSystem('/files')
    return { files: await createFiles('/files', disk), write: async (path, bytes) => disk.write(path, bytes) }
  })

  const BYTES = someBytes(5000)
  const HASH = sha256(BYTES)
  const FINAL = `/files/sha256/${HASH.slice(0, 2)}/${HASH}`

  async function keepOn(disk: ForgetfulFileSystem): Promise<void> {
    const files = await createFiles('/files', disk)
    const path = files.temporaryPath()
    disk.write(path, BYTES)
    await files.store(path, HASH)
  }

  it('sync the bytes, then rename, then sync the folder, and new folders before they are used', async () => {
    const disk = forgetfulFileSystem('/files')
    await keepOn(disk)
    const temporary = /\/files\/tmp\/[0-9a-f-]{36}/g
    expect(disk.done.map((step) => step.replace(temporary, 'TEMPORARY'))).to.deep.equal([
      'mkdir /files/tmp',
      'sync folder /files',
      'mkdir /files/sha256',
      'sync folder /files',
      'sync file TEMPORARY',
      `mkdir /files/sha256/${HASH.slice(0, 2)}`,
      'sync folder /files/sha256',
      `rename TEMPORARY ${FINAL}`,
      `sync folder /files/sha256/${HASH.slice(0, 2)}`,
    ])
  })

  for (const renames of ['lost', 'early'] as const) {
    it(`are whole or absent after a crash before any step, and last once kept (renames ${renames})`, async () => {
      const all = forgetfulFileSystem('/files', renames)
      await keepOn(all)
      for (let step = 0; step < all.done.length; step++) {
        const disk = forgetfulFileSystem('/files', renames)
        disk.crashAt(step)
        await failureOf(keepOn(disk))
        const left = disk.bytesOf(FINAL)
        const whole = left === null || Buffer.compare(left, BYTES) === 0
        expect(whole, `crash before ${all.done[step]}`).to.equal(true)
      }
      all.crash()
      expect(Buffer.compare(all.bytesOf(FINAL) ?? Buffer.alloc(0), BYTES)).to.equal(0)
    })
  }

  it('last when another process has made the folder but not yet synced it', async () => {
    const disk = forgetfulFileSystem('/files', 'lost')
    const files = await createFiles('/files', disk)
    await disk.mkdir(`/files/sha256/${HASH.slice(0, 2)}`)
    const path = files.temporaryPath()
    disk.write(path, BYTES)
    await files.store(path, HASH)
    disk.crash()
    expect(disk.bytesOf(FINAL)).not.to.equal(null)
  })

  it('follow no symbolic link, neither as a temporary file nor as a kept one nor as a folder', async () => {
    const folder = await makeFolder()
    const files = await openFiles({ filesFolder: folder })
    const secret = join(await makeFolder(), 'secret')
    await writeFile(secret, BYTES)

    const temporary = files.temporaryPath()
    await symlink(secret, temporary)
    await failureOf(files.store(temporary, HASH))

    await mkdir(join(folder, 'sha256', HASH.slice(0, 2)))
    await symlink(secret, await files.localPath(HASH))
    expect(await files.has(HASH)).to.equal(false)
    await failureOf(readWhole(files.read(HASH)))

    const elsewhere = await makeFolder()
    await writeFile(join(elsewhere, HASH), BYTES)
    await rename(join(folder, 'sha256', HASH.slice(0, 2)), join(folder, 'aside'))
    await symlink(elsewhere, join(folder, 'sha256', HASH.slice(0, 2)))
    await failureOf(readWhole(files.read(HASH)))
    const own = files.temporaryPath()
    await writeFile(own, BYTES)
    await failureOf(files.store(own, HASH))
  })

  for (const [code, says] of [
    ['ENOSPC', 'disk_full'],
    ['EDQUOT', 'disk_full'],
    ['EFBIG', 'disk_full'],
    ['EROFS', 'disk_read_only'],
    ['EIO', 'files_unavailable'],
    ['EMFILE', 'files_unavailable'],
  ] as const)
    for (const call of ['createFile', 'write', 'close', 'rename', 'sync'] as const)
      it(`say ${says} where ${call} is refused with ${code}, and leave nothing`, async () => {
        const folder = await makeFolder()
        const refuse = () => Promise.reject(Object.assign(new Error(code), { code }))
        const refusing: FileSystem = {
          ...diskFileSystem,
          async createFile(path) {
            if (call === 'createFile') return refuse()
            const file = await diskFileSystem.createFile(path)
            const close = () => file.close().then(refuse)
            return {
              ...file,
              ...(call === 'write' ? { write: refuse } : {}),
              ...(call === 'close' ? { close } : {}),
            }
          },
          ...(call === 'rename' ? { rename: refuse } : {}),
          async openFile(path) {
            const file = await diskFileSystem.openFile(path)
            if (call === 'sync') file.sync = refuse
            return file
          },
        }
        const files = await createFiles(folder, refusing)
        const keep = async () => {
          const sink = await files.begin()
          try {
            await sink.write(BYTES)
            await sink.store()
          } finally {
            await sink.discard()
          }
        }
        expect(await failureOf(keep())).to.include({ code: says })
        expect(await readdir(join(folder, 'tmp'))).to.deep.equal([])
      })

  it('close a file that is read when the reader stops early', async function () {
    if (process.platform !== 'linux') leavePending(this, 'Linux')
    const files = await openFiles({ filesFolder: await makeFolder() })
    const path = files.temporaryPath()
    const bytes = someBytes(600_000)
    await writeFile(path, bytes)
    await files.store(path, sha256(bytes))
    const isOpen = async () => {
      const descriptors = await readdir('/proc/self/fd')
      const targets = await Promise.all(
        descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
      )
      return targets.includes(await files.localPath(sha256(bytes)))
    }
    for await (const chunk of files.read(sha256(bytes))) {
      expect(chunk.length).to.be.above(0)
      expect(await isOpen()).to.equal(true)
      break
    }
    expect(await isOpen()).to.equal(false)
  })

  it('lose temporary files of an hour ago at the start, and no younger ones', async () => {
    const folder = await makeFolder()
    const files = await openFiles({ filesFolder: folder })
    const [old, young] = [files.temporaryPath(), files.temporaryPath()]
    await writeFile(old, 'old')
    await writeFile(young, 'young')
    const anHourAgo = Date.now() / 1000 - 3601
    await utimes(old, anHourAgo, anHourAgo)
    const again = await openFiles({ filesFolder: folder })
    expect((await readdir(join(folder, 'tmp'))).map((name) => join(folder, 'tmp', name))).to.deep.equal([
      young,
    ])
    expect(await again.sweepTemporary()).to.equal(0)
  })

  it('end what they are keeping before they close, and keep nothing after', async () => {
    const files = await openFiles({ filesFolder: await makeFolder() })
    const path = files.temporaryPath()
    await writeFile(path, BYTES)
    const keeping = files.store(path, HASH)
    await files.close()
    expect(await files.has(HASH)).to.equal(true)
    await keeping
    expect((await failureOf(files.store(path, HASH))).message).to.match(/closed/)
  })
})
