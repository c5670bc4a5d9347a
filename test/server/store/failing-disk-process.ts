/** Opens the store of the path it is given and writes to it, on a disk that fails once the store is open. */
import { open } from 'node:fs/promises'
import { openStore } from '../../../server/store/open.ts'
import { teamRecord } from '../../support/records.ts'

const store = await openStore({ databaseUrl: process.argv[2] ?? '' })
console.log('opened')
const file = await open(import.meta.filename)
Object.getPrototypeOf(file).datasync = async () => {
  throw Object.assign(new Error('EIO: the disk is broken'), { code: 'EIO' })
}
await store.transaction((inside) => inside.teams.insert(teamRecord()))
console.log('told')
