/** The steps by which files come into a hot folder and leave it, on the real disk. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { ANY_LEASE, FolderFault, type OutTray } from '../../../core/service/folder/out-tray.ts'
import { diskFileSystem, type FileSystem } from '../../../server/files/file-system.ts'
import { createDiskTray } from '../../../server/folders/disk-tray.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

const ID = 'hfd_01kq3f8w2bx6mt4v9y0hzd5s7e'
const BYTES = Buffer.from('%PDF-1.4 a print file\n%%EOF\n')
const TICKET = JSON.stringify({ v: 1, delivery: ID })
const PLACE = { teamId: 'team_x', hotFolderId: 'hf_x', folder: 'press' }
const PLACED = {
  id: ID,
  fileName: 'a.pdf',
  sha256: createHash('sha256').update(BYTES).digest('hex'),
  sizeBytes: BYTES.length,
}

describe('The tray of a hot folder', () => {
  const makeFolder = temporaryFolders()
  let path: string
  let tray: OutTray
  beforeEach(async () => {
    const root = await makeFolder()
    path = join(root, 'press')
    await mkdir(path)
    tray = createDiskTray(root)
  })

  const names = async (folder = path) => (await readdir(folder)).sort()
  const stage = (lease = 1, by = tray) =>
    by.stage(PLACE, { id: ID, lease }, { ticket: TICKET, bytes: bytes() }, async () => {})
  const faultOf = async (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error) => (error instanceof FolderFault ? error.code : error),
    )
  /** The disk's own file system where some calls fail. */
  const failing = (changes: Partial<FileSystem>) =>
    createDiskTray(join(path, '..'), { ...diskFileSystem, ...changes })
  const error = (code: string) => Object.assign(new Error(code), { code })

  it('shows nothing before a file is whole, and then both names at once', async () => {
    await stage()
    expect(await names()).to.deep.equal([`.${ID}.1.file`, `.${ID}.1.ticket`])
    expect(await tray.isFree(PLACE, 'a.pdf')).to.equal(true)
    expect(await tray.place(PLACE, { id: ID, lease: 1 }, 'a.pdf')).to.equal('placed')
    expect(await names()).to.deep.equal(['a.json', 'a.pdf'])
    expect(await readFile(join(path, 'a.pdf'))).to.deep.equal(BYTES)
    // Programs of presses run under accounts of their own.
    expect((await stat(join(path, 'a.pdf'))).mode & 0o444).to.equal(0o666 & ~process.umask() & 0o444)
    expect(await tray.place(PLACE, { id: ID, lease: 1 }, 'a.pdf')).to.equal('lost')
  })

  it('overwrites neither file nor ticket of another', async () => {
    await stage()
    for (const name of ['a.pdf', 'b.json']) await writeFile(join(path, name), 'a stranger')
    for (const name of ['a.pdf', 'b.pdf']) {
      expect(await tray.isFree(PLACE, name)).to.equal(false)
      expect(await tray.place(PLACE, { id: ID, lease: 1 }, name)).to.equal('name_taken')
    }
    expect(await names()).to.deep.equal([`.${ID}.1.file`, `.${ID}.1.ticket`, 'a.pdf', 'b.json'])
  })

  it('hands what is staged from one lease to the next, and never back', async () => {
    await stage(2)
    expect(await tray.adopt(PLACE, { id: ID, lease: 3 })).to.equal('hidden')
    expect(await tray.place(PLACE, { id: ID, lease: 2 }, 'a.pdf')).to.equal('lost')
    expect(await tray.adopt(PLACE, { id: ID, lease: 2 })).to.equal('lost')
    await tray.discard(PLACE, { id: ID, lease: 2 }, null)
    expect(await names()).to.deep.equal([`.${ID}.3.file`, `.${ID}.3.ticket`])
    expect(await tray.place(PLACE, { id: ID, lease: 3 }, 'a.pdf')).to.equal('placed')
    expect(await tray.adopt(PLACE, { id: ID, lease: 4 })).to.equal('placed')
  })

  it('takes a file aside with its ticket, and knows it again there', async () => {
    await stage()
    await tray.place(PLACE, { id: ID, lease: 1 }, 'a.pdf')
    await mkdir(join(path, 'withdrawn'))
    await writeFile(join(path, 'withdrawn', 'a.pdf'), 'a stranger')
    expect(await tray.withdraw(PLACE, PLACED)).to.equal('withdrawn')
    expect(await tray.withdraw(PLACE, PLACED)).to.equal('withdrawn')
    const own = `a-${ID.slice(-12)}`
    expect(await names(join(path, 'withdrawn'))).to.deep.equal([`${own}.json`, `${own}.pdf`, 'a.pdf'])
    expect(await tray.remove(PLACE, PLACED)).to.equal(true)
    expect(await tray.remove(PLACE, PLACED)).to.equal(false)
    expect(await names(join(path, 'withdrawn'))).to.deep.equal(['a.pdf'])
  })

  it('leaves alone what has the name and other bytes', async () => {
    await writeFile(join(path, 'a.pdf'), 'a stranger')
    await writeFile(join(path, 'a.json'), JSON.stringify({ delivery: 'another' }))
    expect(await tray.withdraw(PLACE, PLACED)).to.equal('taken')
    expect(await tray.remove(PLACE, PLACED)).to.equal(false)
    await tray.discard(PLACE, { id: ID, lease: ANY_LEASE }, 'a.pdf')
    expect(await names()).to.deep.equal(['a.json', 'a.pdf'])
  })

  it('puts the ticket of a file that was taken aside, so that nobody acts on it', async () => {
    await writeFile(join(path, 'a.json'), TICKET)
    expect(await tray.withdraw(PLACE, PLACED)).to.equal('taken')
    expect(await names()).to.deep.equal(['withdrawn'])
    expect(await names(join(path, 'withdrawn'))).to.deep.equal(['a.json'])
  })

  it('follows no link, neither to the folder nor inside it', async () => {
    const outside = await makeFolder()
    await symlink(outside, join(path, 'link'))
    expect(await faultOf(tray.probe({ ...PLACE, folder: 'press/link' }))).to.equal('not_a_folder')
    await stage()
    await tray.place(PLACE, { id: ID, lease: 1 }, 'a.pdf')
    await symlink(outside, join(path, 'withdrawn'))
    expect(await faultOf(tray.withdraw(PLACE, PLACED))).to.equal('not_a_folder')
    expect(await names(outside)).to.deep.equal([])
  })

  for (const [code, says] of [
    ['ENOSPC', 'disk_full'],
    ['EDQUOT', 'disk_full'],
    ['EACCES', 'no_permission'],
    ['EROFS', 'read_only'],
    ['ESTALE', 'folder_unreachable'],
    ['ENAMETOOLONG', 'name_refused'],
    ['EBUSY', 'folder_failed'],
  ] as const)
    it(`says ${says} for ${code}`, async () => {
      const broken = failing({ createFile: () => Promise.reject(error(code)) })
      expect(await faultOf(broken.probe(PLACE))).to.equal(says)
      expect(await faultOf(stage(1, broken))).to.equal(says)
    })

  it('leaves nothing of a file for which there was no room', async () => {
    const full = failing({
      async createFile(name) {
        const file = await diskFileSystem.createFile(name)
        return name.includes('.file') ? { ...file, write: () => Promise.reject(error('ENOSPC')) } : file
      },
    })
    expect(await faultOf(stage(1, full))).to.equal('disk_full')
    expect((await names()).filter((name) => name.includes('.file'))).to.deep.equal([])
  })

  it('uses a share that cannot sync its folders', async () => {
    const share = failing({
      openFolder: async () => ({ sync: () => Promise.reject(error('EINVAL')), close: async () => {} }),
    })
    await stage(1, share)
    expect(await share.place(PLACE, { id: ID, lease: 1 }, 'a.pdf')).to.equal('placed')
  })

  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield BYTES.subarray(0, 10)
    yield BYTES.subarray(10)
  }
})
