/** Thousands of cards in one PDF: how fast, how large, and how much memory, against pdfme with many inputs at once. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TextOutput } from '../../core/engine/scene/scene.ts'
import { startFlags } from './bench-process.ts'
import { compileCard } from './card.ts'
import { atLeast, atMost, type Figure, reported, timed } from './figure.ts'
import type { MergedCards } from './merge-cards.ts'
import { pdfmeCard } from './pdfme-card.ts'

const MANY = 20_000
const FEW = 1_000
/** Cards in one call of pdfme: whichever number it is fastest with counts. */
const PDFME_INPUTS = [100, 400, 1_000]

export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-merge-'))
  try {
    const path = join(folder, 'merged.pdf')
    const many = await mergeCards('outlines', MANY, path)
    const live = await mergeCards('live', MANY, path)
    const few = await mergeCards('outlines', FEW, path)
    const pdfme = await pdfmePerSecond()
    const memory = (cards: MergedCards) => cards.peakBytes / 1e6
    const perSecond = (cards: MergedCards) => (cards.records / cards.ms) * 1000
    return [
      reported(`merged PDF, outlines, ${MANY} cards`, perSecond(many), 'cards/s'),
      reported(`merged PDF, live text, ${MANY} cards`, perSecond(live), 'cards/s'),
      reported(`pdfme, best of ${PDFME_INPUTS.join(', ')} inputs in a call`, pdfme, 'cards/s'),
      atLeast('merged PDF, outlines, times faster than pdfme', perSecond(many) / pdfme, 'x', 3),
      atLeast('merged PDF, live text, times faster than pdfme', perSecond(live) / pdfme, 'x', 3),
      atMost('peak memory at 20,000 cards, over that at 1,000', memory(many) - memory(few), 'MB', 50),
      reported('peak memory of the process, 20,000 cards', memory(many), 'MB'),
      reported('peak memory of the process, 1,000 cards', memory(few), 'MB'),
      atMost('file size a card, outlines', many.bytes / many.records / 1000, 'kB', 2),
      atMost('file size a card, live text', live.bytes / live.records / 1000, 'kB', 2),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** In a process of its own with the service's flags, so that its memory is that of this file alone. */
async function mergeCards(textOutput: TextOutput, records: number, path: string): Promise<MergedCards> {
  const entry = join(import.meta.dirname, 'merge-cards.ts')
  const args = [...startFlags(), entry, textOutput, `${records}`, path]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

async function pdfmePerSecond(): Promise<number> {
  const pdfme = await pdfmeCard(await compileCard('live'))
  for (let n = 0; n < 10; n += 1) await pdfme([n])
  let best = 0
  for (const count of PDFME_INPUTS) {
    const numbers = Array.from({ length: count }, (_, n) => n)
    best = Math.max(best, (count / (await timed(() => pdfme(numbers)))) * 1000)
  }
  return best
}
