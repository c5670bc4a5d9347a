/** Keeps connections to SFTP servers for a moment: the steps of a delivery follow one another on one of them. */
import { FolderFault } from '../../../core/service/folder/out-tray.ts'
import type { Connection } from './connection.ts'

const IDLE_MS = 15_000

export interface Connections {
  /**
   * `key` names account and secrets: whoever has the same one shares the connection. `enter` only looks; where it loses
   * a connection that was kept, as servers close idle ones, it has another try on a new one.
   */
  with<E, T>(
    key: string,
    open: () => Promise<Connection>,
    enter: (connection: Connection) => Promise<E>,
    work: (entered: E) => Promise<T>,
  ): Promise<T>
  close(): Promise<void>
}

interface Kept {
  readonly connection: Promise<Connection>
  users: number
  idle: NodeJS.Timeout | undefined
}

/** A kept connection that was of no use any more. */
class Lost extends Error {}

export function createConnections(idleMs = IDLE_MS): Connections {
  const kept = new Map<string, Kept>()
  let isClosed = false

  const drop = (key: string, one: Kept) => {
    clearTimeout(one.idle)
    if (kept.get(key) === one) kept.delete(key)
    one.connection.then(
      (connection) => connection.end(),
      () => {},
    )
  }

  async function findOrOpen(key: string, open: () => Promise<Connection>): Promise<Kept> {
    const found = kept.get(key)
    clearTimeout(found?.idle)
    if (found !== undefined && !(await isGood(found))) drop(key, found)
    const one = kept.get(key) ?? { connection: open(), users: 0, idle: undefined }
    kept.set(key, one)
    return one
  }

  async function use<T>(key: string, one: Kept, work: (connection: Connection) => Promise<T>): Promise<T> {
    clearTimeout(one.idle)
    one.users += 1
    try {
      return await work(await one.connection)
    } finally {
      one.users -= 1
      const keeps = (await isGood(one)) && !isClosed
      if (!keeps) drop(key, one)
      else if (one.users === 0) {
        clearTimeout(one.idle)
        one.idle = setTimeout(() => drop(key, one), idleMs)
        one.idle.unref()
      }
    }
  }

  return {
    async with(key, open, enter, work) {
      if (isClosed) throw new FolderFault('server_unreachable')
      const before = kept.get(key)
      const one = await findOrOpen(key, open)
      try {
        return await use(key, one, async (connection) => {
          const entered = await enter(connection).catch((error) => {
            throw one === before && !connection.isOpen ? new Lost() : error
          })
          return work(entered)
        })
      } catch (error) {
        if (!(error instanceof Lost)) throw error
        return use(key, await findOrOpen(key, open), async (connection) => work(await enter(connection)))
      }
    },
    async close() {
      isClosed = true
      for (const [key, one] of [...kept]) drop(key, one)
    },
  }
}

function isGood({ connection }: Kept): Promise<boolean> {
  return connection.then(
    ({ isOpen }) => isOpen,
    () => false,
  )
}
