/** What is said of fields follows the revision that is shown: a scene that is put right is told so, the old one still not. */
import { expect } from 'chai'
import { pressPage } from '../../../support/pdf/press-page.ts'
import { field, fields } from '../../../support/pdf/upload-cases.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { uploadForm } from '../../../support/service/sample-press.ts'

const CROWDED = pressPage(fields(field('100 80 150 100'), field('140 80 200 100', '', 'City')))
const ALSO_CROWDED = pressPage(fields(field('100 80 150 100'), field('140 80 200 100', '', 'Town')))
const OF_FIELDS = ['field_overlap', 'field_label_duplicate', 'safe_zone_field']

interface Found {
  readonly code: string
  readonly field_id: string | null
}

describe('Findings on fields', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer({ press: 'workers' })
  })
  after(() => test?.close())

  const toldOf = async (id: string, revision = '') => {
    const { body } = await test.json(`/v1/templates/${id}${revision}`)
    const found = body.template.findings.filter(({ code }: Found) => OF_FIELDS.includes(code)) as Found[]
    return found.map(({ code, field_id }) => [code, field_id])
  }

  it('are judged anew for every revision, and name the field', async () => {
    const { body } = await test.json('/v1/templates', { body: uploadForm(CROWDED, 'Crowded') })
    const { id } = body.template
    const { scene } = (await test.json(`/v1/templates/${id}/scene`)).body
    const [name, city] = scene.fields
    expect(await toldOf(id)).to.deep.equal([['field_overlap', name.id]])
    await test.json(`/v1/templates/${id}/publish`, { method: 'POST' })

    const moved = [{ ...city.placements[0], box: [210, 80, 279, 100] }]
    const saved = await test.json(`/v1/templates/${id}/scene`, {
      method: 'PUT',
      body: { ...scene, fields: [name, { ...city, label: 'Name', placements: moved }] },
    })
    expect(saved.status, JSON.stringify(saved.body)).to.equal(200)
    expect(await toldOf(id, '?revision=latest')).to.have.deep.members([
      ['field_label_duplicate', city.id],
      ['safe_zone_field', city.id],
    ])
    expect(await toldOf(id)).to.deep.equal([['field_overlap', name.id]])
  })

  it('stand in the report of a render as they are of its revision', async () => {
    const { body } = await test.json('/v1/templates', { body: uploadForm(ALSO_CROWDED, 'Crowded') })
    const { id } = body.template
    const { scene } = (await test.json(`/v1/templates/${id}/scene`)).body
    const [name] = scene.fields
    await test.json(`/v1/templates/${id}/scene`, { method: 'PUT', body: { ...scene, fields: [name] } })
    const render = async (revision: number) => {
      const reply = await test.json('/v1/renders', {
        body: { template_id: id, scene_revision: revision, kind: 'proof', values: { Name: 'Ada' } },
      })
      expect(reply.status, JSON.stringify(reply.body)).to.equal(200)
      const { template_checks } = JSON.parse(reply.body.render.preflight_notes)
      return template_checks.map(({ code }: Found) => code)
    }
    expect(await render(1)).to.include('field_overlap')
    expect(await render(2)).not.to.include('field_overlap')
  })
})
