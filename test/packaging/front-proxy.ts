/** nginx and Caddy as `deploy/` sets them up, on a port of loopback and without TLS. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../support/run/eventually.ts'
import { freePort } from '../support/service/free-port.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface FrontProxy {
  readonly url: string
  close(): Promise<void>
}

interface Kind {
  readonly command: string
  readonly file: string
  /** The recipe on `port`, in front of `target`, as a whole configuration in `folder`. */
  whole(recipe: string, port: number, target: number, folder: string): string
  line(path: string, folder: string): readonly string[]
}

export const FRONT_PROXIES: Readonly<Record<'nginx' | 'caddy', Kind>> = {
  nginx: {
    command: 'nginx',
    file: 'nginx.conf',
    whole: (recipe, port, target, folder) => `
daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
${recipe
  .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
  .replaceAll(/^\s*ssl_\w+.*$/gm, '')
  .replace('127.0.0.1:3000', `127.0.0.1:${target}`)}
}`,
    line: (path, folder) => ['-p', folder, '-c', path],
  },
  caddy: {
    command: 'caddy',
    file: 'Caddyfile',
    whole: (recipe, port, target) => `{
	admin off
	auto_https off
}
${recipe.replace(/^print\.example /m, `http://127.0.0.1:${port} `).replace('127.0.0.1:3000', `127.0.0.1:${target}`)}`,
    line: (path) => ['run', '--adapter', 'caddyfile', '--config', path],
  },
}

export function isInstalled({ command }: Kind): boolean {
  return spawnSync(command, [command === 'nginx' ? '-v' : 'version']).status === 0
}

/** Passes requests to a port of 127.0.0.1; `change` alters the recipe. `folder` is empty and this test's own. */
export async function openFrontProxy(
  kind: Kind,
  {
    target,
    folder,
    change = (recipe) => recipe,
  }: {
    readonly target: number
    readonly folder: string
    readonly change?: (recipe: string) => string
  },
): Promise<FrontProxy> {
  const port = await freePort()
  const recipe = change(await readFile(join(ROOT, 'deploy', kind.file), 'utf8'))
  const path = join(folder, kind.file)
  await mkdir(folder, { recursive: true })
  await writeFile(path, kind.whole(recipe, port, target, folder))
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(kind.command, kind.line(path, folder), { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const url = `http://127.0.0.1:${port}`
  await answers(child, url, () => said)
  return {
    url,
    async close() {
      if (child.exitCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
    },
  }
}

async function answers(child: ChildProcess, url: string, said: () => string): Promise<void> {
  try {
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error('It ended at its start.')
      const reply = await fetch(`${url}/healthz`).catch(() => null)
      await reply?.body?.cancel()
      return reply
    })
  } catch (cause) {
    child.kill('SIGKILL')
    throw new Error(`The proxy does not answer: ${said()}`, { cause })
  }
}
