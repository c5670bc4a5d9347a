/** A merged PDF that another program cannot open: it is made again, and after some times given up with all its records. */

import { readFile, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { compilePdf } from '../../core/engine/press/compile.ts'
import { readSheets } from '../../core/engine/press/merge/read-sheets.ts'
import type { Press } from '../../core/engine/press/press-port.ts'
import { workOnBatch } from '../../core/service/batch/work.ts'
import { createPreviews } from '../../core/service/preview/previews.ts'
import { createContentHashes } from '../../core/service/render/content-hash.ts'
import { reopenBytes } from '../support/engine/reopened.ts'
import { pressPage } from '../support/pdf/press-page.ts'
import { field, fields } from '../support/pdf/upload-cases.ts'
import { csvForm } from '../support/service/batches.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { uploadForm } from '../support/service/sample-press.ts'

const CARD = pressPage({ ...fields(field('100 80 200 110')) })
const MONTH = '202607'
const RECORDS = 3

describe('A merged PDF that nobody else can open', () => {
  let test: TestServer
  let templateId: string
  /** How many of the next files are cut off before they are opened. */
  let spoiled = 0
  const opened: string[] = []

  const press: Press = {
    async compile(sourcePath, bodyPath, fonts) {
      const { body, ...compiled } = await compilePdf(await readFile(sourcePath), fonts)
      await writeFile(bodyPath, Buffer.concat(body))
      return compiled
    },
    describePages: async (path) => readSheets(await readFile(path)),
    readArtwork: () => Promise.reject(new Error('Nobody picks artwork here.')),
    async reopen({ bodyPath }) {
      const bytes = await readFile(bodyPath)
      opened.push(bodyPath)
      spoiled -= 1
      return reopenBytes(spoiled >= 0 ? bytes.subarray(0, -30) : bytes)
    },
  }
  before(async () => {
    test = await openTestServer({ press, env: { ROLES: 'api' } })
    const uploaded = await test.json('/v1/templates', { body: uploadForm(CARD, 'Card') })
    templateId = uploaded.body.template.id
    await test.json(`/v1/templates/${templateId}/publish`, { method: 'POST' })
  })
  after(() => test.close())

  const make = async (): Promise<string> => {
    const csv = `Name\n${'Ada\n'.repeat(RECORDS)}`
    const form = csvForm(csv, { template_id: templateId, result: 'merged' })
    return (await test.json('/v1/batches/csv', { body: form })).body.batch.id
  }
  const work = (id: string): Promise<string> => {
    const { ports } = test.server
    const parts = { hashes: createContentHashes(ports.files), previews: createPreviews(ports) }
    const pace = { signal: new AbortController().signal, breathe: async () => {} }
    return workOnBatch(ports, parts, test.team.id, id, pace).then(
      () => 'done',
      (error: Error) => error.message,
    )
  }
  const batchOf = async (id: string) => (await test.json(`/v1/batches/${id}`)).body.batch
  const used = () => test.server.ports.store.usage.read(test.team.id, MONTH)

  it('is told of to nobody, leaves no file, and is made when it is tried again', async () => {
    const kept = await test.keptFiles()
    const before = await used()
    const id = await make()
    spoiled = 1
    expect(await work(id)).to.match(/^Another program|^The print file cannot be opened/)
    expect(await batchOf(id)).to.include({ status: 'processing', result_url: null })
    expect(await test.keptFiles()).to.deep.equal(kept)
    expect(await work(id)).to.equal('done')
    const batch = await batchOf(id)
    expect(batch).to.include({ status: 'completed', succeeded: RECORDS })
    const file = await fetch(batch.result_url)
    const bytes = new Uint8Array(await file.arrayBuffer())
    expect(await reopenBytes(bytes)).to.include({ pages: RECORDS })
    expect(await used()).to.equal(before + RECORDS)
  })

  it('is given up where that happens again and again, and none of its records counts', async () => {
    const before = await used()
    const kept = await test.keptFiles()
    const id = await make()
    spoiled = 5
    for (let fault = 1; fault <= 5; fault += 1) expect(await work(id)).not.to.equal('done')
    expect(await work(id)).to.equal('done')
    expect(await batchOf(id)).to.include({ status: 'completed', failed: RECORDS, result_url: null })
    expect(await used()).to.equal(before)
    // Another batch has the same file: what it is told by stays.
    expect(await test.keptFiles()).to.deep.equal(kept)
    expect(opened).to.have.length(7)
  })
})
