/** `platen adapter`: runs a storefront adapter apart from the service, until it is stopped. */
import { once } from 'node:events'
import { type Answer, CommandFailure, type InstallationCommand, textOption, UsageError } from './command.ts'

/** Read where --key is not given, so that no list of processes shows it. */
const KEY_SETTING = 'PLATEN_API_KEY'

export const adapterCommand: InstallationCommand = {
  words: ['adapter'],
  says: 'Run a storefront adapter apart from the service, over its interface and with a database of its own.',
  argument: 'NAME',
  options: {
    service: { value: 'URL', says: 'where the service is reached, such as https://print.example' },
    key: {
      value: 'KEY',
      says: `secret key of the team; better in ${KEY_SETTING}, where nobody else sees it`,
    },
    port: { value: 'PORT', says: 'where hooks come in; 3001 unless it is said' },
    host: { value: 'ADDRESS', says: 'address to listen on; all by default' },
    'base-url': { value: 'URL', says: 'where the world reaches it, where that is not this machine and port' },
  },
  async runOn({ config }, input): Promise<Answer> {
    // Loaded when it is asked for: no other command needs an adapter's packages.
    const [{ adapterNames, kindNamed }, { openApart }, { openLog, withPlainFaults }] = await Promise.all([
      import('../adapters/open.ts'),
      import('../adapters/apart.ts'),
      import('../log.ts'),
    ])
    const names = adapterNames().join(', ')
    if (input.argument === undefined) throw new UsageError(`Say which adapter: ${names}.`)
    const kind = kindNamed(input.argument)
    if (kind === undefined)
      throw new UsageError(`There is no adapter "${input.argument}"; there are ${names}.`)
    const serviceUrl = textOption(input, 'service')
    if (serviceUrl === undefined || !URL.canParse(serviceUrl))
      throw new UsageError('Say where the service is: --service https://print.example')
    const apiKey = textOption(input, 'key') ?? config.adapterSetting(KEY_SETTING)
    if (!/^platen_(sk|rk)_\w+$/.test(apiKey))
      throw new UsageError(`Give a secret key of the team by --key or ${KEY_SETTING}.`)
    const apart = await openApart({
      ...{ kind, serviceUrl: serviceUrl.replace(/\/$/, ''), apiKey },
      ...{ port: portOf(textOption(input, 'port')), host: textOption(input, 'host') ?? null },
      baseUrl: textOption(input, 'base-url')?.replace(/\/$/, '') ?? null,
      ...{ dataDir: config.dataDir, masterKey: config.masterKey, setting: config.adapterSetting },
      log: withPlainFaults(openLog(config.logLevel)),
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
    throw new UsageError('--port takes a whole number from 0 to 65535.')
  return port
}
