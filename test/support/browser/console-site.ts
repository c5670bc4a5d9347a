/** The console for tests in a browser: a running service, somebody signed in by role, and a page that shows it. */
import { join } from 'node:path'
import type { Context as MochaContext } from 'mocha'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Role } from '../../../core/service/access/role.ts'
import { joinAs, joinFirst, type Person } from '../service/console-people.ts'
import { freePort } from '../service/free-port.ts'
import { openTestServer, type TestServer, type TestServerOptions } from '../service/open-test-server.ts'
import { openSamplePress } from '../service/sample-press.ts'
import { axeFaults, settled } from './axe.ts'
import { needsBrowser, openPage, PLATEN_HOST, screenshotFolder, type Watched } from './browser.ts'

export const SIZES = {
  phone: { width: 375, height: 812 },
  desk: { width: 1280, height: 800 },
  wide: { width: 2560, height: 1440 },
} as const
export type Size = keyof typeof SIZES

export interface ConsoleOptions {
  /** Of the page's user; owner unless it is said. */
  readonly role?: Role
  /** A desk unless it is said. */
  readonly size?: Size
  /** `en` unless it is said. */
  readonly language?: 'en' | 'de'
  readonly scheme?: 'light' | 'dark'
  /**
   * Of the service. Without a press it has one that reads no file and gives a page with a name and a size; `workers`
   * reads real PDFs, and draws.
   */
  readonly server?: TestServerOptions
}

export interface ConsoleSite {
  readonly test: TestServer
  /** As the browser reaches it, `http://platen.localhost:…`. */
  readonly service: string
  readonly person: Person
  readonly page: Page
  /** Uncaught errors, console errors and breaches of the policy, of this page. */
  readonly faults: readonly string[]
  /** Addresses of all requests of this page, in order. */
  readonly requests: readonly string[]
  /** Opens a path of the console, such as `/console/templates`, and waits for its heading. */
  open(path: string): Promise<void>
  /** Somebody else of the team, signed in. */
  join(role: Role): Promise<Person>
  /** A further page in a browser of its own, signed in as a user or not at all. */
  another(
    person: Person | null,
    options?: Pick<ConsoleOptions, 'size' | 'language' | 'scheme'>,
  ): Promise<Watched>
  /** The faults that axe-core finds, one line each. */
  axe(page?: Page): Promise<readonly string[]>
  /** If SCREENSHOTS names a folder: screenshots of the page, phone and desk, light and dark. */
  shots(name: string, sizes?: readonly Size[]): Promise<void>
  shotsOf(page: Page, name: string, sizes?: readonly Size[]): Promise<void>
  close(): Promise<void>
}

/** In a `before` hook: pending, with the reason, where no browser is to be had. */
export async function openConsole(context: MochaContext, options: ConsoleOptions = {}): Promise<ConsoleSite> {
  const browser = await needsBrowser(context)
  const port = await freePort()
  const service = `http://${PLATEN_HOST}:${port}`
  const { server = {} } = options
  const test = await openTestServer({
    press: openSamplePress(),
    ...server,
    env: {
      ...{ PORT: String(port), BASE_URL: service, SIGN_IN_ATTEMPTS: '100000' },
      RATE_LIMIT_CONSOLE_PER_MINUTE: '100000',
      // Files are read and pictures drawn however busy the machine is.
      ...{ PRESS_TIMEOUT_SECONDS: '120', RASTER_TIMEOUT_SECONDS: '120' },
      ...server.env,
    },
  })
  const owner = await joinFirst(test)
  let count = 0
  const joinRole = async (role: Role) => {
    count += 1
    return joinAs(test, role, `${role}-${count}@printshop.example`)
  }
  const { role = 'owner' } = options
  const person = role === 'owner' ? owner : await joinRole(role)
  const opened: Watched[] = []
  const another: ConsoleSite['another'] = async (who, more = {}) => {
    const watched = await openAs(browser, service, who, more)
    opened.push(watched)
    return watched
  }
  const { page, faults, requests } = await another(person, options)
  return {
    ...{ test, service, person, page, faults, requests, another },
    join: joinRole,
    async open(path) {
      await page.goto(`${service}${path}`)
      await page.locator('h1').first().waitFor()
      await drawn(page)
    },
    axe: (which = page) => axeFaults(which),
    shots: (name, sizes) => takeShots(page, name, sizes, options.scheme),
    shotsOf: (which, name, sizes) => takeShots(which, name, sizes),
    async close() {
      for (const watched of opened) await watched.close()
      await test.close()
    },
  }
}

async function takeShots(
  page: Page,
  name: string,
  sizes: readonly Size[] = ['phone', 'desk'],
  scheme: 'light' | 'dark' = 'light',
): Promise<void> {
  const folder = await screenshotFolder()
  if (folder === null) return
  const before = page.viewportSize()
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await settled(page)
      await page.screenshot({
        path: join(folder, `console-${name}-${size}-${colorScheme}.png`),
        fullPage: true,
      })
    }
  }
  await page.emulateMedia({ colorScheme: scheme })
  if (before !== null) await page.setViewportSize(before)
}

async function openAs(
  browser: Browser,
  service: string,
  person: Person | null,
  { size = 'desk', language = 'en', scheme = 'light' }: Pick<ConsoleOptions, 'size' | 'language' | 'scheme'>,
): Promise<Watched> {
  const settings: BrowserContextOptions = {
    viewport: SIZES[size],
    locale: language === 'de' ? 'de-DE' : 'en-GB',
    colorScheme: scheme,
    ...(size === 'phone' ? { hasTouch: true, isMobile: true } : {}),
  }
  const watched = await openPage(browser, settings)
  if (person !== null)
    await watched.context.addCookies([
      { name: 'platen', value: person.token, url: service, httpOnly: true, sameSite: 'Strict' },
    ])
  return watched
}

/**
 * Until what follows a drawing of the page has run: what listens, takes the focus or writes a number anew does so a turn
 * after it, and may have something drawn that is followed by more.
 */
export async function drawn(page: Page): Promise<void> {
  for (let times = 0; times < 2; times += 1)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
}
