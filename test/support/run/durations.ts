/** How long each file of tests takes, as it was measured, and the order and the shards that follow from it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSlow } from './file-kinds.ts'

const KEPT = join(import.meta.dirname, '../../durations.json')
/** Shorter files are not kept: all of them together differ little from their estimates. */
const LEAST_KEPT_MS = 1_000
/** The means of the files that are not kept. */
const ESTIMATED_SECONDS = { slow: 0.5, quick: 0.2 }

type Seconds = Readonly<Record<string, number>>

export interface Shard {
  /** From 1. */
  readonly number: number
  readonly of: number
}

/** `secondsOf` for a list in durations.json: the usual run and the long run have one each. */
export function durationsOf(list: string): (path: string) => number {
  const seconds = readKept()[list] ?? {}
  return (path) => seconds[path] ?? ESTIMATED_SECONDS[isSlow(path) ? 'slow' : 'quick']
}

/** Started in this order, no long file is left to run alone at the end. */
export function longestFirst(
  files: readonly string[],
  secondsOf: (path: string) => number,
): readonly string[] {
  const seconds = new Map(files.map((path) => [path, secondsOf(path)]))
  const secondsIn = (path: string) => seconds.get(path) ?? 0
  return [...files].sort((a, b) => secondsIn(b) - secondsIn(a) || (a < b ? -1 : 1))
}

/** The files of one shard: each file, longest first, goes to the shard that has least so far. */
export function filesOfShard(
  files: readonly string[],
  secondsOf: (path: string) => number,
  { number, of }: Shard,
): readonly string[] {
  const shards = Array.from({ length: of }, () => ({ seconds: 0, files: [] as string[] }))
  for (const path of longestFirst(files, secondsOf)) {
    const emptiest = shards.reduce((least, one) => (one.seconds < least.seconds ? one : least))
    emptiest.seconds += secondsOf(path)
    emptiest.files.push(path)
  }
  return shards[number - 1]?.files ?? []
}

/** What record-durations.ts has noted: each file and its milliseconds, longest first. */
export function readRecord(path: string): readonly (readonly [file: string, ms: number])[] {
  const total = new Map<string, number>()
  for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
    const [ms, file] = line.split('\t')
    if (file !== undefined) total.set(file, (total.get(file) ?? 0) + Number(ms))
  }
  return [...total].sort(([, a], [, b]) => b - a)
}

/** Renews the list of a kind for the files of a run, and drops the files that are gone. */
export function keepRecord(list: string, record: string, all: readonly string[]): void {
  const kept = readKept()
  const renewed = new Map(Object.entries(kept[list] ?? {}))
  for (const [file, ms] of readRecord(record)) {
    if (ms < LEAST_KEPT_MS) renewed.delete(file)
    else renewed.set(file, Math.round(ms / 1000))
  }
  const seconds = [...renewed].filter(([file]) => all.includes(file)).sort(([a], [b]) => (a < b ? -1 : 1))
  const next = { ...kept, [list]: Object.fromEntries(seconds) }
  writeFileSync(KEPT, `${JSON.stringify(next, null, 2)}\n`)
}

function readKept(): Readonly<Record<string, Seconds>> {
  return JSON.parse(readFileSync(KEPT, 'utf8'))
}
