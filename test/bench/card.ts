/** The demo card as the benchmarks use it: compiled once, with values that change at every call. */
import { readFile } from 'node:fs/promises'
import { compilePdf } from '../../core/engine/press/compile.ts'
import type { Plan } from '../../core/engine/press/plan.ts'
import type { Scene, TextOutput } from '../../core/engine/scene/scene.ts'
import { openBundledFonts } from '../../server/fonts/bundled.ts'

export const CARD_PATH = new URL('../../examples/wedding-card.pdf', import.meta.url)
export const CARD_LABELS = ['First name', 'Second name', 'Date', 'Place'] as const

export interface CompiledCard {
  readonly fonts: ReturnType<typeof openBundledFonts>
  readonly body: Uint8Array
  readonly plan: Plan
  readonly scene: Scene
}

/** The card's first four text fields alone, so that every peer sets the same four. */
export async function compileCard(textOutput: TextOutput): Promise<CompiledCard> {
  const fonts = openBundledFonts()
  const { body, plan, scene } = await compilePdf(await readFile(CARD_PATH), fonts.list())
  const fields = CARD_LABELS.map((label, at) => {
    const field = scene.fields.find((candidate) => candidate.label === label)
    if (field === undefined) throw new Error(`The card has no field ${label}.`)
    return { ...field, id: `fld_${at}` }
  })
  return { fonts, body: Buffer.concat(body), plan, scene: { ...scene, fields, textOutput } }
}

const FIRST = ['Annabel', 'Ottilie', 'Greta', 'Rosalind', 'Beatrix', 'Maren', 'Sigrid', 'Philippa']
const SECOND = ['Frederick', 'Björn', 'Matthias', 'Torvald', 'Laurence', 'Emil', 'Casper', 'Jonathan']
const MONTHS = ['May', 'June', 'July', 'August', 'September']

/** Values by label for the n-th card; a name repeats after 64 cards, a whole card after 1,800. */
export function cardValues(n: number): Record<(typeof CARD_LABELS)[number], string> {
  return {
    'First name': FIRST[n % 8] ?? '',
    'Second name': SECOND[Math.floor(n / 8) % 8] ?? '',
    Date: `${(n % 28) + 1} ${MONTHS[n % 5]} ${2027 + (n % 9)}`,
    Place: `Orchard House, ${(n % 90) + 1} Mill Lane\nHartfield ${n % 60}`,
  }
}
