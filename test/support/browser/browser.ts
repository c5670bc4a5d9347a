/** A real Chromium for tests: one for each process of tests, started when it is first asked for. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Context as MochaContext } from 'mocha'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { keepForTheRun } from '../run/for-the-run.ts'
import { leavePending } from '../run/leave-pending.ts'
import { diskFolder } from '../run/memory-folder.ts'
import { failOnFaults, noteFaults } from '../run/page-faults.ts'

/** Loopback under names of their own is several origins, and sites, without any name server. */
export const SHOP_HOST = 'shop.localhost'
export const PLATEN_HOST = 'platen.localhost'
/** The host of a page outside the shop. */
export const OTHER_HOST = 'other.localhost'

/**
 * Nothing that eases a browser's rules: with switches such as --disable-web-security every test of origins is void.
 * What is here keeps it from calling home.
 */
export const QUIET_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
]
const LAUNCH_MS = 60_000
/** Shorter than the limit of a test, so that the error names the missing state. */
const WAIT_MS = 60_000

/**
 * `pages`: what draws and runs pages, and little else. `whole`: with what is around them, such as the rule that frames of
 * other sites keep nothing in a private window.
 */
export type BrowserKind = 'pages' | 'whole'

const launched = new Map<BrowserKind, Promise<Browser | string>>()

/** The browser, or why there is none. */
function launch(kind: BrowserKind): Promise<Browser | string> {
  const running = launched.get(kind) ?? start(kind)
  launched.set(kind, running)
  return running
}

async function start(kind: BrowserKind): Promise<Browser | string> {
  try {
    const executablePath = kind === 'whole' ? await findWholeChromium() : await findChromium()
    const browser = await chromium.launch({ executablePath, args: QUIET_ARGS, timeout: LAUNCH_MS })
    keepForTheRun(browser)
    return browser
  } catch (error) {
    return `Chromium (CHROME_PATH): ${(error as Error).message.split('\n')[0]}`
  }
}

/**
 * The browser of most tests: Chromium without the parts around its pages, which take most of the time where there is no
 * screen. Rejects where there is none.
 */
export async function findChromium(): Promise<string> {
  const named = namedChromium()
  if (named !== null) return named
  const shell = await unpackedShell()
  if (shell !== null) return shell
  if (existsSync(INSTALLED)) return INSTALLED
  throw new Error('neither the packed nor an installed one runs here')
}

/** As people have it, with all that is around a page, where this machine has it. */
async function findWholeChromium(): Promise<string> {
  return namedChromium() ?? (existsSync(INSTALLED) ? INSTALLED : findChromium())
}

const INSTALLED = '/usr/bin/chromium'

function namedChromium(): string | null {
  const { CHROME_PATH: given } = process.env
  return given === undefined || given === '' ? null : given
}

/** Null where it cannot be unpacked, or is for another kind of machine. */
async function unpackedShell(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const require = createRequire(import.meta.url)
  const { version } = JSON.parse(
    await readFile(join(dirname(require.resolve('@sparticuz/chromium')), '../package.json'), 'utf8'),
  ) as { readonly version: string }
  const folder = join(diskFolder(), `platen-chromium-${version}-${process.getuid?.() ?? 'own'}`)
  const program = join(folder, 'chromium')
  if (!existsSync(program)) await unpackShell(folder).catch(() => {})
  return existsSync(program) ? program : null
}

/** Whole or not at all, for several processes of tests may be at it. */
async function unpackShell(folder: string): Promise<void> {
  const making = await mkdtemp(`${folder}-`)
  // The package unpacks into TMPDIR.
  const before = process.env.TMPDIR
  process.env.TMPDIR = making
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    await packed.executablePath()
    await rename(making, folder)
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    await rm(making, { recursive: true, force: true })
  }
}

/**
 * In a `before` hook: the tests are pending, with the reason, where no browser is available. They fail on faults
 * that they do not expect.
 */
export async function needsBrowser(context: MochaContext, kind: BrowserKind = 'pages'): Promise<Browser> {
  const suite = context.test?.parent
  const browser = await launch(kind)
  if (suite !== undefined) failOnFaults(suite)
  if (typeof browser !== 'string') return browser
  return leavePending(context, browser)
}

/** The same server under another name: `http://shop.localhost:1234`. */
export function atHost(url: string, host: string): string {
  const address = new URL(url)
  address.hostname = host
  return address.origin
}

export const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true } as const
export const DESKTOP = { viewport: { width: 1280, height: 800 } } as const

/** Unexpected faults of a page: a script error, a policy violation, a request to a third party. */
export interface Watched {
  readonly context: BrowserContext
  readonly page: Page
  /** Uncaught errors, console errors and warnings, and breaches of a content security policy. */
  readonly faults: readonly string[]
  /** Addresses of all requests, in order. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

/**
 * A page in a context of its own: no cookies, storage or cache of another test. As in a private window, a frame of
 * another site keeps nothing in it.
 */
export async function openPage(browser: Browser, options: BrowserContextOptions = DESKTOP): Promise<Watched> {
  return watch(await browser.newContext({ locale: 'en-GB', ...options }))
}

/**
 * As most people browse: a profile on disk, in which frames of other sites keep things, apart for each site around.
 * Chromium builds that have no vendor deny them that, where Chrome does not.
 */
const KEEPING = ['--disable-features=TrackingProtection3pcd,ThirdPartyCookieDeprecation']

export async function openLastingPage(options: BrowserContextOptions = DESKTOP): Promise<Watched> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-profile-'))
  const executablePath = await findWholeChromium()
  const settings = {
    executablePath,
    args: [...QUIET_ARGS, ...KEEPING],
    timeout: LAUNCH_MS,
    locale: 'en-GB',
    ...options,
  }
  const watched = await watch(await chromium.launchPersistentContext(folder, settings))
  return {
    ...watched,
    async close() {
      await watched.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Chromium's message for a reply from 500 up, which fails the test anyway. */
const SERVICE_FAULT = /^Failed to load resource: the server responded with a status of 5\d\d/

async function watch(context: BrowserContext): Promise<Watched> {
  context.setDefaultTimeout(WAIT_MS)
  noteFaults(context)
  const page = await context.newPage()
  const faults: string[] = []
  const requests: string[] = []
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().message}`))
  context.on('console', (message) => {
    const isFault = message.type() === 'error' || message.type() === 'warning'
    if (!isFault || SERVICE_FAULT.test(message.text())) return
    // Chromium leaves the address out of its words.
    const isReply = message.text().startsWith('Failed to load resource')
    faults.push(isReply ? `${message.text()} ${message.location().url}` : message.text())
  })
  context.on('request', (request) => requests.push(request.url()))
  return { context, page, faults, requests, close: () => context.close() }
}

/** A folder for screenshots that people look at; SCREENSHOTS names it. Null: none are made. */
export async function screenshotFolder(): Promise<string | null> {
  const folder = process.env.SCREENSHOTS
  if (folder === undefined || folder === '') return null
  await mkdir(folder, { recursive: true })
  return folder
}
