/** The output of a start: plain and at once for files and programs, one block at the end for a terminal. */

export interface FirstKeys {
  readonly secret: string
  readonly publishable: string
}

export interface SampleLinks {
  /** Null while the sample is not live. */
  readonly hosted: string | null
  readonly demo: string
}

/** Called in the order of a start. */
export interface Announcer {
  listening(baseUrl: string): void
  /** A process that answers no requests. */
  working(roles: readonly string[], url: string): void
  keys(keys: FirstKeys): void
  joinLink(url: string): void
  sample(links: SampleLinks): void
  renderCommand(command: string): void
  /** The start is complete. */
  end(): void
}

type Say = (text: string) => void

export function plainAnnouncer(say: Say): Announcer {
  let baseUrl = ''
  return {
    listening(url) {
      baseUrl = url
      say(`\nPlaten is listening on ${url}\n`)
    },
    working(roles, url) {
      say(`\nPlaten is listening on ${url} for /readyz and /metrics. Roles: ${roles.join(', ')}\n`)
    },
    keys({ secret, publishable }) {
      say(`
  Your team is ready. These keys are shown only once. Keep them safe.

    secret key        ${secret}
    publishable key   ${publishable}

  API description: ${baseUrl}/v1/openapi.json
`)
    },
    joinLink: (url) => say(`\n  Console: ${url}\n  (works once, within 24 hours)\n`),
    sample({ hosted, demo }) {
      say(`
  A wedding card is published as a sample:
${hosted === null ? '' : `\n    personalize it        ${hosted}`}
    a shop that sells it  ${demo}
`)
    },
    renderCommand(command) {
      say(`
  Print two names on the card:

    ${command.replaceAll('\n', '\n    ')}

  render.signed_url in the response is the print file, for one hour.

`)
    },
    end() {},
  }
}

/** Decision: no colours but bold and dim, which every terminal shows and no theme spoils. */
export function terminalAnnouncer(say: Say, colors: boolean): Announcer {
  const style = (code: number) => (text: string) => (colors ? `\u001b[${code}m${text}\u001b[0m` : text)
  const [bold, dim] = [style(1), style(2)]
  const rows: (readonly [name: string, value: string])[] = []
  const notes: string[] = []
  let title = ''
  let known: FirstKeys | null = null
  return {
    listening(url) {
      title = `Platen is running at ${url}`
      rows.push(['Docs', `${url}/docs`])
    },
    working(roles, url) {
      title = `Platen works on ${roles.join(', ')} at ${url}`
    },
    keys(keys) {
      known = keys
    },
    joinLink(url) {
      rows.unshift(['Console', url])
      notes.push('The console link works once, within 24 hours, and makes you the owner.')
    },
    sample({ hosted, demo }) {
      if (hosted !== null) rows.push(['Sample', hosted])
      rows.push(['Demo shop', demo])
    },
    // It stands in the quick start, with less to copy.
    renderCommand() {},
    end() {
      if (known !== null) {
        rows.push(['Secret key', known.secret], ['Publishable key', known.publishable])
        notes.push('The keys are shown this once. Keep the secret key safe.')
      }
      const lines = rows.map(([name, value]) => `  ${dim(name.padEnd(17))}${value}`)
      const said = notes.map((note) => `  ${dim(note)}`)
      const blocks = [[`  ${bold(title)}`], lines, said, [`  ${dim('Ctrl+C stops it.')}`]]
      say(
        `\n${blocks
          .filter((block) => block.length > 0)
          .map((block) => block.join('\n'))
          .join('\n\n')}\n\n`,
      )
    },
  }
}
