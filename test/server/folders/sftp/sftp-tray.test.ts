/** The steps by which files come into a hot folder on an SFTP server and leave it, on two real servers. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { ANY_LEASE, FolderFault, type OutTray } from '../../../../core/service/folder/out-tray.ts'
import { createSftp, type Sftp } from '../../../../server/folders/sftp/sftp-tray.ts'
import { needsOpenSsh, openOpenSsh } from '../../../support/programs/openssh-server.ts'
import { ACCOUNT, openSftpServer, type SftpTestServer } from '../../../support/programs/sftp-server.ts'
import { needsSmallDisk, type SmallDisk } from '../../../support/programs/small-disk.ts'
import { temporaryFolders } from '../../../support/run/temporary-folder.ts'
import { SECRETS_KEY, sftpRecord } from './sftp-record.ts'

const ID = 'hfd_01kq3f8w2bx6mt4v9y0hzd5s7e'
/** Many pieces, more than are under way at once. */
const BYTES = Buffer.alloc(3_000_000, '%PDF-1.7 a print file ')
const TICKET = JSON.stringify({ v: 1, delivery: ID })
const PLACED = {
  id: ID,
  fileName: 'a.pdf',
  sha256: createHash('sha256').update(BYTES).digest('hex'),
  sizeBytes: BYTES.length,
}
/** No machine is too slow for it. */
const LONG_WAITS = { connectMs: 60_000, requestMs: 60_000 }
/** Where the server does not answer. */
const SHORT_WAITS = { connectMs: 60_000, requestMs: 2_000 }

async function* inChunks(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 130_000) yield bytes.subarray(at, at + 130_000)
}

async function faultOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => (error instanceof FolderFault ? error.code : error),
  )
}

interface Site {
  /** Where the server keeps the hot folder. */
  readonly path: string
  readonly folder: string
  readonly sftp: Sftp
  close(): Promise<void>
}

type Make = (context: Mocha.Context, root: string) => Promise<Site>

const openOwn: Make = async (_context, root) => {
  const server = await openSftpServer(root)
  await mkdir(join(root, 'in'))
  const folder = `sftp://${encodeURIComponent(ACCOUNT.user)}@127.0.0.1:${server.port}/in`
  const record = sftpRecord(folder, server.fingerprint, { password: ACCOUNT.password })
  return { ...siteOf(record), path: join(root, 'in'), close: () => server.close() }
}

const openOpenSshSite: Make = async (context, root) => {
  needsOpenSsh(context)
  const keys = join(root, 'keys')
  const path = join(root, 'hot folder')
  for (const one of [keys, path]) await mkdir(one)
  const server = await openOpenSsh(keys)
  const folder = `sftp://${server.user}@127.0.0.1:${server.port}${path.replaceAll(' ', '%20')}`
  const login = { privateKey: server.privateKey, passphrase: null }
  return { ...siteOf(sftpRecord(folder, server.fingerprint, login)), path, close: () => server.close() }
}

function siteOf(record: ReturnType<typeof sftpRecord>) {
  const store = { hotFolders: { find: async () => record } as never }
  const sftp = createSftp({ store, secretsKey: SECRETS_KEY, allowPrivate: true })
  return { sftp, folder: record.folder }
}

for (const [name, make] of [
  ['a server without extensions', openOwn],
  ['OpenSSH', openOpenSshSite],
] as const)
  describe(`A hot folder on ${name}`, () => {
    const makeFolder = temporaryFolders()
    let site: Site | null = null
    let tray: OutTray
    let place: { teamId: string; hotFolderId: string; folder: string }
    beforeEach(async function () {
      site = null
      site = await make(this, await makeFolder())
      tray = site.sftp.tray
      place = { teamId: 'team_x', hotFolderId: 'hf_x', folder: site.folder }
    })
    afterEach(async () => {
      await site?.sftp.close()
      await site?.close()
    })
    const names = async (below = '') => (await readdir(join(site?.path ?? '', below))).sort()
    const stage = (lease = 1, onProgress = async () => {}) =>
      tray.stage(place, { id: ID, lease }, { ticket: TICKET, bytes: inChunks(BYTES) }, onProgress)

    it('shows nothing before a file is whole, and then both names at once', async () => {
      const seen = new Set<string>()
      await stage(1, async () => {
        for (const one of await names()) seen.add(one)
      })
      expect([...seen].every((one) => one.startsWith('.'))).to.equal(true)
      expect([...seen].some((one) => one.endsWith('.file.part'))).to.equal(true)
      expect(await names()).to.deep.equal([`.${ID}.1.file`, `.${ID}.1.ticket`])
      expect(await tray.isFree(place, 'a.pdf')).to.equal(true)
      expect(await tray.place(place, { id: ID, lease: 1 }, 'a.pdf')).to.equal('placed')
      expect(await names()).to.deep.equal(['a.json', 'a.pdf'])
      expect((await readFile(join(site?.path ?? '', 'a.pdf'))).equals(BYTES)).to.equal(true)
      expect(await tray.place(place, { id: ID, lease: 1 }, 'a.pdf')).to.equal('lost')
      expect(await tray.isFree(place, 'a.pdf')).to.equal(false)
    })

    it('overwrites neither file nor ticket of another, and replaces its own ticket', async () => {
      await stage()
      for (const one of ['a.pdf', 'b.json']) await writeFile(join(site?.path ?? '', one), 'a stranger')
      await writeFile(join(site?.path ?? '', 'c.json'), TICKET)
      for (const one of ['a.pdf', 'b.pdf'])
        expect(await tray.place(place, { id: ID, lease: 1 }, one)).to.equal('name_taken')
      expect(await tray.place(place, { id: ID, lease: 1 }, 'c.pdf')).to.equal('placed')
      expect(await names()).to.deep.equal(['a.pdf', 'b.json', 'c.json', 'c.pdf'])
    })

    it('hands what is staged from one lease to the next, and never back', async () => {
      await stage(2)
      expect(await tray.adopt(place, { id: ID, lease: 3 })).to.equal('hidden')
      expect(await tray.adopt(place, { id: ID, lease: 2 })).to.equal('lost')
      expect(await tray.place(place, { id: ID, lease: 2 }, 'a.pdf')).to.equal('lost')
      expect(await tray.place(place, { id: ID, lease: 3 }, 'a.pdf')).to.equal('placed')
      expect(await tray.adopt(place, { id: ID, lease: 4 })).to.equal('placed')
      expect(await names()).to.deep.equal(['a.json', 'a.pdf'])
    })

    it('withdraws, removes and discards', async () => {
      await stage()
      await tray.place(place, { id: ID, lease: 1 }, 'a.pdf')
      expect(await tray.withdraw(place, PLACED)).to.equal('withdrawn')
      expect(await names('withdrawn')).to.deep.equal(['a.json', 'a.pdf'])
      expect(await tray.withdraw(place, PLACED)).to.equal('withdrawn')
      expect(await tray.remove(place, PLACED)).to.equal(true)
      expect(await tray.withdraw(place, PLACED)).to.equal('taken')
      expect(await names('withdrawn')).to.deep.equal([])
      await stage(5)
      expect(await tray.hidden(place)).to.deep.equal([ID])
      await tray.discard(place, { id: ID, lease: ANY_LEASE }, null)
      expect(await names()).to.deep.equal(['withdrawn'])
    })

    it('leaves no half file where the print file breaks off', async () => {
      const broken = async function* () {
        yield BYTES
        throw new Error('It broke.')
      }
      const staged = tray.stage(
        place,
        { id: ID, lease: 1 },
        { ticket: TICKET, bytes: broken() },
        async () => {},
      )
      expect(await faultOf(staged))
        .to.be.an('error')
        .with.property('message', 'It broke.')
      expect(await names()).to.deep.equal([`.${ID}.1.ticket`])
    })

    it('is tested, and says what is wrong with the folder', async () => {
      await tray.probe(place)
      expect(await names()).to.deep.equal([])
      const other = (below: string) => ({ ...place, folder: `${place.folder}${below}` })
      expect(await faultOf(tray.probe(other('/none')))).to.equal('folder_missing')
      await writeFile(join(site?.path ?? '', 'a-file'), '')
      expect(await faultOf(tray.probe(other('/a-file')))).to.equal('not_a_folder')
    })
  })

describe('An SFTP server', () => {
  const makeFolder = temporaryFolders()
  let server: SftpTestServer
  let root: string
  let open: Sftp[]
  beforeEach(async () => {
    root = await makeFolder()
    open = []
    await mkdir(join(root, 'in'))
    server = await openSftpServer(root)
  })
  afterEach(async () => {
    for (const one of open) await one.close()
    await server.close()
  })

  const folderOf = (host = '127.0.0.1') =>
    `sftp://${encodeURIComponent(ACCOUNT.user)}@${host}:${server.port}/in`
  function trayOf(
    changes: {
      hostKey?: string | null
      password?: string | null
      allowPrivate?: boolean
      folder?: string
      waits?: typeof LONG_WAITS
    } = {},
  ) {
    const { hostKey = server.fingerprint, password = ACCOUNT.password, allowPrivate = true } = changes
    const folder = changes.folder ?? folderOf()
    const record = sftpRecord(folder, hostKey, password === null ? null : { password })
    const store = { hotFolders: { find: async () => record } as never }
    const sftp = createSftp({
      store,
      secretsKey: SECRETS_KEY,
      allowPrivate,
      waits: changes.waits ?? LONG_WAITS,
    })
    open.push(sftp)
    const place = { teamId: 'team_x', hotFolderId: record.id, folder }
    return { sftp, place, probe: () => sftp.tray.probe(place) }
  }

  it('is sent nothing secret before its host key is confirmed, nor after it changed', async () => {
    const { fingerprint } = server
    const unconfirmed = await trayOf({ hostKey: null })
      .probe()
      .catch((error) => error)
    expect(unconfirmed).to.include({ code: 'host_key_unconfirmed', hostKey: fingerprint })
    const confirmed = trayOf()
    await confirmed.probe()
    expect(server.tries).to.deep.equal([ACCOUNT.password])
    await server.changeHostKey()
    const changed = await confirmed.probe().catch((error) => error)
    expect(changed).to.include({ code: 'host_key_changed', hostKey: server.fingerprint })
    expect(server.fingerprint).not.to.equal(fingerprint)
    expect(server.tries).to.deep.equal([ACCOUNT.password])
  })

  it('refuses a wrong password, and none is made up where none is stored', async () => {
    expect(await faultOf(trayOf({ password: 'wrong' }).probe())).to.equal('login_refused')
    expect(await faultOf(trayOf({ password: null }).probe())).to.equal('login_missing')
    expect(server.tries).to.deep.equal(['wrong'])
  })

  it('is not connected to at a private address, unless the operator allows it', async () => {
    expect(await faultOf(trayOf({ allowPrivate: false }).probe())).to.equal('host_not_allowed')
    const named = trayOf({ allowPrivate: false, folder: folderOf('press.example') })
    expect(await faultOf(named.probe())).to.be.oneOf(['host_not_found', 'server_unreachable'])
    const { sftp } = trayOf({ allowPrivate: false })
    const check = (host: string) =>
      sftp.servers.check({ host, user: 'a', port: 22, path: '/' }).then(
        () => null,
        (error) => [error.code, error.facts.param],
      )
    for (const host of ['127.0.0.1', '10.0.0.1', '::1', 'localhost', 'fe80::1'])
      expect(await check(host), host).to.deep.equal(['unsafe_url', 'folder'])
    expect(await check('8.8.8.8')).to.equal(null)
    expect(server.sessions).to.equal(0)
  })

  it('is given up when it does not answer a request within its limit', async () => {
    const { sftp, place, probe } = trayOf({ waits: SHORT_WAITS })
    await probe()
    server.meddle((request) => (request === 'WRITE' ? 'silent' : undefined))
    const content = { ticket: TICKET, bytes: inChunks(BYTES) }
    const staged = sftp.tray.stage(place, { id: ID, lease: 1 }, content, async () => {})
    expect(await faultOf(staged)).to.equal('server_unreachable')
    server.meddle(null)
    // The next work takes a new connection.
    await probe()
    expect(server.sessions).to.equal(2)
    const nobody = trayOf({ folder: folderOf().replace(String(server.port), '1') })
    expect(await faultOf(nobody.probe())).to.equal('server_unreachable')
  })

  it('may lose the connection at any request: the next attempt finds what is to be done', async () => {
    const { sftp, place } = trayOf()
    const small = Buffer.from('%PDF-1.4')
    let faults = 0
    for (let cutAt = 0, isCut = true; isCut; cutAt += 1) {
      let seen = 0
      isCut = false
      server.meddle((request) => {
        if (request === 'CLOSE' || seen++ !== cutAt) return undefined
        isCut = true
        return 'cut'
      })
      const placed = async (lease: number) => {
        const content = { ticket: TICKET, bytes: inChunks(small) }
        await sftp.tray.stage(place, { id: ID, lease }, content, async () => {})
        return sftp.tray.place(place, { id: ID, lease }, 'a.pdf')
      }
      const first = await placed(1).catch((error) => error.code)
      server.meddle(null)
      // Where the loss is found before anything was done, a new connection takes its place.
      if (isCut) expect(first, `cut at ${cutAt}`).to.be.oneOf(['server_unreachable', 'placed'])
      if (first === 'server_unreachable') faults += 1
      const found = await sftp.tray.adopt(place, { id: ID, lease: 2 })
      const files = await readdir(join(root, 'in'))
      if (files.includes('a.pdf')) expect(found).to.be.oneOf(['placed', 'hidden'])
      else if (found === 'hidden') await sftp.tray.place(place, { id: ID, lease: 2 }, 'a.pdf')
      else await placed(2)
      expect((await readFile(join(root, 'in', 'a.pdf'))).equals(small)).to.equal(true)
      await sftp.tray.discard(place, { id: ID, lease: ANY_LEASE }, 'a.pdf')
      await sftp.tray.remove(place, {
        ...PLACED,
        sha256: createHash('sha256').update(small).digest('hex'),
        sizeBytes: small.length,
      })
      expect(await readdir(join(root, 'in'))).to.deep.equal([])
    }
    expect(faults).to.be.greaterThan(10)
  })

  it('without an atomic rename may stop between its halves: the file is not placed again under another name', async () => {
    const { sftp, place } = trayOf()
    const content = { ticket: TICKET, bytes: inChunks(BYTES) }
    await sftp.tray.stage(place, { id: ID, lease: 1 }, content, async () => {})
    await writeFile(join(root, 'in', 'a.pdf'), BYTES)
    await writeFile(join(root, 'in', 'a.json'), TICKET)
    expect(await sftp.tray.place(place, { id: ID, lease: 1 }, 'a.pdf')).to.equal('placed')
    expect((await readdir(join(root, 'in'))).sort()).to.deep.equal(['a.json', 'a.pdf'])
  })

  it('reads keys in their usual forms, and refuses what is none', async () => {
    const { sftp } = trayOf()
    const { makeHostKey } = await import('../../../support/programs/sftp-server.ts')
    expect(await sftp.servers.publicKeyOf(makeHostKey(), null)).to.match(/^ssh-rsa AAAA/)
    for (const text of ['', 'ssh-rsa AAAA', '-----BEGIN OPENSSH PRIVATE KEY-----'])
      expect(await sftp.servers.publicKeyOf(text, null), text).to.equal(null)
  })
})

describe('OpenSSH on a full disk', () => {
  const makeFolder = temporaryFolders()
  let disk: SmallDisk
  let server: Awaited<ReturnType<typeof openOpenSsh>>
  let sftp: Sftp
  before(async function () {
    needsOpenSsh(this)
    disk = await needsSmallDisk(this, 2)
    server = await openOpenSsh(await makeFolder())
  })
  after(async () => {
    await sftp?.close()
    await server?.close()
    await disk?.unmount()
  })

  it('says that it is full, keeps nothing half, and goes on when there is space', async () => {
    const folder = `sftp://${server.user}@127.0.0.1:${server.port}${disk.folder}`
    const record = sftpRecord(folder, server.fingerprint, { privateKey: server.privateKey, passphrase: null })
    const store = { hotFolders: { find: async () => record } as never }
    sftp = createSftp({ store, secretsKey: SECRETS_KEY, allowPrivate: true })
    const place = { teamId: 'team_x', hotFolderId: record.id, folder }
    const small = BYTES.subarray(0, 700_000)
    const stage = (lease: number) =>
      sftp.tray.stage(place, { id: ID, lease }, { ticket: TICKET, bytes: inChunks(small) }, async () => {})
    for (const left of [0, 8192, 400_000]) {
      await disk.fill(left)
      expect(await faultOf(stage(1)), `${left} bytes left`).to.equal('disk_full')
      const names = (await readdir(disk.folder)).filter((name) => !name.startsWith('filling'))
      expect(names.filter((name) => !name.endsWith('.ticket'))).to.deep.equal([])
      await disk.free()
    }
    await stage(2)
    expect(await sftp.tray.place(place, { id: ID, lease: 2 }, 'a.pdf')).to.equal('placed')
    expect((await readFile(join(disk.folder, 'a.pdf'))).equals(small)).to.equal(true)
  })
})
