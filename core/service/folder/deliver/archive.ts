/** Print files of several jobs in one archive, a ticket beside each: which there are, and their bytes one by one. */
import { createHash } from 'node:crypto'
import { fontKeys } from '../../../engine/scene/font-keys.ts'
import { ServiceError } from '../../../errors.ts'
import type { Ports } from '../../../ports.ts'
import { type Download, openDownload } from '../../render/download.ts'
import { measureRender } from '../../render/measure-render.ts'
import type { RenderRecord } from '../../render/render.ts'
import { checkPattern, fileNames, nameKey, STANDARD_PATTERN, ticketName } from '../file-name.ts'
import { nameFacts } from './deliver.ts'
import { type TicketFacts, writeTicket } from './ticket.ts'

export const MOST_JOBS = 100

export const EXPORT_SKIPS = ['not_found', 'not_finalized', 'not_ready', 'erased'] as const

export interface ExportPlan {
  /** In the order in which they were asked for, each once. */
  readonly renders: readonly RenderRecord[]
  readonly skipped: readonly { readonly id: string; readonly reason: (typeof EXPORT_SKIPS)[number] }[]
}

/** The last print file of a fill. Decision: jobs without one are listed and skipped; the others are exported. */
export async function planExport(
  { store }: Pick<Ports, 'store'>,
  teamId: string,
  wanted: { readonly fillIds: readonly string[]; readonly renderIds: readonly string[] },
): Promise<ExportPlan> {
  const renders = new Map<string, RenderRecord>()
  const skipped: { id: string; reason: (typeof EXPORT_SKIPS)[number] }[] = []
  const add = (id: string, render: RenderRecord | null) => {
    if (render === null) skipped.push({ id, reason: 'not_found' })
    else if (render.storageKey.startsWith('erased:')) skipped.push({ id, reason: 'erased' })
    else if (!hasFile(render)) skipped.push({ id, reason: 'not_ready' })
    else renders.set(render.id, render)
  }
  const fills = new Map((await store.fills.findMany(teamId, wanted.fillIds)).map((fill) => [fill.id, fill]))
  for (const id of new Set(wanted.fillIds)) {
    const fill = fills.get(id)
    if (fill === undefined) add(id, null)
    else if (fill.erasedAt !== null) skipped.push({ id, reason: 'erased' })
    else if (fill.lastRenderId === null) skipped.push({ id, reason: 'not_finalized' })
    else add(id, await store.renders.find(teamId, fill.lastRenderId))
  }
  for (const id of new Set(wanted.renderIds)) add(id, await store.renders.find(teamId, id))
  return { renders: [...renders.values()], skipped }
}

/** Decision: proofs are included, because they were requested by id; pictures are no print files. */
function hasFile({ status, kind, contentSha256 }: RenderRecord): boolean {
  return status === 'succeeded' && kind !== 'preview' && contentSha256 !== null
}

/**
 * Decision: plates that nobody measured yet are measured while an archive is made for so long; an export of a hundred
 * jobs should not wait for a busy raster. Measurements are kept.
 */
const MEASURING_MS = 20_000

export interface ArchiveEntry {
  readonly name: string
  /** Print files are deflated already. */
  readonly isText: boolean
  /** When its print file was made, milliseconds since 1970. */
  readonly madeAt: number
  /** Rejects if the print file is damaged. */
  read(): AsyncIterable<Uint8Array>
}

/**
 * The entries of an archive, a ticket before its print file, each opened when its turn comes. Throws `not_found` where
 * nothing of it is left, and what checkPattern refuses.
 */
export async function openArchive(
  ports: Ports,
  teamId: string,
  renderIds: readonly string[],
  pattern: string = STANDARD_PATTERN,
): Promise<readonly ArchiveEntry[]> {
  checkPattern(pattern)
  const { renders } = await planExport(ports, teamId, { fillIds: [], renderIds })
  if (renders.length === 0)
    throw new ServiceError('not_found', {
      message: 'None of these print files exists any more.',
      extra: { resource: 'render' },
    })
  const taken = new Set<string>()
  const begun = ports.clock.now()
  const mayMeasure = () => ports.clock.now() - begun < MEASURING_MS
  const entries: ArchiveEntry[] = []
  for (const render of renders) {
    const facts = await ticketFactsOf(ports, render)
    const name = freeName(pattern, facts, taken)
    const madeAt = render.completedAt ?? render.createdAt
    const opened = once(() => openJob(ports, facts, name, mayMeasure()))
    entries.push(
      { name: ticketName(name), isText: true, madeAt, read: () => ticketOf(opened) },
      { name, isText: false, madeAt, read: () => fileOf(opened) },
    )
  }
  return entries
}

async function ticketFactsOf({ store }: Ports, render: RenderRecord): Promise<TicketFacts> {
  const { teamId, templateId, fillId } = render
  const fill = fillId === null ? null : await store.fills.find(teamId, fillId)
  const template = await store.templates.find(teamId, templateId)
  const revision = await store.revisions.find(teamId, templateId, render.revision)
  if (template === null || revision === null) throw new Error(`The template of ${render.id} is missing.`)
  return { render, fill, template, revision }
}

/** The name of one print file by a pattern, as a hot folder names it. Throws what checkPattern refuses. */
export async function printFileName(ports: Ports, render: RenderRecord, pattern: string): Promise<string> {
  const [name] = fileNames(checkPattern(pattern), nameFacts(await ticketFactsOf(ports, render)), render.id)
  return name ?? render.id
}

/** As a hot folder names it. */
function freeName(pattern: string, context: TicketFacts, taken: Set<string>): string {
  const names = fileNames(pattern, nameFacts(context), context.render.id)
  const name = names.find((one) => !taken.has(nameKey(one))) ?? `${context.render.id}.pdf`
  taken.add(nameKey(name))
  return name
}

interface OpenJob {
  readonly download: Download
  readonly ticket: string
}

/** The ticket describes the file that follows it, even if the render ran again in between. */
async function openJob(
  ports: Ports,
  context: TicketFacts,
  name: string,
  measures: boolean,
): Promise<OpenJob> {
  const { teamId, id } = context.render
  if (measures) await measured(ports, teamId, id)
  const download = await openDownload(ports, teamId, id)
  const fonts = await ports.fonts.load(teamId, fontKeys(context.revision.scene))
  const now = { ...context, render: download.render }
  return { download, ticket: writeTicket(ports, fonts, now, null, name) }
}

/** Coverage stands in the ticket where it can be had in time. */
async function measured(ports: Ports, teamId: string, id: string): Promise<void> {
  if (ports.raster === null) return
  try {
    await measureRender(ports, teamId, id)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make()
    return made
  }
}

async function* ticketOf(opened: () => Promise<OpenJob>): AsyncGenerator<Uint8Array> {
  yield Buffer.from((await opened()).ticket)
}

/** Hashed on its way: a damaged file never reaches a press. */
async function* fileOf(opened: () => Promise<OpenJob>): AsyncGenerator<Uint8Array> {
  const { download } = await opened()
  const hash = createHash('sha256')
  for await (const chunk of download.read()) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== download.sha256)
    throw new Error(`The print file of ${download.render.id} is damaged.`)
}
