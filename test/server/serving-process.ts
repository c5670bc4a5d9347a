/** A process that serves the SQLite file of the path it is given, until it is killed. */
import { openStore } from '../../server/store/open.ts'

const store = await openStore({ databaseUrl: process.argv[2] ?? '', serves: true })
process.send?.('serves')
setInterval(() => store.ping(), 60_000)
