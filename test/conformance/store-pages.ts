/** What every Store must do about lists: order, pages and filters. */

import { expect } from 'chai'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RenderFilter } from '../../core/service/render/render-store.ts'
import type { TemplateFilter } from '../../core/service/template/template-store.ts'
import type { Store } from '../../core/store.ts'
import { renderRecord, stockTeam, templateRecord } from '../support/database/records.ts'

async function readAll<T extends { readonly id: string }>(
  limit: number,
  list: (page: PageRequest) => Promise<Page<T>>,
): Promise<{ readonly ids: readonly string[]; readonly pageSizes: readonly number[] }> {
  const ids: string[] = []
  const pageSizes: number[] = []
  for (let startingAfter: string | null = null, more = true; more; ) {
    const page: Page<T> = await list({ limit, startingAfter })
    ids.push(...page.items.map((item) => item.id))
    pageSizes.push(page.items.length)
    startingAfter = page.items.at(-1)?.id ?? null
    more = page.hasMore
  }
  return { ids, pageSizes }
}

export function describePages(current: () => Store): void {
  describe('lists', () => {
    it('newest first in pages that neither leave out nor repeat', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const renders = Array.from({ length: 7 }, () => renderRecord(template))
      for (const render of renders) await store.renders.insert(render)
      const { ids, pageSizes } = await readAll(3, (page) => store.renders.list(teamId, {}, page))
      expect(ids).to.deep.equal(renders.map((render) => render.id).reverse())
      expect(pageSizes).to.deep.equal([3, 3, 1])
    })

    it('without claiming more after a page that is just full', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      for (let count = 0; count < 4; count++) await store.renders.insert(renderRecord(template))
      const { pageSizes } = await readAll(2, (page) => store.renders.list(teamId, {}, page))
      expect(pageSizes).to.deep.equal([2, 2])
      const empty = await store.renders.list(teamId, {}, { limit: 2, startingAfter: 'rnd_0' })
      expect(empty).to.deep.equal({ items: [], hasMore: false })
    })

    it('by the bytes of ids, capitals before small letters', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      for (const id of ['rnd_b', 'rnd_B', 'rnd_a', 'rnd_é', 'rnd_1']) {
        await store.renders.insert(renderRecord(template, { id: `${id}${teamId}` }))
      }
      const { ids } = await readAll(2, (page) => store.renders.list(teamId, {}, page))
      expect(ids.map((id) => id[4])).to.deep.equal(['é', 'b', 'a', 'B', '1'])
    })

    it('renders by order, cart and kind, and by all of them together', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const first = renderRecord(template, { externalOrderId: 'order 1', externalCartId: 'cart 1' })
      const proof = renderRecord(template, { externalOrderId: 'order 1', kind: 'proof' })
      const other = renderRecord(template, { externalOrderId: 'order 2', externalCartId: 'cart 1' })
      for (const render of [first, proof, other]) await store.renders.insert(render)
      const ids = async (filter: RenderFilter) =>
        (await readAll(1, (page) => store.renders.list(teamId, filter, page))).ids
      expect(await ids({ externalOrderId: 'order 1' })).to.deep.equal([proof.id, first.id])
      expect(await ids({ externalCartId: 'cart 1' })).to.deep.equal([other.id, first.id])
      expect(await ids({ kind: 'proof' })).to.deep.equal([proof.id])
      expect(
        await ids({ externalOrderId: 'order 1', externalCartId: 'cart 1', kind: 'final' }),
      ).to.deep.equal([first.id])
      expect(await ids({ externalOrderId: "' or 1=1 --" })).to.deep.equal([])
    })

    it('templates without the archived ones', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      await store.templates.insert(templateRecord(teamId, { status: 'archived' }))
      const live = templateRecord(teamId, { status: 'live' })
      await store.templates.insert(live)
      const { ids } = await readAll(1, (page) => store.templates.list(teamId, page))
      expect(ids).to.deep.equal([live.id, template.id])
    })

    it('templates by title and by last change, page by page, found by words and tags', async () => {
      const store = current()
      const { teamId, template } = await stockTeam(store)
      const insert = async (title: string, updatedAt: number, tags?: string) => {
        const metadata = tags === undefined ? {} : { tags }
        const record = templateRecord(teamId, { title, updatedAt, metadata, status: 'live' })
        await store.templates.insert(record)
        return record.id
      }
      const menu = await insert('menu card', 1_760_000_000_000, 'Restaurant, winter')
      const wine = await insert('Étiquette de vin', 1_780_000_000_000, 'winter')
      const card = await insert('Business Card', 1_770_000_000_000)
      const all = async (filter: TemplateFilter, limit = 1) =>
        (await readAll(limit, (page) => store.templates.list(teamId, page, filter))).ids
      expect(await all({ order: 'updated' })).to.deep.equal([wine, card, menu, template.id])
      expect(await all({ order: 'title', search: 'CARD' }, 2)).to.deep.equal([card, menu])
      expect(await all({ search: 'etiq' })).to.deep.equal([wine])
      expect(await all({ search: 'restaurant men' })).to.deep.equal([menu])
      expect(await all({ search: 'menu vin' })).to.deep.equal([])
      expect(await all({ search: '–' })).to.deep.equal([])
      expect(await all({ tag: 'WINTER' })).to.deep.equal([wine, menu])
      expect(await all({ tag: 'wint' })).to.deep.equal([])
      expect(await all({ tag: 'winter', status: 'draft' })).to.deep.equal([])
    })
  })
}
