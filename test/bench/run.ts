/** Runs the benchmarks: `npm run bench [-- NAME…] [--json]`; a line per figure, or with --json an array of them. */

import type { Figure } from './figure.ts'
import { endInOrder } from './operate/end-in-order.ts'

const BENCHES: Readonly<Record<string, () => Promise<{ measure(): Promise<Figure[]> }>>> = {
  compose: () => import('./compose.ts'),
  press: () => import('./press.ts'),
  label: () => import('./color/label.ts'),
  upload: () => import('./upload.ts'),
  merge: () => import('./merge.ts'),
  stored: () => import('./stored.ts'),
  http: () => import('./http.ts'),
  files: () => import('./operate/files.ts'),
  list: () => import('./list.ts'),
  search: () => import('./search.ts'),
  throughput: () => import('./throughput.ts'),
  finalize: () => import('./finalize.ts'),
  webhooks: () => import('./webhooks.ts'),
  storefront: () => import('./storefront.ts'),
  preview: () => import('./preview.ts'),
  'preview-memory': () => import('./preview-memory.ts'),
  'preview-memory-short': async () => ({ measure: (await import('./preview-memory.ts')).measureShort }),
  raster: () => import('./raster.ts'),
  browser: () => import('./browser.ts'),
  console: () => import('./console.ts'),
  stage: () => import('./stage.ts'),
  photo: () => import('./photo.ts'),
  memory: () => import('./operate/memory.ts'),
  scale: () => import('./operate/scale.ts'),
  migrations: () => import('./operate/migrations.ts'),
  prune: () => import('./operate/prune.ts'),
  'ten-million': () => import('./operate/ten-million.ts'),
}

const args = process.argv.slice(2)
const json = args.includes('--json')
const names = args.filter((arg) => !arg.startsWith('--'))
const unknown = names.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(2)
}

endInOrder()
const figures: Figure[] = []
for (const [name, load] of Object.entries(BENCHES)) {
  // A short form is for whoever names it, and so is what takes many minutes.
  if (
    names.length > 0
      ? !names.includes(name)
      : /-short$|^memory$|^scale$|^migrations$|^prune$|^ten-million$/.test(name)
  )
    continue
  if (!json) console.log(`\n${name}`)
  for (const figure of await (await load()).measure()) {
    figures.push(figure)
    if (!json) console.log(line(figure))
  }
}
if (json) console.log(JSON.stringify(figures, null, 2))
process.exitCode = figures.some((figure) => figure.holds === false) ? 1 : 0

function line(figure: Figure): string {
  const verdict = figure.holds === null ? '' : figure.holds ? 'holds' : 'MISSED'
  const target = figure.target === null ? '' : `target ${figure.target}`
  return `  ${figure.name.padEnd(58)} ${`${figure.value} ${figure.unit}`.padStart(14)}  ${target.padEnd(16)} ${verdict}`
}
