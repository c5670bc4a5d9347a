/** The log as people read it at a terminal: time, level and message, then its facts. */

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}
/** Obvious on a terminal. */
const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'msg'])

/** Where pino writes its lines of JSON. */
export function terminalLog(write: (text: string) => void): { write(line: string): void } {
  return {
    write(line) {
      write(`${readable(JSON.parse(line) as Record<string, unknown>)}\n`)
    },
  }
}

function readable(event: Readonly<Record<string, unknown>>): string {
  const at = new Date(Number(event.time)).toTimeString().slice(0, 8)
  const facts = Object.entries(event)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return [at, (LEVELS[Number(event.level)] ?? '').padEnd(5), String(event.msg ?? ''), ...facts].join('  ')
}
