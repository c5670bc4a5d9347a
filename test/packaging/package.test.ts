/** The package: packed as `npm pack` does it, laid into an empty folder, and used from there as an installed one is. */
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'

const ROOT = join(import.meta.dirname, '../..')
/** What is served at /docs, and what tells an old Node so. */
const DOCUMENTS = ['docs/start.md', 'docs/pictures/editor.png', 'CHANGELOG.md', 'server/check-node.cjs']
const run = promisify(execFile)

describe('The installed package', function () {
  // npm packs and installs, and the installed service starts several times.
  this.timeout(900_000)
  let folder: string
  let installed: string
  const node = async (...args: readonly string[]) =>
    (await run(process.execPath, args, { cwd: folder })).stdout

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-package-'))
    installed = join(folder, 'node_modules/platen')
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: ROOT,
      maxBuffer: 1 << 26,
      env: { ...process.env, npm_config_loglevel: 'error' },
    })
    const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[')))
    await writeFile(join(folder, 'package.json'), '{ "name": "shop", "private": true }')
    await mkdir(installed, { recursive: true })
    await run('tar', ['-xzf', join(folder, packed.filename), '--strip-components=1', '-C', installed])
    await linkPackages(join(folder, 'node_modules'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('holds no TypeScript that Node would have to run', async () => {
    const files = await readdir(join(installed, 'dist'), { recursive: true })
    const sources = files.filter((file) => /(?<!\.d)\.ts$/.test(file) && !file.startsWith('widget/'))
    expect(sources).to.deep.equal([])
    expect(files).to.include.members([
      'server/main.js',
      'adapters/rest/client.d.ts',
      'widget/v1.ts',
      ...DOCUMENTS,
    ])
  })

  it('answers npx platen --help', async () => {
    const { stdout } = await run('npx', ['--no-install', 'platen', '--help'], { cwd: folder })
    expect(stdout).to.include('Usage: platen <command>')
  })

  it('makes a key in a database of its own', async () => {
    const env = { ...process.env, DATA_DIR: join(folder, 'data') }
    const options = { cwd: folder, env }
    const platen = join(folder, 'node_modules/.bin/platen')
    await run(platen, ['teams', 'create', 'Shop', '--json'], options)
    const { stdout } = await run(platen, ['keys', 'create', '--type', 'secret', '--json'], options)
    expect(JSON.parse(stdout).key).to.match(/^platen_sk_/)
  })

  it('gives the client to an ECMAScript module and to CommonJS', async () => {
    const use = `createClient({ apiKey: 'platen_sk_' + 'a'.repeat(36), baseUrl: 'https://print.example' })`
    const shown = `console.log(typeof (${use}).webhooks.constructEvent)`
    const module = `import { createClient } from 'platen'; ${shown}`
    const script = `const { createClient } = require('platen'); ${shown}`
    expect(await node('--input-type=module', '--eval', module)).to.equal('function\n')
    expect(await node('--input-type=commonjs', '--eval', script)).to.equal('function\n')
  })

  it('makes its pages ready from what is in it', async () => {
    const file = './node_modules/platen/dist/server/pages/bundle.js'
    const code = `const { bundleWidget } = await import('${file}'); console.log(Object.keys((await bundleWidget()).entries).join())`
    expect(await node('--input-type=module', '-e', code)).to.include('console')
  })

  it('gives an adapter', async () => {
    const code = `import * as mock from 'platen/adapters/mock'; console.log(Object.keys(mock).length > 0)`
    expect(await node('--input-type=module', '--eval', code)).to.equal('true\n')
  })

  it('has types that a TypeScript project reads', async () => {
    const code = `import { createClient, type Platen } from 'platen'\nexport const platen: Platen = createClient({ apiKey: 'k', baseUrl: 'b' })\n// @ts-expect-error A key is text.\ncreateClient({ apiKey: 1, baseUrl: 'b' })\n`
    await writeFile(join(folder, 'shop.mts'), code)
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck']
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
    expect(await node(compiler, ...flags, '--types', 'node', 'shop.mts')).to.equal('')
  })
})

/** As an install does: the packages that it needs beside it, and its program among the others. */
async function linkPackages(target: string): Promise<void> {
  const source = join(ROOT, 'node_modules')
  for (const name of await readdir(source)) {
    if (name.startsWith('.') || name === 'platen') continue
    await symlink(join(source, name), join(target, name))
  }
  const { bin } = JSON.parse(await readFile(join(target, 'platen/package.json'), 'utf8'))
  const program = join(target, 'platen', bin.platen)
  const link = join(target, '.bin/platen')
  await mkdir(dirname(link), { recursive: true })
  await symlink(program, link)
  await chmod(program, 0o755)
}
