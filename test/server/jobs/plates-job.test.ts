/** Plates that are drawn without being asked for: of templates after an upload, of final renders where a shop wants that. */
import { expect } from 'chai'
import { pressPage } from '../../support/pdf/press-page.ts'
import { field, fields } from '../../support/pdf/upload-cases.ts'
import { eventually } from '../../support/run/eventually.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'
import { uploadForm } from '../../support/service/sample-press.ts'

const SOLID = pressPage({
  ...fields(field('100 140 200 160')),
  content: '1 1 1 1 k 60 60 60 60 re f',
})

describe('Checks of plates that nobody asked for', () => {
  let test: TestServer | undefined
  afterEach(() => test?.close())

  const start = async (checks: string) => {
    test = await openTestServer({ press: 'workers', env: { PLATE_CHECKS: checks } })
    const { body } = await test.json('/v1/templates', { body: uploadForm(SOLID, 'Solid') })
    return { test, id: body.template.id as string }
  }

  it('add what they find to a template, once', async () => {
    const { test, id } = await start('templates')
    const codes = async (): Promise<string[]> => {
      const { body } = await test.json(`/v1/templates/${id}`)
      return body.template.findings.map(({ code }: { code: string }) => code)
    }
    const found = await eventually(codes, { until: (all) => all.includes('tac_exceeded') })
    expect(found.filter((code) => code === 'tac_exceeded')).to.have.length(1)
    const values = { Name: 'Ada' }
    const { body } = await test.json('/v1/renders', { body: { template_id: id, kind: 'final', values } })
    expect(JSON.parse(body.render.preflight_notes).ink).to.equal(undefined)
  })

  it('add what they find to a final render, which was answered before', async () => {
    const { test, id } = await start('renders')
    const values = { Name: 'Ada' }
    const { body } = await test.json('/v1/renders', { body: { template_id: id, kind: 'final', values } })
    expect(body.render.status).to.equal('succeeded')
    const ink = async () => {
      const { render } = (await test.json(`/v1/renders/${body.render.id}`)).body
      return JSON.parse(render.preflight_notes).ink
    }
    const measured = await eventually(ink)
    expect(measured.pages[0].tac_process_pct).to.be.closeTo(400, 1)
  })
})
