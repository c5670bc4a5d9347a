/** The package: packed as `npm pack` does it, laid into an empty folder, and used from there as an installed one is. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { eventually } from '../support/run/eventually.ts'
import { diskFolder } from '../support/run/memory-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
/** What is served at /docs, and what tells an old Node so. */
const DOCUMENTS = ['docs/start.md', 'docs/pictures/editor.png', 'CHANGELOG.md', 'server/check-node.cjs']
/** Of the sample template. */
const VALUES = { 'First name': 'Annabel', 'Second name': 'Frederick' }
/** What git does not hold. */
const GENERATED = ['types/api.d.ts', 'adapters/woocommerce/plugin/languages/platen-for-woocommerce-de_DE.mo']
const run = promisify(execFile)

describe('The installed package @long', function () {
  // npm packs and installs, and the installed service starts several times.
  this.timeout(900_000)
  let folder: string
  let installed: string
  const node = async (...args: readonly string[]) =>
    (await run(process.execPath, args, { cwd: folder })).stdout

  before(async () => {
    folder = await mkdtemp(join(diskFolder(), 'platen-package-'))
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
      ...GENERATED,
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

  it('starts in an empty folder with a key and a link, and prints @long', async () => {
    const own = await mkdtemp(join(folder, 'shop-'))
    const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', DATA_DIR: own }
    // As npx does, which would put a process of its own between.
    const program = join(folder, 'node_modules/.bin/platen')
    const service = spawn(program, ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    try {
      let said = ''
      for (const stream of [service.stdout, service.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text
        })
      const told = (pattern: RegExp): Promise<string> =>
        eventually(() => {
          const found = pattern.exec(said)?.[1]
          if (found === undefined) expect(service.exitCode, said).to.equal(null)
          return found
        })
      const url = await told(/listening on (http:\S+)/)
      const key = await told(/(platen_sk_\w+)\s/)
      const link = await told(/(http:\S+\/fill\/\S+)/)
      expect((await fetch(link)).status).to.equal(200)
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const call = async (path: string, body?: object) => {
        const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
        return (await fetch(`${url}/v1${path}`, { ...init, headers })).json()
      }
      const [template] = (await call('/templates')).data
      const { fill } = await call('/fills', { template_id: template.id, values: VALUES })
      const { render } = await call(`/fills/${fill.id}/finalize`, { external_order_id: '1001' })
      expect(render.status, JSON.stringify(render)).to.equal('succeeded')
      const pdf = await fetch(`${url}/v1/renders/${render.id}/download`, { headers })
      expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1')).to.match(/^%PDF-[\s\S]+%%EOF\s*$/)
    } finally {
      service.kill('SIGTERM')
      if (service.exitCode === null) await once(service, 'exit')
    }
    expect(service.exitCode).to.equal(0)
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

  it('makes the archive of the WordPress plugin, with its translations', async () => {
    const file = './node_modules/platen/dist/adapters/woocommerce/plugin-archive.js'
    const code = `const { makeArchive } = await import('${file}'); process.stdout.write((await makeArchive()).toString('latin1'))`
    const archive = await node('--input-type=module', '--eval', code)
    for (const path of ['platen-for-woocommerce.php', 'languages/platen-for-woocommerce-de_DE.mo'])
      expect(archive).to.include(`platen-for-woocommerce/${path}`)
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

/** As pnpm does: links to the packages that it needs beside it, where worker processes read them; and its program. */
async function linkPackages(target: string): Promise<void> {
  const source = join(ROOT, 'node_modules')
  const names = (await readdir(source)).filter((name) => !name.startsWith('.') && name !== 'platen')
  const paths = names.map((name) => join(source, name))
  await run('ln', ['-s', ...paths, target])
  const { bin } = JSON.parse(await readFile(join(target, 'platen/package.json'), 'utf8'))
  const program = join(target, 'platen', bin.platen)
  const link = join(target, '.bin/platen')
  await mkdir(dirname(link), { recursive: true })
  await symlink(program, link)
  await chmod(program, 0o755)
}
