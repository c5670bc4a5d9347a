/** Fields of artwork whose pages come in another order and number. */

import { expect } from 'chai'
import fc from 'fast-check'
import { carryOver } from '../../../../core/engine/scene/carry-over.ts'
import type { SceneField } from '../../../../core/engine/scene/scene.ts'
import { type CompiledSource, compileSource } from '../../../support/engine/rendering.ts'
import { formPdf, streamObject, textField } from '../../../support/pdf/form-pdf.ts'

/** A page of a print job by its number, with its own lines of content; `retouched` changes one of them. */
interface Sheet {
  readonly number: number
  readonly retouched: boolean
  /** Does its form have fields: one with a name, one without, one whose name is on every such page. */
  readonly form: boolean
}
const sheet = (number: number, form = number % 2 === 0, retouched = false): Sheet => ({
  number,
  form,
  retouched,
})

const linesOf = ({ number, retouched }: Sheet) =>
  [...Array(12).keys()]
    .map((at) => `0 0 0 1 k ${10 + number} ${10 + at * 12} ${20 + ((number * 7 + at) % 40)} 3 re f`)
    .concat(retouched ? ['1 0 0 0 k 5 5 2 2 re f'] : [])
    .join('\n')

function pdfOf(sheets: readonly Sheet[]): Uint8Array {
  const content = sheets.map((one, at) => [`content${at}`, streamObject(linesOf(one))] as const)
  return formPdf({
    pages: sheets.map((_one, at) => `/MediaBox [0 0 300 200] /Contents @content${at} /Resources << >>`),
    objects: Object.fromEntries(content),
    fields: sheets.flatMap(({ number, form }, page) =>
      form
        ? [
            { page, entries: textField(`Name of ${number}`, '100 150 200 170') },
            { page, entries: textField('', '100 100 200 120').replace('/T ()', '') },
            { page, entries: textField(`Line (${number})`, `100 60 200 ${70 + (number % 9)}`) },
          ]
        : [],
    ),
  })
}

const compiled = new Map<string, Promise<CompiledSource>>()
function compile(sheets: readonly Sheet[]): Promise<CompiledSource> {
  const key = JSON.stringify(sheets)
  const known = compiled.get(key) ?? compileSource(pdfOf(sheets))
  compiled.set(key, known)
  return known
}

/** The earlier artwork as a shop has set it up: every field has a limit of its own, and each page a drawn field. */
async function setUp(sheets: readonly Sheet[]) {
  const { scene, plan } = await compile(sheets)
  const [pattern] = (await compile([sheet(0)])).scene.fields as [SceneField]
  const drawn = sheets.map(({ number }, page): SceneField => {
    const placements = pattern.placements.map((one) => ({ ...one, page, box: [20, 20, 90, 40] as const }))
    return { ...pattern, sourceName: `added:${number}`, label: `Drawn on ${number}`, placements }
  })
  const fields = [...scene.fields, ...drawn].map((field, at) => ({
    ...field,
    placements: field.placements.map((one) => ({
      ...one,
      style: { ...one.style, align: 'center' as const, minSizePt: 3 + at, tracking: 0.01 },
    })),
    ...{
      id: `fld_${at}`,
      maxLength: 10 + at,
      help: `Help ${at}`,
      required: at % 2 === 0,
      locked: at % 3 === 0,
    },
    ...{ defaultValue: `Default ${at}`, group: at % 2 === 0 ? 'names' : null },
  }))
  const read = scene.fields
  return { scene: { ...scene, fields }, inks: plan.inks, fingerprints: plan.fingerprints ?? [], read }
}

async function replaced(before: readonly Sheet[], after: readonly Sheet[]) {
  const earlier = await setUp(before)
  const { scene, plan } = await compile(after)
  let made = 0
  const newer = { scene, inks: plan.inks, fingerprints: plan.fingerprints ?? [] }
  const result = carryOver(earlier, newer, {
    makeFieldId: () => `fld_new${made++}`,
    isAdded: ({ sourceName }) => sourceName.startsWith('added:'),
  })
  return { earlier: earlier.scene, ...result }
}

/** Settings that a shop makes. */
const settingsOf = ({ id, label, maxLength, help, required, locked, defaultValue, group, ink }: SceneField) =>
  ({ id, label, maxLength, help, required, locked, defaultValue, group, ink }) as const

/** By id, the number of the sheet on which the field stands. */
const standings = (fields: readonly SceneField[], sheets: readonly Sheet[]) =>
  new Map(fields.map((field) => [field.id, sheets[field.placements[0]?.page ?? -1]?.number]))

async function expectKept(before: readonly Sheet[], after: readonly Sheet[]): Promise<void> {
  const { earlier, scene, leftOut, added } = await replaced(before, after)
  const stays = (number: number | undefined) => after.some((one) => one.number === number)
  const was = standings(earlier.fields, before)
  const is = standings(scene.fields, after)
  const survivors = earlier.fields.filter(({ id }) => stays(was.get(id)))
  for (const field of survivors) {
    const now = scene.fields.find(({ id }) => id === field.id)
    expect(now && settingsOf(now), `${field.sourceName} is kept`).to.deep.equal(settingsOf(field))
    expect(now?.placements[0]?.style, `${field.sourceName} keeps its formatting`).to.deep.equal(
      field.placements[0]?.style,
    )
    expect(is.get(field.id), `${field.sourceName} stays on its page`).to.equal(was.get(field.id))
  }
  // A page that takes the place of another one takes over what has no name there, and never that of a page that stays.
  const isThere = (number: number | undefined) => before.some((one) => one.number === number)
  for (const { id, sourceName } of earlier.fields.filter((field) => !survivors.includes(field))) {
    const isGone = leftOut.some((field) => field.id === id)
    if (/^(Name|Line)/.test(sourceName)) expect(isGone, `${sourceName} is left out`).to.equal(true)
    if (!isGone) expect(isThere(is.get(id)), `${sourceName} stands on a page of its own`).to.equal(false)
  }
  expect(new Set(scene.fields.map(({ id }) => id)).size, 'no id names two fields').to.equal(
    scene.fields.length,
  )
  for (const { id } of added) expect(id).to.match(/^fld_new/)
}

const BOOK = [0, 1, 2, 3].map((number) => sheet(number))
const cover = sheet(90)
const plainCover = sheet(91)

describe('Fields of artwork whose pages have moved', () => {
  const moves: Readonly<Record<string, readonly Sheet[]>> = {
    'a page in front': [cover, ...BOOK],
    'a page without fields in front': [plainCover, ...BOOK],
    'pages between': [BOOK[0]!, cover, BOOK[1]!, BOOK[2]!, plainCover, BOOK[3]!],
    'pages behind': [...BOOK, plainCover, cover],
    'the first page removed': BOOK.slice(1),
    'a middle page removed': [BOOK[0]!, BOOK[2]!, BOOK[3]!],
    'the order reversed': BOOK.toReversed(),
    'two pages exchanged and one put in front': [cover, BOOK[1]!, BOOK[0]!, BOOK[2]!, BOOK[3]!],
    'small changes on each page and one in front': [
      plainCover,
      ...BOOK.map(({ number, form }) => sheet(number, form, true)),
    ],
  }
  for (const [move, after] of Object.entries(moves))
    it(`keep ids and settings with ${move}`, () => expectKept(BOOK, after))

  it('keep ids and settings whatever pages are moved, removed, inserted and retouched', async function () {
    // Each run reads two files.
    this.timeout(60_000)
    const run = fc.record({
      kept: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 1 }),
      fresh: fc.array(fc.record({ at: fc.nat(5), number: fc.constantFrom(90, 91, 92, 93) }), {
        maxLength: 3,
      }),
      retouched: fc.array(fc.nat(4), { maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(run, async ({ kept, fresh, retouched }) => {
        const after = kept.map((number) => sheet(number, undefined, retouched.includes(number)))
        const numbers = new Set<number>()
        for (const { at, number } of fresh) {
          if (numbers.has(number)) continue
          numbers.add(number)
          after.splice(Math.min(at, after.length), 0, sheet(number))
        }
        await expectKept(
          [0, 1, 2, 3, 4].map((number) => sheet(number)),
          after,
        )
      }),
      { numRuns: 40 },
    )
  })

  it('are found by name where the page is another one, and left out where the name is gone', async () => {
    const { earlier, scene, leftOut } = await replaced(
      [sheet(0), sheet(1)],
      [
        { ...sheet(90), number: 90 },
        { number: 70, form: true, retouched: false },
      ],
    )
    expect(scene.fields.map(({ id }) => id).filter((id) => earlier.fields.some((one) => one.id === id))).not
      .to.be.empty
    expect(leftOut.map(({ sourceName }) => sourceName)).to.include('Name of 0')
  })

  it('keep the page of a single sheet whose artwork is all new', async () => {
    const { scene, leftOut } = await replaced([sheet(1)], [sheet(81)])
    expect(leftOut).to.deep.equal([])
    expect(scene.fields.map(({ label }) => label)).to.deep.equal(['Drawn on 1'])
  })

  it('follow copies of one page in their order', async () => {
    const same = [sheet(3), sheet(3), sheet(3)]
    const { scene, pages } = await replaced(same, [cover, ...same])
    expect(pages).to.deep.equal([1, 2, 3])
    expect(
      scene.fields
        .filter(({ label }) => label.startsWith('Drawn'))
        .map(({ placements }) => placements[0]?.page),
    ).to.deep.equal([1, 2, 3])
  })
})
