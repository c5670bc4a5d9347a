/** The real Shopify CLI, where it is on the PATH: it builds the app offline, and downloads nothing. */
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Context as MochaContext } from 'mocha'
import { leavePending } from '../run/leave-pending.ts'
import { isOnPath } from './on-path.ts'

/** Call first in a test (`function`, not an arrow): leaves the test pending where the CLI is missing. */
export function needsShopifyCli(context: MochaContext): void {
  if (!isOnPath('shopify')) leavePending(context, 'Shopify CLI (npm install --global @shopify/cli)')
}

export interface ShopifyBuild {
  readonly status: number
  /** Without the frames and line breaks of the CLI. */
  readonly said: string
  /** The CLI fetches the compiler of functions at its first build; until then a build ends there. */
  readonly lacksCompiler: boolean
}

/** Nothing listens there, so that each download fails at once. */
const NO_NETWORK = 'http://127.0.0.1:9'

/** `shopify app build` of the app in `folder/app`; what the CLI stores of its user lies beside it. */
export async function buildShopifyApp(folder: string): Promise<ShopifyBuild> {
  const home = join(folder, 'home')
  await mkdir(home, { recursive: true })
  const env = {
    PATH: [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter),
    ...{ HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_STATE_HOME: home, XDG_DATA_HOME: home },
    ...{ CI: '1', NO_COLOR: '1', SHOPIFY_CLI_NO_ANALYTICS: '1' },
    ...{ SHOPIFY_FLAG_SKIP_DEPENDENCIES_INSTALLATION: '1', npm_config_offline: 'true' },
    ...{ HTTP_PROXY: NO_NETWORK, HTTPS_PROXY: NO_NETWORK },
    ...{ SHOPIFY_HTTP_PROXY: NO_NETWORK, SHOPIFY_HTTPS_PROXY: NO_NETWORK },
  }
  const options = { cwd: join(folder, 'app'), env, timeout: 110_000 }
  const ended = await promisify(execFile)('shopify', ['app', 'build'], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code?: unknown; stdout?: string; stderr?: string }) => error,
  )
  const { code, stdout = '', stderr = '' } = ended
  if (typeof code !== 'number') throw ended
  const said = `${stdout}${stderr}`.replaceAll(/[\s╭╮╰╯│─]+/g, ' ').trim()
  return { status: code, said, lacksCompiler: /javy|wasm-opt/.test(said) && said.includes('127.0.0.1:9') }
}
