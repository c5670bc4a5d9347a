/** A connection line to PostgreSQL that a test can have fall silent at the end of a transaction, one way or the other. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** `unheard`: the server never gets the COMMIT. `unanswered`: it commits, and nobody hears of it. */
export type Silence = 'unheard' | 'unanswered'

export interface PostgresLink {
  /** As the server's, by way of this line. */
  readonly url: string
  /**
   * The next transaction with `word` among its values falls silent at its COMMIT; resolves once whoever asked has hung up.
   * Statements are prepared, so that their own words are sent once for each connection.
   */
  silence(word: string, how: Silence): Promise<void>
  close(): Promise<void>
}

export async function openPostgresLink(url: string): Promise<PostgresLink> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let armed: { readonly word: string; readonly how: Silence; hungUp(): void } | null = null

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let said = ''
    let silent: Silence | null = null
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      said = /\bbegin\b/i.test(text) ? text : said + text
      if (armed !== null && /\bcommit\b/i.test(text) && said.includes(armed.word)) {
        const { how, hungUp } = armed
        armed = null
        silent = how
        client.once('close', hungUp)
      }
      if (silent !== 'unheard') upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (silent === null) client.write(bytes)
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = new URL(url)
  own.port = String((server.address() as AddressInfo).port)
  return {
    url: own.href,
    silence: (word, how) =>
      new Promise((resolve) => {
        armed = { word, how, hungUp: resolve }
      }),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
