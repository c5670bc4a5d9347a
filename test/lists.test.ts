/** Every list of the table: its envelope, its limits and its cursor, with the team's own records in it. */
import { expect } from 'chai'
import { type AnyOperation, fullPath } from '../server/http/operation.ts'
import { OPERATIONS } from '../server/operations/index.ts'
import { DATABASES, longOn, needsDatabase } from './support/database/postgres.ts'
import { openTestServer, type TestServer } from './support/service/open-test-server.ts'
import { ABSENT, kindOf, type OtherTeam, pathWith, stockOtherTeam } from './support/service/other-team.ts'
import { openSamplePress } from './support/service/sample-press.ts'

const LISTS = OPERATIONS.filter(
  ({ auth, query }) => auth === 'secret' && query?.properties?.starting_after !== undefined,
)

const most = (operation: AnyOperation): number => operation.query?.properties?.limit?.maximum ?? 0
/** Those of a batch go on from an index, and the revisions of a template from a number. */
const hasIds = (operation: AnyOperation): boolean =>
  operation.query?.properties?.starting_after?.type === 'string'

for (const database of DATABASES)
  describe(`Every list on ${longOn(database)}`, () => {
    let test: TestServer
    let team: OtherTeam
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: openSamplePress(), env: { ROLES: 'api' }, database })
      team = await stockOtherTeam(test)
    })
    after(() => test?.close())

    const ask = async (operation: AnyOperation, query: string) => {
      const path = pathWith(operation, team.records[kindOf(operation)] ?? '')
      const { status, body } = await test.json(`${path}${query}`, { key: team.key })
      return { status, body, outcome: [status, body.error?.code, body.error?.param] }
    }

    for (const operation of LISTS) {
      it(`GET ${fullPath(operation)} takes 1 to ${most(operation)}, and nothing else for a limit`, async () => {
        expect(most(operation)).to.be.oneOf([100, 500])
        for (const limit of [1, most(operation)]) {
          const { status, body } = await ask(operation, `?limit=${limit}`)
          expect(status, JSON.stringify(body)).to.equal(200)
          expect(body.data).to.be.an('array').with.length.at.most(limit)
          expect(body.has_more).to.be.a('boolean')
          expect(body.next_starting_after !== null).to.equal(body.has_more)
        }
        for (const limit of ['0', String(most(operation) + 1), '-1', '1.5', '', 'all'])
          expect((await ask(operation, `?limit=${limit}`)).outcome, limit).to.deep.equal([
            400,
            'invalid_parameter',
            'limit',
          ])
        const refused = [400, 'invalid_parameter', 'limit']
        expect((await ask(operation, '?limit=1&limit=2')).outcome).to.deep.equal(refused)
        expect((await ask(operation, '?page=2')).outcome).to.deep.equal([400, 'unknown_parameter', 'page'])
      })

      it(`GET ${fullPath(operation)} goes on from its last item alone`, async () => {
        const refused = [400, 'invalid_parameter', 'starting_after']
        expect((await ask(operation, '?starting_after=')).outcome).to.deep.equal(refused)
        if (!hasIds(operation)) {
          expect((await ask(operation, '?starting_after=x')).outcome).to.deep.equal(refused)
          return
        }
        for (const cursor of ['x', `fill_${ABSENT}`, `team_${ABSENT}`, '%27'])
          expect((await ask(operation, `?starting_after=${cursor}`)).outcome, cursor).to.deep.equal([
            400,
            'invalid_cursor',
            'starting_after',
          ])
        const { body } = await ask(operation, '?limit=100')
        const ids = body.data.map(({ id }: { id: string }) => id)
        for (const [at, id] of ids.entries()) {
          const { body: rest } = await ask(operation, `?limit=100&starting_after=${id}`)
          expect(rest.data.map((one: { id: string }) => one.id)).to.deep.equal(ids.slice(at + 1))
        }
      })
    }

    it('is one of at least fifteen', () => {
      expect(LISTS).to.have.length.at.least(15)
    })
  })
