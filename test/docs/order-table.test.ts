/** The table of changes of an order, and the rows that the suite of storefronts plays. */
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { ORDER_ROWS } from '../conformance/order-rows.ts'

async function tableOf(page: string): Promise<readonly (readonly string[])[]> {
  const text = await readFile(`docs/sell/${page}`, 'utf8')
  const lines = text.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

describe('The table of changes of an order', () => {
  it('The table of changes of an order has the rows that the storefront suite plays', async () => {
    const table = await tableOf('orders.md')
    expect(table.map(([what]) => what)).to.deep.equal(ORDER_ROWS.map(({ what }) => what))
  })

  it('The German table of changes of an order has the same rows and codes as the English one', async () => {
    const codes = (table: readonly (readonly string[])[]) =>
      table.map((row) => row.join(' ').match(/`\w+`/g)?.join() ?? '')
    expect(codes(await tableOf('orders.de.md'))).to.deep.equal(codes(await tableOf('orders.md')))
  })
})
