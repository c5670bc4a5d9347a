/** PDF/X-4 over HTTP: asked for with an upload, kept with the artwork, and in the print file that is downloaded. */
import { expect } from 'chai'
import { pressPage } from '../support/pdf/press-page.ts'
import { csvForm, finished } from '../support/service/batches.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { uploadForm } from '../support/service/sample-press.ts'

const FIELD =
  '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /Rect [100 130 200 160] /F 4 /DA (/Helv 12 Tf 0.8 0 0 rg) >>'

describe('Print files in PDF/X-4', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer({ press: 'workers' })
  })
  after(() => test?.close())

  const send = async (path: string, pdf: Buffer, output?: string) => {
    const form = uploadForm(pdf)
    if (output !== undefined) form.set('output', output)
    return test.json(path, { method: 'POST', body: form })
  }
  const codes = (template: { findings: readonly { code: string }[] }) =>
    template.findings.map(({ code }) => code)

  it('are made where an upload asks for them, and its setting stays until another is sent', async () => {
    const pdf = pressPage({ content: '0 1 0 0 k 100 80 60 40 re f' })
    const { template } = (await send('/v1/templates', pdf)).body
    expect(template.output).to.equal('pdf')
    expect(codes(template)).not.to.include('pdfx_made')
    const { template: made } = (await send('/v1/templates', pdf, 'pdfx4')).body
    expect([made.id, made.output]).to.deep.equal([template.id, 'pdfx4'])
    expect(codes(made)).to.include('pdfx_made').and.not.include('pdfx_hindrance')
    const { template: again } = (await send('/v1/templates', pdf)).body
    expect(again.output).to.equal('pdfx4')
    await test.json(`/v1/templates/${made.id}/publish`, { method: 'POST' })
    const { render } = (
      await test.json('/v1/renders', {
        body: { template_id: made.id, scene_revision: made.latest_revision, kind: 'final', values: {} },
      })
    ).body
    const file = await test.send(`/v1/renders/${render.id}/download`)
    const text = Buffer.from(await file.arrayBuffer()).toString('latin1')
    expect(text.slice(0, 8)).to.equal('%PDF-1.6')
    expect(text).to.include('pdfxid:GTS_PDFXVersion="PDF/X-4"').and.include('/S /GTS_PDFX')
  })

  it('are all files of a batch, the merged one too', async () => {
    const pdf = pressPage({
      page: '/Annots [@field]',
      catalog: '/AcroForm << /Fields [@field] >>',
      objects: { field: FIELD },
    })
    const { template } = (await send('/v1/templates', pdf, 'pdfx4')).body
    const batchOf = async (result: string) => {
      const form = csvForm('Name\nAda\nGrace\n', { template_id: template.id, result })
      return finished(test, await test.json('/v1/batches/csv', { body: form }))
    }
    const textOf = async (path: string) =>
      Buffer.from(await (await test.send(path)).arrayBuffer()).toString('latin1')
    const merged = await batchOf('merged')
    expect(merged.output).to.equal('pdfx4')
    const whole = await textOf(`/v1/batches/${merged.id}/download`)
    expect(whole.match(/pdfxid:GTS_PDFXVersion="PDF\/X-4"/g)).to.have.length(1)
    const single = await batchOf('renders')
    expect(single.output).to.equal(null)
    for (const { render_id: id } of single.items) {
      expect((await test.json(`/v1/renders/${id}`)).body.render.output).to.equal('pdfx4')
      expect(await textOf(`/v1/renders/${id}/download`)).to.include('pdfxid:GTS_PDFXVersion="PDF/X-4"')
    }
  })

  it('are not made of an upload that hinders them, which is told why', async () => {
    const font = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'
    const pdf = pressPage({ content: 'BT /F 12 Tf 100 90 Td (a) Tj ET', resources: font })
    const { template } = (await send('/v1/templates', pdf, 'pdfx4')).body
    expect(template.output).to.equal('pdfx4')
    const told = template.findings.find(({ code }: { code: string }) => code === 'pdfx_hindrance')
    expect(told).to.deep.include({ severity: 'warn', expected: 'PDF/X-4' })
    const { status, body } = await send('/v1/templates', pdf, 'pdfx1a')
    expect([status, body.error.param]).to.deep.equal([400, 'output'])
  })

  const renderOf = (template: { id: string }, parts: object = {}) =>
    test.json('/v1/renders', { body: { template_id: template.id, values: {}, ...parts } })

  it('are said of each render, and can be asked for', async () => {
    const { template } = (
      await send('/v1/templates', pressPage({ content: '1 0 0 0 k 90 80 60 40 re f' }), 'pdfx4')
    ).body
    const { body } = await renderOf(template, { output: 'pdfx4' })
    expect(body.render.output, JSON.stringify(body)).to.equal('pdfx4')
    expect((await renderOf(template, { output: 'pdf' })).body.render.output).to.equal('pdfx4')
    expect((await renderOf(template, { kind: 'proof' })).body.render.output).to.equal('pdf')
    const refused = async (of: { id: string }, parts: object) => {
      const before = (await test.json('/v1/renders')).body.data.length
      const { status, body } = await renderOf(of, parts)
      expect((await test.json('/v1/renders')).body.data).to.have.length(before)
      return [status, body.error?.code, body.error?.param]
    }
    expect(await refused(template, { kind: 'proof', output: 'pdfx4' })).to.deep.equal(NOT_AVAILABLE)
    expect(await refused(template, { output: 'pdfx3' })).to.deep.equal([
      400,
      'output_not_supported',
      'output',
    ])
    const plain = (await send('/v1/templates', pressPage({ content: '1 0 0 0 k 91 80 60 40 re f' }))).body
      .template
    expect(await refused(plain, { output: 'pdfx4' })).to.deep.equal(NOT_AVAILABLE)
    expect((await renderOf(plain)).body.render.output).to.equal('pdf')
    const font = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Courier >> >>'
    const content = 'BT /F 12 Tf 100 90 Td (a) Tj ET'
    const hindered = (await send('/v1/templates', pressPage({ content, resources: font }), 'pdfx4')).body
      .template
    expect(await refused(hindered, { output: 'pdfx4' })).to.deep.equal(NOT_AVAILABLE)
  })
})

const NOT_AVAILABLE = [422, 'output_not_available', 'output']
