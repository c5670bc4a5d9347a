/** What strangers put into bodies and queries, in every operation: columns, prototypes, SQL, NUL, halves of letters. */
import { type TSchema, Type } from '@sinclair/typebox'
import Sqlite from 'better-sqlite3'
import { expect } from 'chai'
import fc from 'fast-check'
import { exampleOf } from '../../server/http/openapi-example.ts'
import type { AnyOperation } from '../../server/http/operation.ts'
import { OPERATIONS } from '../../server/operations/index.ts'
import { DATABASES, longOn, needsDatabase, queryPostgres } from '../support/database/postgres.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { kindOf, type OtherTeam, pathWith, stockOtherTeam } from '../support/service/other-team.ts'
import { openSamplePress } from '../support/service/sample-press.ts'

const BODIES = OPERATIONS.filter(
  ({ auth, body, multipart }) => auth === 'secret' && body !== undefined && multipart === undefined,
)
const QUERIES = OPERATIONS.filter(({ auth, query }) => auth === 'secret' && query !== undefined)
/** More at once than are named in one reply. */
const NAMES_AT_ONCE = 40
const SQL = [
  "' OR 1=1 --",
  "'; DROP TABLE fills; --",
  '" OR ""="',
  "') UNION SELECT key_hash FROM api_keys --",
  '1; SELECT pg_sleep(5)',
  '$1',
  '?',
  '%',
  '_%\\',
  '{"$gt":""}',
  "'||(SELECT 1)||'",
]
/** Own members of every object, which a careless look-up finds in an empty one too. */
const INHERITED = ['toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', 'isPrototypeOf']

const nameOf = ({ method, path }: AnyOperation) => `${method.toUpperCase()} ${path}`
const bodyOf = (operation: AnyOperation) => exampleOf(operation.body as TSchema) as Record<string, unknown>
const isMap = (schema: TSchema) => schema.type === 'object' && typeof schema.additionalProperties === 'object'
const isText = (schema: TSchema) => schema.type === 'string' && schema.enum === undefined

/** The places of a body's schema that `wanted` takes, as paths of members; items of lists stand as 0. */
function placesIn(
  schema: TSchema,
  wanted: (schema: TSchema) => boolean,
): readonly (readonly (string | number)[])[] {
  if (wanted(schema)) return [[]]
  const below = (name: string | number, part: TSchema) =>
    placesIn(part, wanted).map((path) => [name, ...path])
  const alternatives: readonly TSchema[] = schema.anyOf ?? []
  const members = Object.entries((schema.properties ?? {}) as Record<string, TSchema>)
  return [
    ...alternatives.flatMap((one) => placesIn(one, wanted)),
    ...members.flatMap(([name, part]) => below(name, part)),
    ...(schema.items === undefined ? [] : below(0, schema.items)),
  ]
}

function schemaAt(schema: TSchema, path: readonly (string | number)[]): TSchema {
  const [name, ...rest] = path
  if (name === undefined && schema.anyOf === undefined) return schema
  for (const one of [schema, ...((schema.anyOf ?? []) as TSchema[])]) {
    if (name === undefined && isMap(one)) return one
    const part = typeof name === 'number' ? one.items : one.properties?.[name ?? '']
    if (part !== undefined) return schemaAt(part, rest)
  }
  throw new Error(`There is nothing at ${path.join('.')}.`)
}

/** The body with `value` at the place; what is missing on the way is made. */
function withValue(body: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (typeof name === 'number') return [withValue(Array.isArray(body) ? body[0] : undefined, rest, value)]
  const members = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  return { ...members, [name]: withValue(members[name], rest, value) }
}

for (const database of DATABASES)
  describe(`Hostile input, on ${longOn(database)}`, function () {
    // Every operation gets every hostile value.
    this.timeout(240_000)
    let test: TestServer
    let team: OtherTeam
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: openSamplePress(), database, env: { ROLES: 'api' } })
      team = await stockOtherTeam(test)
    })
    after(() => test?.close())

    const send = (operation: AnyOperation, body: unknown, headers: Record<string, string> = {}) =>
      test.json(pathWith(operation, team.records[kindOf(operation)] ?? ''), {
        method: operation.method.toUpperCase(),
        ...{ key: team.key, body, headers },
      })
    /** Everything that the team can see of its records. */
    const records = async () => {
      const paths = Object.entries(team.records).filter(
        ([path]) => !/embed\/fills|events|storefront\/(?:lines|hooks|shops)/.test(path),
      )
      return Promise.all(
        paths.map(async ([path, id]) => {
          const { body } = await test.json(`/v1${path}/${id}`, { key: team.key })
          // The link of a render is minted at each read, and the key tells when it was last used.
          return JSON.stringify(body).replace(/"(signed_url|last_used_at)":"[^"]*"/g, '')
        }),
      )
    }

    it('that names columns of the tables is refused by name, and changes no row', async () => {
      const columns = await columnsOf(test, database)
      expect(columns).to.include.members(['team_id', 'status', 'storage_key', 'key_hash', 'created_at'])
      const before = await records()
      for (const operation of BODIES) {
        const known = Object.keys((operation.body?.properties ?? {}) as object)
        const unknown = columns.filter((name) => !known.includes(name))
        for (let at = 0; at < unknown.length; at += NAMES_AT_ONCE) {
          const names = unknown.slice(at, at + NAMES_AT_ONCE)
          const extra = Object.fromEntries(names.map((name) => [name, 'tpl_other']))
          const { status, body } = await send(operation, { ...bodyOf(operation), ...extra })
          expect([status, body.error.code], nameOf(operation)).to.deep.equal([400, 'unknown_parameter'])
          const details: { param: string }[] = body.error.details ?? [body.error]
          expect(
            details.map((one) => one.param),
            nameOf(operation),
          ).to.include.members(names)
        }
      }
      expect(await records()).to.deep.equal(before)
    })

    it('that reaches for prototypes is refused in every map of every body', async () => {
      let maps = 0
      for (const operation of BODIES)
        for (const path of placesIn(operation.body ?? Type.Object({}), isMap)) {
          maps += 1
          const good = exampleOf(schemaAt(operation.body as TSchema, path).additionalProperties)
          for (const name of ['__proto__', 'constructor', 'prototype'])
            for (const value of [good, { polluted: 'yes' }]) {
              // As text, for an object with an own __proto__ cannot be written as a literal.
              const text = JSON.stringify(withValue(bodyOf(operation), path, { PLACE: value }))
              const body = text.replace('PLACE', name)
              const reply = await send(operation, body, { 'content-type': 'application/json' })
              expect(reply.status, `${nameOf(operation)} ${path.join('.')} ${name}`).to.equal(400)
            }
        }
      expect(maps).to.be.greaterThan(10)
      expect(({} as Record<string, unknown>).polluted).to.equal(undefined)
    })

    it('that uses names which every object inherits is kept as it is, or is no field', async () => {
      const metadata = Object.fromEntries(INHERITED.map((name) => [name, `kept ${name}`]))
      const templateId = team.records['/templates']
      const made = await test.json('/v1/fills', {
        key: team.key,
        body: { template_id: templateId, metadata },
      })
      expect(made.status).to.equal(201)
      const { fill } = (await test.json(`/v1/fills/${made.body.fill.id}`, { key: team.key })).body
      expect(fill.metadata).to.deep.equal(metadata)
      for (const name of INHERITED)
        for (const part of [{ values: { [name]: 'x' } }, { assignments: { [name]: 1 } }]) {
          const reply = await test.json('/v1/fills', {
            key: team.key,
            body: { template_id: templateId, ...part },
          })
          expect(reply.status, JSON.stringify(part)).to.be.oneOf([400, 422])
        }
    })

    it('that looks like SQL finds nothing and breaks nothing, in every query @long', async () => {
      for (const operation of QUERIES)
        for (const name of Object.keys((operation.query?.properties ?? {}) as object)) {
          const any = fc.oneof(fc.constantFrom(...SQL), fc.string({ unit: 'binary', maxLength: 60 }))
          await fc.assert(
            fc.asyncProperty(any, async (text) => {
              const path = pathWith(operation, team.records[kindOf(operation)] ?? '')
              const query = `${name}=${encodeURIComponent(text.toWellFormed())}`
              const reply = await test.send(`${path}?${query}`, { key: team.key, method: operation.method })
              const body = await reply.text()
              expect(reply.status, `${path}?${query}: ${body}`).to.be.oneOf([200, 400, 404, 409])
            }),
            { numRuns: 5 },
          )
        }
      expect((await test.json('/v1/fills', { key: team.key })).body.data.length).to.be.greaterThan(0)
    })

    it('that no text of a database can hold is refused in every text of every body, and so is SQL kept as text @long', async () => {
      let places = 0
      for (const operation of BODIES)
        for (const path of placesIn(operation.body ?? Type.Object({}), isText)) {
          places += 1
          const where = `${nameOf(operation)} ${path.join('.')}`
          for (const text of ['a\u0000b', places % 2 === 0 ? 'a\ud800' : '\udc00a']) {
            const { status } = await send(operation, withValue(bodyOf(operation), path, text))
            expect(status, where).to.equal(400)
          }
          const said = await send(operation, withValue(bodyOf(operation), path, SQL[places % SQL.length]))
          expect(said.status, `${where}: ${JSON.stringify(said.body)}`).to.be.below(500)
        }
      expect(places).to.be.greaterThan(30)
    })

    it('with too many names, too long a text or too many levels is refused', async () => {
      const render = (part: Record<string, unknown>) =>
        test.json('/v1/renders', {
          key: team.key,
          body: { template_id: team.records['/templates'], ...part },
        })
      const many = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'x']))
      expect((await render({ values: many(1_001) })).status).to.equal(400)
      expect((await render({ metadata: many(51) })).status).to.equal(400)
      expect((await render({ values: { Name: 'x'.repeat(5_001) } })).status).to.equal(400)
      const deep = `{"template_id":"t","values":${'['.repeat(400_000)}${']'.repeat(400_000)}}`
      const headers = { 'content-type': 'application/json' }
      const reply = await test.json('/v1/renders', { method: 'POST', key: team.key, body: deep, headers })
      expect([reply.status, reply.body.error.code]).to.deep.equal([400, 'invalid_json'])
    })
  })

/** The names of all columns of all tables. */
async function columnsOf(test: TestServer, database: (typeof DATABASES)[number]): Promise<readonly string[]> {
  if (database === 'postgres') {
    const statement =
      "select distinct column_name from information_schema.columns where table_schema = 'public'"
    const rows = await queryPostgres(test.databasePath, statement)
    return rows.map((row) => String(row.column_name))
  }
  const file = new Sqlite(test.databasePath, { readonly: true })
  try {
    const statement =
      "select distinct c.name from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table'"
    return file.prepare(statement).pluck().all() as string[]
  } finally {
    file.close()
  }
}
