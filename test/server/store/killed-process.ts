/** Commits some teams to the database of the path it is given, one by one, and waits to be killed. */
import { openStore } from '../../../server/store/open.ts'
import { teamRecord } from '../../support/database/records.ts'

const store = await openStore({ databaseUrl: process.argv[2] ?? '' })
await store.close()
const again = await openStore({ databaseUrl: process.argv[2] ?? '' })
const teams = Array.from({ length: 6 }, () => teamRecord())
for (const team of teams) await again.teams.insert(team)
process.send?.(teams.map(({ id }) => id))
setInterval(() => again.ping(), 60_000)
