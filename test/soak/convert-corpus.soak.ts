/** Every print file of the corpus converted to process colours: nothing is left in RGB or Lab, says MuPDF. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { compilePdf } from '../../core/engine/press/compile.ts'
import { ServiceError } from '../../core/errors.ts'
import { openProfileLibrary } from '../../server/profiles/bundled.ts'
import { JPEG_CODEC } from '../../server/workers/color/jpeg-codec.ts'
import { JPX_CODEC } from '../../server/workers/color/jpx-codec.ts'
import { openPressColors } from '../../server/workers/color/little-cms.ts'
import { bundledFonts } from '../support/engine/rendering.ts'
import { CORPUS, corpusFiles } from '../support/pdf/corpus-folder.ts'
import { judged } from '../support/pdf/judged.ts'
import { hasTool, paintTraces } from '../support/rips/oracles.ts'
import { leavePending } from '../support/run/leave-pending.ts'

/** Process colours, tables and inks; an ink keeps the colour that screens show of it. */
const IN_INK = /DeviceCMYK|DeviceGray|Separation|DeviceN|Pattern/

/** The spaces of all that is painted. Soft masks, which may hold others, stay as they are: they are opacity, not ink. */
function paintedSpaces(trace: string): readonly string[] {
  const found: string[] = []
  let masks = 0
  for (const [tag, space] of trace.matchAll(/<\/?clip_mask|colorspace="([^"]*)"/g)) {
    if (space === undefined) masks += tag === '<clip_mask' ? 1 : -1
    else if (masks === 0) found.push(space)
  }
  return found
}

describe('The corpus in process colours', function () {
  // Ninety files are compiled, and each body is drawn once.
  this.timeout(600_000)
  const [bundled] = openProfileLibrary().bundled()
  const output = { ...bundled, convert: 'cmyk' } as const
  const counts = { converted: 0, unchanged: 0, images: 0, refused: 0 }
  before(function () {
    if (!existsSync(CORPUS) || !hasTool('mutool'))
      leavePending(this, 'a folder of PDFs (CORPUS) and MuPDF (mutool)')
  })
  after(() => console.log(counts))

  for (const file of corpusFiles())
    it(file, async () => {
      const tools = {
        colors: await openPressColors(bundled.bytes),
        jpeg: JPEG_CODEC,
        jpx: JPX_CODEC,
        wholePixels: 40_000_000,
      }
      const bytes = readFileSync(join(CORPUS, file))
      const compiled = await compilePdf(bytes, bundledFonts.list(), { output, tools }).catch(
        (error: unknown) => {
          if (!(error instanceof ServiceError)) throw error
          counts.refused += 1
        },
      )
      if (compiled === undefined) return
      const findings = judged(compiled.findings)
      const told = findings.find(({ code }) => code === 'color_converted')
      if (told?.params === undefined) counts.unchanged += 1
      else counts.converted += 1
      const left = findings.find(({ code }) => code === 'color_not_converted')
      if (left !== undefined) counts.images += Number(left.found)
      const painted = paintTraces(Buffer.concat(compiled.body)).flatMap(paintedSpaces)
      if (left === undefined)
        expect([...new Set(painted)].filter((space) => !IN_INK.test(space))).to.deep.equal([])
    })
})
