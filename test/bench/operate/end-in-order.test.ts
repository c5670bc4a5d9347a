/** A benchmark that is ended from outside leaves nothing behind: no program that it started, no folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

/** Starts a program that serves until it is stopped, and waits beside it. */
const BENCH = `
  import { mkdtempSync } from 'node:fs'
  import { tmpdir } from 'node:os'
  const { endInOrder } = await import('./end-in-order.ts')
  const { startProgram } = await import('../bench-process.ts')
  endInOrder()
  mkdtempSync(tmpdir() + '/data-')
  const { url } = await startProgram('bare-koa.ts')
  console.log(url)
  setInterval(() => {}, 1000)
`

async function isServing(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => null)
  await answer?.arrayBuffer()
  return answer !== null
}

describe('A benchmark that is ended from outside', () => {
  const makeFolder = temporaryFolders()
  let bench: ChildProcess | null = null
  afterEach(() => bench?.kill('SIGKILL'))

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`ends what it has started (${signal})`, async () => {
      const folder = await makeFolder()
      const child = spawn(process.execPath, ['--input-type=module', '--eval', BENCH], {
        ...{ cwd: import.meta.dirname, env: { ...process.env, TMPDIR: folder } },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      bench = child
      const [line] = (await once(child.stdout, 'data')) as [Buffer]
      const url = String(line).trim()
      expect(await isServing(url)).to.equal(true)
      expect(await readdir(folder)).to.have.length(1)
      child.kill(signal)
      const [code] = (await once(child, 'exit')) as [number | null]
      expect(code).to.equal(signal === 'SIGTERM' ? 143 : 130)
      while (await isServing(url)) await delay(10)
      expect(await readdir(folder)).to.deep.equal([])
    })
})
