/** Lists that are read page by page. */
import { expect } from 'chai'
import { eachItem, ownId, type PageRequest } from '../../core/page.ts'

describe('eachItem', () => {
  const items = Array.from({ length: 250 }, (_, at) => ({ id: `id_${at}` }))
  const listOf = (all: typeof items, asked: PageRequest[]) => async (page: PageRequest) => {
    asked.push(page)
    const from = all.findIndex(({ id }) => id === page.startingAfter) + 1
    return { items: all.slice(from, from + page.limit), hasMore: from + page.limit < all.length }
  }

  it('gives each item of a list of several pages once, in order', async () => {
    const asked: PageRequest[] = []
    expect(await Array.fromAsync(eachItem(listOf(items, asked), ownId))).to.deep.equal(items)
    expect(asked.map(({ startingAfter }) => startingAfter)).to.deep.equal([null, 'id_99', 'id_199'])
  })

  it('reads no page before an item of it is wanted', async () => {
    const asked: PageRequest[] = []
    for await (const item of eachItem(listOf(items, asked), ownId)) if (item.id === 'id_99') break
    expect(asked).to.have.length(1)
  })

  it('gives nothing of an empty list', async () => {
    expect(await Array.fromAsync(eachItem(listOf([], []), ownId))).to.deep.equal([])
  })
})
