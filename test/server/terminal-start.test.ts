/** A start at a terminal, and one under a Node that is too old: what people read. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { terminalLog } from '../../server/terminal-log.ts'
import { leavePending } from '../support/run/leave-pending.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

describe('A start at a terminal', () => {
  const temporaryFolder = temporaryFolders()

  /** `script` lends the program a terminal; pending where there is none. */
  const start = (folder: string, env: Record<string, string> = {}) => {
    const command = `exec '${process.execPath}' '${join(ROOT, 'server/main.ts')}'`
    const child = spawn('script', ['-qefc', command, '/dev/null'], {
      env: {
        ...process.env,
        DATA_DIR: folder,
        PORT: '0',
        HOST: '127.0.0.1',
        LOG_LEVEL: '',
        NO_COLOR: '1',
        ...env,
      },
    })
    let output = ''
    child.stdout.on('data', (bytes) => {
      output += bytes
    })
    return {
      child,
      async said(pattern: RegExp) {
        for (let found = pattern.exec(output); ; found = pattern.exec(output)) {
          if (found !== null) return found
          await once(child.stdout, 'data')
        }
      },
      output: () => output.replaceAll('\r', ''),
      async stop() {
        const ended = once(child, 'close')
        // What Ctrl+C sends.
        child.stdin.write('\u0003')
        await ended
      },
    }
  }

  before(function () {
    if (spawnSync('script', ['--version']).error !== undefined) leavePending(this, 'script of util-linux')
  })

  it('ends with one block of links, and logs no request below it @long', async () => {
    const folder = await temporaryFolder()
    const first = start(folder)
    const [, url = ''] = await first.said(/Platen is running at (http:\S+)/)
    await first.said(/Ctrl\+C stops it/)
    const shown = first.output()
    expect(shown).to.match(
      /^\n {2}Platen is running at \S+\n\n {2}Console +\S+\/console\/join#platen_cl_\w+\n {2}Docs +\S+\/docs\n {2}Sample +\S+\/fill\/wedding-card\n {2}Demo shop +\S+\/demo\n {2}Secret key +platen_sk_\w+\n {2}Publishable key +platen_pk_\w+\n\n/,
    )
    expect((await fetch(`${url}/healthz`)).status).to.equal(200)
    expect((await fetch(`${url}/nothing`)).status).to.equal(404)
    expect(first.output()).to.equal(shown)
    await first.stop()

    const second = start(folder, { LOG_LEVEL: 'info' })
    const [, again = ''] = await second.said(/Platen is running at (http:\S+)/)
    await second.said(/Ctrl\+C stops it/)
    expect(second.output()).not.to.match(/platen_[sp]k_/)
    await fetch(`${again}/healthz`)
    // Requests are logged for who asks for them, as people read them.
    await second.said(/\d\d:\d\d:\d\d {2}info {3}request {2}.*status=200/)
    await second.stop()
  })

  it('writes events as a line of words', () => {
    const lines: string[] = []
    const log = terminalLog((text) => lines.push(text))
    log.write(
      JSON.stringify({
        level: 40,
        time: 0,
        pid: 1,
        hostname: 'x',
        msg: 'Storefronts wait.',
        reason: 'no team',
        tries: 2,
      }),
    )
    expect(lines.join()).to.match(
      /^\d\d:\d\d:\d\d {2}warn {3}Storefronts wait\. {2}reason=no team {2}tries=2\n$/,
    )
  })
})

describe('An old Node', () => {
  const CHECK = join(ROOT, 'server/check-node.cjs')
  const under = (version: string) =>
    run(process.execPath, [
      '-e',
      `Object.defineProperty(process, 'versions', { value: { node: '${version}' } }); require(${JSON.stringify(CHECK)})`,
    ])

  it('is told in one line what to do', async () => {
    for (const version of ['12.22.0', '20.20.2', '24.11.1']) {
      const failed = await under(version).then(
        () => null,
        (error: { code: number; stderr: string }) => error,
      )
      expect(failed?.code, version).to.equal(1)
      expect(failed?.stderr).to.match(
        new RegExp(`^Platen needs Node 24\\.12 or newer; this is ${version}\\. .*npm start.*\n$`),
      )
    }
    for (const version of ['24.12.0', '25.0.0']) await under(version)
  })

  it('is told so by every script of npm that runs the service, before it reads any TypeScript', async () => {
    const { scripts, engines } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    expect(scripts.start).to.equal('exec node --require ./server/check-node.cjs server/main.ts')
    expect(scripts.platen).to.equal('node --require ./server/check-node.cjs server/cli.ts')
    expect(engines.node).to.equal('>=24.12')
    for (const file of ['main.ts', 'cli.ts']) {
      const text = await readFile(join(ROOT, 'server', file), 'utf8')
      expect(/^import .*$/m.exec(text)?.[0], file).to.equal("import './check-node.cjs'")
    }
  })
})
