/** Books' worth of ordinary text through the real press, within what it may take of the processor as it is delivered. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { SETTINGS } from '../../../server/settings.ts'
import { openPress } from '../../../server/workers/press.ts'
import { openReader } from '../../../server/workers/reader.ts'
import { testFonts } from '../../support/pdf/fonts.ts'
import { TEXT_KINDS, textHeavyPdf } from '../../support/pdf/text-heavy-pdf.ts'
import { builtWorkers } from '../../support/run/built-programs.ts'
import { inForm } from '../../support/run/form.ts'

const PAGES = 117

describe('the press, given pages full of text', function () {
  // Of a book, what the press may take of the processor by itself is a minute.
  this.timeout(180_000)
  let folder: string
  let press: ReturnType<typeof openPress>
  let reader: ReturnType<typeof openReader>

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-text-'))
    const timeoutSeconds = Number(SETTINGS.pressTimeoutSeconds.standard)
    const limits = { size: 1, timeoutSeconds, memoryMb: 512 }
    reader = openReader({ ...builtWorkers(), size: 1, memoryMb: 512, readable: [folder] })
    press = openPress({ ...builtWorkers(), ...limits, readable: [folder], writable: [folder], reader })
  })
  after(async () => {
    await Promise.all([press.close(), reader.close()])
    rmSync(folder, { recursive: true })
  })

  for (const kind of inForm(['composite fonts'] as const, TEXT_KINDS))
    it(`takes ${PAGES} pages in ${kind} @long`, async () => {
      const [source, body] = [join(folder, 'source.pdf'), join(folder, 'body.pdf')]
      writeFileSync(source, textHeavyPdf(kind, PAGES))
      const { scene } = await press.compile(source, body, testFonts().list())
      expect(scene.pages).to.have.length(PAGES)
      rmSync(body)
    })
})
