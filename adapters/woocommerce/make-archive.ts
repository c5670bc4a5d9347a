/** Writes the archive that WordPress installs: `npm run woocommerce:zip`. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeArchive, SLUG } from './plugin-archive.ts'

const target = process.argv[2] ?? join('demo-output', `${SLUG}.zip`)
const archive = await makeArchive()
await mkdir(dirname(target), { recursive: true })
await writeFile(target, archive)
const sha256 = createHash('sha256').update(archive).digest('hex')
process.stdout.write(`${target}: ${(archive.length / 1000).toFixed(1)} kB, SHA-256 ${sha256}\n`)
