/** What processes were receiving when they died: a start removes it, and nothing that a living one receives. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { openFiles } from '../../../server/files/open.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

const PROGRAM = join(import.meta.dirname, 'receiving-process.ts')

describe('A temporary file', () => {
  const makeFolder = temporaryFolders()
  const started: ChildProcess[] = []
  afterEach(async () => {
    for (const child of started.splice(0)) await kill(child)
  })

  const receive = async (folder: string): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [PROGRAM, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    started.push(child)
    await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data')
    return child
  }
  const kill = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const left = (folder: string) => readdir(join(folder, 'tmp'))

  it('of a killed process is removed by the next start, one of a living process is kept', async function () {
    // Starts two processes.
    this.timeout(60_000)
    const folder = await makeFolder()
    const dying = await receive(folder)
    const [dead] = await left(folder)
    const living = await receive(folder)
    expect(await left(folder)).to.have.length(2)
    await kill(dying)
    for (const isOnlyServer of [false, true]) {
      await (await openFiles({ filesFolder: folder, isOnlyServer })).close()
      expect(await left(folder))
        .to.have.length(1)
        .and.not.to.include(dead)
    }
    await kill(living)
    await (await openFiles({ filesFolder: folder })).close()
    expect(await left(folder)).to.deep.equal([])
  })

  it('of this process is kept when its folder is opened once more', async () => {
    const folder = await makeFolder()
    const files = await openFiles({ filesFolder: folder })
    const sink = await files.begin()
    await (await openFiles({ filesFolder: folder, isOnlyServer: true })).close()
    expect(await left(folder)).to.have.length(1)
    await sink.discard()
    await files.close()
  })

  it('of an unknown machine is removed by the only server, and waits for an hour otherwise', async () => {
    const folder = await makeFolder()
    await (await openFiles({ filesFolder: folder })).close()
    await writeFile(join(folder, 'tmp', '00000000-0000-4000-8000-000000000000'), 'half a photo')
    await (await openFiles({ filesFolder: folder })).close()
    expect(await left(folder)).to.have.length(1)
    await (await openFiles({ filesFolder: folder, isOnlyServer: true })).close()
    expect(await left(folder)).to.deep.equal([])
  })
})
