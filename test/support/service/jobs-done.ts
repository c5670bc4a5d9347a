/** Waits until a test server has done all that its queue has to do, so that what did not happen will not. */
import { databaseOf } from '../../../server/store/store.ts'
import { eventually } from '../run/eventually.ts'
import type { TestServer } from './open-test-server.ts'

/** Of the jobs that are due by the clock of the test, in the embedded queue. */
export async function jobsDone({ server, clock }: Pick<TestServer, 'server' | 'clock'>): Promise<void> {
  const db = databaseOf(server.ports.store)
  const due = () => db.sql('jobs').where('run_at', '<=', clock.now()).select('kind', 'object_id')
  await eventually(() => db.read(due()), { until: ({ length }) => length === 0 })
}
