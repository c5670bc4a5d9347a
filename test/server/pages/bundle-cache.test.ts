/** Browser code between two starts: kept as it was made, and made anew once a file of it has changed. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { type Bundle, bundleWidget } from '../../../server/pages/bundle.ts'
import { cachedBundle } from '../../../server/pages/bundle-cache.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

describe('Browser code that is kept between starts', () => {
  const makeFolder = temporaryFolders()

  /** A maker over two files, one of which is there. */
  async function opened() {
    const [root, folder] = [await makeFolder(), await makeFolder()]
    await writeFile(join(root, 'page.ts'), 'one')
    let count = 0
    const ask = (maker = 'maker 1', at: string | null = folder) =>
      cachedBundle({ root, maker, folder: at }, async () => {
        count += 1
        return {
          value: { body: Buffer.from(`made ${count}`), assets: new Map([['/a', count]]) },
          inputs: ['page.ts', 'missing.ts'],
        }
      })
    return { root, folder, ask, count: () => count }
  }

  it('is what was made, bytes and maps, and is made once', async () => {
    const { ask, count } = await opened()
    const first = await ask()
    const second = await ask()
    expect(count()).to.equal(1)
    expect(second).to.deep.equal(first)
    expect(Buffer.isBuffer(second.body)).to.equal(true)
    expect(second.assets.get('/a')).to.equal(1)
  })

  it('is made anew where a file has changed, has come or has gone, and by another maker', async () => {
    const { root, ask, count } = await opened()
    await ask()
    await writeFile(join(root, 'page.ts'), 'two')
    await ask()
    expect(count()).to.equal(2)
    await writeFile(join(root, 'missing.ts'), '')
    await ask()
    expect(count()).to.equal(3)
    await rm(join(root, 'missing.ts'))
    await ask()
    expect(count()).to.equal(4)
    await ask('maker 2')
    expect(count()).to.equal(5)
    expect((await ask()).body.toString()).to.equal('made 4')
  })

  it('is made each time where nothing is kept, cannot be kept, or what was kept is broken', async () => {
    const { folder, ask, count } = await opened()
    await ask('maker 1', null)
    await ask('maker 1', null)
    expect(count()).to.equal(2)
    await ask('maker 1', join(folder, 'nowhere'))
    expect(count()).to.equal(3)
    await ask()
    const [name = ''] = await readdir(folder)
    await writeFile(join(folder, name), 'half a fi')
    await ask()
    expect(count()).to.equal(5)
    expect(await readdir(folder)).to.deep.equal([name])
    await ask()
    expect(count()).to.equal(5)
  })

  it('is in a second process what the first has made, and what is made without it', async () => {
    const folder = await makeFolder()
    const here = await bundleWidget()
    for (const times of ['first', 'second']) expect(await hashIn(folder), times).to.equal(hashOf(here))
    const found = (await readdir(folder, { recursive: true })).filter((name) => /bundle-\w+$/.test(name))
    expect(found).to.have.length(1)
  })
})

const BUNDLE = new URL('../../../server/pages/bundle.ts', import.meta.url).href

function hashOf({ assets, loader, entries }: Bundle): string {
  const hash = createHash('sha256').update(JSON.stringify(entries)).update(loader.body)
  for (const [path, { body, zipped, etag, type }] of assets)
    hash.update(`${path} ${etag} ${type}`).update(body).update(zipped)
  return hash.digest('hex')
}

/** Of what a process of its own serves, whose compiled code is kept in this folder. */
async function hashIn(folder: string): Promise<string> {
  const code = `import { createHash } from 'node:crypto'
    import { bundleWidget } from '${BUNDLE}'
    ${hashOf.toString()}
    console.log(hashOf(await bundleWidget()))`
  const env = { ...process.env, NODE_COMPILE_CACHE: folder }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env })
  return stdout.trim()
}
