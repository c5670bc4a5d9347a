/** The life of API keys on a real store: made, used, rotated, revoked, expired. */
import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { ServiceError } from '../../../../core/errors.ts'
import { createIds } from '../../../../core/ids.ts'
import { authenticateKey } from '../../../../core/service/access/authenticate.ts'
import type { TeamRecord } from '../../../../core/service/access/key.ts'
import { hashKey, makeKey } from '../../../../core/service/access/key-form.ts'
import {
  type AccessPorts,
  createKey,
  type KeyRequest,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../../../core/service/access/keys.ts'
import { createTeam, listTeams } from '../../../../core/service/access/teams.ts'
import { openStore } from '../../../../server/store/open.ts'
import { type StoppedClock, stoppedClock } from '../../../support/run/clock.ts'

const DAY_MS = 86_400_000
const entropy = { bytes: (count: number) => randomBytes(count) }

async function refusalOf(work: Promise<unknown>): Promise<ServiceError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).to.be.instanceOf(ServiceError)
  return error as ServiceError
}

describe('API keys', () => {
  let clock: StoppedClock
  let ports: AccessPorts
  let team: TeamRecord
  let close: () => Promise<void>

  beforeEach(async () => {
    clock = stoppedClock()
    const store = await openStore({ databaseUrl: ':memory:' })
    close = store.close
    ports = { store, clock, entropy, makeId: createIds(clock, entropy) }
    team = await createTeam(ports, { name: '  Corner Press ', renderLimitMonthly: 500 })
  })
  afterEach(() => close())

  const make = (changes: Partial<KeyRequest> = {}) =>
    createKey(ports, {
      request: {
        teamId: team.id,
        type: 'secret',
        name: 'shop',
        scopes: [],
        lifetimeMs: null,
        ...changes,
      },
    })
  const authenticate = (key: string) => authenticateKey(ports.store, clock, key)

  it('tell their team, and are kept as a hash only', async () => {
    const { key, record } = await make()
    const known = await authenticate(key)
    expect(known?.key.teamId).to.equal(team.id)
    expect(known?.key.id).to.equal(record.id)
    const [stored] = await listKeys(ports.store, team.id)
    expect(stored?.keyHash).to.equal(hashKey(key))
    expect(stored?.last4).to.equal(key.slice(-4))
    expect(JSON.stringify(stored)).not.to.include(key.slice(10))
  })

  it('that are unknown, mistyped, revoked or expired are refused alike', async () => {
    const { key, record } = await make({ lifetimeMs: 90 * DAY_MS })
    expect(await authenticate(makeKey('secret', entropy))).to.equal(null)
    expect(await authenticate(`${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`)).to.equal(null)
    expect(await authenticate('')).to.equal(null)
    clock.advance(90 * DAY_MS - 1)
    expect(await authenticate(key)).not.to.equal(null)
    clock.advance(1)
    expect(await authenticate(key)).to.equal(null)

    const other = await make()
    await revokeKey(ports, { teamId: team.id, id: other.record.id })
    expect(await authenticate(other.key)).to.equal(null)
    expect((await listKeys(ports.store, team.id)).map((one) => one.id)).to.deep.equal([
      other.record.id,
      record.id,
    ])
  })

  it('that are mistyped cost no look at the database', async () => {
    const { key } = await make()
    const fail = () => Promise.reject(new Error('looked'))
    const blind = { ...ports.store, keys: { ...ports.store.keys, findByHash: fail } }
    expect(await authenticateKey(blind, clock, `${key}0`)).to.equal(null)
    expect(await authenticateKey(blind, clock, 'platen_sk_short')).to.equal(null)
    expect(await authenticateKey(blind, clock, key).catch((error: Error) => error.message)).to.equal('looked')
  })

  it('note their last use, at most once a minute', async () => {
    const { key, record } = await make()
    const lastUse = async () => (await ports.store.keys.find(team.id, record.id))?.lastUsedAt
    expect(await lastUse()).to.equal(null)
    const first = clock.now()
    await authenticate(key)
    expect(await lastUse()).to.equal(first)
    clock.advance(59_999)
    await authenticate(key)
    expect(await lastUse()).to.equal(first)
    clock.advance(1)
    await authenticate(key)
    expect(await lastUse()).to.equal(first + 60_000)
  })

  it('are rotated: the new one works at once, the old one until the overlap is over', async () => {
    const old = await make({ type: 'restricted', scopes: ['renders:read'], lifetimeMs: 30 * DAY_MS })
    clock.advance(10 * DAY_MS)
    const next = await rotateKey(ports, { teamId: team.id, id: old.record.id, overlapMs: DAY_MS })
    const { type, name, scopes, expiresAt } = next.record
    expect({ type, name, scopes, expiresAt }).to.deep.equal({
      type: 'restricted',
      name: 'shop',
      scopes: ['renders:read'],
      expiresAt: clock.now() + 30 * DAY_MS,
    })
    clock.advance(DAY_MS - 1)
    expect(await authenticate(old.key)).not.to.equal(null)
    clock.advance(1)
    expect(await authenticate(old.key)).to.equal(null)
    expect((await authenticate(next.key))?.key.id).to.equal(next.record.id)
  })

  it('never live longer because they are rotated, and end at once without an overlap', async () => {
    const short = await make({ lifetimeMs: DAY_MS })
    const { replaced } = await rotateKey(ports, {
      teamId: team.id,
      id: short.record.id,
      overlapMs: 7 * DAY_MS,
    })
    expect(replaced.expiresAt).to.equal(short.record.expiresAt)
    const other = await make()
    await rotateKey(ports, { teamId: team.id, id: other.record.id, overlapMs: 0 })
    expect(await authenticate(other.key)).to.equal(null)
  })

  it('that have ended are not rotated, and revoking twice changes nothing', async () => {
    const { record } = await make()
    const revoked = await revokeKey(ports, { teamId: team.id, id: record.id })
    clock.advance(1000)
    expect(await revokeKey(ports, { teamId: team.id, id: record.id })).to.deep.equal(revoked)
    expect(
      (await refusalOf(rotateKey(ports, { teamId: team.id, id: record.id, overlapMs: 0 }))).code,
    ).to.equal('key_not_active')
    expect(await listKeys(ports.store, team.id)).to.have.length(1)
  })

  it('of another team are not there', async () => {
    const { record, key } = await make()
    const stranger = await createTeam(ports, { name: 'Other', renderLimitMonthly: null })
    expect((await refusalOf(revokeKey(ports, { teamId: stranger.id, id: record.id }))).code).to.equal(
      'not_found',
    )
    expect(
      (await refusalOf(rotateKey(ports, { teamId: stranger.id, id: record.id, overlapMs: 0 }))).code,
    ).to.equal('not_found')
    expect(await listKeys(ports.store, stranger.id)).to.deep.equal([])
    expect(await authenticate(key)).not.to.equal(null)
    expect((await refusalOf(make({ teamId: 'team_x' }))).code).to.equal('not_found')
  })

  it('are not made of what makes no sense', async () => {
    const code = async (changes: Partial<KeyRequest>) => (await refusalOf(make(changes))).code
    expect(await code({ type: 'restricted' })).to.equal('missing_parameter')
    expect(await code({ type: 'restricted', scopes: ['all'] })).to.equal('invalid_scope')
    expect(await code({ scopes: ['renders:read'] })).to.equal('invalid_parameter')
    expect(await code({ name: 'a\nb' })).to.equal('invalid_parameter')
    expect(await code({ name: 'x'.repeat(101) })).to.equal('invalid_parameter')
    expect(await code({ lifetimeMs: 0 })).to.equal('invalid_parameter')
    expect(await code({ lifetimeMs: 4000 * DAY_MS })).to.equal('invalid_parameter')
    const { record } = await make()
    expect(
      (await refusalOf(rotateKey(ports, { teamId: team.id, id: record.id, overlapMs: 8 * DAY_MS }))).code,
    ).to.equal('invalid_parameter')
    expect(
      (await refusalOf(rotateKey(ports, { teamId: team.id, id: record.id, overlapMs: -1 }))).code,
    ).to.equal('invalid_parameter')
  })

  it('belong to teams, which have a name and a limit', async () => {
    expect(team.name).to.equal('Corner Press')
    expect(await listTeams(ports.store)).to.deep.equal([team])
    for (const name of ['', '  ', 'a\tb', 'x'.repeat(101)]) {
      const error = await refusalOf(createTeam(ports, { name, renderLimitMonthly: null }))
      expect(error.code).to.equal('invalid_parameter')
    }
    const error = await refusalOf(createTeam(ports, { name: 'x', renderLimitMonthly: -1 }))
    expect(error.code).to.equal('invalid_parameter')
  })
})
