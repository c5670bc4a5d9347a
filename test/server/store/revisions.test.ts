/** Revisions that are read again and again: what is kept of them in memory never hides what was written since. */
import { expect } from 'chai'
import { DATABASES, needsDatabase } from '../../support/database/postgres.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'
import { liveTemplate } from '../../support/service/sample-fill.ts'
import { openSamplePress } from '../../support/service/sample-press.ts'

for (const database of DATABASES)
  describe(`Revisions read twice, on ${database}`, () => {
    let test: TestServer
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ database, press: openSamplePress() })
    })
    after(() => test?.close())

    it('are the same, with the note of their artwork that came between', async () => {
      const { store } = test.server.ports
      const { id } = await liveTemplate(test)
      const first = await store.revisions.find(test.team.id, id, 1)
      expect(await store.revisions.find(test.team.id, id, 1)).to.deep.equal({ artwork: null, ...first })
      const artwork = { sourceSha256: 'a'.repeat(64), sizeBytes: 7, findings: [] }
      await store.revisions.keepArtwork(test.team.id, id, artwork)
      const later = await store.revisions.find(test.team.id, id, 1)
      expect(later).to.deep.equal({ ...first, artwork })
    })

    it('of another team, or rolled back, are not found', async () => {
      const { store } = test.server.ports
      const { id } = await liveTemplate(test)
      const saved = await store.revisions.find(test.team.id, id, 1)
      if (saved === null) throw new Error('There is no revision.')
      const other = await test.makeTeam('Other')
      expect(await store.revisions.find(other.id, id, 1)).to.equal(null)
      const stopped = store.transaction(async (inside) => {
        await inside.revisions.insert({ ...saved, revision: 2 })
        expect((await inside.revisions.find(test.team.id, id, 2))?.revision).to.equal(2)
        throw new Error('stopped')
      })
      expect(await stopped.catch((error: Error) => error.message)).to.equal('stopped')
      expect(await store.revisions.find(test.team.id, id, 2)).to.equal(null)
    })
  })
