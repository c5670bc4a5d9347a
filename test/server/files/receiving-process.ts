/** A process that receives a file into a folder until it is killed: `node receiving-process.ts FOLDER`. */
import { openFiles } from '../../../server/files/open.ts'

const files = await openFiles({ filesFolder: process.argv[2] ?? '' })
const sink = await files.begin()
await sink.write(new Uint8Array(300 * 1024))
process.stdout.write('receiving\n')
setInterval(() => {}, 1000)
