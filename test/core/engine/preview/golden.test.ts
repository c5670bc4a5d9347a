/** Pictures of the example templates as they were looked at and found right; a change of one is to be looked at again. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect } from 'chai'
import { draw, openExample } from '../../../support/engine/drawn-example.ts'

const GOLDEN = join(import.meta.dirname, '../../../fixtures/previews')
const KRAFT = { key: 'kraft', name: 'Kraft', hex: '#b98f5e' }
const NIGHT = { key: 'night', name: 'Night', hex: '#26262c' }
const INDIGO = [{ index: 1, key: 'indigo', name: 'Indigo', hex: '#2a2f7c' }]

const CASES = [
  { name: 'wedding-card', file: 'wedding-card.pdf', content: {} },
  { name: 'wedding-card-indigo', file: 'wedding-card.pdf', content: { colors: INDIGO, substrate: KRAFT } },
  {
    name: 'wedding-card-problems',
    file: 'wedding-card.pdf',
    content: { values: { 'First name': 'Wilhelmina-Wilhelmina-W', Date: '14 June 世' } },
  },
  { name: 'craft-label', file: 'craft-label.pdf', content: {} },
  { name: 'craft-label-kraft', file: 'craft-label.pdf', content: { substrate: KRAFT } },
  { name: 'gift-tag', file: 'gift-tag.pdf', content: {} },
  { name: 'gift-tag-night', file: 'gift-tag.pdf', content: { substrate: NIGHT } },
]
const WIDTH = 300
/** Of 255: how far the mean of a block of 4 x 4 pixels may be off, and that of all pixels. */
const MOST_OFF = 24
const MEAN_OFF = 0.5

describe('The pictures of the examples', () => {
  for (const { name, file, content } of CASES)
    it(`${name} is as it was found right`, async () => {
      const png = await draw(await openExample(file, WIDTH), content)
      const path = join(GOLDEN, `${name}.png`)
      if (!existsSync(path)) {
        writeFileSync(path, png)
        expect.fail(`${path} was not there and has been written: look at it.`)
      }
      const [mine, kept] = await Promise.all([blocksOf(png), blocksOf(readFileSync(path))])
      expect([mine.width, mine.height]).to.deep.equal([kept.width, kept.height])
      const off = mine.means.map((mean, at) => Math.abs(mean - (kept.means[at] ?? 0)))
      expect(Math.max(...off), 'the worst block').to.be.at.most(MOST_OFF)
      expect(off.reduce((sum, one) => sum + one, 0) / off.length, 'on average').to.be.at.most(MEAN_OFF)
    })
})

/** Means of blocks of 4 x 4 pixels, a channel after the other: what an eye sees of soft edges. */
async function blocksOf(png: Uint8Array) {
  const image = await loadImage(png)
  const { width, height } = image
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const [columns, rows] = [Math.floor(width / 4), Math.floor(height / 4)]
  const means = new Array<number>(columns * rows * 3).fill(0)
  for (let y = 0; y < rows * 4; y += 1)
    for (let x = 0; x < columns * 4; x += 1)
      for (let channel = 0; channel < 3; channel += 1) {
        const at = ((y >> 2) * columns + (x >> 2)) * 3 + channel
        means[at] = (means[at] ?? 0) + (data[(y * width + x) * 4 + channel] ?? 0) / 16
      }
  return { width, height, means }
}
