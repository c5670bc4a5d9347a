/** The program itself: its first and later starts, its help, its stop. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'

const MAIN = join(import.meta.dirname, '../../server/main.ts')

interface Run {
  readonly child: ChildProcess
  readonly output: () => string
  readonly errors: () => string
  /** Waits until the output matches. */
  said(pattern: RegExp): Promise<RegExpExecArray>
  readonly ended: Promise<number | null>
}

function run(folder: string, args: readonly string[] = [], env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...env },
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (bytes) => {
    output += bytes
  })
  child.stderr.on('data', (bytes) => {
    errors += bytes
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    output: () => output,
    errors: () => errors,
    ended,
    async said(pattern) {
      for (;;) {
        const match = pattern.exec(output)
        if (match !== null) return match
        if (child.exitCode !== null) throw new Error(`It ended: ${errors}`)
        await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended])
      }
    },
  }
}

describe('npm start', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-main-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('makes a team on the first start, with keys that work, and stops cleanly on SIGTERM', async () => {
    const first = run(folder, ['--empty'])
    const [, url] = await first.said(/listening on (http:\S+)/)
    const [, secret] = await first.said(/(platen_sk_\w+)/)
    await first.said(/platen_pk_\w+/)
    const reply = await fetch(`${url}/v1/templates`, { headers: { authorization: `Bearer ${secret}` } })
    expect(reply.status).to.equal(200)
    expect(await reply.json()).to.have.property('has_more', false)
    first.child.kill('SIGTERM')
    expect(await first.ended).to.equal(0)

    const second = run(folder, ['--empty'])
    await second.said(/listening on/)
    second.child.kill('SIGINT')
    expect(await second.ended).to.equal(0)
    expect(second.output()).not.to.include('platen_sk_')
  })

  it('shows its settings with --help and starts nothing', async () => {
    const help = run(join(folder, 'none'), ['--help'])
    expect(await help.ended).to.equal(0)
    expect(help.output()).to.include('RATE_LIMIT_KEY_PER_MINUTE')
  })

  it('stops with one line for a bad setting, an unknown option and a taken port', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const bad: readonly [Run, string][] = [
      [run(folder, [], { PORT: 'x' }), 'PORT takes a whole number'],
      [run(folder, ['--nope']), "Unknown option '--nope'"],
      [run(folder, ['--empty'], { PORT: String(port) }), 'PORT is taken'],
    ]
    for (const [start, said] of bad) {
      expect(await start.ended, said).to.equal(1)
      expect(start.errors()).to.include(said)
      expect(start.errors().trim().split('\n')).to.have.lengthOf(1)
    }
    server.close()
  })
})
