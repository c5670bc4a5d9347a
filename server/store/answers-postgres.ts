/** How long this process waits for an answer of PostgreSQL: the server's own limits are no use while it stands still. */
import type { Socket } from 'node:net'
import type pg from 'pg'

/** Decision: a statement runs, and waits for locks, so long; the server ends it, and its connection goes on. */
export const STATEMENT_MS = 5_000
/** Later than the server's own limit, so that a server at work is the one that ends a statement. */
const ANSWER_MS = STATEMENT_MS + 250
/** knex waits 5 s for a ROLLBACK, and then hands its connection to the next one, whatever has become of it. */
const ROLLBACK_MS = STATEMENT_MS - 500
/** Of a transaction that may take its time, such as one that changes the form of a large database. */
const LONG_ANSWER_MS = 3_600_000

const patient = new WeakSet<pg.Client>()

/** From now until `hurry`, the connection may be silent for an hour. */
export function bePatient(connection: pg.Client): void {
  patient.add(connection)
}

export function hurry(connection: pg.Client): void {
  patient.delete(connection)
}

/**
 * Asks on the connection. Decision: a connection that is silent for so long is ended, and with that the question rejects:
 * its answer may come still, and nobody else may take it for theirs. Whether the server does what it was asked is open
 * then: it does so where it reads on, and never where that was a statement of a transaction whose COMMIT it has not. A long
 * list that is still coming in is waited for.
 */
export async function answered<T>(
  connection: pg.Client,
  ask: () => Promise<T>,
  kind: 'statement' | 'rollback' = 'statement',
): Promise<T> {
  const hurried = kind === 'rollback' ? ROLLBACK_MS : ANSWER_MS
  const limitMs = patient.has(connection) ? LONG_ANSWER_MS : hurried
  let timer: NodeJS.Timeout | undefined
  let look: NodeJS.Immediate | undefined
  const watch = (heard: number): void => {
    timer = setTimeout(() => {
      // After a pause of this process itself, an answer may lie there unread: it is read before this.
      look = setImmediate(() => {
        const now = bytesHeard(connection)
        if (now > heard) watch(now)
        else connection.end().catch(() => {})
      })
    }, limitMs)
  }
  watch(bytesHeard(connection))
  try {
    return await ask()
  } finally {
    clearTimeout(timer)
    clearImmediate(look)
  }
}

function bytesHeard(client: pg.Client): number {
  const { connection } = client as pg.Client & { readonly connection: { readonly stream: Socket } }
  return connection.stream.bytesRead
}
