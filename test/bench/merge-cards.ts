/** Writes a merged PDF of the card as a stream and prints figures as JSON: `merge-cards.ts live|outlines RECORDS PATH`. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { createMerge } from '../../core/engine/press/merge/merge.ts'
import { readSheets } from '../../core/engine/press/merge/read-sheets.ts'
import { composeRecord } from '../../core/service/render/compose.ts'
import { CARD_LABELS, cardValues, compileCard } from './card.ts'

export interface MergedCards {
  readonly records: number
  readonly ms: number
  readonly bytes: number
  /** Largest resident memory of the process. */
  readonly peakBytes: number
}

/** Pieces are gathered to this many bytes before they are written. */
const GATHERED = 1 << 16

const [output = '', count = '', path = ''] = process.argv.slice(2)
const textOutput = output === 'live' ? 'live' : 'outlines'
const records = Number(count)
const card = await compileCard(textOutput)
const start = performance.now()
const bytes = await writeFile()
const figures: MergedCards = {
  records,
  ms: performance.now() - start,
  bytes,
  peakBytes: process.resourceUsage().maxRSS * 1024,
}
console.log(JSON.stringify(figures))

async function writeFile(): Promise<number> {
  const { scene, plan, body, fonts } = card
  const file = createWriteStream(path)
  let gathered: Uint8Array[] = []
  let gatheredBytes = 0
  const flush = async () => {
    if (!file.write(Buffer.concat(gathered))) await once(file, 'drain')
    gathered = []
    gatheredBytes = 0
  }
  const write = async (chunk: Uint8Array) => {
    gathered.push(chunk)
    gatheredBytes += chunk.length
    if (gatheredBytes >= GATHERED) await flush()
  }
  const sheets = readSheets(body)
  const merge = createMerge({
    plan,
    sheets,
    textOutput,
    watermark: null,
    subset: fonts.subset,
    name: 'merged',
    madeAt: null,
  })
  await write(body)
  for (let n = 0; n < records; n += 1) {
    const byLabel = cardValues(n)
    const values = Object.fromEntries(CARD_LABELS.map((label, at) => [`fld_${at}`, byLabel[label]]))
    const input = { scene, plan, templateFindings: [], values, colors: null, assignments: {} }
    await write(merge.add(composeRecord(input, fonts).separation))
  }
  for (const chunk of merge.finish()) await write(chunk)
  await flush()
  file.end()
  await once(file, 'finish')
  return merge.sizeBytes
}
