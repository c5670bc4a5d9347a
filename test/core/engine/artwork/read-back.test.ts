/** Colours of artwork text on files of many producers: what is read, and what a field then has, is what MuPDF reads. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { readArtwork, type ShownRun } from '../../../../core/engine/artwork/read-artwork.ts'
import { readPages } from '../../../../core/engine/artwork/read-pages.ts'
import { openSource } from '../../../../core/engine/pdf/open-source.ts'
import { walkPages } from '../../../../core/engine/pdf/read-page-tree.ts'
import { bundledFonts, compileSource } from '../../../support/engine/rendering.ts'
import { OWN_CORPUS } from '../../../support/pdf/corpus-folder.ts'
import { needs, paintTrace } from '../../../support/rips/oracles.ts'
import { leavePending } from '../../../support/run/leave-pending.ts'

/** By producer, with how many colours the text of the first page has at least. */
const FILES: Readonly<Record<string, readonly [file: string, colors: number]>> = {
  'InDesign, Adobe PDF Library': ['print-real/pdfpig__iron-ore-q2-q3-2013.pdf', 14],
  'InDesign, spot colour': ['print-real/yobrd__all_page_boxes_exist.pdf', 4],
  Illustrator: ['print-real/pdfpig__TIKA-2054-0.pdf', 1],
  'PDFOut of Esko': ['print-real/pdfpig__11194059_2017-11_de_s.pdf', 5],
  Ghostscript: ['print-real/pdfjs__issue6127.pdf', 2],
  BFO: ['print-real/pdfpig__output_w3c_csswg_drafts_issues2023.pdf', 3],
  Acrobat: ['structure/cantoo__with_update_sections.pdf', 1],
  Prawn: ['preflight/yobpf__standard_14_font.pdf', 1],
  TCPDF: ['transparency/pdfjs__blendmode.pdf', 1],
}
/** Colours of text that these files have together. */
const COLORS_OF_ALL = 25
/** A field cannot keep registration colour; the upload warns. */
const REGISTRATION = /\bAll\b/

interface Glyph {
  readonly x: number
  readonly y: number
  readonly color: string
}

/** A colour as a field has it: plates with per cent, or RGB in steps of 8 bits. */
function plain(parts: Readonly<Record<string, number>>): string {
  const painted = Object.entries(parts).filter(([, part]) => part > 0.2)
  return painted.map(([name, part]) => `${name} ${part.toFixed(1)}`).join(', ') || 'paper'
}

const CMYK = ['Cyan', 'Magenta', 'Yellow', 'Black']
const byName = (names: readonly string[], parts: readonly number[], scale: number) =>
  plain(Object.fromEntries(names.map((name, at) => [name, (parts[at] ?? 0) * scale])))
/** Grays of every space are tints of black. */
const light = ([red = 0, green = red, blue = red]: readonly number[]) =>
  red === green && green === blue
    ? plain({ Black: (1 - red) * 100 })
    : `RGB ${[red, green, blue].map((part) => (part * 255).toFixed(0)).join(' ')}`

function tracedColor(space: string, parts: readonly number[]): string {
  if (space === 'DeviceCMYK') return byName(CMYK, parts, 100)
  if (space === 'DeviceGray' || space === 'DeviceRGB') return light(parts)
  const names = /^(?:Separation\(|DeviceN\(\d+,)\w+,(.*)\)$/.exec(space)?.[1]?.split(',')
  if (names === undefined) throw new Error(`MuPDF names a space ${space}.`)
  return byName(names, parts, 100)
}

/** Where MuPDF sees letters, from the upper left of the crop box, and in which colour. */
function traced(trace: string): readonly Glyph[] {
  const painted =
    /<fill_text colorspace="([^"]*)" color="([^"]*)"[^>]*transform="([^"]*)">([\s\S]*?)<\/fill_text>/g
  return [...trace.matchAll(painted)].flatMap(([, space = '', parts = '', transform = '', text = '']) => {
    const color = tracedColor(space, parts.split(' ').map(Number))
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = transform.split(' ').map(Number)
    return [...text.matchAll(/ x="([^"]*)" y="([^"]*)"/g)].map((found) => {
      const [x, y] = [Number(found[1]), Number(found[2])]
      return { x: a * x + c * y + e, y: b * x + d * y + f, color }
    })
  })
}

type Kept = Pick<ShownRun, 'ink' | 'tint' | 'mix'>

function keptColor({ ink, tint, mix }: Kept): string {
  if (mix?.cmyk !== undefined) return byName(CMYK, mix.cmyk, 1)
  if (mix?.rgb !== undefined) return light(mix.rgb.map((part) => part / 255))
  return plain({ [ink ?? 'Black']: tint * 100 })
}

describe('the colours of artwork text', () => {
  const seen = new Set<string>()

  for (const [producer, [file, colors]] of Object.entries(FILES))
    it(`are read as they were written by ${producer}, and stay so in a field`, async function () {
      const path = join(OWN_CORPUS, file)
      if (!existsSync(path)) leavePending(this, 'the corpus of the project')
      needs(this, 'mutool')
      const bytes = readFileSync(path)
      const { runs } = readArtwork(bytes, 0, bundledFonts.list(), [])
      const { doc } = openSource(bytes)
      const [left = 0, , , top = 0] = readPages(doc, walkPages(doc)).pages[0]?.cropBox ?? []
      const glyphs = traced(paintTrace(bytes))
      const found = new Map<string, ShownRun>()
      for (const run of runs) {
        const [x, y] = run.baseline[0]
        const there = glyphs.filter(
          (glyph) => Math.abs(glyph.x + left - x) < 0.6 && Math.abs(top - glyph.y - y) < 0.6,
        )
        const expected = there.map(({ color }) => color)
        if (expected.length === 0 || expected.some((color) => REGISTRATION.test(color))) continue
        // Some letters are painted twice, one over the other in another colour.
        expect(expected, run.text).to.include(keptColor(run))
        found.set(keptColor(run), run)
      }
      expect([...found.keys()]).to.have.length.at.least(colors)
      for (const color of found.keys()) seen.add(color)

      const picked = [...found.values()].filter(({ hindrance }) => hindrance === null)
      const picks = picked.map(({ id }) => ({ runs: [id], label: null, part: null }))
      const made = await compileSource(bytes, bundledFonts, { picks })
      for (const run of picked) {
        const field = made.scene.fields.find(({ sourceName }) => sourceName === `artwork:${run.id}`)
        if (field === undefined) continue
        const ink = made.scene.inks.find(({ name }) => name === field.ink)
        const kept = { ink: field.ink, tint: field.tint, mix: ink ?? null } as Kept
        expect(keptColor(kept), run.text).to.equal(keptColor(run))
      }
      const taken = made.scene.fields.filter(({ sourceName }) => sourceName?.startsWith('artwork:'))
      expect(taken.length).to.be.at.least(Math.ceil(picked.length / 2))
    })

  it('are many', function () {
    if (!existsSync(OWN_CORPUS)) leavePending(this, 'the corpus of the project')
    expect(seen.size).to.be.at.least(COLORS_OF_ALL)
  })
})
