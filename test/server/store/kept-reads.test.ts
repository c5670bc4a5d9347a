/** Records kept between commits: bounded in their number and in their bytes. */

import { join } from 'node:path'
import { expect } from 'chai'
import type { Database } from '../../../server/store/engine/database.ts'
import { connect } from '../../../server/store/engine/dialect.ts'
import { keepReads } from '../../../server/store/engine/kept-reads.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

describe('Kept records', () => {
  const makeFolder = temporaryFolders()
  let database: Database
  before(async () => {
    database = await connect(join(await makeFolder(), 'platen.db'))
  })
  after(() => database.close())

  /** Reads of records with so many characters, and how many of them reached the database. */
  const reads = (characters: number) => {
    let count = 0
    const find = keepReads(database, async (key) => {
      count += 1
      return { key, name: 'x'.repeat(characters) }
    })
    return async (keys: readonly number[]) => {
      count = 0
      for (const key of keys) expect(await find(`${key}`)).to.have.property('key', `${key}`)
      return count
    }
  }
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

  it('are read once', async () => {
    const read = reads(300)
    expect(await read(numbers(500))).to.equal(500)
    expect(await read(numbers(500))).to.equal(0)
  })

  it('are at most 1,000', async () => {
    const read = reads(10)
    expect(await read(numbers(1_001))).to.equal(1_001)
    expect(await read([1_000])).to.equal(0)
    expect(await read(numbers(1_000))).to.equal(1_000)
  })

  it('take at most a megabyte, however large they are', async () => {
    const read = reads(100_000)
    // Two bytes for each character: five of them fit.
    expect(await read(numbers(5))).to.equal(5)
    expect(await read(numbers(5))).to.equal(0)
    expect(await read([5])).to.equal(1)
    expect(await read(numbers(5))).to.equal(5)
  })

  it('leave out one that is larger than all of them may be, and keep the others', async () => {
    const sizes = new Map([
      ['small', 10],
      ['huge', 600_000],
    ])
    let count = 0
    const find = keepReads(database, async (key) => {
      count += 1
      return { name: 'x'.repeat(sizes.get(key) ?? 0) }
    })
    for (const key of ['small', 'huge', 'huge', 'small']) await find(key)
    expect(count).to.equal(3)
  })
})
