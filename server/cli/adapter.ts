/** `platen adapter`: runs a storefront adapter apart from the service, until it is stopped. */
import { once } from 'node:events'
import { type Answer, CommandFailure, type InstallationCommand, textOption, UsageError } from './command.ts'

/** Read where --key is not given, so that no list of processes shows it. */
const KEY_SETTING = 'PLATEN_API_KEY'

export const adapterCommand: InstallationCommand = {
  words: ['adapter'],
  says: 'Run a storefront adapter as a separate process, through the API and with its own database.',
  argument: 'NAME',
  options: {
    service: { value: 'URL', says: 'address of the service, such as https://print.example' },
    key: {
      value: 'KEY',
      says: `secret key of the team; safer in ${KEY_SETTING}`,
    },
    port: { value: 'PORT', says: 'port for hooks; 3001 by default' },
    host: { value: 'ADDRESS', says: 'address to listen on; all by default' },
    'base-url': { value: 'URL', says: 'public address, if it differs from this machine and port' },
  },
  async runOn({ config }, input): Promise<Answer> {
    // Loaded when it is asked for: no other command needs an adapter's packages.
    const [{ adapterNames, kindNamed }, { openApart }, { openLog, withPlainFaults }] = await Promise.all([
      import('../adapters/open.ts'),
      import('../adapters/apart.ts'),
      import('../log.ts'),
    ])
    const names = adapterNames().join(', ')
    if (input.argument === undefined) throw new UsageError(`Name an adapter: ${names}.`)
    const kind = kindNamed(input.argument)
    if (kind === undefined)
      throw new UsageError(`Unknown adapter "${input.argument}". The adapters are ${names}.`)
    const serviceUrl = textOption(input, 'service')
    if (serviceUrl === undefined || !URL.canParse(serviceUrl))
      throw new UsageError('Give the address of the service: --service https://print.example')
    const apiKey = textOption(input, 'key') ?? config.adapterSetting(KEY_SETTING)
    if (!/^platen_(sk|rk)_\w+$/.test(apiKey))
      throw new UsageError(`Give a secret key of the team with --key or ${KEY_SETTING}.`)
    const apart = await openApart({
      ...{ kind, serviceUrl: serviceUrl.replace(/\/$/, ''), apiKey },
      ...{ port: portOf(textOption(input, 'port')), host: textOption(input, 'host') ?? null },
      baseUrl: textOption(input, 'base-url')?.replace(/\/$/, '') ?? null,
      ...{ dataDir: config.dataDir, masterKey: config.masterKey, setting: config.adapterSetting },
      ...{ copies: config.copiesFolder, log: withPlainFaults(openLog(config.logLevel)) },
    }).catch((error: unknown) => {
      throw error instanceof Error ? new CommandFailure(error.message, { cause: error }) : error
    })
    const hooks = [...apart.adapters.byName.values()].flatMap((adapter) =>
      adapter.hooks.map((path) => `${apart.adapters.host.baseUrl}/adapters/${kind.name}${path}`),
    )
    process.stdout.write(
      `The ${kind.name} adapter is listening on ${apart.url}; hooks go to ${hooks.join(', ')}\n`,
    )
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
    await apart.close()
    return { text: 'The adapter has stopped.', json: { stopped: true } }
  },
}

function portOf(said: string | undefined): number {
  const port = Number(said ?? 3001)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError('--port must be an integer from 0 to 65535.')
  return port
}
