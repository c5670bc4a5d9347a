/** Worker processes killed while they start, over HTTP: nobody is answered 500, and whoever comes again is served. */
import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { jost } from '../support/pdf/font-files.ts'
import { formPdf, textField } from '../support/pdf/form-pdf.ts'
import { blackPng } from '../support/pdf/pictures.ts'
import { childrenOf } from '../support/programs/children-of.ts'
import { killStarting } from '../support/programs/kill-starting.ts'
import { eventually } from '../support/run/eventually.ts'
import { leavePending } from '../support/run/leave-pending.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { uploadForm } from '../support/service/sample-press.ts'

const CARD = formPdf({ fields: [textField('Name', '20 40 280 90')] })

/** What starts each kind of worker, in this order: later ones stand on what earlier ones have made. */
const WORK = [
  ['the press', async (test: TestServer) => test.json('/v1/templates', { body: uploadForm(CARD) }), 200],
  ['pictures', async (test: TestServer) => test.json('/v1/assets', { body: fileForm(blackPng(9, 9)) }), 201],
  ['fonts', async (test: TestServer) => test.json('/v1/fonts', { body: fileForm(jost()) }), 201],
  ['the raster', (test: TestServer) => preview(test), 200],
] as const

function fileForm(bytes: Uint8Array): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'file')
  return form
}

async function templateId(test: TestServer): Promise<string> {
  return (await test.json('/v1/templates')).body.data[0].id
}

async function preview(test: TestServer) {
  const body = { template_id: await templateId(test), revision: 'latest' }
  const response = await test.send('/v1/previews', { body })
  const { status, headers } = response
  if (status === 200) return { status, headers, body: null }
  return { status, headers, body: await response.json() }
}

/** Those of this process that do nothing just now; gives when its pools know that they are gone. */
async function killWorkers(name: string): Promise<void> {
  const named = () =>
    childrenOf(process.pid).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(name))
  for (const pid of named()) process.kill(pid, 'SIGKILL')
  await eventually(() => named().length === 0)
  // What they have written is read to its end before the loop turns again.
  await setImmediate()
}

describe('The service whose workers are killed while they start', () => {
  let test: TestServer
  before(async function () {
    if (process.platform !== 'linux') return leavePending(this, 'Linux')
    test = await openTestServer({ press: 'workers', ownWorkers: true })
  })
  after(() => test?.close())

  for (const [what, send, made] of WORK)
    it(`The service answers 503 when the workers of ${what} are killed while they start, and serves the next request @long`, async () => {
      const refused = await killStarting(2, () => send(test))
      expect([refused.status, refused.body?.error.code]).to.deep.equal([503, 'overloaded'])
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 5)
      expect(await test.temporaryFiles()).to.deep.equal([])
      // One of those that start now is killed as well; nobody notices.
      const served = await killStarting(1, () => send(test))
      expect(served.status, JSON.stringify(served.body)).to.equal(made)
    })

  it('The service leaves a fill open and a render unmade when its readers are killed while they start @long', async () => {
    const own = await openTestServer({ press: 'workers', ownWorkers: true })
    try {
      await own.json('/v1/templates', { body: uploadForm(CARD) })
      const id = await templateId(own)
      await own.json(`/v1/templates/${id}/publish`, { method: 'POST' })
      const { body } = await own.json('/v1/fills', { body: { template_id: id, values: { Name: 'Ada' } } })
      const finalize = () => own.json(`/v1/fills/${body.fill.id}/finalize`, { method: 'POST' })
      const render = () =>
        own.json('/v1/renders', { body: { template_id: id, kind: 'final', values: { Name: 'Ada' } } })
      await killWorkers('reader-worker')
      for (const send of [finalize, render]) {
        const refused = await killStarting(2, send)
        expect([refused.status, refused.body.error?.code]).to.deep.equal([503, 'overloaded'])
        expect((await own.json('/v1/renders')).body.data).to.deep.equal([])
        expect((await own.json(`/v1/fills/${body.fill.id}`)).body.fill.status).to.equal('open')
      }
      for (const send of [finalize, render]) expect((await send()).status).to.equal(200)
    } finally {
      await own.close()
    }
  })
})
