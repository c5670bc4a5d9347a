/** A port for a program that has to be told its own before it listens. */
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below those that systems give to outgoing connections (from 32768 on Linux, from 49152 elsewhere): one of these, once
 * found free, might be a connection's by the time it is listened on.
 */
const FIRST = 10_240
const COUNT = 22_000

/** A port that is free now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    const probe = createServer()
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!free) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
