/** What SQLite has committed is told once it is on the disk, and the event loop goes on meanwhile. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect } from 'chai'
import { type OpenStore, openStore } from '../../../server/store/open.ts'
import { whenCommitted } from '../../../server/store/store.ts'
import { openTestServer, type SendOptions } from '../../support/open-test-server.ts'
import { teamRecord } from '../../support/records.ts'
import { temporaryFolders } from '../../support/temporary-folder.ts'

type Syncing = Pick<FileHandle, 'datasync'>

describe('The log of a SQLite file', () => {
  const makeFolder = temporaryFolders()
  let prototype: Syncing
  let datasync: Syncing['datasync']
  let path: string
  let store: OpenStore
  /** A disk that takes its time: syncs that were asked for and not let through. */
  let held: (() => void)[]
  let isHolding: boolean
  let syncs: number

  before(async () => {
    const file = await open(import.meta.filename)
    prototype = Object.getPrototypeOf(file)
    datasync = prototype.datasync
    await file.close()
  })
  beforeEach(async () => {
    path = join(await makeFolder(), 'platen.db')
    store = await openStore({ databaseUrl: path })
    ;[held, isHolding, syncs] = [[], false, 0]
    prototype.datasync = async function (this: FileHandle) {
      syncs += 1
      if (isHolding) await new Promise<void>((resolve) => held.push(resolve))
      return datasync.call(this)
    }
  })
  afterEach(async () => {
    isHolding = false
    for (const release of held) release()
    await store.close()
    prototype.datasync = datasync
  })

  const inFile = (id: string): unknown => {
    const beside = new Database(path, { readonly: true })
    const row = beside.prepare('select id from teams where id = ?').get(id)
    beside.close()
    return row
  }
  /** Milliseconds in which the event loop has turned many times. */
  const WHILE = 60
  const untilHeld = async () => {
    while (held.length === 0) await delay(2)
  }

  it('lets nobody know of a commit before it is on the disk', async () => {
    isHolding = true
    const team = teamRecord()
    const told: string[] = []
    const inserted = store.transaction(async (inside) => {
      await inside.teams.insert(team)
      whenCommitted(inside, () => told.push('committed'))
    })
    void inserted.then(() => told.push('inserted'))
    await untilHeld()
    expect(inFile(team.id), 'it is committed').to.deep.equal({ id: team.id })
    const lasting = store.lasting()
    void lasting?.then(() => told.push('lasts'))
    await delay(WHILE)
    expect(lasting).to.be.instanceOf(Promise)
    expect(told).to.deep.equal([])
    isHolding = false
    for (const release of held.splice(0)) release()
    await inserted
    expect((await store.teams.find(team.id))?.id).to.equal(team.id)
    expect(told).to.have.members(['lasts', 'committed', 'inserted'])
    expect(store.lasting()).to.equal(null)
  })

  it('lets no reply out that may tell of it, of whatever kind, and keeps no sign of life waiting', async function () {
    this.timeout(60_000)
    const test = await openTestServer({ database: 'sqlite' })
    try {
      const made = await test.json('/v1/embed/applications', {
        body: { name: 'Shop', allowed_origins: ['https://shop.example'] },
      })
      const path = `/v1/embed/applications/${made.body.embed_application.id}`
      isHolding = true
      const told: string[] = []
      const ask = async (name: string, to: string, options?: SendOptions) => {
        const { status } = await test.send(to, options)
        told.push(`${name} ${status}`)
      }
      const renamed = ask('rename', path, { method: 'PATCH', body: { name: 'New' } })
      await untilHeld()
      const asked = [
        ask('retrieve', path),
        ask('list', '/v1/embed/applications'),
        ask('refuse', '/v1/embed/applications/nobody'),
      ]
      await ask('health', '/healthz')
      await delay(WHILE)
      expect(told).to.deep.equal(['health 200'])
      isHolding = false
      for (const release of held.splice(0)) release()
      await Promise.all([renamed, ...asked])
      expect(told).to.have.members(['health 200', 'rename 200', 'retrieve 200', 'list 200', 'refuse 404'])
    } finally {
      isHolding = false
      for (const release of held.splice(0)) release()
      await test.close()
    }
  })

  it('puts a write of its own on the disk too, and what only reads is not waited for', async () => {
    const team = teamRecord()
    await store.teams.insert(team)
    expect(syncs).to.equal(1)
    await store.transaction(async (inside) => {
      expect((await inside.teams.find(team.id))?.id).to.equal(team.id)
    })
    await store.teams.list()
    expect(syncs).to.equal(1)
    await store.teams.update(team.id, { name: 'Ink' })
    expect(syncs).to.equal(2)
  })

  it('puts those that waited on the disk together', async () => {
    isHolding = true
    const first = store.transaction((inside) => inside.teams.insert(teamRecord()))
    await untilHeld()
    const others = [1, 2, 3].map(() => store.transaction((inside) => inside.teams.insert(teamRecord())))
    isHolding = false
    for (const release of held.splice(0)) release()
    await Promise.all([first, ...others])
    expect(syncs).to.equal(2)
    expect(await store.teams.list()).to.have.length(4)
  })

  it('ends the process where the disk fails, having told nobody', async function () {
    this.timeout(60_000)
    const child = spawn(process.execPath, [join(import.meta.dirname, 'failing-disk-process.ts'), path], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    const [code] = await once(child, 'close')
    expect(code).to.equal(1)
    expect(out).to.equal('opened\n')
    expect(err).to.match(/EIO: the disk is broken/)
  })
})
