/** A process of the test of the store: counts up in a database that others count up in at the same time. */
import { openStore } from '../../../server/store/open.ts'
import { countUp } from '../../conformance/store-counter.ts'

const [databaseUrl = '', teamId = '', templateId = '', times = '0'] = process.argv.slice(2)
const store = await openStore({ databaseUrl })
for (let count = 0; count < Number(times); count++) await countUp(store, teamId, templateId)
await store.close()
