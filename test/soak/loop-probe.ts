/** Loaded before the service (`node --import`): how long its loop stands still by its own doing, whatever the machine does. */
import { appendFileSync, readFileSync } from 'node:fs'

const EVERY_MS = 5
/** Shorter ones are not worth a line. */
const WORTH_MS = 10

/** Milliseconds that this thread was ready to run and another had the processor; 0 where the system does not tell. */
function waited(): number {
  try {
    const [, nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    return 0
  }
}

/** The stretches in ms that a probe wrote to a file. */
export function standstills(file: string): readonly number[] {
  return readFileSync(file, 'latin1')
    .split('\n')
    .filter((line) => line !== '')
    .map(Number)
}

const file = process.env.LOOP_PROBE
if (file !== undefined && /server\/main\.(?:ts|mjs)$/.test(process.argv[1] ?? '')) {
  appendFileSync(file, '')
  let [last, waiting] = [performance.now(), waited()]
  setInterval(() => {
    const late = performance.now() - last - EVERY_MS - (waited() - waiting)
    if (late > WORTH_MS) appendFileSync(file, `${late.toFixed(1)}\n`)
    ;[last, waiting] = [performance.now(), waited()]
  }, EVERY_MS).unref()
}
