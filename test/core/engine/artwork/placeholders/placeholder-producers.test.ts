/** Placeholders of eight producers, in eleven files: what becomes of each, held against where MuPDF sees the text. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { readPlaceholders } from '../../../../../core/engine/artwork/placeholders/read-placeholders.ts'
import { readPages } from '../../../../../core/engine/artwork/read-pages.ts'
import { inverse } from '../../../../../core/engine/geometry/matrix.ts'
import { fieldMatrix } from '../../../../../core/engine/layout/matrix.ts'
import { openSource } from '../../../../../core/engine/pdf/open-source.ts'
import { walkPages } from '../../../../../core/engine/pdf/read-page-tree.ts'
import type { Placement } from '../../../../../core/engine/scene/scene.ts'
import { ServiceError } from '../../../../../core/errors.ts'
import { bundledFonts } from '../../../../support/engine/rendering.ts'
import { readPlaceholderFile } from '../../../../support/pdf/placeholder-page.ts'
import { needs } from '../../../../support/rips/oracles.ts'
import { type ShownChar, shownChars } from '../../../../support/rips/shown-chars.ts'
import { leavePending } from '../../../../support/run/leave-pending.ts'
import { PLACEHOLDER_FILES, type PlaceholderFile } from '../placeholder-files.ts'

const CORPUS = join(import.meta.dirname, '../../../../../../shared/corpus')

const determinant = ([a, b, c, d]: readonly number[]) => Math.abs((a ?? 1) * (d ?? 1) - (b ?? 0) * (c ?? 0))

/** What is wrong with a field made of the placeholder, or null where it is right in every respect. */
function faultOf(
  label: string,
  fontKey: string,
  placement: Placement | null,
  chars: readonly ShownChar[],
): string | null {
  if (placement === null) return 'no field'
  const words = chars.map(({ text }) => text).join('')
  const at = words.indexOf(`{{${label.replaceAll(' ', '')}`)
  const first = chars[at]
  if (first === undefined) return 'not seen by MuPDF'
  const back = inverse(fieldMatrix(placement))
  if (back === null) return 'no matrix'
  const [a, b, c, d, e, f] = back
  const [x, y] = [a * first.x + c * first.y + e, b * first.x + d * first.y + f]
  const width =
    placement.frame?.widthPt ??
    Math.max(placement.box[2] - placement.box[0], placement.box[3] - placement.box[1])
  if (Math.abs(y - (placement.baselinePt ?? 0)) > 0.02)
    return `baseline off by ${y - (placement.baselinePt ?? 0)}`
  if (!(x >= -0.01 && x <= width)) return `outside its box: ${x} of ${width}`
  const own = placement.line?.parts.find(({ source }) => source === `{{${label}}}`)
  // MuPDF takes the mean of both directions for the size of text that is stretched.
  const stretched = placement.frame == null ? 1 : Math.sqrt(determinant(placement.frame.matrix))
  const size = placement.style.sizePt * (own?.scale ?? 1) * stretched
  if (Math.abs(size / first.size - 1) > 0.01) return `size ${size} for ${first.size}`
  const key = own?.font?.key ?? placement.style.font.key
  return key === fontKey ? null : `font ${key}`
}

async function faultsIn({ make, placeholders }: PlaceholderFile): Promise<string[]> {
  const pdf = await make()
  const { fields } = await readPlaceholderFile(pdf)
  // Two braces in one glyph, which only the replacement text tells.
  const chars = shownChars(pdf)
    .filter(({ text }) => text.trim() !== '')
    .flatMap((one) => (one.text === '\u00ab' ? [1, 2].map(() => ({ ...one, text: '{' })) : [one]))
  const faults = Object.entries(placeholders).flatMap(([label, fontKey]) => {
    const placement = fields.find((field) => field.label === label)?.placements[0] ?? null
    const fault = faultOf(label, fontKey, placement, chars)
    return fault === null ? [] : [`${label}: ${fault}`]
  })
  const invented = fields
    .filter(({ label }) => !(label in placeholders))
    .map(({ label }) => `${label}: invented`)
  return [...faults, ...invented]
}

describe('placeholders by producer', () => {
  for (const file of PLACEHOLDER_FILES) {
    const count = Object.keys(file.placeholders).length
    it(`become fields with label, baseline, size and font: ${count} of ${file.producer}`, async function () {
      needs(this, 'mutool')
      expect(await faultsIn(file)).to.deep.equal([])
    })
  }

  it('become fields of the ink that they are painted in', async () => {
    const [raw] = PLACEHOLDER_FILES
    const { fields } = await readPlaceholderFile((await raw?.make()) ?? new Uint8Array())
    expect(fields.find(({ label }) => label === 'far')).to.include({ ink: 'Gold', tint: 0.5 })
    expect(fields.find(({ label }) => label === 'name')).to.include({ ink: 'Black', tint: 1 })
  })

  it('are found in no file of the corpus, which has none @long', async function () {
    if (!existsSync(CORPUS)) return leavePending(this, 'the corpus of the project')
    // It reads every file of the corpus.
    this.timeout(180_000)
    let files = 0
    for (const name of globSync('**/*.pdf', { cwd: CORPUS })) {
      try {
        const { doc } = openSource(readFileSync(join(CORPUS, name)))
        const walked = walkPages(doc)
        const { fields, findings } = readPlaceholders(
          doc,
          walked,
          readPages(doc, walked).pages,
          bundledFonts.list(),
        )
        expect(fields, name).to.deep.equal([])
        expect(
          findings.filter(({ code }) => code !== 'text_unreadable'),
          name,
        ).to.deep.equal([])
        files += 1
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
      }
    }
    expect(files).to.be.greaterThan(80)
  })
})
