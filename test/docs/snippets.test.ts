/** The code of the docs: TypeScript compiles against the client, PHP and shell parse, JSON is JSON, webhooks are received. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { generateTestHeaders } from '../../adapters/rest/webhook.ts'
import { writeApiTypes } from '../../packaging/write-api.ts'
import { needsPhp } from '../support/programs/php.ts'
import { eventually } from '../support/run/eventually.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'
import { freePort } from '../support/service/free-port.ts'
import { CLIENT, linkClient, readSnippets, type Snippet } from './doc-snippets.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`

describe('The code of the docs', function () {
  // Compilers and shells start for each language.
  this.timeout(180_000)
  let snippets: readonly Snippet[]
  const temporaryFolder = temporaryFolders()
  const inLanguage = (language: string) => snippets.filter((one) => one.language === language)
  const nameOf = ({ file, line }: Snippet) => `${file.replace(/\W+/g, '-')}-${line}`
  before(async () => {
    snippets = await readSnippets()
    // The client imports them.
    await writeApiTypes()
  })

  it('compiles, in TypeScript, against the client', async () => {
    const folder = await temporaryFolder()
    for (const snippet of inLanguage('ts'))
      await writeFile(join(folder, `${nameOf(snippet)}.mts`), snippet.code)
    const compilerOptions = {
      typeRoots: [join(ROOT, 'node_modules/@types')],
      types: ['node'],
      paths: {
        'platen-client': [CLIENT],
        'platen-client/browser': [join(ROOT, 'adapters/rest/browser.ts')],
      },
    }
    const config = {
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions,
      include: ['*.mts', join(ROOT, 'types/*.d.ts')],
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const compiler = join(ROOT, 'node_modules/.bin/tsc')
    const { stdout } = await run(compiler, ['-p', folder]).catch((error: { stdout: string }) => error)
    expect(stdout).to.equal('')
    expect(inLanguage('ts').length).to.be.greaterThan(6)
  })

  it('parses in a shell @long', async () => {
    for (const snippet of inLanguage('sh'))
      await run('bash', ['-n', '-c', snippet.code]).catch((error) =>
        expect.fail(`${nameOf(snippet)}: ${error}`),
      )
  })

  it('is JSON where it says so', () => {
    for (const snippet of inLanguage('json'))
      expect(() => JSON.parse(snippet.code), nameOf(snippet)).not.to.throw()
  })

  it('parses in PHP', async function () {
    needsPhp(this, 'php')
    const folder = await temporaryFolder()
    for (const snippet of inLanguage('php')) {
      const path = join(folder, `${nameOf(snippet)}.php`)
      await writeFile(path, snippet.code)
      await run('php', ['-l', path])
    }
  })

  it('receives webhooks, in TypeScript: true ones with 204, forged ones with 401', async () => {
    const receiver = inLanguage('ts').find(({ code }) => code.includes('constructEvent('))
    const folder = await temporaryFolder()
    await linkClient(folder)
    await writeFile(join(folder, 'receiver.mts'), receiver?.code ?? '')
    const port = await freePort()
    const env = { ...process.env, PORT: String(port), SECRET, KEY: `platen_sk_${'a'.repeat(36)}` }
    const child = spawn(process.execPath, [join(folder, 'receiver.mts')], { cwd: folder, env })
    try {
      const body = '{"id":"evt_1","type":"ping"}'
      const headers = generateTestHeaders(body, SECRET)
      const send = async (sent: string): Promise<number> => {
        const post = () => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })
        return (await eventually(() => post().catch(() => null))).status
      }
      expect(await send(body)).to.equal(204)
      expect(await send(body.replace('ping', 'pong'))).to.equal(401)
    } finally {
      child.kill()
      await once(child, 'close')
    }
  })
})
