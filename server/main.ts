/** Starts the service: settings, first team and keys, listening, and a stop that lets requests end. */
import { parseArgs } from 'node:util'
import { createKey } from '../core/access/keys.ts'
import { createTeam } from '../core/access/teams.ts'
import { type Config, ConfigError, readProcessConfig, settingsHelp } from './config.ts'
import { type OpenServer, openServer } from './open.ts'

/** After this a second signal ends the process at once. */
const PATIENCE_MS = 5_000

const HELP = `Platen: turns a print PDF into a template and gives back press-ready PDFs.

  npm start                 start the service
  npm start -- --empty      start it without the sample template
  npm start -- --help       show this

Settings are read from the environment:

${settingsHelp()}
`

/** The first start makes a team with its keys, shown here once; later starts print nothing of the kind. */
async function welcome(server: OpenServer, config: Config): Promise<string> {
  const address = `Platen is listening on ${server.baseUrl}`
  if ((await server.ports.store.teams.list()).length > 0) return `${address}\n`
  const team = await createTeam(server.ports, {
    name: 'Print shop',
    renderLimitMonthly: config.renderLimitMonthly,
  })
  const make = (type: 'secret' | 'publishable') =>
    createKey(server.ports, { teamId: team.id, type, name: 'First key', scopes: [], lifetimeMs: null })
  const secret = await make('secret')
  const publishable = await make('publishable')
  return `${address}

  Your team is ready. These keys are shown once; keep them safe.

    secret key        ${secret.key}
    publishable key   ${publishable.key}

  Try it:

    curl ${server.baseUrl}/v1/templates -H "Authorization: Bearer ${secret.key}"

  The interface is described at ${server.baseUrl}/v1/openapi.json
`
}

function stopOnSignal(server: OpenServer): void {
  let stoppingSince: number | null = null
  const stop = (): void => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > PATIENCE_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    server.close().then(
      () => {
        process.exitCode = 0
      },
      (error: unknown) => {
        console.error('The stop failed:', error)
        process.exitCode = 1
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' }, empty: { type: 'boolean' } },
  })
  if (values.help === true) {
    process.stdout.write(HELP)
    return
  }
  const config = readProcessConfig()
  const server = await openServer(config)
  stopOnSignal(server)
  process.stdout.write(`\n${await welcome(server, config)}\n`)
}

try {
  await main()
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  const plain = error instanceof ConfigError || code?.startsWith('ERR_PARSE_ARGS') === true
  if (plain) console.error(message)
  else if (code === 'EADDRINUSE') console.error('PORT is taken by another program; choose another one.')
  else console.error('Platen could not start:', error)
  process.exitCode = 1
}
