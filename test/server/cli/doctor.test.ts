/** `platen doctor`: a sound installation has no problems, and each fault is named with its remedy. */

import { mkdtemp, rmdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import Sqlite from 'better-sqlite3'
import { expect } from 'chai'
import type { DoctorFinding } from '../../../server/doctor/finding.ts'
import { checkMemory } from '../../../server/doctor/machine.ts'
import { checkFolder } from '../../../server/doctor/storage.ts'
import { freshDatabase, needsDatabase } from '../../support/database/postgres.ts'
import { runInside } from '../../support/programs/platen-cli.ts'
import { needsSmallDisk } from '../../support/programs/small-disk.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { freePort } from '../../support/service/free-port.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'
import { liveTemplate } from '../../support/service/sample-fill.ts'
import { openSamplePress } from '../../support/service/sample-press.ts'
import { openShopProxy, type ShopProxy } from './shop-proxy.ts'

const SHOP = 'https://shop.example'

describe('platen doctor', () => {
  const makeFolder = temporaryFolders()
  let test: TestServer
  let proxy: ShopProxy
  let port: number

  before(async () => {
    port = await freePort()
    proxy = await openShopProxy(port)
    const env = { PORT: String(port), BASE_URL: proxy.url, TRUST_PROXY: '1' }
    test = await openTestServer({ press: openSamplePress(), database: 'sqlite', env })
    test.clock.set(Date.now())
    await liveTemplate(test)
    await test.json('/v1/embed/applications', { body: { name: 'Shop', allowed_origins: [SHOP] } })
  })
  after(async () => {
    await test.close()
    await proxy.close()
  })
  afterEach(() => {
    Object.assign(proxy.faults, { mostBytes: 2 ** 40, frameOptions: null, hidesCors: false, status: null })
  })

  /** With the processes that read and draw, however slow and small the machine is. */
  const DRAWING = {
    ...{
      ROLES: 'api,press,raster,jobs',
      PRESS_MEMORY_MB: '512',
      RASTER_MEMORY_MB: '512',
      RASTER_WORKERS: '1',
    },
    ...{ PRESS_TIMEOUT_SECONDS: '120', RASTER_TIMEOUT_SECONDS: '120' },
  }

  /** What it finds, without what the disk of the tests is: it lies in memory, or is slow while other tests write. */
  const examine = async (env: Readonly<Record<string, string>> = {}) => {
    const address = { PORT: String(port), BASE_URL: proxy.url, TRUST_PROXY: '1' }
    const usual = { DATA_DIR: test.folder, ROLES: 'api,jobs', ...address }
    // The clock of the tests stands still.
    test.clock.set(Date.now())
    const { code, out, error } = await runInside({ ...usual, ...env }, 'doctor', '--json')
    expect(error).to.equal('')
    const report = JSON.parse(out)
    const checks: readonly DoctorFinding[] = report.checks
    expect(code).to.equal(report.ok ? 0 : 1)
    return checks.filter(
      ({ check, message }) => check !== 'data' || !/in memory|until it lasts/.test(message),
    )
  }
  const faults = async (env: Readonly<Record<string, string>> = {}) =>
    (await examine(env)).filter(({ severity }) => severity !== 'ok')
  const oneFault = async (env: Readonly<Record<string, string>> = {}) => {
    const found = await faults(env)
    expect(found, found.map(({ message }) => message).join('\n')).to.have.length(1)
    const [{ check, severity, message, fix }] = found as [DoctorFinding]
    return `${severity} ${check}: ${message} ${fix}`
  }

  it('finds nothing wrong with a sound installation behind a proxy @long', async () => {
    const found = await examine(DRAWING)
    expect(found.filter(({ severity }) => severity !== 'ok')).to.deep.equal([])
    const checks = found.map(({ check }) => check)
    expect(checks).to.include.members([
      ...['versions', 'packages', 'fonts', 'memory', 'open files', 'clock', 'database', 'files', 'service'],
      ...['address', 'proxy', 'browsers', 'workers'],
    ])
    expect(found.find(({ check }) => check === 'browsers')?.message).to.match(
      /^Allowed shops get answers \(1\)/,
    )
  })

  it('prints a line for each check, the remedy below it, and a count', async () => {
    proxy.faults.frameOptions = 'SAMEORIGIN'
    const address = { PORT: String(port), BASE_URL: proxy.url, TRUST_PROXY: '1' }
    const { code, out } = await runInside({ DATA_DIR: test.folder, ROLES: 'api', ...address }, 'doctor')
    expect(code).to.equal(1)
    expect(out).to.match(/^ok {7}versions {4}Platen /)
    expect(out).to.match(/\nerror {4}browsers {4}A proxy adds X-Frame-Options, .*\n {21}Remove that header/)
    expect(out).to.match(/\n\n\d errors?, [01] warnings?\.$/)
  })

  it('tells how many proxies there are where TRUST_PROXY says otherwise @long', async () => {
    const port = await freePort()
    const front = await openShopProxy(port)
    const back = await openShopProxy(Number(new URL(front.url).port))
    try {
      for (const [given, baseUrl, said] of [
        ['0', front.url, /^error proxy: one proxy is in front, and TRUST_PROXY is 0: .* Set TRUST_PROXY=1\./],
        ['1', back.url, /^error proxy: 2 proxies are in front, and TRUST_PROXY is 1: .* Set TRUST_PROXY=2\./],
        ['2', front.url, /^error proxy: TRUST_PROXY is 2, but one proxy is in front: .* Set TRUST_PROXY=1,/],
      ] as const) {
        const env = { PORT: String(port), BASE_URL: baseUrl, TRUST_PROXY: given }
        const other = await openTestServer({ database: 'sqlite', env })
        other.clock.set(Date.now())
        expect(await oneFault({ DATA_DIR: other.folder, ...env })).to.match(said)
        await other.close()
      }
    } finally {
      await back.close()
      await front.close()
    }
  })

  it('names a proxy that refuses uploads, blocks frames, hides from browsers who may come, or fails', async () => {
    proxy.faults.mostBytes = 1_000_000
    expect(await oneFault()).to.match(/^error proxy: A proxy refuses uploads .*413.* client_max_body_size/)
    proxy.faults.mostBytes = 2 ** 40
    proxy.faults.frameOptions = 'DENY'
    expect(await oneFault()).to.match(/^error browsers: A proxy adds X-Frame-Options/)
    proxy.faults.frameOptions = null
    proxy.faults.hidesCors = true
    expect(await oneFault()).to.match(/^error browsers: Pages of https:\/\/shop\.example are allowed, but/)
    proxy.faults.status = 502
    expect(await oneFault()).to.match(
      /^error address: .* another server \(status 502\).* Check DNS and the proxy/,
    )
  })

  it('tells a wrong address from a service that does not run, and from other settings', async () => {
    expect(await faults({ BASE_URL: 'http://print.invalid' })).to.satisfy((found: readonly DoctorFinding[]) =>
      found.some(
        ({ message, fix }) =>
          /^http:\/\/print\.invalid cannot be reached.*\(ENOTFOUND|EAI_AGAIN\)/.test(message) &&
          /DNS/.test(fix ?? ''),
      ),
    )
    expect((await faults({ BASE_URL: 'http://print.invalid' }))[0]?.message).to.match(
      /other settings.*BASE_URL/,
    )
    const closed = String(await freePort())
    const [service] = await faults({ PORT: closed })
    expect([service?.severity, service?.message]).to.satisfy(
      ([severity, message]: [string, string]) =>
        severity === 'warning' && /No service answers on port/.test(message),
    )
    const elsewhere = await faults({ MASTER_KEY: 'ab'.repeat(32) })
    expect(elsewhere.map(({ message }) => message).join()).to.match(/another master key, answers on port/)
  })

  it('does not take another server for the service, nor follow it to another address', async () => {
    const other = createServer((_, reply) =>
      reply.writeHead(301, { location: 'https://www.print.example/' }).end(),
    )
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port: taken } = other.address() as { port: number }
    const found = await faults({ BASE_URL: `http://localhost:${taken}` })
    other.closeAllConnections()
    other.close()
    const fault = found.find(({ check }) => check === 'address')
    expect(fault?.message).to.include('it redirects to https://www.print.example/')
    expect(fault?.fix).to.match(/^Set BASE_URL to the address/)
  })

  it('answers nobody without the pass of the same master key', async () => {
    for (const authorization of ['', 'Doctor 1.ab', `Doctor ${Date.now()}.${'0'.repeat(64)}`]) {
      const reply = await test.send('/doctor', { key: null, headers: { authorization } })
      expect(reply.status).to.equal(404)
    }
  })

  it('finds a missing file, a clock that is behind, and a database that is newer or older', async () => {
    const lost = await faults({ FILES_URL: `file:${await makeFolder()}` })
    expect(lost.map(({ check, fix }) => `${check} ${fix}`).join()).to.include(
      'files Set FILES_URL of all processes',
    )
    const change = (sql: string) => {
      const database = new Sqlite(test.databasePath)
      database.exec(sql)
      database.close()
    }
    change(`update templates set created_at = ${Date.now() + 3_600_000}`)
    expect(await oneFault()).to.match(
      /^error clock: The clock shows .*, but the newest record is of .* NTP\.$/,
    )
    change('update templates set created_at = 1')
    change("insert into knex_migrations (name, batch) values ('9999-later', 9)")
    expect((await faults()).map(({ message }) => message).join()).to.include(
      'newer version of Platen (9999-later)',
    )
    change("delete from knex_migrations where name = '9999-later'")
    expect(await faults()).to.deep.equal([])
  })

  it('finds a PostgreSQL that does not answer, or keeps text in another encoding', async function () {
    needsDatabase(this, 'postgres')
    const away = `postgres://platen:secret@127.0.0.1:${await freePort()}/platen`
    const found = await faults({ DATABASE_URL: away })
    const database = found.find(({ check }) => check === 'database')
    expect(database?.message).to.match(/ECONNREFUSED/)
    expect(JSON.stringify(found)).not.to.include('secret@')
    const ascii = await freshDatabase("encoding 'SQL_ASCII' locale 'C'")
    expect((await faults({ DATABASE_URL: ascii })).map(({ message }) => message).join()).to.match(
      /encoding SQL_ASCII/,
    )
  })

  it('finds a disk that is full, read-only, slow in memory, or of another account', async function () {
    const disk = await needsSmallDisk(this, 4)
    const folder = { check: 'data', path: disk.folder, setting: 'DATA_DIR', hasSqlite: true }
    const found = async (path = disk.folder) =>
      (await checkFolder({ ...folder, path }, Date.now)).map(
        ({ severity, message, fix }) => `${severity} ${message} ${fix}`,
      )
    try {
      expect((await found()).join()).to.match(
        /error .* nearly full.*error .* lies in memory: all of it is lost/,
      )
      await disk.fill()
      expect(await found()).to.satisfy(([said]: string[]) =>
        /^error This account cannot write .*ENOSPC.* Free/.test(said ?? ''),
      )
      await disk.free()
      disk.setReadOnly(true)
      expect((await found()).join()).to.match(/^error This account cannot write .*EROFS.* Mount it writable/)
      disk.setReadOnly(false)
    } finally {
      await disk.unmount()
    }
  })

  it('takes a folder on a disk as it is, and leaves nothing there', async () => {
    const path = await mkdtemp('/var/tmp/platen-doctor-')
    const behind = (
      await checkFolder({ check: 'data', path, setting: 'DATA_DIR', hasSqlite: true }, () => 0)
    )[0]
    expect(behind?.message).to.match(/^The clock of the disk .* differs by \d+ s\.$/)
    await rmdir(path)
  })

  it('compares the memory with what all workers may take', () => {
    const config = { pressWorkers: 1, pressMemoryMb: 1024, rasterWorkers: 2, rasterMemoryMb: 1024 }
    const of = (limitMb: number, roles: readonly ('api' | 'press' | 'raster' | 'jobs')[]) =>
      checkMemory({ ...config, roles }, limitMb)[0]?.severity
    expect(of(8192, ['api', 'press', 'raster', 'jobs'])).to.equal('ok')
    expect(of(4096, ['api', 'press', 'raster', 'jobs'])).to.equal('warning')
    expect(of(1024, ['api', 'press', 'raster', 'jobs'])).to.equal('error')
    expect(of(1536, ['api'])).to.equal('ok')
    expect(of(5632, ['api', 'press', 'raster', 'jobs'])).to.equal('warning')
  })
})
