/** What every Files must do, run once for each implementation. */

import { createHash } from 'node:crypto'
import { expect } from 'chai'
import type { Files } from '../../core/files.ts'

export interface FilesUnderTest {
  readonly files: Files
  /** Writes a temporary file, as a worker would. */
  write(path: string, bytes: Uint8Array): Promise<void>
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export async function readWhole(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const part of parts) chunks.push(part)
  return Buffer.concat(chunks)
}

/** Bytes that differ from place to place and from seed to seed. */
export function someBytes(length: number, seed = 1): Uint8Array {
  let state = seed
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  })
}

export async function failureOf(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).to.be.instanceOf(Error)
  return error as Error
}

/** `open` gives files of which none is kept yet. */
export function describeFiles(name: string, open: () => Promise<FilesUnderTest>): void {
  describe(`the files in ${name}`, () => {
    let under: FilesUnderTest
    beforeEach(async () => {
      under = await open()
    })

    async function keep(bytes: Uint8Array): Promise<string> {
      const path = under.files.temporaryPath()
      await under.write(path, bytes)
      await under.files.store(path, sha256(bytes))
      return sha256(bytes)
    }

    it('give back what was kept, whole and in ranges', async () => {
      const bytes = someBytes(300_000)
      const hash = await keep(bytes)
      expect(await under.files.has(hash)).to.equal(true)
      expect(Buffer.compare(await readWhole(under.files.read(hash)), bytes)).to.equal(0)
      for (const [start, end] of [
        [0, 1],
        [131_071, 131_073],
        [299_999, 300_000],
        [100, 100],
        [0, 300_000],
      ] as const) {
        const part = await readWhole(under.files.read(hash, { start, end }))
        expect(Buffer.compare(part, bytes.subarray(start, end)), `${start} to ${end}`).to.equal(0)
      }
    })

    it('keep an empty file', async () => {
      const hash = await keep(new Uint8Array())
      expect(await readWhole(under.files.read(hash))).to.have.length(0)
    })

    it('refuse ranges beyond the file', async () => {
      const hash = await keep(someBytes(10))
      for (const range of [
        { start: 0, end: 11 },
        { start: -1, end: 5 },
        { start: 6, end: 5 },
        { start: 0.5, end: 5 },
      ]) {
        const error = await failureOf(readWhole(under.files.read(hash, range)))
        expect(error, JSON.stringify(range)).to.be.instanceOf(RangeError)
      }
    })

    it('keep the same bytes twice as one file', async () => {
      const bytes = someBytes(1000)
      const [first, second] = await Promise.all([keep(bytes), keep(bytes)])
      expect(first).to.equal(second)
      expect(Buffer.compare(await readWhole(under.files.read(first)), bytes)).to.equal(0)
    })

    it('refuse bytes that do not have the hash, and leave a file of that hash as it was', async () => {
      const bytes = someBytes(1000)
      const hash = await keep(bytes)
      const path = under.files.temporaryPath()
      await under.write(path, someBytes(1000, 2))
      expect((await failureOf(under.files.store(path, hash))).message).to.match(/hash/)
      expect(Buffer.compare(await readWhole(under.files.read(hash)), bytes)).to.equal(0)
    })

    it('take away a temporary file, and do not mind when there is none', async () => {
      const path = under.files.temporaryPath()
      await under.write(path, someBytes(10))
      await under.files.discard(path)
      await under.files.discard(path)
      await failureOf(under.files.store(path, sha256(someBytes(10))))
    })

    it('keep what is written piece by piece under its hash, and nothing of what is discarded', async () => {
      const pieces = [someBytes(3), someBytes(400_000, 2), someBytes(0), someBytes(70_000, 3)]
      const whole = Buffer.concat(pieces)
      const sink = await under.files.begin()
      for (const piece of pieces) await sink.write(piece)
      expect(await under.files.has(sha256(whole))).to.equal(false)
      expect(await sink.store()).to.deep.equal({ sha256: sha256(whole), sizeBytes: whole.length })
      await sink.discard()
      expect(Buffer.compare(await readWhole(under.files.read(sha256(whole))), whole)).to.equal(0)

      const dropped = await under.files.begin()
      await dropped.write(someBytes(500_000, 4))
      await dropped.discard()
      expect(await under.files.has(sha256(someBytes(500_000, 4)))).to.equal(false)
      await failureOf(dropped.write(someBytes(1)))
    })

    it('remove a kept file for good, and do not mind when there is none', async () => {
      const hash = await keep(someBytes(1000, 9))
      await under.files.remove(hash)
      expect(await under.files.has(hash)).to.equal(false)
      await under.files.remove(hash)
      expect(await keep(someBytes(1000, 9))).to.equal(hash)
      expect(await under.files.has(hash)).to.equal(true)
    })

    it('say that a file is missing', async () => {
      const hash = sha256(someBytes(5))
      expect(await under.files.has(hash)).to.equal(false)
      await failureOf(readWhole(under.files.read(hash)))
    })

    it('take no name but a hash, and no temporary path but their own', async () => {
      const hash = sha256(someBytes(5))
      for (const bad of [
        '',
        '..',
        `../${hash}`,
        `${hash}/..`,
        `${hash}\n`,
        hash.toUpperCase(),
        `${hash}\0`,
      ]) {
        expect((await failureOf(under.files.localPath(bad))).message, JSON.stringify(bad)).to.match(
          /64 lower-case/,
        )
        await failureOf(under.files.has(bad))
        await failureOf(readWhole(under.files.read(bad)))
      }
      const own = under.files.temporaryPath()
      expect(own).not.to.equal(under.files.temporaryPath())
      for (const bad of ['/etc/passwd', `${own}/x`, `${own}x`, own.replace(/[^/]+$/, '../x'), 'x', '']) {
        expect((await failureOf(under.files.store(bad, hash))).message, bad).to.match(/temporaryPath/)
        expect((await failureOf(under.files.discard(bad))).message, bad).to.match(/temporaryPath/)
      }
    })
  })
}
