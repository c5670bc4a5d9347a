/** Brand colours over HTTP: made, changed and removed by their team, one of a name. */
import { expect } from 'chai'
import { screenHexOfLab } from '../../../../core/engine/pdf/space/screen-lab.ts'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'

for (const database of DATABASES)
  describe(`Brand colours, on ${longOn(database)}`, () => {
    let test: TestServer
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ database })
    })
    after(() => test?.close())

    const make = (body: object, key = test.team.key) => test.json('/v1/brand_colors', { body, key })
    const refusal = ({ status, body }: Awaited<ReturnType<typeof make>>) => [
      ...[status, body.error.code, body.error.param],
    ]

    it('are made, listed, changed and removed', async () => {
      const made = await make({ name: ' Brand blue ', cmyk: [100, 75, 0, 10] })
      expect(made.status, JSON.stringify(made.body)).to.equal(201)
      const { brand_color: color } = made.body
      expect(color).to.deep.include({ object: 'brand_color', name: 'Brand blue', cmyk: [100, 75, 0, 10] })
      expect(color.hex).to.match(/^#[0-9a-f]{6}$/)
      const path = `/v1/brand_colors/${color.id}`
      expect((await test.json(path)).body.brand_color).to.deep.equal(color)
      const changed = await test.json(path, { method: 'PATCH', body: { cmyk: [0, 0, 0, 100] } })
      expect(changed.body.brand_color).to.deep.include({ name: 'Brand blue', cmyk: [0, 0, 0, 100] })
      expect(changed.body.brand_color.hex).not.to.equal(color.hex)
      expect((await test.json('/v1/brand_colors')).body.data).to.deep.equal([changed.body.brand_color])
      const other = (await test.makeTeam('Another shop')).key
      expect((await test.json(path, { key: other })).status).to.equal(404)
      expect((await test.json(path, { method: 'DELETE', key: other })).status).to.equal(404)
      const removed = await test.json(path, { method: 'DELETE' })
      expect(removed.body.brand_color?.id, JSON.stringify(removed.body)).to.equal(color.id)
      expect((await test.json(path)).status).to.equal(404)
      const { body: log } = await test.json(`/v1/audit_events?object_id=${color.id}`)
      expect(log.data.map(({ action }: { action: string }) => action).sort()).to.deep.equal([
        ...['brand_color.changed', 'brand_color.created', 'brand_color.removed'],
      ])
    })

    it('are refused under names that no ink can have, with the field', async () => {
      const cmyk = [100, 75, 0, 10]
      for (const name of ['All', 'none', 'ＡＬＬ', 'Аll', 'Navy\u202e', 'Na\u200bvy', 'Gold\ufe0f', '\u3164'])
        expect(refusal(await make({ name, cmyk })), name).to.deep.equal([422, 'invalid_colors', 'name'])
      const { brand_color: color } = (await make({ name: 'Gold', cmyk })).body
      expect(refusal(await make({ name: 'Gоld', cmyk }))).to.deep.equal([409, 'brand_color_exists', 'name'])
      const path = `/v1/brand_colors/${color.id}`
      const renamed = await test.json(path, { method: 'PATCH', body: { name: 'None' } })
      expect(refusal(renamed)).to.deep.equal([422, 'invalid_colors', 'name'])
      await test.json(path, { method: 'DELETE' })
    })

    it('can be spot colours, in what was measured of them', async () => {
      const lab = [29, 8, -38]
      const { brand_color: spot } = (await make({ name: 'PANTONE 2748 C', lab })).body
      expect(spot).to.deep.include({ cmyk: null, lab, hex: screenHexOfLab(lab) })
      const path = `/v1/brand_colors/${spot.id}`
      const change = async (body: object) =>
        (await test.json(path, { method: 'PATCH', body })).body.brand_color
      expect(await change({ name: 'Navy' })).to.deep.include({ name: 'Navy', cmyk: null, lab })
      expect(await change({ cmyk: [100, 90, 0, 0] })).to.deep.include({ cmyk: [100, 90, 0, 0], lab: null })
      expect(await change({ lab })).to.deep.include({ cmyk: null, lab })
      for (const [draft, param] of [
        [{ name: 'Nothing' }, 'cmyk'],
        [{ name: 'Both', cmyk: [0, 0, 0, 0], lab }, 'lab'],
        [{ name: 'Dark', lab: [-1, 0, 0] }, 'lab'],
      ] as const)
        expect(refusal(await make(draft)), param).to.deep.equal([400, 'invalid_parameter', param])
      await test.json(path, { method: 'DELETE' })
    })

    it('have names of their own within a team, and are what an ink can be', async () => {
      const cmyk = [0, 100, 80, 0]
      const first = (await make({ name: 'Größe', cmyk })).body.brand_color
      expect(refusal(await make({ name: 'GRÖSSE'.replace('SS', 'ß'), cmyk }))).to.deep.equal(TAKEN)
      expect((await make({ name: 'Größe', cmyk }, (await test.makeTeam('Shop')).key)).status).to.equal(201)
      const { body } = await make({ name: 'Other', cmyk })
      const renamed = await test.json(`/v1/brand_colors/${body.brand_color.id}`, {
        method: 'PATCH',
        body: { name: 'größe' },
      })
      expect(refusal(renamed)).to.deep.equal(TAKEN)
      const same = await test.json(`/v1/brand_colors/${first.id}`, {
        method: 'PATCH',
        body: { name: 'größe' },
      })
      expect(same.body.brand_color.name).to.equal('größe')
      for (const [draft, param] of [
        [{ name: 'A', cmyk: [0, 0, 0] }, 'cmyk'],
        [{ name: 'A', cmyk: [0, 0, 0, 101] }, 'cmyk.3'],
        [{ name: 'Black', cmyk }, 'name'],
        [{ name: '  ', cmyk }, 'name'],
        [{ name: 'A\u0007', cmyk }, 'name'],
      ] as const)
        expect(refusal(await make(draft))).to.deep.equal([400, 'invalid_parameter', param])
    })
  })

const TAKEN = [409, 'brand_color_exists', 'name']
