/** Composing a render of a card with four text fields, warm, against pdfme and both pdf-libs on the same card. */
import { readFile } from 'node:fs/promises'
import { PDFDocument as CantooDocument } from '@cantoo/pdf-lib'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import type { Tail } from '../../core/engine/press/tail/tail-part.ts'
import type { TextOutput } from '../../core/engine/scene/scene.ts'
import { composeRender } from '../../core/service/render/compose.ts'
import { CARD_LABELS, CARD_PATH, type CompiledCard, cardValues, compileCard } from './card.ts'
import { atLeast, atMost, type Figure, median, reported, timed } from './figure.ts'
import { pdfmeCard } from './pdfme-card.ts'

const WARM_UP = 200
const ROUNDS = 60
const OURS_PER_ROUND = 10

export async function measure(): Promise<Figure[]> {
  const outlines = await compileCard('outlines')
  const live = await compileCard('live')
  const pdfme = await pdfmeCard(live)
  const libs = { 'pdf-lib': await libCard(PDFDocument), '@cantoo/pdf-lib': await libCard(CantooDocument) }

  for (let n = 0; n < WARM_UP; n += 1) for (const card of [outlines, live]) compose(card, n)
  for (let n = 0; n < 10; n += 1) await pdfme([n])

  const samples = new Map<string, number[]>()
  const sample = async (name: string, work: () => unknown) => {
    const list = samples.get(name) ?? []
    list.push(await timed(work))
    samples.set(name, list)
  }
  let n = WARM_UP
  for (let round = 0; round < ROUNDS; round += 1) {
    await sample('pdfme', () => pdfme([round]))
    for (const [name, lib] of Object.entries(libs)) await sample(name, () => lib(round))
    for (let turn = 0; turn < OURS_PER_ROUND; turn += 1) {
      n += 1
      await sample('outlines', () => compose(outlines, n))
      await sample('live', () => compose(live, n))
    }
  }
  const of = (name: string) => median(samples.get(name) ?? [])
  return [
    atMost('compose, outlines, median', of('outlines'), 'ms', 0.7),
    atLeast('compose, outlines, times faster than pdfme', of('pdfme') / of('outlines'), 'x', 20),
    atMost('compose, live text, median', of('live'), 'ms', 3),
    atLeast('compose, live text, times faster than pdfme', of('pdfme') / of('live'), 'x', 5),
    reported('pdfme generate, median', of('pdfme'), 'ms'),
    reported('pdf-lib load, draw, save (no shaping, no fit), median', of('pdf-lib'), 'ms'),
    reported('@cantoo/pdf-lib load, draw, save (same), median', of('@cantoo/pdf-lib'), 'ms'),
    atMost('stored tail, outlines, largest of 200 cards', tailBytes(outlines, 'outlines') / 1000, 'kB', 15),
    atMost('stored tail, live text, largest of 200 cards', tailBytes(live, 'live') / 1000, 'kB', 40),
  ]
}

function compose(card: CompiledCard, n: number): Tail {
  const { scene, plan, fonts } = card
  const byLabel = cardValues(n)
  const values = Object.fromEntries(CARD_LABELS.map((label, at) => [`fld_${at}`, byLabel[label]]))
  return composeRender(
    { scene, plan, templateFindings: [], kind: 'final', values, colors: null, assignments: {} },
    fonts,
  ).tail
}

function tailBytes(card: CompiledCard, textOutput: TextOutput): number {
  const scene = { ...card.scene, textOutput }
  return Math.max(...Array.from({ length: 200 }, (_, n) => compose({ ...card, scene }, n * 9).sizeBytes))
}

async function libCard(
  library: typeof PDFDocument | typeof CantooDocument,
): Promise<(n: number) => Promise<Uint8Array>> {
  const bytes = await readFile(CARD_PATH)
  return async (n) => {
    const document = await (library as typeof PDFDocument).load(bytes)
    const font = await document.embedFont(StandardFonts.TimesRoman)
    const page = document.getPage(0)
    for (const [at, value] of Object.values(cardValues(n)).entries())
      page.drawText(value.replace('\n', ', '), { x: 40, y: 100 + at * 40, size: 12, font })
    return document.save()
  }
}
