/** The WordPress plugin: read by PHP, its PHPUnit tests on two versions, coding standards, and the archive that shops install. */
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { makeArchive, SLUG } from '../../../adapters/woocommerce/plugin-archive.ts'
import { writePluginLanguages } from '../../../packaging/write-plugin-languages.ts'
import { needsPhp, PLUGIN, runPhp, runPhp74 } from '../../support/programs/php.ts'
import { leavePending } from '../../support/run/leave-pending.ts'

async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

describe('the WooCommerce plugin', () => {
  // Its own tests read them.
  before(writePluginLanguages)

  it('is PHP that PHP can read', async function () {
    needsPhp(this, 'php')
    const files = (await filesOf(PLUGIN)).filter((path) => path.endsWith('.php'))
    expect(files.length).to.be.greaterThan(30)
    const code =
      'foreach ( array_slice( $argv, 1 ) as $file ) token_get_all( file_get_contents( $file ), TOKEN_PARSE );'
    const { status, said } = await runPhp('php', ['-d', 'error_reporting=-1', '-r', code, '--', ...files])
    expect([status, said]).to.deep.equal([0, ''])
  })

  it('passes its PHPUnit tests on PHP 7.4, the oldest that it promises @long', async function () {
    if (!existsSync('/usr/share/php/PHPUnit/Autoload.php')) leavePending(this, 'PHPUnit (phpunit)')
    // The same tests on an interpreter in WebAssembly: 5 s of a processor of its own.
    this.timeout(300_000)
    const { status, said } = await runPhp74(join(PLUGIN, 'tests/phpunit.xml'), PLUGIN)
    expect(said).to.match(/^7\.4\.\d+$/m)
    expect(status, said).to.equal(0)
    expect(Number(/Tests: (\d+), Assertions: \d+, Skipped: 2\./.exec(said)?.[1]), said).to.be.greaterThan(130)
  })

  it('passes its PHPUnit tests', async function () {
    needsPhp(this, 'php', 'phpunit')
    const { status, said } = await runPhp('phpunit', ['-c', join(PLUGIN, 'tests/phpunit.xml')])
    expect(status, said).to.equal(0)
    expect(Number(/OK \((\d+) tests/.exec(said)?.[1]), said).to.be.greaterThan(130)
  })
})

describe('the rules for plugins', () => {
  it('are kept by WordPress coding standards', async function () {
    needsPhp(this, 'phpcs')
    const { status, said } = await runPhp('phpcs', [
      `--standard=${join(PLUGIN, 'tests/phpcs.xml')}`,
      '-q',
      '-s',
    ])
    expect(status, said).to.equal(0)
  })
})

describe('npm run woocommerce:zip', () => {
  const local = { folder: '', path: '' }

  before(async () => {
    await writePluginLanguages()
    local.folder = await mkdtemp(join(tmpdir(), 'platen-zip-'))
    local.path = join(local.folder, 'plugin.zip')
    await writeFile(local.path, await makeArchive())
  })
  after(() => rm(local.folder, { recursive: true, force: true }))

  it('gives the same bytes each time', async () => {
    expect((await makeArchive()).equals(await readFile(local.path))).to.equal(true)
  })

  it('holds the whole plugin in a folder of its name, sorted, and none of its tests', async function () {
    needsPhp(this, 'unzip')
    expect((await runPhp('unzip', ['-tqq', local.path])).status).to.equal(0)
    const { said } = await runPhp('unzip', ['-Z1', local.path])
    const names = said.trim().split('\n')
    const own = (await filesOf(PLUGIN))
      .map((path) => `${SLUG}${path.slice(PLUGIN.length)}`)
      .filter((path) => !path.startsWith(`${SLUG}/tests/`))
    expect(names).to.deep.equal(own.sort())
    expect(names).to.include(`${SLUG}/${SLUG}.php`).and.to.include(`${SLUG}/license.txt`)
    expect(names.filter((name) => /test|stub|phpunit|\.ts$/i.test(name))).to.deep.equal([])
  })

  it('unpacks to what the checkout has', async function () {
    needsPhp(this, 'unzip', 'php')
    await runPhp('unzip', ['-qq', local.path, '-d', local.folder])
    const main = await readFile(join(local.folder, SLUG, `${SLUG}.php`))
    expect(main.equals(await readFile(join(PLUGIN, `${SLUG}.php`)))).to.equal(true)
    // It stands by itself: each class is found by its name.
    const code = `define('ABSPATH', '/'); function add_action(){} function register_deactivation_hook(){} require '${join(local.folder, SLUG, `${SLUG}.php`)}'; echo class_exists('Platen\\WooCommerce\\Order_Message') ? 'loaded' : 'lost';`
    expect((await runPhp('php', ['-r', code])).said).to.equal('loaded')
  })
})
