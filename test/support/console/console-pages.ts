/** Pages of the console within the process: a real service, the console's real script, and a DOM of its own for each page. */
import { configure } from '@testing-library/dom'
import { type DOMWindow, JSDOM, VirtualConsole } from 'jsdom'
import type { Context as MochaContext } from 'mocha'
import type { Role } from '../../../core/service/access/role.ts'
import { failOnFaults, noteFault } from '../run/page-faults.ts'
import { joinAs, joinFirst, type Person } from '../service/console-people.ts'
import { openTestServer, type TestServer, type TestServerOptions } from '../service/open-test-server.ts'
import { openSamplePress } from '../service/sample-press.ts'
import type { Answer, Route } from './answers.ts'
import { addPieces, type Device, type Download, watchLinks } from './dom-pieces.ts'
import { type Finding, openFinding, UNSAID } from './finding.ts'
import { type Hands, openHands } from './hands.ts'
import { consoleScript } from './script.ts'
import { openUploads, type Uploads } from './upload-request.ts'
import { openWire, turn, type Wire } from './wire.ts'

const SAYS = '\nThe page says: '

configure({
  // Nothing is waited for that long unless it never comes.
  asyncUtilTimeout: 30_000,
  defaultIgnore: UNSAID.join(', '),
  getElementError(message, container) {
    const [line = ''] = (message ?? 'Not found.').split(SAYS)
    // Most are thrown away while something is waited for: the page is read when somebody asks.
    const get = () => `${line}${SAYS}${textOf(container).slice(0, 2_000)}`
    return Object.defineProperty(new Error(line), 'message', { get, configurable: true })
  },
})

export interface PageOptions {
  /** The owner unless it is said; null for a visitor who is not signed in. */
  readonly person?: Person | null
  /** `en` unless it is said. */
  readonly language?: 'en' | 'de'
  /** 1280 unless it is said. */
  readonly widthPx?: number
  readonly dark?: boolean
  /** The page that was open in the same browser before: what it has stored is there. */
  readonly after?: ConsolePage
  /** In the place of the service, from the first request on. */
  readonly answers?: Readonly<Partial<Record<Route, Answer>>>
}

export interface ConsolePagesOptions extends Pick<PageOptions, 'answers'> {
  readonly server?: TestServerOptions
}

export interface ConsolePage
  extends Finding,
    Hands,
    Pick<Wire, 'requests' | 'answer' | 'hold'>,
    Pick<Uploads, 'stall'> {
  readonly window: DOMWindow
  readonly document: Document
  /** Path and query. */
  readonly path: string
  readonly downloads: readonly Download[]
  /** Addresses of links that left the console. */
  readonly left: readonly string[]
  /** Resolves when all replies but those held have come and are drawn: what is not there now does not come. */
  settled(): Promise<void>
}

export interface ConsolePages {
  readonly test: TestServer
  readonly owner: Person
  /** Somebody else of the team, signed in. */
  join(role: Role): Promise<Person>
  /** Opens a path of the console, such as `/console/templates`. It is closed after the test. */
  open(path: string, options?: PageOptions): Promise<ConsolePage>
  close(): Promise<void>
}

/** In a `before` hook; `answers` are for all pages. Whatever a page logs as an error, and each reply that no test expects, fails the test. */
export async function openConsolePages(
  context: MochaContext,
  { server = {}, answers: usual = {} }: ConsolePagesOptions = {},
): Promise<ConsolePages> {
  const suite = context.test?.parent
  if (suite === undefined) throw new Error('Pages are opened in a hook.')
  const script = await consoleScript()
  const test = await openTestServer({
    press: openSamplePress(),
    ...server,
    env: {
      ...{ SIGN_IN_ATTEMPTS: '100000', RATE_LIMIT_CONSOLE_PER_MINUTE: '100000' },
      // Files are read and pictures drawn however busy the machine is.
      ...{ PRESS_TIMEOUT_SECONDS: '120', RASTER_TIMEOUT_SECONDS: '120' },
      ...server.env,
    },
  })
  const owner = await joinFirst(test)
  const { origin } = new URL(test.server.baseUrl)
  const opened: { close(): Promise<void> }[] = []
  const closePages = async () => {
    for (const page of opened.splice(0)) await page.close()
  }
  suite.afterEach('closes its pages', async () => {
    await closePages()
    for (const fault of test.takeUndeclared()) noteFault(fault)
  })
  failOnFaults(suite)
  let count = 0
  return {
    test,
    owner,
    join(role) {
      count += 1
      return joinAs(test, role, `${role}-${count}@printshop.example`)
    },
    async open(path, options = {}) {
      const { person = owner, language = 'en', widthPx = 1280, dark = false, after, answers = {} } = options
      const device: Device = { widthPx, dark, languages: [language === 'de' ? 'de-DE' : 'en-GB'] }
      const markup = await (await fetch(`${test.url}${path.split('#')[0]}`)).text()
      const dom = openDom(`${origin}${path}`, markup)
      const { window } = dom
      addPieces(window, device)
      for (const [name, value] of Object.entries(after?.window.localStorage ?? {}))
        window.localStorage.setItem(name, value)
      const links = watchLinks(window)
      const wire = openWire(window, test.url, person?.token ?? null)
      for (const [route, answer] of Object.entries({ ...usual, ...answers }))
        wire.answer(route as Route, answer ?? null)
      opened.push({
        async close() {
          await wire.close()
          window.close()
        },
      })
      const { XMLHttpRequest, stall } = openUploads(window, wire)
      Object.assign(window, { fetch: wire.fetch, XMLHttpRequest })
      const { document } = window
      const finding = openFinding(document)
      const page: ConsolePage = {
        ...finding,
        ...openHands(document, finding),
        ...links,
        ...{ window, document, requests: wire.requests, answer: wire.answer, hold: wire.hold, stall },
        get path() {
          return window.location.pathname + window.location.search
        },
        async settled() {
          for (let seen = -1; seen !== wire.requests.length; ) {
            seen = wire.requests.length
            await wire.idle()
            // An effect comes a frame after what it follows, and what it sets is drawn in the turn after.
            for (let turns = 0; turns < 4; turns += 1)
              await new Promise((resolve) => window.setTimeout(resolve)).then(turn)
          }
        },
      }
      script.runInContext(dom.getInternalVMContext())
      return page
    },
    async close() {
      await closePages()
      await test.close()
    },
  }
}

/** The service's own markup, of which no script runs: the test runs it once all is in its place. */
function openDom(url: string, markup: string): JSDOM {
  const virtualConsole = new VirtualConsole()
  virtualConsole.on('jsdomError', (error) => noteFault(`uncaught: ${error.cause ?? error.message}`))
  for (const level of ['error', 'warn'] as const)
    virtualConsole.on(level, (...words: readonly unknown[]) =>
      noteFault(`console.${level}: ${words.join(' ')}`),
    )
  return new JSDOM(markup, { url, runScripts: 'outside-only', pretendToBeVisual: true, virtualConsole })
}

/** The text of each element, with bars between them. */
function textOf(element: Element): string {
  const texts = [...element.childNodes].map((node) => {
    if (node.nodeType === node.TEXT_NODE) return (node.nodeValue ?? '').trim()
    return node.nodeType !== node.ELEMENT_NODE || UNSAID.includes(node.nodeName)
      ? ''
      : textOf(node as Element)
  })
  return texts.filter((text) => text !== '').join(' | ')
}
