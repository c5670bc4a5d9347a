/** Pictures that were drawn: found again, bounded, in the order of their use, and never damaged. */
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { type OpenPictures, openPictures } from '../../../server/files/pictures.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

const name = (number: number) => number.toString(16).padStart(64, '0')
const picture = (fill: number, bytes = 1000) => ({
  widthPx: 3,
  heightPx: 2,
  fits: fill % 2 === 0,
  png: new Uint8Array(bytes).fill(fill),
})

describe('Pictures that were drawn', () => {
  const makeFolder = temporaryFolders()
  let folder: string
  const said: string[] = []
  const log = { warn: (_: object, words?: string) => void said.push(words ?? '') }
  beforeEach(async () => {
    folder = join(await makeFolder(), 'previews')
    said.splice(0)
  })
  const open = (changes: Partial<Parameters<typeof openPictures>[0]> = {}) =>
    openPictures({ folder, diskBytes: 1 << 20, memoryBytes: 0, log, ...changes })
  const keep = (pictures: OpenPictures, scope: string, number: number, fill: number) => {
    pictures.store(scope, name(number), picture(fill))
    return pictures.flush()
  }
  const filesIn = async () => {
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  }

  for (const memoryBytes of [0, 1 << 20])
    it(`are found again${memoryBytes === 0 ? ' on disk' : ' in memory'}, by whose they are`, async () => {
      const pictures = open({ memoryBytes })
      await keep(pictures, 'fill_1', 1, 7)
      expect(await pictures.find('fill_1', name(1))).to.deep.include({ widthPx: 3, heightPx: 2, fits: false })
      expect(
        Buffer.from((await pictures.find('fill_1', name(1)))?.png ?? []).equals(picture(7).png),
      ).to.equal(true)
      expect(await pictures.find('fill_2', name(1))).to.equal(null)
      expect(await pictures.find('fill_1', name(2))).to.equal(null)
    })

  it('outlive the process', async () => {
    await keep(open(), 'fill_1', 1, 7)
    expect((await open().find('fill_1', name(1)))?.png[0]).to.equal(7)
  })

  it('of another process on the same folder are found, and not harmed by looking for them while they are written', async () => {
    const [one, other] = [0, 1].map(() => open({ diskBytes: 1 << 30 })) as [OpenPictures, OpenPictures]
    await Promise.all([one.counted, other.counted])
    other.store('fill_1', name(1), picture(7, 40 << 20))
    let isWritten = false
    const written = other.flush().then(() => {
      isWritten = true
    })
    for (; !isWritten; await setImmediate()) await one.find('fill_1', name(1))
    await written
    expect((await one.find('fill_1', name(1)))?.png[0]).to.equal(7)
  })

  it('that are damaged, cut off or empty are gone', async () => {
    const pictures = open()
    for (const harm of [
      (bytes: Buffer) => bytes.fill(1, bytes.length - 1),
      (bytes: Buffer) => bytes.subarray(0, bytes.length - 1),
      (bytes: Buffer) => bytes.subarray(0, 20),
      () => Buffer.alloc(0),
      (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('"v":1', '"v":9'), 'latin1'),
    ]) {
      await keep(pictures, 'fill_1', 1, 7)
      const [path = ''] = await filesIn()
      await writeFile(path, harm(await readFile(path)))
      expect(await pictures.find('fill_1', name(1))).to.equal(null)
      expect(await filesIn()).to.deep.equal([])
    }
  })

  it('leave in the order in which they were used, once there is no more room', async () => {
    const pictures = open({ diskBytes: 4000 })
    for (const number of [1, 2, 3]) await keep(pictures, 'fill_1', number, number)
    await pictures.find('fill_1', name(1))
    await keep(pictures, 'fill_1', 4, 4)
    const found = await Promise.all([1, 2, 3, 4].map((number) => pictures.find('fill_1', name(number))))
    expect(found.map((one) => one?.png[0])).to.deep.equal([1, undefined, 3, 4])
    expect((await filesIn()).length).to.equal(3)
  })

  it('of an earlier process leave by when they were last used', async () => {
    const before = open()
    for (const number of [1, 2, 3]) await keep(before, 'fill_1', number, number)
    for (const path of await filesIn()) {
      const age = basename(path) === name(2) ? 1_000 : 2_000
      await utimes(path, age, age)
    }
    const pictures = open({ diskBytes: 2600 })
    await pictures.counted
    expect((await filesIn()).map((path) => basename(path)).sort()).to.deep.equal([name(1), name(3)])
  })

  it('that are larger than all room are not kept', async () => {
    const pictures = open({ diskBytes: 500 })
    await keep(pictures, 'fill_1', 1, 1)
    expect(await filesIn()).to.deep.equal([])
  })

  it('that a killed process left half written are removed', async () => {
    await keep(open(), 'fill_1', 1, 1)
    const [path = ''] = await filesIn()
    await writeFile(join(dirname(path), `${name(2)}.half`), 'x')
    await open().counted
    expect(await filesIn()).to.deep.equal([path])
  })

  it('are forgotten for good, one or all of a fill', async () => {
    const pictures = open({ memoryBytes: 1 << 20 })
    for (const number of [1, 2, 3]) await keep(pictures, 'fill_1', number, number)
    await keep(pictures, 'fill_2', 1, 9)
    await pictures.forget('fill_1', name(2))
    expect(await pictures.find('fill_1', name(2))).to.equal(null)
    expect(await pictures.find('fill_1', name(1))).not.to.equal(null)
    await pictures.forget('fill_1')
    expect(await pictures.find('fill_1', name(1))).to.equal(null)
    expect(await pictures.find('fill_2', name(1))).not.to.equal(null)
    expect((await filesIn()).length).to.equal(1)
    await pictures.forget('fill_3')
  })

  it('are no hindrance where the folder cannot be written, which is told once until it can', async () => {
    await mkdir(dirname(folder), { recursive: true })
    await writeFile(folder, 'a file stands in the way')
    const pictures = open()
    for (const number of [1, 2]) await keep(pictures, 'fill_1', number, 1)
    expect(await pictures.find('fill_1', name(1))).to.equal(null)
    expect(said).to.have.length(1)
    await rm(folder)
    await keep(pictures, 'fill_1', 3, 1)
    expect(await pictures.find('fill_1', name(3))).not.to.equal(null)
    await rm(folder, { recursive: true })
    await writeFile(folder, 'and again')
    await keep(pictures, 'fill_1', 4, 1)
    expect(said).to.have.length(2)
  })

  it('are at hand at once, and do not come back to a disk from which they were removed meanwhile', async () => {
    const pictures = open({ memoryBytes: 1 << 20 })
    pictures.store('fill_1', name(1), picture(7))
    expect((await pictures.find('fill_1', name(1)))?.png[0]).to.equal(7)
    pictures.store('fill_1', name(2), picture(8))
    await pictures.forget('fill_1')
    expect(await filesIn()).to.deep.equal([])
    await pictures.flush()
    expect(await filesIn()).to.deep.equal([])
    expect(await pictures.find('fill_1', name(2))).to.equal(null)
  })

  it('that a slow disk cannot take in are kept in memory alone', async () => {
    const pictures = open({ diskBytes: 1 << 30 })
    const large = picture(1, 40 << 20)
    for (const number of [1, 2]) pictures.store('fill_1', name(number), large)
    await pictures.flush()
    expect((await filesIn()).map((path) => basename(path))).to.deep.equal([name(1)])
  })

  it('have names that lead nowhere else', async () => {
    const pictures = open()
    for (const [scope, identity] of [
      ['../fill_1', name(1)],
      ['fill_1', '../../x'],
      ['fill_1/..', name(1)],
    ] as const) {
      const refused = await pictures.find(scope, identity).then(
        () => false,
        () => true,
      )
      expect(refused, `${scope} ${identity}`).to.equal(true)
    }
  })
})
