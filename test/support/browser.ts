/** A real Chromium for tests: one for each process of tests, started when it is first asked for. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context as MochaContext } from 'mocha'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { chromium } from 'playwright-core'

/** Loopback under names of their own is several origins, and sites, without any name server. */
export const SHOP_HOST = 'shop.localhost'
export const PLATEN_HOST = 'platen.localhost'
/** Where a page that is no page of the shop lives. */
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

let launched: Promise<Browser | string> | null = null

/** The browser, or why there is none. */
function launch(): Promise<Browser | string> {
  launched ??= start()
  return launched
}

async function start(): Promise<Browser | string> {
  try {
    const executablePath = await findChromium()
    return await chromium.launch({ executablePath, args: QUIET_ARGS, timeout: LAUNCH_MS })
  } catch (error) {
    return `no Chromium could be started (${(error as Error).message.split('\n')[0]}); CHROME_PATH names one`
  }
}

/** Rejects where there is none. */
export async function findChromium(): Promise<string> {
  const given = process.env.CHROME_PATH
  if (given !== undefined && given !== '') return given
  if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  // The package unpacks into TMPDIR, and would take any other version that lies there for its own.
  const folder = join(tmpdir(), 'platen-chromium')
  await mkdir(folder, { recursive: true })
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    return await packed.executablePath()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

/** In a `before` hook: the tests are pending, with the reason, where no browser is to be had. */
export async function needsBrowser(context: MochaContext): Promise<Browser> {
  context.timeout(2 * LAUNCH_MS)
  const browser = await launch()
  if (typeof browser !== 'string') return browser
  const suite = context.test?.parent
  if (suite) suite.title += ` (${browser})`
  return context.skip()
}

/** Closed by the process' end, too; call it in `after` of the last suite that needs it, or not at all. */
export async function closeBrowser(): Promise<void> {
  const browser = await launched
  launched = null
  if (browser !== null && typeof browser !== 'string') await browser.close()
}

/** The same server under another name: `http://shop.localhost:1234`. */
export function atHost(url: string, host: string): string {
  const address = new URL(url)
  address.hostname = host
  return address.origin
}

export const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true } as const
export const DESKTOP = { viewport: { width: 1280, height: 800 } } as const

/** What went wrong in a page without a test asking: a script's fault, a broken policy, a request to a third party. */
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
  const executablePath = await findChromium()
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

async function watch(context: BrowserContext): Promise<Watched> {
  // On a busy machine a page takes long to load; what never comes fails all the same.
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const faults: string[] = []
  const requests: string[] = []
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
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
