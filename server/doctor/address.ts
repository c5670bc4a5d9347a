/** Checks how requests reach the service: the running process, the public address, the proxies between, and browsers' rules. */
import type { Config } from '../config.ts'
import { type Asked, askDoctor, type Told, takesBody } from './ask.ts'
import { type DoctorFinding, findingsOf } from './finding.ts'

const SKEW_MS = 5_000
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

type Settings = Pick<
  Config,
  'port' | 'host' | 'baseUrl' | 'widgetUrl' | 'trustedProxies' | 'roles' | 'maxUploadBytes'
>

const service = findingsOf('service')
const address = findingsOf('address')
const proxy = findingsOf('proxy')
const browsers = findingsOf('browsers')

/** `pass` proves to the service that the same installation asks; null where there is no master key yet. */
export async function checkAddress(
  config: Settings,
  pass: string | null,
  origins: readonly string[],
  now: () => number,
): Promise<readonly DoctorFinding[]> {
  const { baseUrl } = config
  const here = config.port === 0 ? null : await askDoctor(localUrl(config), pass)
  const running = judgeRunning(config, here)
  if (!config.roles.includes('api') || baseUrl === null) return running
  const isPublic = !LOOPBACK.test(new URL(baseUrl).hostname)
  if (!isPublic && here?.kind !== 'told') return running
  const outside = await askDoctor(baseUrl, pass)
  const found = judgeOutside(baseUrl, outside, here?.kind === 'told')
  if (outside.kind !== 'told') return [...running, ...found]
  const body = await takesBody(baseUrl, config.maxUploadBytes)
  return [
    ...running,
    ...found,
    ...judgeClock(outside.told, now()),
    ...judgeProxies(outside.told, body, config.maxUploadBytes),
    ...(await judgeBrowsers(config, baseUrl, origins, isPublic)),
  ]
}

function localUrl({ host, port }: Settings): string {
  const anywhere = host === null || host === '0.0.0.0' || host === '::'
  return `http://${anywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
}

function judgeRunning(config: Settings, here: Asked | null): readonly DoctorFinding[] {
  if (here === null) return [service.warning('PORT is 0, so the running service is not known.', 'Set PORT.')]
  const { port } = config
  if (here.kind === 'failed')
    return [
      service.warning(
        `No service answers on port ${port} of this machine (${here.reason}).`,
        'Start it, then run platen doctor again: the address is checked through the running service.',
      ),
    ]
  if (here.kind === 'stranger')
    return [
      service.error(
        `Another program, or a Platen with another master key, answers on port ${port}.`,
        'Run platen doctor with the settings of the service (DATA_DIR, MASTER_KEY, PORT), as the same user.',
      ),
    ]
  const { told } = here
  const differing = [
    ...(told.base_url === config.baseUrl ? [] : [`BASE_URL (${told.base_url} there)`]),
    ...(told.trusted_proxies === config.trustedProxies
      ? []
      : [`TRUST_PROXY (${told.trusted_proxies} there)`]),
  ]
  if (differing.length > 0)
    return [
      service.warning(
        `The running service has other settings than this command: ${differing.join(', ')}.`,
        'Run platen doctor with the same environment, for example: systemd-run --property=EnvironmentFile=…',
      ),
    ]
  return [service.ok(`Platen ${told.version} runs on port ${port}.`)]
}

function judgeOutside(baseUrl: string, outside: Asked, runsHere: boolean): readonly DoctorFinding[] {
  if (outside.kind === 'told') return [address.ok(`${baseUrl} leads to this service.`)]
  if (outside.kind === 'stranger')
    return [
      address.error(
        `${baseUrl} is answered by another server (status ${outside.status}), or by a Platen with another master key.`,
        'Check DNS and the proxy, or set BASE_URL to the address of this service.',
      ),
    ]
  const remedy = runsHere
    ? REMEDIES.find(([reason]) => reason.test(outside.reason))?.[1]
    : 'Start the service, then run platen doctor again.'
  return [
    address.error(
      `${baseUrl} cannot be reached from this machine (${outside.reason}).`,
      remedy ?? 'Check DNS, the firewall and the proxy, or correct BASE_URL.',
    ),
  ]
}

const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/ENOTFOUND|EAI_AGAIN/, 'The name has no address: add it to DNS, or correct BASE_URL.'],
  [/CERT|SELF_SIGNED|ISSUER|ALTNAME/, 'Renew the certificate of the proxy, or correct the host in BASE_URL.'],
  [/ECONNREFUSED/, 'Nothing listens there: start the proxy, or correct the port in BASE_URL.'],
  [/redirects to/, 'Set BASE_URL to the address to which it redirects, or correct the proxy.'],
]

function judgeClock(told: Told, now: number): readonly DoctorFinding[] {
  const skew = told.now - now
  if (Math.abs(skew) <= SKEW_MS) return []
  return [
    findingsOf('clock').error(
      `The clock of the service at BASE_URL differs by ${Math.round(skew / 1000)} s.`,
      'Synchronize the clocks of both machines by NTP.',
    ),
  ]
}

function judgeProxies(
  { forwarded_for: passed, trusted_proxies: trusted }: Told,
  body: number | null,
  mostBytes: number,
): readonly DoctorFinding[] {
  const found: DoctorFinding[] = []
  if (passed > trusted)
    found.push(
      proxy.error(
        `${counted(passed)} in front, and TRUST_PROXY is ${trusted}: rate limits take all customers for one.`,
        `Set TRUST_PROXY=${passed}.`,
      ),
    )
  if (passed < trusted)
    found.push(
      proxy.error(
        `TRUST_PROXY is ${trusted}, but ${counted(passed)} in front: clients can invent their address.`,
        `Set TRUST_PROXY=${passed}, or let each proxy add X-Forwarded-For.`,
      ),
    )
  if (body === 413)
    found.push(
      proxy.error(
        `A proxy refuses uploads of ${mostBytes} bytes (413), which MAX_UPLOAD_BYTES allows.`,
        'Raise its limit: client_max_body_size 60m in nginx, request_body max_size in Caddy.',
      ),
    )
  return found.length > 0 ? found : [proxy.ok(`${counted(passed)} in front; uploads pass.`)]
}

function counted(proxies: number): string {
  return proxies === 0 ? 'no proxy is' : proxies === 1 ? 'one proxy is' : `${proxies} proxies are`
}

async function judgeBrowsers(
  config: Settings,
  baseUrl: string,
  origins: readonly string[],
  isPublic: boolean,
): Promise<readonly DoctorFinding[]> {
  const found: DoctorFinding[] = []
  if (isPublic && baseUrl.startsWith('http:'))
    found.push(
      browsers.error(
        'BASE_URL begins with http: browsers show no widget in a shop on https, and passphrases can be read on the way.',
        'Serve it over https, and set BASE_URL to the https address.',
      ),
    )
  const widgetUrl = config.widgetUrl ?? baseUrl
  const frame = await fetch(`${widgetUrl}/widget/frame`, { redirect: 'manual' }).catch(() => null)
  await frame?.body?.cancel()
  if (frame === null)
    found.push(
      browsers.error(
        `${widgetUrl} (WIDGET_URL) cannot be reached.`,
        'Check DNS and the proxy, or correct WIDGET_URL.',
      ),
    )
  else if (frame.headers.has('x-frame-options'))
    found.push(
      browsers.error(
        'A proxy adds X-Frame-Options, so no shop can show the widget.',
        'Remove that header from the proxy. Platen allows the origins of each application itself.',
      ),
    )
  for (const origin of origins) if (!(await isAllowed(baseUrl, origin))) found.push(refused(origin))
  const shops =
    origins.length === 0 ? 'No shop is allowed yet' : `Allowed shops get answers (${origins.length})`
  return found.length > 0 ? found : [browsers.ok(`${shops}; frames are not blocked.`)]
}

function refused(origin: string): DoctorFinding {
  return browsers.error(
    `Pages of ${origin} are allowed, but the reply at BASE_URL does not say so to browsers.`,
    'Let the proxy pass OPTIONS requests, Origin, and all Access-Control headers unchanged.',
  )
}

/** As a browser asks before it creates a session (Fetch 3.2.2). */
async function isAllowed(baseUrl: string, origin: string): Promise<boolean> {
  const reply = await fetch(`${baseUrl}/v1/embed/sessions/guest`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
    redirect: 'manual',
  }).catch(() => null)
  await reply?.body?.cancel()
  return reply?.headers.get('access-control-allow-origin') === origin
}
