/** Draws a blank page as plates: its process colours, each spot ink, and what stands over its lower slots. */

import type { Box } from '../geometry/box.ts'
import { mapBox } from '../geometry/matrix.ts'
import { deviceMatrix } from '../layout/device.ts'
import type { Plan, PlanAppearance } from '../press/plan.ts'
import type { AppearancePlates, PagePlates, SlotPlates, SpotPlate } from '../press/plates.ts'
import type { ScenePage } from '../scene/scene.ts'
import { type AppearanceArea, drawAppearances } from './appearance-plates.ts'
import { type DrawingData, type DrawnView, drawView, type Size } from './draw-view.ts'
import type { OpenBody } from './open-body.ts'
import type { ProofColors } from './proof.ts'
import type { MakeView, ViewMarks } from './view/view.ts'
import type { SlotContents } from './view/view-context.ts'
import { PROCESS_PLATES, SLOT_PLATE, type ViewPlates } from './view/view-inks.ts'

/** An area of a page that marks of a slot may cover, in default user space. */
export interface SlotArea {
  readonly slot: SlotPlates['slot']
  /** Null for the slot below the artwork. */
  readonly inPlace: number | null
  readonly box: Box
}

/** What a page is asked of beside its plates. */
export type PlateArea = SlotArea | AppearanceArea

/** What of a plan says how its pages are drawn. */
export interface DrawnPlan {
  readonly inks: readonly Pick<Plan['inks'][number], 'name'>[]
  readonly pages: readonly Pick<Plan['pages'][number], 'below' | 'inPlace'>[]
  readonly appearances?: readonly Pick<PlanAppearance, 'object'>[] | undefined
}

export interface PlatesInput {
  readonly body: OpenBody
  readonly plan: DrawnPlan
  /** Counts from 0. */
  readonly page: number
  readonly size: Size
  readonly areas: readonly PlateArea[]
  /** Process colours show as a press prints them; as on any screen if absent. */
  readonly proof?: ProofColors | null
}

/** Throws `preview_failed`. */
export async function drawPagePlates(input: PlatesInput, data: DrawingData): Promise<PagePlates> {
  const { body, plan, page, size, proof = null } = input
  const names = plan.inks.map(({ name }) => name)
  const makeView = body.views(page, names, data, proof)
  const { process, used } = await drawProcess(makeView, size, data, proof)
  const inks = names.filter((name) => used.has(name))
  const drawn = await drawPlates(makeView, inks, size, data)
  const spots = drawn.filter(({ coverage }) => coverage.some((ink) => ink > 0))
  const blank = { ...size, process, spots }
  const slots: SlotPlates[] = []
  for (const areas of groupAreas(input.areas.filter((area) => 'slot' in area)))
    slots.push(...(await probeSlots(input, areas, { makeView, blank }, data)))
  const drawnMarks = input.areas.filter((area) => 'appearance' in area)
  return { ...blank, slots, appearances: await drawMarkPlates(input, drawnMarks, makeView, data) }
}

/** The process colours of a view, RGB: as pdf.js has them or, with a proof, as the press prints the four plates. */
export async function drawProcess(
  makeView: MakeView,
  size: Size,
  data: DrawingData,
  proof: ProofColors | null,
  slots?: SlotContents,
  marks?: ViewMarks,
): Promise<{ readonly process: Uint8Array; readonly used: ReadonlySet<string> }> {
  if (proof === null) {
    const screen = await makeView(null, slots, marks)
    return { process: rgbOf(await drawView(screen.pdf, size, data)), used: screen.used }
  }
  const { used } = await makeView(viewPlates([]), slots, marks)
  const drawn = await drawPlates((plates) => makeView(plates, slots, marks), PROCESS_PLATES, size, data)
  const inks = new Uint8Array(size.widthPx * size.heightPx * 4)
  for (const [at, { coverage }] of drawn.entries())
    for (let pixel = 0, to = at; pixel < coverage.length; pixel += 1, to += 4) inks[to] = coverage[pixel]!
  return { process: proof.screen(inks), used }
}

async function drawMarkPlates(
  { plan, page, body, size, proof = null }: PlatesInput,
  areas: readonly AppearanceArea[],
  makeView: MakeView,
  data: DrawingData,
): Promise<AppearancePlates[]> {
  const geometry = body.pages[page]
  if (geometry === undefined || areas.length === 0) return []
  const objects = (plan.appearances ?? []).map(({ object }) => object)
  return drawAppearances(areas, objects, geometry, size, {
    left: async (marks) =>
      inkOf(await drawView((await makeView(viewPlates([]), undefined, marks)).pdf, size, data), 0),
    process: async (marks) => (await drawProcess(makeView, size, data, proof, undefined, marks)).process,
    async spots(names, marks) {
      const used = names ?? [...(await makeView(viewPlates([]), undefined, marks)).used]
      return drawPlates((plates) => makeView(plates, undefined, marks), used, size, data)
    },
  })
}

export function viewPlates([
  first = SLOT_PLATE,
  second = first,
  third = second,
]: readonly string[]): ViewPlates {
  return [first, second, third]
}

/** Three plates at once; each by itself where they would come out otherwise together. */
export async function drawPlates(
  makeView: MakeView,
  names: readonly string[],
  size: Size,
  data: DrawingData,
  slots?: SlotContents,
): Promise<SpotPlate[]> {
  const plates: SpotPlate[] = []
  for (let at = 0; at < names.length; at += 3) {
    const group = names.slice(at, at + 3)
    const view = await makeView(viewPlates(group), slots)
    if (view.mixes) {
      for (const name of group) plates.push(...(await drawOne(makeView, name, size, data, slots)))
      continue
    }
    const drawn = await drawView(view.pdf, size, data)
    for (const [channel, name] of group.entries()) plates.push({ name, coverage: inkOf(drawn, channel) })
  }
  return plates
}

async function drawOne(
  makeView: MakeView,
  name: string,
  size: Size,
  data: DrawingData,
  slots?: SlotContents,
): Promise<SpotPlate[]> {
  const { pdf } = await makeView(viewPlates([name]), slots)
  const drawn = await drawView(pdf, size, data)
  return [{ name, coverage: inkOf(drawn, 0) }]
}

/** 255 - value of a channel. */
function inkOf({ rgba }: DrawnView, channel: number): Uint8Array {
  const ink = new Uint8Array(rgba.length / 4)
  for (let at = 0, from = channel; at < ink.length; at += 1, from += 4) ink[at] = 255 - rgba[from]!
  return ink
}

export function rgbOf({ rgba }: DrawnView): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3)
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from]!
    rgb[to + 1] = rgba[from + 1]!
    rgb[to + 2] = rgba[from + 2]!
  }
  return rgb
}

/** Areas that do not touch are probed in one drawing. */
function groupAreas(areas: readonly SlotArea[]): readonly (readonly SlotArea[])[] {
  const groups: SlotArea[][] = []
  for (const area of areas) {
    const free = groups.find((group) => group.every((other) => areApart(area.box, other.box)))
    if (free === undefined) groups.push([area])
    else free.push(area)
  }
  return groups
}

function areApart(one: Box, other: Box): boolean {
  return one[2] < other[0] || other[2] < one[0] || one[3] < other[1] || other[3] < one[1]
}

interface Blank {
  readonly makeView: MakeView
  readonly blank: Omit<PagePlates, 'slots' | 'appearances'>
}

async function probeSlots(
  { plan, page, body, size, proof = null }: PlatesInput,
  areas: readonly SlotArea[],
  { makeView, blank }: Blank,
  data: DrawingData,
): Promise<SlotPlates[]> {
  const geometry = body.pages[page]
  if (geometry === undefined) return []
  const filled = (color: string): SlotContents => {
    const contents = new Map<number, string>()
    for (const { slot, inPlace, box } of areas) {
      const planned = plan.pages[page]
      const object = slot === 'below' ? planned?.below : planned?.inPlace?.[inPlace ?? -1]?.object
      if (object === undefined) continue
      const [left, bottom, right, top] = box
      const area = `${left} ${bottom} ${right - left} ${top - bottom} re f`
      contents.set(object, `${contents.get(object) ?? ''}${color} ${area}\n`)
    }
    return contents
  }
  const white = filled('1 g')
  const draw = async (plates: ViewPlates, slots: SlotContents) =>
    drawView((await makeView(plates, slots)).pdf, size, data)
  const shown = inkOf(await draw(viewPlates([]), filled('0 g')), 0)
  const { process } = await drawProcess(makeView, size, data, proof, white)
  const names = blank.spots.map(({ name }) => name)
  const spots = await drawPlates(makeView, names, size, data, white)
  return areas.flatMap(({ slot, inPlace, box }): SlotPlates[] => {
    const area = pixelArea(box, geometry, size)
    const cut: SlotPlates = {
      ...{ slot, inPlace },
      ...area,
      shown: cropped(shown, size, area, 1),
      throughProcess: cropped(process, size, area, 3),
      throughSpots: spots.map(({ name, coverage }) => ({ name, coverage: cropped(coverage, size, area, 1) })),
    }
    return area.widthPx > 0 && area.heightPx > 0 && !isOpen(cut) ? [cut] : []
  })
}

/** Nothing covers the slot and nothing of the artwork is seen through its marks: they stand above everything. */
function isOpen({ shown, throughProcess, throughSpots }: SlotPlates): boolean {
  return (
    shown.every((value) => value === 255) &&
    throughProcess.every((value) => value === 255) &&
    throughSpots.every(({ coverage }) => coverage.every((ink) => ink === 0))
  )
}

interface PixelArea {
  readonly leftPx: number
  readonly topPx: number
  readonly widthPx: number
  readonly heightPx: number
}

/** The whole pixels inside of a box: those at its rim are only partly filled by the probe. */
function pixelArea(box: Box, page: ScenePage, { widthPx, heightPx }: Size): PixelArea {
  const [left, top, right, bottom] = mapBox(deviceMatrix(page, widthPx), box)
  const inside = (value: number, most: number) => Math.min(Math.max(value, 0), most)
  const leftPx = inside(Math.ceil(left - 0.001), widthPx)
  const topPx = inside(Math.ceil(top - 0.001), heightPx)
  return {
    leftPx,
    topPx,
    widthPx: Math.max(0, inside(Math.floor(right + 0.001), widthPx) - leftPx),
    heightPx: Math.max(0, inside(Math.floor(bottom + 0.001), heightPx) - topPx),
  }
}

function cropped(plane: Uint8Array, { widthPx }: Size, area: PixelArea, channels: number): Uint8Array {
  const cut = new Uint8Array(area.widthPx * area.heightPx * channels)
  for (let row = 0; row < area.heightPx; row += 1) {
    const from = ((area.topPx + row) * widthPx + area.leftPx) * channels
    cut.set(plane.subarray(from, from + area.widthPx * channels), row * area.widthPx * channels)
  }
  return cut
}
