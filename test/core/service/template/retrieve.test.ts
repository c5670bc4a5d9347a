/** Which revision of a template is shown, on a real store. */

import { expect } from 'chai'
import { ServiceError } from '../../../../core/errors.ts'
import { findShownTemplate, listShownTemplates } from '../../../../core/service/template/retrieve.ts'
import type { Store } from '../../../../core/store.ts'
import { openStore } from '../../../../server/store/open.ts'
import { revisionRecord, stockTeam, templateRecord } from '../../../support/database/records.ts'

describe('The shown revision', () => {
  let store: Awaited<ReturnType<typeof openStore>>
  beforeEach(async () => {
    store = await openStore({ databaseUrl: ':memory:' })
  })
  afterEach(() => store.close())

  /** A template with revisions up to `latest`. */
  async function stock(teamId: string, latest: number, live: number | null): Promise<string> {
    const template = templateRecord(teamId, { latestRevision: latest, liveRevision: live })
    await store.templates.insert(template)
    for (let revision = 1; revision <= latest; revision += 1)
      await store.revisions.insert(revisionRecord(template, { revision }))
    return template.id
  }

  it('is the published one, else the newest, and the newest where it is asked for', async () => {
    const { teamId } = await stockTeam(store)
    const live = await stock(teamId, 3, 2)
    const draft = await stock(teamId, 3, null)
    expect((await findShownTemplate(store, teamId, live, false)).revision.revision).to.equal(2)
    expect((await findShownTemplate(store, teamId, live, true)).revision.revision).to.equal(3)
    expect((await findShownTemplate(store, teamId, draft, false)).revision.revision).to.equal(3)
  })

  it('of a whole page is read in two reads, each beside its own template', async () => {
    const { teamId, template } = await stockTeam(store)
    const other = await stockTeam(store)
    const live = await stock(teamId, 3, 2)
    const draft = await stock(teamId, 2, null)
    const { reads, counting } = countReads(store)
    const page = await listShownTemplates(counting, teamId, { limit: 10, startingAfter: null })
    const shown = page.items.map((item) => [
      item.template.id,
      item.revision.templateId,
      item.revision.revision,
    ])
    expect(shown).to.deep.equal([
      [draft, draft, 2],
      [live, live, 2],
      [template.id, template.id, 1],
    ])
    expect(page.hasMore).to.equal(false)
    expect(reads()).to.equal(2)
    expect(shown.flat()).not.to.include(other.template.id)
  })

  it('is missed loudly where a template has lost it', async () => {
    const { teamId } = await stockTeam(store)
    const lost = templateRecord(teamId, { latestRevision: 5 })
    await store.templates.insert(lost)
    const error = await findShownTemplate(store, teamId, lost.id, false).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(ServiceError).with.property('code', 'no_saved_scene')
    const listed = await listShownTemplates(store, teamId, { limit: 10, startingAfter: null }).catch(String)
    expect(listed).to.equal(`Error: ${lost.id} has lost revision 5.`)
  })
})

/** The store, with every call of its templates and revisions counted. */
function countReads(store: Store): { readonly counting: Store; reads(): number } {
  let count = 0
  const counted = <T extends object>(table: T): T =>
    new Proxy(table, {
      get(target, name) {
        count += 1
        return Reflect.get(target, name)
      },
    })
  const counting = { ...store, templates: counted(store.templates), revisions: counted(store.revisions) }
  return { counting, reads: () => count }
}
