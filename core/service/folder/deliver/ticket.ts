/** The job ticket beside a print file: facts of the order for a press or its software, as JSON. */

import { mixEntries, type ProcessMix } from '../../../engine/ink/process-mix.ts'
import { inksAndPaperOf } from '../../../engine/scene/inks-and-paper.ts'
import type { Scene, ScenePage } from '../../../engine/scene/scene.ts'
import type { Fonts } from '../../../engine/text/fonts.ts'
import type { Ports } from '../../../ports.ts'
import type { FillRecord } from '../../fill/fill.ts'
import type { RenderRecord } from '../../render/render.ts'
import type { RevisionRecord, TemplateRecord } from '../../template/template.ts'
import { timeOf } from '../../webhook/payload.ts'
import type { FolderDelivery } from '../delivery.ts'

/** Raised when a field changes its meaning or goes; new fields do not count. */
export const TICKET_VERSION = 1

export interface TicketFacts {
  readonly render: RenderRecord
  /** Null for a render on demand. */
  readonly fill: FillRecord | null
  readonly template: TemplateRecord
  readonly revision: RevisionRecord
}

/**
 * The ticket's text. Decision: neither the customer's name and address nor any link stand in it; the values do, for
 * they are what is printed. Boxes are [left, bottom, right, top] in points of the page, before its rotation. A ticket
 * without a delivery lies in an archive. `coverage` is null where the plates were not measured.
 */
export function writeTicket(
  ports: Pick<Ports, 'clock'>,
  fonts: Fonts,
  { render, fill, template, revision }: TicketFacts,
  delivery: Pick<FolderDelivery, 'id'> | null,
  fileName: string,
): string {
  const { scene } = revision
  const notes = readNotes(render)
  const { inks, paper } = inksAndPaperOf(scene, revision.plan, render)
  const ticket = {
    v: TICKET_VERSION,
    object: 'print_ticket',
    delivery: delivery?.id ?? null,
    order: render.externalOrderId,
    line: fill?.lineRef ?? null,
    cart: render.externalCartId,
    quantity: fill?.quantity ?? render.quantity,
    refunded_quantity: fill?.refundedQuantity ?? null,
    due_at: optionalTime(fill?.dueAt ?? null),
    template: { id: template.id, title: template.title, revision: render.revision },
    fill: render.fillId,
    render: render.id,
    pages: scene.pages.map(pageOf),
    plates: platesOf(render, revision, notes.plates),
    mixes: notes.mixes.map(({ name, ...mix }) => ({ name, ...mixEntries(mix) })),
    coverage: notes.ink,
    fonts: fontsOf(fonts, render, scene),
    values: valuesOf(render, scene),
    inks: inks.map(({ fieldIds, ...ink }) => ({ ...ink, fields: labelsOf(scene, fieldIds) })),
    paper,
    substrate: render.substrate,
    preflight: {
      status: render.preflightStatus,
      findings: [...notes.template_checks, ...notes.render_checks],
    },
    file: {
      ...{ name: fileName, size_bytes: render.sizeBytes, sha256: render.contentSha256 },
      output: render.output,
    },
    created_at: timeOf(ports.clock.now()),
  }
  return `${JSON.stringify(ticket, null, 2)}\n`
}

function pageOf(page: ScenePage) {
  const { widthPt, heightPt, trimBox, bleedBox, rotate, userUnit } = page
  return {
    width_pt: widthPt,
    height_pt: heightPt,
    trim: trimBox,
    trim_stated: page.trimStated,
    bleed: bleedBox,
    rotate,
    user_unit: userUnit,
  }
}

/** An ink of process colours, in the units of the API. */
interface NotedMix extends ProcessMix {
  readonly name: string
}

interface NotedPlate {
  readonly name: string
  readonly kind: string
  readonly marks?: number
  /** The artwork's names for what prints on it. */
  readonly artwork?: readonly string[]
}

/**
 * The separations of the file: those that the order's marks print in, by their place in the palette, then the
 * artwork's further ones. Process colours of the artwork are no separations and are not named.
 */
function platesOf(render: RenderRecord, { scene, plan }: RevisionRecord, noted: readonly NotedPlate[]) {
  const palette = render.colors ?? scene.inks
  const own = noted.map(({ name, kind, marks = 1 }) => ({ name, kind, personalized: marks > 0 }))
  const renamed = new Set(noted.flatMap(({ artwork = [] }) => artwork))
  const others = plan.inks
    .filter((ink) => !renamed.has(ink.name) && !own.some(({ name }) => name === ink.name))
    .map(({ name }) => ({ name, kind: 'artwork', personalized: false }))
  return [...own, ...others].map((plate, at) => {
    const artwork = plan.inks.find(({ name }) => name === plate.name)
    const screen = artwork ?? palette.find(({ name }) => name === plate.name)
    return { order: at + 1, ...plate, screen_color: screen?.hex.toLowerCase() ?? null }
  })
}

/** Fonts of fields with text; the artwork's own fonts are in the PDF. */
function fontsOf(fonts: Fonts, render: RenderRecord, scene: Scene) {
  const known = new Map(fonts.list().map((info) => [info.key, info]))
  const chosen = scene.fields
    .filter((field) => field.type !== 'image' && (render.values[field.id] ?? '') !== '')
    .flatMap((field) => field.placements.filter(({ mark }) => mark === null).map(({ style }) => style.font))
  const used = new Map(chosen.map((font) => [`${font.key} ${font.requested}`, font]))
  return [...used.values()].map((font) => ({
    name: known.get(font.key)?.postScriptName ?? font.key,
    substitute_for: font.substitute ? font.requested : null,
    set_as: scene.textOutput,
  }))
}

/** Names of the fields by their ids: labels; where several fields carry one label, the later ones are numbered. */
function namesOf(scene: Scene): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const field of scene.fields) {
    let name = field.label
    for (let count = 2; taken.has(name); count += 1) name = `${field.label} (${count})`
    taken.add(name)
    names.set(field.id, name)
  }
  return names
}

function labelsOf(scene: Scene, fieldIds: readonly string[]): readonly string[] {
  const names = namesOf(scene)
  return fieldIds.map((id) => names.get(id) ?? id)
}

function valuesOf(render: RenderRecord, scene: Scene): Record<string, string> {
  return Object.fromEntries([...namesOf(scene)].map(([id, name]) => [name, render.values[id] ?? '']))
}

function readNotes(render: RenderRecord) {
  const notes = JSON.parse(render.preflightNotes) as {
    readonly plates?: readonly NotedPlate[]
    readonly mixes?: readonly NotedMix[]
    readonly template_checks?: readonly unknown[]
    readonly render_checks?: readonly unknown[]
    readonly ink?: unknown
  }
  const { plates = [], mixes = [], template_checks = [], render_checks = [], ink = null } = notes
  return { plates, mixes, template_checks, render_checks, ink }
}

function optionalTime(ms: number | null): string | null {
  return ms === null ? null : timeOf(ms)
}
