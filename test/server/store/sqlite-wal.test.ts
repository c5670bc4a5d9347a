/** What SQLite has committed is told once it is on the disk, and the event loop goes on meanwhile. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect } from 'chai'
import type { Store } from '../../../core/ports.ts'
import { openStore } from '../../../server/store/open.ts'
import { whenCommitted } from '../../../server/store/store.ts'
import { teamRecord } from '../../support/records.ts'
import { temporaryFolders } from '../../support/temporary-folder.ts'

type Syncing = Pick<FileHandle, 'datasync'>

describe('The log of a SQLite file', () => {
  const makeFolder = temporaryFolders()
  let prototype: Syncing
  let datasync: Syncing['datasync']
  let path: string
  let store: Store & { close(): Promise<void> }
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

  it('lets nobody know of a commit, or read it, before it is on the disk', async () => {
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
    const found = store.teams.find(team.id)
    void found.then(() => told.push('found'))
    const listed = store.teams.list()
    void listed.then(() => told.push('listed'))
    await delay(WHILE)
    expect(told).to.deep.equal([])
    isHolding = false
    for (const release of held.splice(0)) release()
    await inserted
    expect((await found)?.id).to.equal(team.id)
    expect((await listed).map(({ id }) => id)).to.deep.equal([team.id])
    expect(told).to.have.members(['committed', 'inserted', 'found', 'listed'])
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
