/** Uploads of 117 pages full of text: what the press takes of the processor, against a program that reads their text alone. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPress } from '../../server/workers/press.ts'
import { processorMs } from '../../server/workers/processor-time.ts'
import { openReader } from '../../server/workers/reader.ts'
import { testFonts } from '../support/pdf/fonts.ts'
import { soundFile } from '../support/pdf/hostile-pdf.ts'
import { TEXT_KINDS, type TextKind, textHeavyPdf } from '../support/pdf/text-heavy-pdf.ts'
import { childrenOf } from '../support/programs/children-of.ts'
import { runProgram } from './bench-process.ts'
import { atMost, type Figure, median, reported, timed } from './figure.ts'
import type { PageTexts } from './page-texts.ts'

const PAGES = 117
const ROUNDS = 5
/** A worker that is replaced meanwhile takes its processor time along: this one holds all kinds. */
const MEMORY_MB = 1024
/** The press reads what pdf.js reads, checks every object, and writes the file anew. */
const MOST_OF_PEER = 1.5
/** On a quiet machine. */
const MOST_MS = 1_500

/** Processor time hangs less on what else the machine does than time by the clock; Linux alone tells it of workers. */
export async function measure(): Promise<Figure[]> {
  if (process.platform !== 'linux') return []
  const folder = await mkdtemp(join(tmpdir(), 'platen-bench-upload-'))
  try {
    const figures: Figure[] = []
    for (const kind of TEXT_KINDS) figures.push(...(await measureKind(kind, folder)))
    return figures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Each round has a worker that is new, as the first upload has. */
async function measureKind(kind: TextKind, folder: string): Promise<Figure[]> {
  const source = join(folder, 'source.pdf')
  await writeFile(source, textHeavyPdf(kind, PAGES))
  const own: Taken[] = []
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const taken = await compileOnce(folder, source)
    const peer = await runProgram<PageTexts>('page-texts.ts', source)
    own.push(taken)
    ratios.push(taken.processorMs / peer.processorMs)
  }
  const what = `upload ${PAGES} pages, ${kind}`
  return [
    atMost(`${what}, by the clock`, median(own.map(({ clockMs }) => clockMs)), 'ms', MOST_MS),
    reported(`${what}, processor time`, median(own.map(({ processorMs }) => processorMs)), 'ms'),
    atMost(`${what}, to pdf.js reading text`, median(ratios), 'x', MOST_OF_PEER),
  ]
}

interface Taken {
  readonly clockMs: number
  readonly processorMs: number
}

/** The workers are there when it begins: one small file went before. */
async function compileOnce(folder: string, source: string): Promise<Taken> {
  const [small, body] = [join(folder, 'small.pdf'), join(folder, 'body.pdf')]
  await writeFile(small, soundFile())
  const others = new Set(childrenOf(process.pid))
  const reader = openReader({ size: 1, memoryMb: MEMORY_MB, readable: [folder] })
  const press = openPress({
    ...{ size: 1, spares: 0, timeoutSeconds: 60, memoryMb: MEMORY_MB },
    ...{ readable: [folder], writable: [folder], reader },
  })
  try {
    await press.compile(small, body, testFonts().list())
    const workers = childrenOf(process.pid).filter((pid) => !others.has(pid))
    const before = await takenBy(workers)
    const clockMs = await timed(() => press.compile(source, body, testFonts().list()))
    return { clockMs, processorMs: (await takenBy(workers)) - before }
  } finally {
    await Promise.all([press.close(), reader.close()])
  }
}

async function takenBy(workers: readonly number[]): Promise<number> {
  const taken = await Promise.all(workers.map((pid) => processorMs(pid)))
  return taken.reduce<number>((sum, ms) => sum + (ms ?? 0), 0)
}
