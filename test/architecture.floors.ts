/** The floors of core as data: each imports only what stands before it, and no folder is too full to be seen. */
import { importsOf, isSource, type SourceFile } from './support/run/source-tree.ts'

/** Paths below core, without their ending: a folder with all in it, or one file. The longest that fits counts. */
export const FLOORS: readonly string[] = [
  // The ground: errors, identifiers, time, and the ports that stand on nothing.
  ...['errors', 'ids', 'page', 'time', 'unique-violation', 'clock', 'files', 'once-for'],
  // The engine: bytes, shapes and inks. It knows no team, order, row or store.
  ...['engine/limits', 'engine/geometry', 'engine/finding'],
  ...['engine/pdf', 'engine/text', 'engine/ink', 'engine/scene', 'engine/layout'],
  ...['engine/artwork', 'engine/press', 'engine/preflight', 'engine/preview'],
  // The service: records and their moves.
  ...[
    'service/own-files',
    'service/traces',
    'service/access',
    'service/mail',
    'service/webhook',
    'service/asset',
    'service/selection',
    'service/color',
    'service/template',
  ],
  ...['service/font', 'service/folder', 'service/render', 'service/folder/deliver'],
  ...['service/application', 'service/mapping', 'service/preview', 'service/fill', 'service/embed'],
  ...['service/batch', 'service/storefront', 'service/console'],
  // What stands above several records, and the lists of ports and use cases.
  ...[
    'service/publish',
    'service/correct',
    'service/report',
    'service/erase',
    'service/review',
    'service/retention',
    'service/send-mail',
  ],
  ...['service/jobs', 'service/event-objects', 'store', 'ports', 'service/bind', 'service/people', 'service'],
]

const MOST_FILES = 40
/** Files that import each other in a circle, types included. */
const MOST_IN_A_KNOT = 3

const floorOf = (path: string, floors: readonly string[]): number =>
  floors.reduce((best, floor, at) => {
    const own = `core/${floor}`
    const fits = path === `${own}.ts` || path.startsWith(`${own}/`)
    return fits && floor.length > (floors[best]?.length ?? 0) ? at : best
  }, -1)

const coreSources = (files: readonly SourceFile[]): readonly SourceFile[] =>
  files.filter(({ path }) => path.startsWith('core/') && isSource(path))

/** Imports of values from a floor further up; a type from there binds nothing when the code runs. */
export function upwardImports(files: readonly SourceFile[], floors = FLOORS): readonly string[] {
  return coreSources(files).flatMap((file) => {
    const own = floorOf(file.path, floors)
    if (own < 0) return [`${file.path}:1: stands on no floor`]
    return importsOf(file)
      .filter((line) => !line.typeOnly && line.target.startsWith('core/'))
      .filter((line) => floorOf(line.target, floors) > own)
      .map((line) => `${file.path}:${line.line}: imports ${line.target} from a floor above`)
  })
}

/** Circles of imports among the files of core, types included, that are larger than a reader can hold in mind. */
export function knots(files: readonly SourceFile[]): readonly string[] {
  const targets = new Map(
    coreSources(files).map((file) => [file.path, importsOf(file).map(({ target }) => target)]),
  )
  return stronglyConnected(targets)
    .filter((knot) => knot.length > MOST_IN_A_KNOT)
    .map((knot) => `${knot[0]}:1: in a circle of ${knot.length} files with ${knot.slice(1).join(', ')}`)
}

/** Folders with more sources than can be taken in at a glance. */
export function crowdedFolders(files: readonly SourceFile[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    if (isSource(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => `${folder}:1: ${count} files, at most ${MOST_FILES}`)
}

/** Tarjan, Depth-first search and linear graph algorithms (1972). */
function stronglyConnected(targets: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const found: string[][] = []
  const stack: string[] = []
  const numbers = new Map<string, number>()
  const visit = (path: string): number => {
    const number = numbers.size
    let low = number
    numbers.set(path, number)
    stack.push(path)
    for (const target of targets.get(path) ?? []) {
      if (!targets.has(target)) continue
      if (!numbers.has(target)) low = Math.min(low, visit(target))
      else if (stack.includes(target)) low = Math.min(low, numbers.get(target) ?? low)
    }
    if (low === number) found.push(stack.splice(stack.indexOf(path)))
    return low
  }
  for (const path of targets.keys()) if (!numbers.has(path)) visit(path)
  return found
}
