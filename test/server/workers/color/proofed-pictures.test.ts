/** Soft proofs of images in process inks: a preview shows the inks on the plates of the print file by the profile. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { readPixels } from '../../../../core/engine/preview/difference.ts'
import { inksAsJpeg, inkTiffHead, readInks } from '../../../../server/workers/color/jpeg-codec.ts'
import { openProof } from '../../../../server/workers/color/open-proof.ts'
import { needs, plates } from '../../../support/rips/oracles.ts'
import { temporaryFolders } from '../../../support/run/temporary-folder.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { openPhotoCard } from '../../../support/service/photo-card.ts'

const PROFILE = join(import.meta.dirname, '../../../../server/profiles/coated.icc')
/** On screens without a profile each of them is far from what the press prints. */
const INKS = [
  [255, 0, 0, 0],
  [0, 255, 0, 0],
  [0, 0, 0, 255],
  [150, 30, 200, 20],
] as const
const [WIDTH, HEIGHT] = [800, 400]
const BOX = [20, 40, 180, 120] as const

/** Four columns. */
function photo(): Promise<Buffer> {
  const row = Buffer.from(
    Array.from({ length: WIDTH }, (_, x) => INKS[Math.floor((x * 4) / WIDTH)] ?? []).flat(),
  )
  const rows = Buffer.concat(Array.from({ length: HEIGHT }, () => row))
  return inksAsJpeg(Buffer.concat([inkTiffHead({ width: WIDTH, height: HEIGHT }), rows]), {
    quality: 100,
  }).toBuffer()
}

/** The middle of each column on a page of 300 x 200 pt that is `scale` times as large. */
const POINTS = INKS.map((_, at) => [BOX[0] + (at + 0.5) * 40, 200 - 80] as const)

describe('a preview of an image in process inks', () => {
  const makeFolder = temporaryFolders()
  let test: TestServer
  before(async () => {
    test = await openTestServer({ press: 'workers' })
  })
  after(() => test?.close())

  it('shows what is on the plates as the output profile prints it @long', async function () {
    needs(this, 'gs')
    const card = await openPhotoCard(test, [{ box: BOX }])
    const path = `/v1/templates/${card.templateId}`
    const seen = async () => {
      const { fillId, preview } = await card.customer()
      const id = await card.add(fillId, await photo())
      expect((await card.place(fillId, { [card.fieldIds[0]!]: id })).status).to.equal(200)
      const { rgba, widthPx } = await readPixels(await preview(600))
      const shown = POINTS.map(([x, y]) => {
        const from = (y * 2 * widthPx + x * 2) * 4
        return Array.from(rgba.subarray(from, from + 3))
      })
      return { shown, fillId }
    }
    const plain = await seen()
    const set = await test.json(`${path}/output`, { body: { output: 'pdfx4' } })
    expect(set.status, JSON.stringify(set.body)).to.equal(200)
    await test.json(`${path}/publish`, { method: 'POST' })
    const { shown, fillId } = await seen()
    const { pdf } = await card.print(fillId)
    const found = plates(pdf)
    const proof = await openProof({ sha256: 'coated', path: PROFILE })
    for (const [at, [x, y]] of POINTS.entries()) {
      const inks = ['Cyan', 'Magenta', 'Yellow', 'Black'].map((name) => {
        const { ink, width } = found.get(name)!
        return ink[y * width + x]!
      })
      const wanted = Array.from(proof?.screen(Uint8Array.from(inks)) ?? [])
      for (const [channel, value] of wanted.entries())
        expect(shown[at]?.[channel], `${INKS[at]} ${channel}`).to.be.closeTo(value, 3)
    }
    const off = plain.shown.map((rgb, at) =>
      Math.max(...rgb.map((value, channel) => Math.abs(value - shown[at]![channel]!))),
    )
    expect(Math.max(...off), 'without a profile').to.be.above(20)
  })

  it('reads inks at the size of a screen, whatever follows in the file', async () => {
    const path = join(await makeFolder(), 'photo')
    const jpeg = await photo()
    await writeFile(path, Buffer.concat([jpeg, Buffer.from('salt')]))
    const { width, height, data } = await readInks({ sha256: '', inkPath: path, sizeBytes: jpeg.length })
    expect([width, height]).to.deep.equal([WIDTH, HEIGHT])
    const middle = data.subarray((200 * WIDTH + 700) * 4).subarray(0, 4)
    for (const [channel, value] of INKS[3].entries()) expect(middle[channel]).to.be.closeTo(value, 3)
  })
})
