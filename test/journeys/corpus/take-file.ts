/** One file on its way through a running service: template, print files and previews, written down for its judges. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Answer, type Desk, NoAnswer, refusalOf } from './desk.ts'
import { type FileRecord, type PrintFile, type Refusal, type Stage, UNREADABLE } from './record.ts'

/** Fine enough to be averaged before it is compared. */
const PREVIEW_DPI = 144
const LEAST_DPI = 72
const PREVIEW_PIXELS = 4_000_000
const WORD = 'Ada'

/** A page of the template as its judges need it. */
export interface TakenPage {
  readonly widthPt: number
  readonly heightPt: number
  /** Where words of the artwork became fields, in fractions of the page from its upper left corner. */
  readonly changed: readonly Place[]
  /** The preview's file, null where there is none. */
  readonly preview: string | null
}
export interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Taken {
  readonly record: Omit<FileRecord, 'verdicts' | 'unjudged' | 'complaints'>
  /** Null where there is no print file to judge. */
  readonly files: Readonly<Record<PrintFile, string | null>>
  /** Those that are looked at. */
  readonly pages: readonly TakenPage[]
}

interface Notes {
  refusal: Refusal | null
  template: FileRecord['template']
  renders: Record<PrintFile, Refusal | 'made' | null>
  undrawn: { page: number; refusal: Refusal }[]
  deaths: string[]
  ms: Partial<Record<Stage, number>>
  files: Record<PrintFile, string | null>
  pages: TakenPage[]
}

/** `file` lies below `root`; what the service made of it is written to `folder`. Never rejects for the file's sake. */
export async function takeFile(
  desk: Desk,
  { root, file, folder, mostPages }: { root: string; file: string; folder: string; mostPages: number },
): Promise<Taken> {
  const notes: Notes = {
    ...{ refusal: null, template: null, renders: { press: null, proof: null }, undrawn: [], deaths: [] },
    ...{ ms: {}, files: { press: null, proof: null }, pages: [] },
  }
  const upload = await readFile(join(root, file)).catch((error: Error) => error)
  if (upload instanceof Error) notes.refusal = { status: 0, code: UNREADABLE, message: upload.message }
  else {
    await desk.open()
    try {
      await takeThrough(desk, notes, upload, folder, mostPages)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      notes.deaths.push(`${error.message}; ${await desk.coroner()}`)
    }
  }
  const { files, pages, ...record } = notes
  const bytes = upload instanceof Error ? 0 : upload.length
  return { record: { file, bytes, ...record }, files, pages }
}

async function takeThrough(
  desk: Desk,
  notes: Notes,
  upload: Buffer<ArrayBuffer>,
  folder: string,
  mostPages: number,
): Promise<void> {
  const timed = async <T>(stage: Stage, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now()
    try {
      return await work()
    } finally {
      notes.ms[stage] = (notes.ms[stage] ?? 0) + performance.now() - begun
    }
  }
  const form = new FormData()
  form.set('pdf', new Blob([upload], { type: 'application/pdf' }), 'file.pdf')
  const made = await timed('upload', () => desk.ask('/v1/templates', form))
  notes.refusal = refusalOf(made)
  if (notes.refusal !== null) return
  const { template } = made.json()
  const findings = [...new Set((template.findings as { code: string }[]).map(({ code }) => code))]
  notes.template = { pages: template.page_count, fields: template.field_count, findings }
  const { scene, places } = await timed('scene', () => publish(desk, template.id))

  const empty = Object.fromEntries(scene.fields.map(({ id }) => [id, '']))
  const said = Object.fromEntries(scene.fields.filter(takesWord).map(({ id }) => [id, WORD]))
  await timed('render', async () => {
    for (const [of, values] of [['press', empty] as const, ['proof', said] as const])
      await render(desk, notes, join(folder, `${of}.pdf`), of, { template_id: template.id, values })
  })
  const inArtwork = new Set(scene.fields.filter(({ slot }) => slot === 'in_place').map(({ id }) => id))
  for (const [page, { width_pt: widthPt, height_pt: heightPt }] of template.pages
    .slice(0, mostPages)
    .entries()) {
    const inches = (widthPt / 72) * (heightPt / 72)
    const dpi = Math.max(LEAST_DPI, Math.min(PREVIEW_DPI, Math.floor(Math.sqrt(PREVIEW_PIXELS / inches))))
    const body = { template_id: template.id, page, dpi, values: empty }
    const drawn = await timed('previews', () => desk.ask('/v1/previews', body))
    const refusal = refusalOf(drawn)
    const preview = refusal === null ? join(folder, `preview-${page}.png`) : null
    if (preview !== null) await writeFile(preview, drawn.bytes)
    if (refusal !== null) notes.undrawn.push({ page: page + 1, refusal })
    const changed = places.filter((one) => one.page === page && inArtwork.has(one.field))
    notes.pages.push({ widthPt, heightPt, changed, preview })
  }
}

interface Field {
  readonly id: string
  readonly type: string
  readonly slot: string
  readonly max_length: number | null
  readonly options: unknown
  readonly required: boolean
}
type FieldPlace = Place & { readonly page: number; readonly field: string }

/** The template is to print with empty values too: no field is left required. */
async function publish(
  desk: Desk,
  id: string,
): Promise<{ scene: { fields: readonly Field[] }; places: readonly FieldPlace[] }> {
  const { scene } = (await desk.ask(`/v1/templates/${id}/scene?revision=latest`)).json()
  if (scene.fields.some(({ required }: Field) => required)) {
    const fields = scene.fields.map((field: Field) => ({ ...field, required: false }))
    await desk.ask(`/v1/templates/${id}/scene`, { ...scene, fields }, 'PUT')
  }
  await desk.ask(`/v1/templates/${id}/publish`, undefined, 'POST')
  const { data } = (await desk.ask(`/v1/templates/${id}/fields`)).json()
  const places = data.flatMap((field: { id: string; places: Omit<FieldPlace, 'field'>[] }) =>
    field.places.map((place) => ({ ...place, field: field.id })),
  )
  return { scene, places }
}

function takesWord({ type, max_length: most, options }: Field): boolean {
  return type === 'text' && (most ?? WORD.length) >= WORD.length && options === null
}

/** A proof marks every page. Narrow fields take no word: its values are the template's own then. */
async function render(
  desk: Desk,
  notes: Notes,
  path: string,
  of: PrintFile,
  body: { readonly template_id: string; readonly values: Readonly<Record<string, string>> },
): Promise<void> {
  const kind = of === 'press' ? 'final' : 'proof'
  const ask = (values: object): Promise<Answer> => desk.ask('/v1/renders', { ...body, kind, values })
  let made = await ask(body.values)
  if (of === 'proof' && refusalOf(made)?.code === 'values_not_printable') made = await ask({})
  notes.renders[of] = refusalOf(made)
  if (notes.renders[of] !== null) return
  const pdf = await desk.ask(`/v1/renders/${made.json().render.id}/download`)
  notes.renders[of] = refusalOf(pdf) ?? 'made'
  if (notes.renders[of] !== 'made') return
  await writeFile(path, pdf.bytes)
  notes.files[of] = path
}
