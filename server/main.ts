/** Starts the service: settings, listening, a welcome, and a stop that lets requests end. */
import './check-node.cjs'
import { parseArgs } from 'node:util'
import { adapterSettings } from './adapters/open.ts'
import { ConfigError, readProcessConfig } from './config.ts'
import { openLog } from './log.ts'
import { type OpenServer, openServer } from './open.ts'
import { bundleWidget } from './pages/bundle.ts'
import { plainFault } from './plain-fault.ts'
import { settingsHelp } from './settings-help.ts'
import { welcome } from './welcome.ts'
import { plainAnnouncer, terminalAnnouncer } from './welcome-text.ts'

/** After this a second signal ends the process at once. */
const PATIENCE_MS = 5_000

const HELP = `Platen turns a print PDF into a template and creates press-ready PDFs.

  npm start                 start the service
  npm start -- --empty      start it without the sample template
  npm start -- --help       show this

Settings are read from the environment:

${settingsHelp(adapterSettings())}
`

function say(text: string): void {
  process.stdout.write(text)
}

/** A stop waits for the rest of the start, whose reads and writes need the database. */
function stopOnSignal(server: OpenServer, started: Promise<void>, stopping: AbortController): void {
  let stoppingSince: number | null = null
  const stop = (): void => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > PATIENCE_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    stopping.abort()
    const close = () => server.close()
    started.then(close, close).catch((error: unknown) => {
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
  const isTerminal = process.stdout.isTTY === true
  const log = openLog(config.logLevel, isTerminal)
  const bundling = bundleWidget()
  // Its failure is told once the server can be closed.
  bundling.catch(() => {})
  const server = await openServer(config, { log })
  const announcer = isTerminal ? terminalAnnouncer(say, process.stdout.hasColors()) : plainAnnouncer(say)
  const complain = (text: string) => console.error(text)
  const stopping = new AbortController()
  const started = bundling.then(() => {
    server.warmUp()
    const start = { server, config, announcer, complain, stopping: stopping.signal }
    return welcome(start, values.empty !== true)
  })
  // It answers already, so it ends in order from now on.
  stopOnSignal(server, started, stopping)
  try {
    await started
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
