/** Starts the service: settings, first team and keys, listening, and a stop that lets requests end. */
import { parseArgs } from 'node:util'
import { createKey } from '../core/service/access/keys.ts'
import { createTeam } from '../core/service/access/teams.ts'
import { makeFirstLink } from '../core/service/console/join.ts'
import { adapterSettings } from './adapters/open.ts'
import { type Config, ConfigError, readProcessConfig } from './config.ts'
import { allowDemoOrigin, makeDemoShop, readDemoShop } from './demo-shop.ts'
import { type OpenServer, openServer } from './open.ts'
import { joinUrl } from './operations/links.ts'
import { bundleWidget } from './pages/bundle.ts'
import { DEMO_PATH } from './pages/demo.ts'
import { plainFault } from './plain-fault.ts'
import { publishSample, renderCommand } from './sample.ts'
import { settingsHelp } from './settings-help.ts'

/** After this a second signal ends the process at once. */
const PATIENCE_MS = 5_000

const HELP = `Platen turns a print PDF into a template and creates press-ready PDFs.

  npm start                 start the service
  npm start -- --empty      start it without the sample template
  npm start -- --help       show this

Settings are read from the environment:

${settingsHelp(adapterSettings())}
`

/** The first team of a database without one, with its keys. Null where there is a team already. */
async function makeFirstTeam({ ports }: OpenServer, config: Config) {
  // A start on a database that is busy with orders waits for none of them.
  if ((await ports.store.teams.list()).length > 0) return null
  return ports.store.transaction(async (store) => {
    // Several processes may start on one new database.
    await store.lock('first team')
    if ((await store.teams.list()).length > 0) return null
    const inside = { ...ports, store }
    const limit = config.renderLimitMonthly
    const { id } = await createTeam(inside, { name: 'Print shop', renderLimitMonthly: limit })
    const make = (type: 'secret' | 'publishable') =>
      createKey(inside, { request: { teamId: id, type, name: 'First key', scopes: [], lifetimeMs: null } })
    return { id, secret: (await make('secret')).key, publishable: (await make('publishable')).key }
  })
}

/**
 * The first start shows its keys, once, before anything else can go wrong; later starts show none. Decision: a
 * process that answers no requests makes no team, for its output is not where the keys are looked for.
 */
async function welcome(server: OpenServer, config: Config, withSample: boolean): Promise<void> {
  if (!config.roles.includes('api')) {
    say(
      `\nPlaten is listening on ${server.url} for /readyz and /metrics. Roles: ${config.roles.join(', ')}\n`,
    )
    return
  }
  say(`\nPlaten is listening on ${server.baseUrl}\n`)
  const team = await makeFirstTeam(server, config)
  if (team === null) {
    await sayWhereItIs(server, config)
    await sayHowToComeIn(server)
    return
  }
  say(`
  Your team is ready. These keys are shown only once. Keep them safe.

    secret key        ${team.secret}
    publishable key   ${team.publishable}

  API description: ${server.baseUrl}/v1/openapi.json
`)
  await sayHowToComeIn(server)
  if (withSample && server.ports.press !== null) await showSample(server, config, team)
}

async function showSample(
  server: OpenServer,
  config: Config,
  team: { readonly id: string; readonly secret: string },
) {
  try {
    const templateId = await publishSample(server.ports.files, server.service.templates, team.id)
    const command = renderCommand(server.baseUrl, team.secret, templateId)
    await makeDemo(server, config, team.id, templateId)
    await sayWhereItIs(server, config)
    say(`
  Print two names on the card:

    ${command.replaceAll('\n', '\n    ')}

  render.signed_url in the response is the print file, for one hour.

`)
  } catch (error) {
    console.error(`The sample could not be published. Upload your own PDF. (${(error as Error).message})`)
  }
}

/** The sample is there and can be printed, whatever becomes of the demo. */
async function makeDemo(server: OpenServer, config: Config, teamId: string, templateId: string) {
  try {
    await makeDemoShop(server, config.dataDir, teamId, templateId)
  } catch (error) {
    console.error(`The demo storefront could not be created. (${(error as Error).message})`)
  }
}

/** The sample's hosted page and the demo storefront, where this installation has them. */
async function sayWhereItIs(server: OpenServer, config: Config): Promise<void> {
  const shop = await readDemoShop(config.dataDir)
  if (shop === null) return
  await allowDemoOrigin(server, shop)
  const { service, baseUrl } = server
  const template = await service.templates.find(shop.teamId, shop.templateId)
  const hosted = template.status === 'live' ? `${config.widgetUrl ?? baseUrl}/fill/${template.slug}` : null
  say(`
  A wedding card is published as a sample:
${hosted === null ? '' : `\n    personalize it        ${hosted}`}
    a shop that sells it  ${baseUrl}${DEMO_PATH}
`)
}

/**
 * While nobody has come in to the console, each start makes a link for the first to do so, of the team that was made
 * first. The service runs without: a start that is stopped at once, say, is no failed one.
 */
async function sayHowToComeIn({ ports, baseUrl }: OpenServer): Promise<void> {
  try {
    if ((await ports.store.users.countJoined(null)) > 0) return
    const team = (await ports.store.teams.list()).at(-1)
    const made = team === undefined ? null : await makeFirstLink(ports, team.id)
    if (made !== null) say(`\n  Console: ${joinUrl(baseUrl, made.token)}\n  (works once, within 24 hours)\n`)
  } catch (error) {
    console.error(
      `The console link could not be created. Create one with: platen users link (${(error as Error).message})`,
    )
  }
}

function say(text: string): void {
  process.stdout.write(text)
}

/** A stop waits for what the start still has to say, whose reads and writes need the database. */
function stopOnSignal(server: OpenServer, welcomed: () => Promise<void>): void {
  let stoppingSince: number | null = null
  const stop = (): void => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > PATIENCE_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    const close = () => server.close()
    welcomed()
      .then(close, close)
      .catch((error: unknown) => {
        console.error('Shutdown failed:', error)
        process.exitCode = 1
      })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' }, empty: { type: 'boolean' } },
  })
  if (values.help === true) {
    say(HELP)
    return
  }
  const config = readProcessConfig()
  const [server] = await Promise.all([openServer(config), bundleWidget()])
  let welcomed = Promise.resolve()
  stopOnSignal(server, () => welcomed)
  server.warmUp()
  welcomed = welcome(server, config, values.empty !== true)
  try {
    await welcomed
  } catch (error) {
    await server.close()
    throw error
  }
}

try {
  await main()
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  const plain = error instanceof ConfigError || code?.startsWith('ERR_PARSE_ARGS') === true
  if (plain) console.error(message)
  else if (code === 'EADDRINUSE') console.error('PORT is in use by another program. Set a different PORT.')
  else console.error('Platen failed to start:', plainFault(error) ?? error)
  process.exitCode = 1
}
