/** The command line, run as a process: what it prints, how it exits, and that it works beside a running server. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { createIds } from '../../core/ids.ts'
import { authenticateKey } from '../../core/service/access/authenticate.ts'
import { runCommandLine } from '../../server/cli/run.ts'
import { type OpenStore, openStore } from '../../server/store/open.ts'
import { programOf } from '../support/run/built-programs.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../..')

interface Ran {
  readonly code: number
  readonly out: string
  readonly error: string
}

const run = (dataDir: string, ...line: readonly string[]) => runProgram(programOf('cli'), dataDir, line)

function runProgram(program: string, dataDir: string, line: readonly string[]): Promise<Ran> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...line], { cwd: ROOT, env }, (_, out, error) =>
      resolve({ code: child.exitCode ?? -1, out, error }),
    )
  })
}

async function json(dataDir: string, ...line: readonly string[]) {
  const ran = await run(dataDir, ...line, '--json')
  expect(ran.error).to.equal('')
  expect(ran.code).to.equal(0)
  return JSON.parse(ran.out)
}

describe('the command line', () => {
  const makeFolder = temporaryFolders()
  const openBeside = (dataDir: string): Promise<OpenStore> =>
    openStore({ databaseUrl: join(dataDir, 'platen.db') })
  const nothing = (): never => {
    throw new Error('A wrong line went further than its reading.')
  }
  const clock = { now: () => Date.now() }
  const entropy = { bytes: (count: number) => randomBytes(count) }
  const ports = { clock, entropy, makeId: createIds(clock, entropy), openJobs: nothing }

  it('can be executed as it lies there', async () => {
    await access(join(ROOT, 'server/cli.ts'), constants.X_OK)
    const nowhere = join(await makeFolder(), 'none')
    const { code, error, out } = await runProgram('server/cli.ts', nowhere, ['--help'])
    expect({ code, error }).to.deep.equal({ code: 0, error: '' })
    expect(out).to.include('  keys create  ')
  })

  it('explains itself at every level without touching a database', async () => {
    const nowhere = join(await makeFolder(), 'none')
    const [all, group, one, bare] = await Promise.all([
      run(nowhere, '--help'),
      run(nowhere, 'keys', '--help'),
      run(nowhere, 'keys', 'rotate', '--help'),
      run(nowhere),
    ])
    for (const command of ['keys create', 'keys rotate KEY_ID', 'teams create NAME', 'migrate']) {
      expect(all.out).to.include(`  ${command}  `)
    }
    expect(all.out).to.include('DATA_DIR').and.to.include('--json')
    expect(group.out).to.include('keys revoke').and.not.to.include('teams')
    expect(one.out).to.include('Usage: platen keys rotate KEY_ID').and.to.include('--overlap SPAN')
    expect([all.code, group.code, one.code, bare.code]).to.deep.equal([0, 0, 0, 2])
    expect(bare.out).to.equal('')
    expect(bare.error).to.equal(all.out)
    const untouched = await access(nowhere).catch((error: NodeJS.ErrnoException) => error.code)
    expect(untouched).to.equal('ENOENT')
  })

  it('makes keys that a running server takes at once, and ends them as soon', async () => {
    const dataDir = await makeFolder()
    const server = await openBeside(dataDir)
    const team = await json(dataDir, 'teams', 'create', 'Corner Press')
    const made = await json(dataDir, 'keys', 'create', '--type', 'secret', '--name', 'storefront')
    const known = await authenticateKey(server, clock, made.key)
    expect(known?.key.teamId).to.equal(team.id)
    expect(known?.key.id).to.equal(made.id)

    const rotated = await json(dataDir, 'keys', 'rotate', made.id, '--overlap', '0')
    expect(await authenticateKey(server, clock, made.key)).to.equal(null)
    expect((await authenticateKey(server, clock, rotated.key))?.key.name).to.equal('storefront')
    await json(dataDir, 'keys', 'revoke', rotated.id)
    expect(await authenticateKey(server, clock, rotated.key)).to.equal(null)
    const log = await server.audit.list(team.id, {}, { limit: 10, startingAfter: null })
    expect(log.items.map(({ actor, action, objectId }) => [actor, action, objectId])).to.deep.equal([
      ['cli', 'key.revoked', rotated.id],
      ['cli', 'key.rotated', made.id],
      ['cli', 'key.created', made.id],
    ])
    await server.close()
  })

  it('shows a key once, in plain words', async () => {
    const dataDir = await makeFolder()
    await run(dataDir, 'teams', 'create', 'Corner Press')
    const line = [
      'keys',
      'create',
      '--type',
      'restricted',
      '--scopes',
      'fills:write,renders:read',
      '--expires',
      '90d',
    ]
    const made = await run(dataDir, ...line)
    const key = /^ {2}(platen_rk_[0-9A-Za-z]{36})$/m.exec(made.out)?.[1] ?? ''
    expect(key, made.out).not.to.equal('')
    expect(made.out).to.match(/shown only once/)
    expect(made.out).to.match(/renders:read, fills:write/)
    expect(made.out).to.match(/Valid until \d{4}-\d\d-\d\d \d\d:\d\d UTC\./)

    const [listed, data] = await Promise.all([run(dataDir, 'keys', 'list'), json(dataDir, 'keys', 'list')])
    expect(listed.out)
      .to.include(`platen_rk_…${key.slice(-4)}`)
      .and.not.to.include(key)
    expect(JSON.stringify(data)).not.to.include(key.slice(10))
    const [found] = data.data
    expect(found.scopes).to.deep.equal(['renders:read', 'fills:write'])
    expect(Date.parse(found.expires_at) - Date.parse(found.created_at)).to.equal(90 * 86_400_000)
    const [title, , headings, row] = listed.out.split('\n')
    expect(title).to.equal('Keys of Corner Press')
    expect(headings?.indexOf('KEY')).to.equal(row?.indexOf('platen_rk_'))
  })

  it('asks which team where there are several, takes its id or name, and says when there is none @long', async () => {
    const dataDir = await makeFolder()
    const none = await run(dataDir, 'keys', 'create', '--type', 'secret')
    expect(none.code).to.equal(1)
    expect(none.error).to.match(/no team yet.*platen teams create/)

    const one = await json(dataDir, 'teams', 'create', 'One')
    const two = await json(dataDir, 'teams', 'create', 'Two', '--render-limit', '500')
    const unsaid = await run(dataDir, 'keys', 'create', '--type', 'secret')
    expect(unsaid.code).to.equal(2)
    expect(unsaid.error).to.include(one.id).and.to.include('Two')
    const byName = await json(dataDir, 'keys', 'create', '--type', 'secret', '--team', 'Two')
    const byId = await json(dataDir, 'keys', 'create', '--type', 'publishable', '--team', one.id)
    expect([byName.team_id, byId.team_id]).to.deep.equal([two.id, one.id])
    expect((await run(dataDir, 'keys', 'create', '--type', 'secret', '--team', 'Three')).code).to.equal(1)
    const { data } = await json(dataDir, 'teams', 'list')
    expect(
      data.map((team: { render_limit_monthly: number | null }) => team.render_limit_monthly),
    ).to.deep.equal([500, null])
    const revoked = await json(dataDir, 'keys', 'revoke', byId.id)
    expect(revoked.active).to.equal(false)
  })

  it('sets what a team may have, and takes limits away with none', async () => {
    const dataDir = await makeFolder()
    const limits = ['--template-limit', '3', '--retention-days', '90', '--billing-status', 'inactive']
    const made = await json(dataDir, 'teams', 'create', 'One', ...limits)
    const nothing = {
      embed_application_limit: null,
      webhook_endpoint_limit: null,
      render_limit_monthly: null,
    }
    expect(made).to.include({ billing_status: 'inactive', template_limit: 3, retention_days: 90, ...nothing })

    const changes = ['--billing-status', 'active', '--retention-days', 'none', '--render-limit', '0']
    const changed = await json(dataDir, 'teams', 'set', 'One', ...changes, '--name', 'Two')
    expect(changed).to.deep.equal({
      ...made,
      name: 'Two',
      billing_status: 'active',
      retention_days: null,
      render_limit_monthly: 0,
    })
    const more = ['--embed-application-limit', '4', '--webhook-endpoint-limit', '5']
    const said = await run(dataDir, 'teams', 'set', made.id, ...more)
    expect(said.out).to.match(/embed applications +4\n +webhook endpoints +5/)
    expect((await json(dataDir, 'teams', 'list')).data).to.deep.equal([
      { ...changed, embed_application_limit: 4, webhook_endpoint_limit: 5 },
    ])
    const store = await openBeside(dataDir)
    const { items } = await store.audit.list(made.id, {}, { limit: 10, startingAfter: null })
    expect(items.map(({ actor, action, details }) => ({ actor, action, details }))).to.deep.equal([
      {
        actor: 'cli',
        action: 'team.changed',
        details: { embed_application_limit: 4, webhook_endpoint_limit: 5 },
      },
      {
        actor: 'cli',
        action: 'team.changed',
        details: { billing_status: 'active', retention_days: null, render_limit_monthly: 0, renamed: true },
      },
    ])
    await store.close()
    const missing = await run(dataDir, 'teams', 'set', 'Nobody', '--render-limit', '1')
    expect([missing.code, missing.error]).to.satisfy(
      ([code, error]: [number, string]) => code === 1 && /No such team/.test(error),
    )
  })

  it('refuses a wrong line with 2 and what cannot be done with 1, on standard error', async () => {
    const dataDir = await makeFolder()
    await run(dataDir, 'teams', 'create', 'One')
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [['unknown'], /Unknown command "unknown"/],
      [['keys', 'unknown'], /Unknown command "keys unknown"/],
      [['keys', 'create'], /type of the key/],
      [['keys', 'create', '--type', 'master'], /not "master"/],
      [['keys', 'create', '--type', 'restricted'], /needs --scopes/],
      [['keys', 'create', '--type', 'restricted', '--scopes', 'all'], /Unknown scope "all"/],
      [
        ['keys', 'create', '--type', 'secret', '--scopes', 'renders:read'],
        /Only restricted keys have scopes/,
      ],
      [['keys', 'create', '--type', 'secret', '--expires', '90'], /number and a unit/],
      [['keys', 'create', '--type', 'secret', '--colour', 'red'], /--colour/],
      [['keys', 'create', '--type'], /--type/],
      [['keys', 'revoke'], /the id of a key/],
      [['keys', 'list', 'surplus'], /"surplus"/],
      [['teams', 'create'], /the name of the team/],
      [['teams', 'set'], /id or name of a team/],
      [['teams', 'set', 'One'], /at least one option/],
      [['teams', 'set', 'One', '--template-limit', 'many'], /an integer or none/],
      [['teams', 'set', 'One', '--billing-status', 'late'], /active or inactive, not "late"/],
      [['teams', 'set', 'One', '--retention-days', '0'], /1 to 36525 days/],
    ]
    const store = await openBeside(dataDir)
    for (const [line, says] of wrong) {
      const { exitCode, out, error } = await runCommandLine(
        line,
        (work) => work({ store, ...ports }),
        nothing,
      )
      expect(error, line.join(' ')).to.match(says)
      expect({ exitCode, out }, line.join(' ')).to.deep.equal({ exitCode: 2, out: '' })
    }
    await store.close()
    const mistake = await run(dataDir, 'keys', 'create')
    expect({ code: mistake.code, out: mistake.out }).to.deep.equal({ code: 2, out: '' })
    const missing = await run(dataDir, 'keys', 'revoke', 'key_x')
    expect(missing.code).to.equal(1)
    expect(missing.error).to.match(/No such key: "key_x"/)
    expect(missing.error).not.to.match(/\n {4}at /)
  })

  it('brings a database up to date, and says so', async () => {
    const dataDir = await makeFolder()
    const first = await json(dataDir, 'migrate')
    expect(first.migrated).to.include('0001-teams-and-keys')
    expect((await run(dataDir, 'migrate')).out).to.equal('The database is up to date.\n')
    expect((await json(dataDir, 'migrate')).migrated).to.deep.equal([])
  })

  it('waits for a server that is writing', async () => {
    const dataDir = await makeFolder()
    await run(dataDir, 'teams', 'create', 'One')
    const server = await openBeside(dataDir)
    let committed = false
    const writing = server.transaction(async () => {
      // Time passes: the command starts, and finds the database locked.
      await delay(1200)
      committed = true
    })
    const made = await json(dataDir, 'teams', 'create', 'Two')
    expect(committed, 'waited for the commit').to.equal(true)
    await writing
    expect((await server.teams.find(made.id))?.name).to.equal('Two')
    await server.close()
  })
})
