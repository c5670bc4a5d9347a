/** Names of temporary files, which say what process writes them, so that a start removes what dead ones left. */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

const NAME = /^([0-9a-f]{8})-([0-9a-f]{4}-[0-9a-f]{4})-([0-9a-f]{4})-[0-9a-f]{12}$/

const hex = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

/** Numbers of processes mean something within one of these alone: a machine since its start, or a container. */
const PLACE = hex(
  [
    hostname(),
    read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    read(() => readlinkSync('/proc/self/ns/pid')),
  ].join(' '),
  8,
)
/** A container begins with the same number each time. */
const START = hex(`${performance.timeOrigin}`, 4)

function read(fact: () => string): string {
  try {
    return fact()
  } catch {
    return ''
  }
}

/** In the form of a UUID. */
export function temporaryName(): string {
  const pid = process.pid.toString(16).padStart(8, '0').slice(-8)
  return `${PLACE}-${pid.slice(0, 4)}-${pid.slice(4)}-${START}-${randomBytes(6).toString('hex')}`
}

/** `unknown`: of another machine or container, or named otherwise. */
export function writerOf(name: string): 'living' | 'dead' | 'unknown' {
  const [, place, digits = '', start] = NAME.exec(name) ?? []
  if (place !== PLACE) return 'unknown'
  const pid = Number.parseInt(digits.replace('-', ''), 16)
  if (pid === process.pid) return start === START ? 'living' : 'dead'
  return isAlive(pid) ? 'living' : 'dead'
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process lives too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
