/** Draws a page of a preflight report: its findings as numbered frames on the page, and their sentences below. */

import { createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import type { Severity } from '../finding/finding.ts'
import { type Language, reportWord } from '../finding/sentence.ts'
import type { Box } from '../geometry/box.ts'

export interface MarkedPage {
  /** The page as a PNG file. */
  readonly png: Uint8Array
  /** Above the page. */
  readonly heading: string
  readonly language: Language
  readonly marks: readonly PageMark[]
}

export interface PageMark {
  readonly number: number
  readonly severity: Severity
  readonly title: string
  readonly message: string
  /** In px of the page's picture, from its upper left corner; none for findings on the page as a whole. */
  readonly boxes: readonly Box[]
}

/** Font files of the report: a regular and a bold of one family. */
export interface ReportFonts {
  readonly regular: string
  readonly bold: string
}

const FAMILY = 'Platen Report'
const COLORS: Readonly<Record<Severity, string>> = { fail: '#b3261e', warn: '#9a5b00', info: '#2f5d8a' }
const INK = '#1c1b1a'
const PAPER = '#ffffff'
const DESK = '#eceae6'
const MARGIN = 32
const TEXT = 15
const LINE = 21
/** Small objects get a frame that can be seen. */
const LEAST_SIDE = 12
/** Further findings of a page are counted in one line. */
const MOST_ENTRIES = 40

/** A PNG file, as wide as the page with a margin around it. */
export async function drawMarkedPage(
  { png, heading, language, marks }: MarkedPage,
  fonts: ReportFonts,
): Promise<Uint8Array> {
  if (!GlobalFonts.has(FAMILY)) {
    GlobalFonts.registerFromPath(fonts.regular, FAMILY)
    GlobalFonts.registerFromPath(fonts.bold, FAMILY)
  }
  const page = await loadImage(png)
  const width = Math.max(page.width, 480) + 2 * MARGIN
  const legend = legendOf(marks, width - 2 * MARGIN, language)
  const top = MARGIN + LINE + 16
  const height = top + page.height + 24 + legend.height + MARGIN
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = DESK
  context.fillRect(0, 0, width, height)
  write(context, heading, MARGIN, MARGIN + 15, INK, true, 18)
  const left = Math.round((width - page.width) / 2)
  context.fillStyle = PAPER
  context.fillRect(left, top, page.width, page.height)
  context.drawImage(page, left, top)
  for (const mark of marks.toReversed()) frame(context, mark, left, top, [page.width, page.height])
  legend.draw(context, MARGIN, top + page.height + 24)
  return canvas.encode('png')
}

function frame(
  context: SKRSContext2D,
  { number, severity, boxes }: PageMark,
  left: number,
  top: number,
  [pageWidth, pageHeight]: readonly [number, number],
): void {
  const color = COLORS[severity]
  for (const [at, box] of boxes.entries()) {
    const [x0, y0, x1, y1] = box
    const grow = (low: number, high: number) => Math.max(0, (LEAST_SIDE - (high - low)) / 2)
    const [wide, high] = [grow(x0, x1), grow(y0, y1)]
    const x = left + Math.max(0, x0 - wide)
    const y = top + Math.max(0, y0 - high)
    const right = left + Math.min(pageWidth, x1 + wide)
    const bottom = top + Math.min(pageHeight, y1 + high)
    if (right <= x || bottom <= y) continue
    context.lineWidth = 4
    context.strokeStyle = PAPER
    context.strokeRect(x, y, right - x, bottom - y)
    context.lineWidth = 2
    context.strokeStyle = color
    context.strokeRect(x, y, right - x, bottom - y)
    if (at === 0) badge(context, number, color, Math.max(left, x - 10), Math.max(top, y - 10))
  }
}

function badge(context: SKRSContext2D, number: number, color: string, x: number, y: number): void {
  const label = String(number)
  context.font = `bold ${TEXT - 2}px "${FAMILY}"`
  const width = Math.max(20, context.measureText(label).width + 10)
  context.fillStyle = color
  context.beginPath()
  context.roundRect(x, y, width, 20, 10)
  context.fill()
  context.fillStyle = PAPER
  context.textAlign = 'center'
  context.fillText(label, x + width / 2, y + 15)
  context.textAlign = 'left'
}

/** Measured before there is a canvas of the right height. */
function legendOf(marks: readonly PageMark[], width: number, language: Language) {
  const probe = createCanvas(1, 1).getContext('2d')
  const shown = marks.slice(0, MOST_ENTRIES)
  const entries = shown.map((mark) => ({ mark, lines: wrapped(probe, mark.message, width - 36) }))
  const rest = marks.length - shown.length
  const height =
    entries.reduce((sum, { lines }) => sum + LINE * (1 + lines.length) + 10, 0) + (rest > 0 ? LINE : 0)
  return {
    height: marks.length === 0 ? LINE : height,
    draw(context: SKRSContext2D, x: number, from: number): void {
      let y = from
      if (marks.length === 0)
        write(context, reportWord('clean_page', language), x, y + TEXT, INK, false, TEXT)
      for (const { mark, lines } of entries) {
        badge(context, mark.number, COLORS[mark.severity], x, y - 1)
        write(context, mark.title, x + 36, y + TEXT, COLORS[mark.severity], true, TEXT)
        y += LINE
        for (const line of lines) {
          write(context, line, x + 36, y + TEXT, INK, false, TEXT)
          y += LINE
        }
        y += 10
      }
      if (rest > 0)
        write(context, reportWord('not_shown', language, { count: rest }), x + 36, y + TEXT, INK, false, TEXT)
    },
  }
}

function write(
  context: SKRSContext2D,
  text: string,
  x: number,
  y: number,
  color: string,
  bold: boolean,
  size: number,
): void {
  context.font = `${bold ? 'bold ' : ''}${size}px "${FAMILY}"`
  context.fillStyle = color
  context.fillText(text, x, y)
}

function wrapped(context: SKRSContext2D, text: string, width: number): string[] {
  context.font = `${TEXT}px "${FAMILY}"`
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && context.measureText(longer).width > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}
