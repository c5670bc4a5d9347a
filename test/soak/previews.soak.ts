/** Every file of the corpus of print PDFs that compiles is drawn as a preview, its fields filled, or refused by a code. */
import { join } from 'node:path'
import { loadImage } from '@napi-rs/canvas'
import { expect } from 'chai'
import { ServiceError } from '../../core/errors.ts'
import { draw, openPage } from '../support/engine/drawn-example.ts'
import { compileUnlessRefused } from '../support/engine/rendering.ts'
import { CORPUS, corpusFiles } from '../support/pdf/corpus-folder.ts'

const PAGES_A_FILE = 3
const WIDTH = 440
/** Longer than many fields are wide, with a sign that many fonts lack. */
const TYPED = 'Wilhelmina Ærøskøbing'

describe('previews of the corpus', function () {
  // It draws the pages of a file, and so does a RIP.
  this.timeout(300_000)
  for (const file of corpusFiles())
    it(file, async () => {
      const compiled = await compileUnlessRefused(join(CORPUS, file))
      if (compiled === null) return
      const texts = compiled.scene.fields.filter(
        ({ type, maxLength }) => type === 'text' && maxLength === null,
      )
      const values = Object.fromEntries(texts.map(({ id }) => [id, TYPED]))
      for (const page of compiled.scene.pages.slice(0, PAGES_A_FILE)) {
        try {
          const open = await openPage(compiled, WIDTH, page.index)
          const { width, height } = await loadImage(await draw(open, { values }))
          expect([width, height], `page ${page.index + 1}`).to.deep.equal([
            open.plates.widthPx,
            open.plates.heightPx,
          ])
        } catch (error) {
          expect(error, `page ${page.index + 1}`).to.be.instanceOf(ServiceError)
          expect((error as ServiceError).code).to.equal('preview_failed')
        }
      }
    })
})
