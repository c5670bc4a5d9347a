/** Opens the database of the path it is given and commits what the lines of its input ask for, telling before and after. */
import { createInterface } from 'node:readline'
import { openStore } from '../../../server/store/open.ts'

const store = await openStore({ databaseUrl: process.argv[2] ?? '' })
const tell = (said: string) => process.stdout.write(`${said}\n`)
tell('open')
for await (const line of createInterface({ input: process.stdin })) {
  const [what, teamId = '', id = ''] = line.split(' ')
  await store.transaction(async (inside) => {
    if (what === 'remove') await inside.removals.plan(teamId, id, 0)
    const row = what === 'fail' ? await inside.folderDeliveries.find(teamId, id) : null
    if (row !== null) await inside.folderDeliveries.update(teamId, id, row, { outcome: 'failed' })
    tell('committing')
  })
  tell('committed')
}
await store.close()
