/** Empty fields in previews: their labels stand in grey in their places, and on no plate of a print file. */

import { spawnSync } from 'node:child_process'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect } from 'chai'
import type { SceneField } from '../../../../core/engine/scene/scene.ts'
import { type DrawnContent, draw, openPage, prepare } from '../../../support/engine/drawn-example.ts'
import { type CompiledSource, compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { placeholderPage } from '../../../support/pdf/placeholder-page.ts'
import { needs, plates } from '../../../support/rips/oracles.ts'

const WIDTH = 800
const CONTENT = [
  'BT /F1 28 Tf 30 230 Td ({{first name}}) Tj ET',
  'BT /F1 20 Tf 30 170 Td ({{table}} at {{seat}}) Tj ET',
  'BT /F1 20 Tf 30 110 Td ({{date}}) Tj ET',
  'BT /F1 20 Tf 30 50 Td ({{note}}) Tj ET',
].join('\n')

async function open(change: (field: SceneField) => SceneField = (field) => field) {
  const compiled = await compileSource(placeholderPage({ content: CONTENT }))
  const { scene } = compiled
  const fields = scene.fields.map((field) =>
    change(field.label === 'date' ? { ...field, defaultValue: '1 May' } : field),
  )
  const changed: CompiledSource = { ...compiled, scene: { ...scene, fields } }
  return openPage(changed, WIDTH)
}

/** How many pixels of a band of the page, from its upper edge in points, are of ink and how many of a label. */
async function seen(png: Uint8Array, [top, bottom]: readonly [number, number]) {
  const image = await loadImage(png)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, top * 2, image.width, (bottom - top) * 2)
  let [ink, label] = [0, 0]
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!]
    if (red < 90 && green < 90) ink += 1
    if (red === green && green === blue && red >= 0x8a && red <= 0x8e) label += 1
  }
  return { ink, label }
}

const FIRST = [40, 80] as const
const LINE = [105, 140] as const
const DATE = [165, 200] as const

describe('Labels of empty fields', () => {
  it('stand in their places until a value comes', async () => {
    const page = await open()
    const look = async (content: DrawnContent, band: readonly [number, number]) =>
      seen(await draw(page, { ...content, labels: true }), band)
    const empty = await look({}, FIRST)
    expect(empty.label).to.be.above(200)
    expect(empty.ink).to.equal(0)
    const filled = await look({ values: { 'first name': 'Ada' } }, FIRST)
    expect(filled.label).to.be.below(20)
    expect(filled.ink).to.be.above(200)
    // A default is a value.
    expect((await look({}, DATE)).ink).to.be.above(100)
    // What is asked for without labels has none.
    expect((await seen(await draw(page, {}), FIRST)).label).to.equal(0)
  })

  it('of one line stand while all of it is empty', async () => {
    const page = await open()
    const marks = (values: Record<string, string>) =>
      prepare(page, { values, labels: true }).marks.filter(
        (mark) => mark.kind === 'shapes' && mark.plate === '',
      )
    const all = { 'first name': 'Ada', note: 'x' }
    expect(marks(all)).to.have.length.above(0)
    expect(marks({ ...all, seat: '7' })).to.have.length(0)
    const { label } = await seen(await draw(page, { values: all, labels: true }), LINE)
    expect(label).to.be.above(200)
  })

  it('are cut off where their boxes are too small, and stay inside', async () => {
    const long = 'A label that is far longer than its field could ever be set in one line of this page at all'
    const page = await open((field) => ({ ...field, label: field.label === 'note' ? long : field.label }))
    const { marks, widthPx } = prepare(page, { labels: true })
    const labels = marks.filter((mark) => mark.kind === 'shapes' && mark.plate === '')
    expect(labels).to.have.length.above(2)
    for (const { bounds } of labels) expect(bounds[2]).to.be.most(widthPx)
  })

  it('are shown for nothing that the shop alone fills in', async () => {
    const page = await open((field) => ({ ...field, locked: true }))
    expect((await seen(await draw(page, { labels: true }), FIRST)).label).to.equal(0)
  })

  it('are no problem beyond a required value that is missing', async () => {
    const page = await open()
    expect(prepare(page, { labels: true }).problems).to.deep.equal(prepare(page, {}).problems)
  })

  it('are never printed', async function () {
    needs(this, 'pdftotext', 'gs')
    const page = await open((field) => ({ ...field, required: false }))
    const { pdf } = renderOn(page.compiled, {})
    const { stdout } = spawnSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' })
    expect(stdout).to.include('1 May')
    expect(stdout).not.to.match(/name|note|seat|table/)
    // Only the date is on the black plate; the upper half of the page has the words between two empty values at most.
    const black = plates(pdf, { dpi: 72, rip: 'gs' }).get('Black')
    expect(black).to.not.equal(undefined)
    const { width, ink } = black!
    expect([...ink.subarray(0, width * 80)].every((value) => value === 0)).to.equal(true)
  })
})
