/** A server as a program of its own that is killed, by SIGKILL, between the work of a request and noting its reply. */
import { pino } from 'pino'
import { readConfig } from '../../../server/config.ts'
import { openServer } from '../../../server/open.ts'
import { openSamplePress } from '../../support/service/sample-press.ts'

const server = await openServer(readConfig(process.env), {
  press: openSamplePress(),
  log: pino({ level: 'silent' }),
})
server.ports.store.idempotency.finish = () => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}
process.stdout.write(`${server.url}\n`)
