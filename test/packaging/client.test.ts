/** The client's own package: packed, installed without a network, and used as a storefront uses it. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { openTestServer } from '../support/service/open-test-server.ts'

const ROOT = join(import.meta.dirname, '../..')
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')
const run = promisify(execFile)

const SHOP = `import { createClient, NotFoundError, type Platen, PlatenError } from 'platen-client'
import { createBrowserClient, PlatenError as BrowserError } from 'platen-client/browser'

const platen: Platen = createClient({ apiKey: process.env.KEY ?? '', baseUrl: process.env.URL ?? '' })
const usage = await platen.team.usage()
const used: number = usage.used
for await (const template of platen.templates.list({ status: 'live' })) console.log(template.title.toUpperCase())
console.log(used)
const fault: unknown = await platen.fills.retrieve('fill_1').catch((error: unknown) => error)
console.log(fault instanceof NotFoundError, fault instanceof BrowserError, BrowserError === PlatenError)
createBrowserClient({ publishableKey: 'platen_pk_1', baseUrl: process.env.URL ?? '' })

// @ts-expect-error A status that templates never have.
platen.templates.list({ status: 'printed' })
// @ts-expect-error A template has no such property.
void (await platen.templates.retrieve('tpl_1')).template.color
`

describe('The package of the client', () => {
  let folder: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-client-'))
    const { stdout } = await run(process.execPath, [join(ROOT, 'packaging/pack-client.ts'), folder])
    await writeFile(join(folder, 'package.json'), '{ "name": "shop", "private": true, "type": "module" }')
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', stdout.trim()], { cwd: folder })
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('needs no other package', async () => {
    const installed = await readdir(join(folder, 'node_modules'))
    expect(installed.filter((name) => !name.startsWith('.'))).to.deep.equal(['platen-client'])
  })

  it('has types that hold without the types of the service, its libraries checked too', async () => {
    await writeFile(
      join(folder, 'shop.ts'),
      SHOP.replaceAll('process.env.', 'env.').replace('\n', '\ndeclare const env: Record<string, string>\n'),
    )
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', '']
    const checked = await run(
      process.execPath,
      [COMPILER, ...flags, '--lib', 'es2024,dom,dom.asynciterable', '--skipLibCheck', 'false', 'shop.ts'],
      { cwd: folder },
    ).catch((error: { readonly stdout: string }) => error)
    expect(checked.stdout).to.equal('')
  })

  it('calls the service, and throws errors of its own classes', async () => {
    const test = await openTestServer()
    try {
      const code = SHOP.slice(0, SHOP.indexOf('\n\n// @ts'))
        .replace(', type Platen,', ',')
        .replace(/: (Platen|number|unknown)\b/g, '')
      await writeFile(join(folder, 'shop.js'), code)
      const env = { ...process.env, KEY: test.team.key, URL: test.url }
      const { stdout } = await run(process.execPath, ['shop.js'], { cwd: folder, env })
      expect(stdout).to.equal('0\ntrue true true\n')
    } finally {
      await test.close()
    }
  })
})
