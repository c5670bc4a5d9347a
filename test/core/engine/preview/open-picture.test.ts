/** Pictures opened for a preview: process inks and files for screens, with an output profile and without one. */
import { createCanvas } from '@napi-rs/canvas'
import { expect } from 'chai'
import type { InkFile, ScreenFile } from '../../../../core/engine/preview/drawing.ts'
import { type InkPixels, openPicture } from '../../../../core/engine/preview/open-picture.ts'
import type { ProofColors } from '../../../../core/engine/preview/proof.ts'

const INK_FILE: InkFile = { sha256: 'a', inkPath: '/picture', sizeBytes: 1 }
/** Swaps red and blue of a file for screens, so that its effect cannot be taken for another one. */
const PROOF: ProofColors = {
  sha256: 'b',
  screen(inks) {
    const rgb = new Uint8Array((inks.length / 4) * 3)
    for (let at = 0; at < inks.length / 4; at += 1)
      rgb.set([255 - inks[at * 4]!, 255 - inks[at * 4 + 1]!, 255 - inks[at * 4 + 2]!], at * 3)
    return rgb
  },
  print(pixels) {
    for (let at = 0; at < pixels.length; at += 4) {
      const [red, , blue] = pixels.subarray(at, at + 3)
      pixels[at] = blue!
      pixels[at + 2] = red!
    }
  },
  inks: () => [0, 0, 0, 0],
  outside: () => 0,
  inkLimit: 300,
}

/** Each row has a cyan of its own, so that a strip in another's place is seen. */
function inkRows(width: number, height: number): InkPixels {
  const data = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at += 1) data.set([Math.floor(at / width) % 251, 20, 60, 0], at * 4)
  return { width, height, data }
}

async function shown(
  file: ScreenFile | InkFile,
  proof: ProofColors | null,
  inks: InkPixels | null = null,
): Promise<{ readonly width: number; readonly height: number; at(x: number, y: number): number[] }> {
  const picture = await openPicture(file, proof, inks === null ? null : async () => inks)
  const canvas = createCanvas(picture.width, picture.height)
  const context = canvas.getContext('2d')
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  const at = (x: number, y: number) => [...data.subarray((y * canvas.width + x) * 4).subarray(0, 4)]
  return { width: canvas.width, height: canvas.height, at }
}

function screenFile(): ScreenFile {
  const canvas = createCanvas(3, 2)
  const context = canvas.getContext('2d')
  context.fillStyle = 'rgb(200, 100, 50)'
  context.fillRect(0, 0, 2, 2)
  return { sha256: 'c', bytes: canvas.toBuffer('image/png') }
}

describe('A picture of a preview', () => {
  it('in process inks shows them by the output profile, row by row, however large it is', async () => {
    // Two strips of pixels, of which the last is not full.
    const [width, height] = [1_024, 1_100]
    const picture = await shown(INK_FILE, PROOF, inkRows(width, height))
    expect([picture.width, picture.height]).to.deep.equal([width, height])
    for (const y of [0, 1_023, 1_024, 1_099])
      for (const x of [0, width - 1])
        expect(picture.at(x, y), `${x}, ${y}`).to.deep.equal([255 - (y % 251), 235, 195, 255])
  })

  it('in process inks shows them as the artwork’s where there is no profile', async () => {
    const data = Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0])
    const picture = await shown(INK_FILE, null, { width: 3, height: 1, data })
    expect(picture.at(0, 0)).to.deep.equal([255, 255, 255, 255])
    for (const part of picture.at(1, 0).slice(0, 3)) expect(part).to.be.below(60)
    const [red = 255, green = 0, blue = 0] = picture.at(2, 0)
    expect(red).to.be.below(60)
    expect(green).to.be.above(120)
    expect(blue).to.be.above(200)
  })

  it('in process inks is refused where nothing reads them', async () => {
    const outcome = await openPicture(INK_FILE, null, null).catch((error: unknown) => error)
    expect((outcome as Error).message).to.equal('Nothing reads images of process inks here.')
  })

  it('for screens shows its own colours, or those that the press prints of them, and what is clear', async () => {
    const plain = await shown(screenFile(), null)
    expect([plain.at(0, 0), plain.at(2, 1)]).to.deep.equal([
      [200, 100, 50, 255],
      [0, 0, 0, 0],
    ])
    const printed = await shown(screenFile(), PROOF)
    expect([printed.at(0, 0), printed.at(2, 1)]).to.deep.equal([
      [50, 100, 200, 255],
      [0, 0, 0, 0],
    ])
  })
})
