/** The settings and the master key. */

import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { ConfigError, readConfig } from '../../server/config.ts'
import { openMasterKey } from '../../server/master-key.ts'
import { SETTINGS } from '../../server/settings.ts'
import { settingsHelp } from '../../server/settings-help.ts'

describe('readConfig', () => {
  it('has a default for everything', () => {
    const config = readConfig({})
    expect(config).to.include({ port: 3000, baseUrl: 'http://localhost:3000', keyPerMinute: 60 })
    expect(config.maxUploadBytes).to.equal(50 * 1024 * 1024)
    expect(config.databaseUrl).to.equal(resolve('data/platen.db'))
    expect(config.filesFolder).to.equal(resolve('data/files'))
    expect(config.masterKey).to.equal(null)
  })

  it('puts database and files into the data folder unless they are given', () => {
    expect(readConfig({ DATA_DIR: '/srv/p' })).to.include({
      databaseUrl: '/srv/p/platen.db',
      filesFolder: '/srv/p/files',
    })
    for (const files of ['file:/mnt/files', 'file:///mnt/files'])
      expect(readConfig({ FILES_URL: files }).filesFolder).to.equal('/mnt/files')
  })

  it('keeps hot folders apart from its own', () => {
    expect(readConfig({ DATA_DIR: '/srv/p' }).hotFolders).to.equal('/srv/p/hot-folders')
    expect(readConfig({ HOT_FOLDERS: '/mnt/{team}/hot' }).hotFolders).to.equal('/mnt/{team}/hot')
    for (const HOT_FOLDERS of ['/srv', '/srv/p', '/srv/p/', '/srv/p/files'])
      expect(() => readConfig({ DATA_DIR: '/srv/p', HOT_FOLDERS }), HOT_FOLDERS).to.throw(
        ConfigError,
        /HOT_FOLDERS/,
      )
    expect(readConfig({ DATA_DIR: '/srv/p', HOT_FOLDERS: '/srv/presses' }).hotFolders).to.equal(
      '/srv/presses',
    )
  })

  it('takes an address without its last slash, and an empty value for none', () => {
    expect(readConfig({ BASE_URL: 'https://print.example/' }).baseUrl).to.equal('https://print.example')
    expect(readConfig({ BASE_URL: '', PORT: ' ' }).baseUrl).to.equal('http://localhost:3000')
    expect(readConfig({ PORT: '0' }).baseUrl).to.equal(null)
  })

  it('does everything and keeps webhooks outside unless it is told otherwise', () => {
    const all = ['api', 'press', 'raster', 'jobs']
    expect(readConfig({})).to.deep.include({ roles: all, allowPrivateWebhooks: false })
    const told = readConfig({ ROLES: 'press, jobs', ALLOW_PRIVATE_WEBHOOKS: 'true' })
    expect(told).to.deep.include({ roles: ['press', 'jobs'], allowPrivateWebhooks: true })
  })

  const wrong: readonly (readonly [string, string])[] = [
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['BASE_URL', 'print.example'],
    ['BASE_URL', 'ftp://print.example'],
    ['BASE_URL', 'https://shop.example/print'],
    ['BASE_URL', 'https://:word@print.example'],
    ['WIDGET_URL', 'https://shop.example/print/'],
    ['BASE_URL', 'https://user:word@print.example'],
    ['FILES_URL', 'ftp://bucket'],
    ['MASTER_KEY', 'short'],
    ['TRUST_PROXY', 'true'],
    ['RATE_LIMIT_KEY_PER_MINUTE', '0'],
    ['MAX_UPLOAD_BYTES', '50 MB'],
    ['UPLOADS_WAITING', '-1'],
    ['UPLOAD_WAIT_SECONDS', '61'],
    ['PRESS_MEMORY_MB', '1'],
    ['RENDER_LIMIT_MONTHLY', '-5'],
    ['LOG_LEVEL', 'loud'],
    ['ROLES', 'press,'],
    ['ROLES', 'api,all'],
    ['ALLOW_PRIVATE_WEBHOOKS', 'yes'],
  ]
  for (const [name, value] of wrong)
    it(`refuses ${name}=${value} with one line that names it`, () => {
      expect(() => readConfig({ [name]: value }))
        .to.throw(ConfigError)
        .with.property('message')
        .that.matches(new RegExp(`^${name} must [^\\n]+$`))
    })

  it('never says a secret', () => {
    expect(() => readConfig({ MASTER_KEY: 'hunter2hunter2' }))
      .to.throw(ConfigError)
      .with.property('message')
      .that.does.not.include('hunter2')
  })

  it('takes a key of 32 bytes as hex and as base64', () => {
    const key = Buffer.alloc(32, 7)
    for (const text of [key.toString('hex'), key.toString('base64')])
      expect(readConfig({ MASTER_KEY: text }).masterKey?.equals(key)).to.equal(true)
  })

  it('is a table that the help shows whole, in lines of 100 characters', () => {
    const help = settingsHelp()
    for (const { name, standard } of Object.values(SETTINGS)) {
      expect(help).to.include(`  ${name} `)
      expect(help).to.include(standard)
    }
    for (const line of help.split('\n')) expect(line.length, line).to.be.at.most(100)
  })
})

describe('openMasterKey', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-key-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('makes a key once, for its owner alone, however many start at the same time', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => openMasterKey(folder)))
    for (const key of keys) expect(key.equals(keys[0] as Buffer)).to.equal(true)
    expect(keys[0]).to.have.lengthOf(32)
    const { mode } = await stat(join(folder, 'master.key'))
    expect(mode & 0o777).to.equal(0o600)
    expect((await openMasterKey(folder)).equals(keys[0] as Buffer)).to.equal(true)
    expect(await readFile(join(folder, 'master.key'), 'utf8')).to.match(/^[0-9a-f]{64}\n$/)
  })

  it('does not replace a file that holds no key', async () => {
    await writeFile(join(folder, 'master.key'), 'broken')
    const error = await openMasterKey(folder).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(ConfigError)
    expect(await readFile(join(folder, 'master.key'), 'utf8')).to.equal('broken')
  })
})
