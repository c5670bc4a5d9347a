/** The press: uploads compiled in a worker as the server does it, preflight of a render, plates, and scripts in live text. */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PROFILES } from '../../core/engine/finding/profile.ts'
import { layoutFields } from '../../core/engine/layout/layout.ts'
import { separate } from '../../core/engine/layout/separation.ts'
import { PLATE_DPI } from '../../core/engine/preflight/render/measure-plates.ts'
import { expectedPlates } from '../../core/engine/preflight/render/plated-places.ts'
import { checkRender } from '../../core/engine/preflight/render/preflight.ts'
import { compilePdf } from '../../core/engine/press/compile.ts'
import { chooseInks } from '../../core/engine/scene/assignment.ts'
import { composeRender } from '../../core/service/render/compose.ts'
import { openPress } from '../../server/workers/press.ts'
import { openRaster } from '../../server/workers/raster.ts'
import { openReader } from '../../server/workers/reader.ts'
import { joined } from '../support/engine/rendering.ts'
import { HOSTILE_FILES } from '../support/pdf/hostile-pdf.ts'
import { CARD_LABELS, type CompiledCard, cardValues, compileCard } from './card.ts'
import { atMost, type Figure, median, reported, timed } from './figure.ts'
import { brochure, catalogue, manyPages } from './press-files.ts'

const ROUNDS = 5
const MEMORY_MB = 512

export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-bench-press-'))
  try {
    return [
      ...(await measureUploads(folder)),
      ...(await measurePreflight(folder)),
      ...(await measureReopening(folder)),
      ...(await measureScripts()),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureUploads(folder: string): Promise<Figure[]> {
  const { fonts } = await compileCard('live')
  const reader = openReader({ size: 1, memoryMb: MEMORY_MB, readable: [folder] })
  const press = openPress({
    ...{ size: 1, timeoutSeconds: 60, memoryMb: MEMORY_MB },
    ...{ readable: [folder], writable: [folder], reader },
  })
  const source = join(folder, 'source.pdf')
  const body = join(folder, 'body.pdf')
  const compile = async (): Promise<void> => {
    await press.compile(source, body, fonts.list())
    await rm(body)
  }
  try {
    await writeFile(source, brochure())
    await compile()
    const ofBrochure: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) ofBrochure.push(await timed(compile))
    await writeFile(source, catalogue())
    const ofCatalogue: number[] = []
    const memory = watchChildren()
    for (let round = 0; round < ROUNDS; round += 1) ofCatalogue.push(await timed(compile))
    const peak = await memory.end()
    const bomb = HOSTILE_FILES.find(({ name }) => name.startsWith('300,000'))
    await writeFile(source, bomb?.make() ?? '')
    const refusal = await timed(() => compile().catch(() => {}))
    return [
      atMost('compile 10 MB, 8 pages, 20,000 objects, median', median(ofBrochure), 'ms', 2_000),
      atMost('compile 48 MB of pictures, median', median(ofCatalogue), 'ms', 3_000),
      atMost('its largest worker, resident', peak / 2 ** 20, 'MB', MEMORY_MB),
      atMost('refuse 300,000 objects in 3 MB', refusal, 'ms', 10_000),
    ]
  } finally {
    await Promise.all([press.close(), reader.close()])
  }
}

/** The largest resident memory of any child process meanwhile, bytes; Linux alone tells. */
function watchChildren(): { end(): Promise<number> } {
  let ended = false
  let peak = 0
  const look = (): void => {
    for (const task of readdirSync('/proc/self/task'))
      for (const pid of readFileSync(`/proc/self/task/${task}/children`, 'latin1').trim().split(' ')) {
        const found = pid === '' ? null : /^VmHWM:\s+(\d+) kB$/m.exec(statusOf(pid))
        peak = Math.max(peak, Number(found?.[1] ?? 0) * 1024)
      }
  }
  const watching = (async () => {
    while (!ended && process.platform === 'linux') {
      look()
      await delay(20)
    }
  })()
  return {
    async end() {
      ended = true
      await watching
      return peak
    },
  }
}

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1')
  } catch {
    return ''
  }
}

async function measurePreflight(folder: string): Promise<Figure[]> {
  const card = await compileCard('live')
  const { scene, plan, fonts, body } = card
  const values = valuesOf(1)
  const inks = chooseInks(scene, null, {}, plan.inks)
  const layout = layoutFields(scene, values, fonts)
  const separation = separate(layout.marks, inks, plan.inks)
  const input = { scene, plan, templateFindings: [], layout, separation, inks }
  const plain: number[] = []
  for (let round = 0; round < 300; round += 1) plain.push(await timed(() => checkRender(input)))

  const path = join(folder, 'card.pdf')
  await writeFile(path, body)
  const raster = openRaster({
    ...{ size: 1, timeoutSeconds: 60, memoryMb: 1024, cacheMb: 64 },
    ...{ cacheFolder: join(folder, 'plates'), filesFolder: folder, files: { localPath: async () => path } },
  })
  const tail = joined(compose(card, 1).parts)
  const { placesOn, ...expected } = expectedPlates(scene, plan, separation)
  const pages = scene.pages.filter(({ index }) => placesOn(index).length > 0)
  const check = async (): Promise<void> => {
    for (const page of pages) {
      const drawn = { teamId: 'bench', bodySha256: plan.bodySha256, tail, page, dpi: PLATE_DPI }
      await raster.check({ ...expected, ...drawn, marks: placesOn(page.index), profile: PROFILES.sheetfed })
    }
  }
  try {
    await check()
    const plates: number[] = []
    for (let round = 0; round < 2 * ROUNDS; round += 1) plates.push(await timed(check))
    return [
      atMost('preflight of a render, without plates, median', median(plain.slice(50)), 'ms', 5),
      atMost('preflight with plates, a page, median', median(plates) / pages.length, 'ms', 300),
    ]
  } finally {
    await raster.close()
  }
}

const TAIL_BYTES = 1_000

/** What every print file waits for before it is told as made. */
async function measureReopening(folder: string): Promise<Figure[]> {
  const { fonts, body: card } = await compileCard('live')
  const bodyOf = async (pdf: Uint8Array) => Buffer.concat((await compilePdf(pdf, fonts.list())).body)
  const files = [
    ['a card', card],
    ['100 pages', await bodyOf(manyPages(100))],
    ['10 MB, 20,000 objects', await bodyOf(brochure())],
    ['48 MB', await bodyOf(catalogue())],
  ] as const
  const reader = openReader({ size: 1, memoryMb: MEMORY_MB, readable: [folder] })
  try {
    const figures: Figure[] = []
    for (const [name, body] of files) {
      const bodyPath = join(folder, 'reopened.pdf')
      await writeFile(bodyPath, body)
      // Its end comes by itself, as that of a print file does, of which one follows another on the same body.
      const bodyBytes = body.length - TAIL_BYTES
      const tail = [new Uint8Array(body.subarray(bodyBytes))]
      const samples: number[] = []
      for (let round = 0; round < 60; round += 1)
        samples.push(await timed(() => reader.reopen({ bodyPath, bodyBytes, tail })))
      figures.push(reported(`open a finished file again, ${name}, median`, median(samples.slice(20)), 'ms'))
    }
    return figures
  } finally {
    await reader.close()
  }
}

/** Names as long as the Latin ones, in faces that the service comes with. */
const SCRIPTS = [
  { name: 'Latin', key: null, words: ['Annabel', 'Frederick', 'Rosalind', 'Matthias'] },
  {
    name: 'script face',
    key: 'bundled:GreatVibes-Regular',
    words: ['Annabel', 'Frederick', 'Rosalind', 'Matthias'],
  },
  {
    name: 'Arabic',
    key: 'bundled:NotoNaskhArabic-Regular',
    words: ['عبد الرحمن', 'فاطمة الزهراء', 'محمد', 'ليلى'],
  },
  { name: 'CJK', key: 'bundled:NotoSansJP-Regular', words: ['山田太郎', '佐藤花子', '鈴木一郎', '高橋美咲'] },
] as const

async function measureScripts(): Promise<Figure[]> {
  const figures: Figure[] = []
  let latin = Number.NaN
  for (const { name, key, words } of SCRIPTS) {
    for (const output of ['outlines', 'live'] as const) {
      const card = inFace(await compileCard(output), key)
      const samples: number[] = []
      for (let n = 0; n < 240; n += 1) {
        const values = Object.fromEntries(
          CARD_LABELS.map((_, at) => [`fld_${at}`, `${words[(n + at) % 4]} ${words[(n * 3 + at) % 4]}`]),
        )
        samples.push(await timed(() => composeValues(card, values)))
      }
      const found = median(samples.slice(80))
      if (name === 'Latin' && output === 'live') latin = found
      const says = `compose four names, ${name}, ${output}, median`
      figures.push(
        output === 'live' && name !== 'Latin'
          ? { ...atMost(says, found, 'ms', latin * 3), target: '<= 3x Latin' }
          : reported(says, found, 'ms'),
      )
    }
  }
  const { fonts } = await compileCard('live')
  const face = fonts.open('bundled:GreatVibes-Regular')
  const glyphs = [...'AnnabelFrederickRosalind'].map((character) => face.outline(glyphOf(face, character)))
  const points = glyphs.map((outline) => outline.split(/\s[mlch]\b/).length)
  return [...figures, reported('points of an outline of the script face, mean', mean(points), 'points')]
}

type Face = ReturnType<CompiledCard['fonts']['open']>
function glyphOf(face: Face, character: string): number {
  for (let id = 1; id < 2_000; id += 1) if (face.characterOf(id) === character) return id
  return 0
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

function inFace(card: CompiledCard, key: string | null): CompiledCard {
  const font = key === null ? {} : { font: { requested: key, key, substitute: false } }
  const fields = card.scene.fields.map((field) => ({
    ...field,
    maxLength: null,
    placements: field.placements.map((placement) => ({
      ...placement,
      style: { ...placement.style, ...font, minSizePt: 4 },
    })),
  }))
  return { ...card, scene: { ...card.scene, fields } }
}

function valuesOf(n: number): Record<string, string> {
  const byLabel = cardValues(n)
  return Object.fromEntries(CARD_LABELS.map((label, at) => [`fld_${at}`, byLabel[label]]))
}

const compose = (card: CompiledCard, n: number) => composeValues(card, valuesOf(n))

function composeValues({ scene, plan, fonts }: CompiledCard, values: Record<string, string>) {
  const input = {
    scene,
    plan,
    templateFindings: [],
    kind: 'final',
    values,
    colors: null,
    assignments: {},
  } as const
  return composeRender(input, fonts).tail
}
