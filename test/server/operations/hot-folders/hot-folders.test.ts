/** Hot folders over HTTP: made, changed, tried and disabled, and what is refused. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { liveTemplate } from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'

for (const database of DATABASES)
  describe(`Hot folders, on ${longOn(database)}`, () => {
    let root: string
    let test: TestServer
    beforeEach(async function () {
      needsDatabase(this, database)
      root = await mkdtemp(join(tmpdir(), 'platen-hot-'))
    })
    afterEach(async () => {
      await test?.close()
      await rm(root, { recursive: true, force: true })
    })

    const open = async (folder = root) => {
      const env = { HOT_FOLDERS: folder, ROLES: 'api' }
      test = await openTestServer({ press: openSamplePress(), database, env })
    }
    const make = (body: Record<string, unknown> = {}, key = test.team.key) =>
      test.json('/v1/hot_folders', { body: { name: 'Press', folder: 'press', ...body }, key })
    const patch = (id: string, body: Record<string, unknown>) =>
      test.json(`/v1/hot_folders/${id}`, { method: 'PATCH', body })
    const refused = ({
      status,
      body,
    }: {
      status: number
      body: { error?: { code: string; param?: string } }
    }) => [status, body.error?.code, body.error?.param].filter((part) => part !== undefined)

    it('are made with sensible answers to what was not said, listed, changed and disabled', async () => {
      await open()
      const made = await make()
      expect(made.status, JSON.stringify(made.body)).to.equal(201)
      const { hot_folder: hotFolder } = made.body
      expect(hotFolder).to.deep.equal({
        id: hotFolder.id,
        object: 'hot_folder',
        name: 'Press',
        template_id: null,
        folder: 'press',
        name_pattern: '{order}_{line}_{quantity}x_{template}.pdf',
        hold_on_fail: true,
        output: null,
        convert: null,
        status: 'enabled',
        metadata: {},
        ...{ host_key: null, login: null, public_key: null },
        created_at: '2026-07-15T12:00:00.000Z',
        updated_at: '2026-07-15T12:00:00.000Z',
      })
      expect(hotFolder.id).to.match(/^hf_/)
      expect((await test.json('/v1/hot_folders')).body.data).to.deep.equal([hotFolder])
      expect((await test.json(`/v1/hot_folders/${hotFolder.id}`)).body).to.deep.equal({
        hot_folder: hotFolder,
      })
      test.clock.advance(1000)
      const changed = await patch(hotFolder.id, {
        folder: 'Presse 2/Größe',
        hold_on_fail: false,
        metadata: { hall: '3' },
      })
      expect(changed.body.hot_folder).to.deep.equal({
        ...hotFolder,
        ...{ folder: 'Presse 2/Größe', hold_on_fail: false, metadata: { hall: '3' } },
        updated_at: '2026-07-15T12:00:01.000Z',
      })
      const remove = () => test.json(`/v1/hot_folders/${hotFolder.id}`, { method: 'DELETE' })
      const disabled = (await remove()).body.hot_folder
      expect(disabled.status).to.equal('disabled')
      expect((await remove()).body.hot_folder).to.deep.equal(disabled)
      const page = { limit: 10, startingAfter: null }
      const { items } = await test.server.ports.store.audit.list(
        test.team.id,
        { objectId: hotFolder.id },
        page,
      )
      expect(items.map((entry) => entry.action).reverse()).to.deep.equal([
        'hot_folder.created',
        'hot_folder.changed',
        'hot_folder.disabled',
      ])
    })

    it('are one for a template and one for the team, until they are disabled', async () => {
      await open()
      const template = await liveTemplate(test)
      const first = (await make()).body.hot_folder
      expect(refused(await make({ folder: 'other' }))).to.deep.equal([409, 'hot_folder_exists'])
      expect((await make({ template_id: template.id })).status).to.equal(201)
      expect(refused(await make({ template_id: template.id }))).to.deep.equal([409, 'hot_folder_exists'])
      await test.json(`/v1/hot_folders/${first.id}`, { method: 'DELETE' })
      const second = await make()
      expect(second.status).to.equal(201)
      expect(refused(await patch(first.id, { status: 'enabled' }))).to.deep.equal([409, 'hot_folder_exists'])
      await test.json(`/v1/hot_folders/${second.body.hot_folder.id}`, { method: 'DELETE' })
      expect((await patch(first.id, { status: 'enabled' })).body.hot_folder.status).to.equal('enabled')
    })

    it('lead nowhere else and are named by what there is', async () => {
      await open()
      for (const folder of ['../out', '/etc', 'a/../../b', '.ssh', 'CON', 'withdrawn'])
        expect(refused(await make({ folder })), folder).to.deep.equal([400, 'invalid_parameter', 'folder'])
      for (const name_pattern of ['{customer}.pdf', '{order', 'order'])
        expect(refused(await make({ name_pattern }))).to.deep.equal([
          400,
          'invalid_parameter',
          'name_pattern',
        ])
      expect(refused(await make({ template_id: 'tpl_none' }))).to.deep.equal([404, 'not_found'])
      const { hot_folder: hotFolder } = (await make()).body
      expect(refused(await patch(hotFolder.id, { folder: '../out' }))).to.deep.equal([
        400,
        'invalid_parameter',
        'folder',
      ])
      expect(refused(await patch(hotFolder.id, { template_id: null }))).to.include(400)
      expect((await test.json('/v1/hot_folders')).body.data).to.deep.equal([hotFolder])
    })

    it('belong to the team that named them first, with all inside and around them', async () => {
      await open()
      const other = await test.makeTeam('Another team')
      await make({ folder: 'hall/press' })
      for (const folder of ['hall/press', 'Hall/PRESS', 'hall', 'hall/press/in', 'ＨＡＬＬ/press'])
        expect(refused(await make({ folder }, other.key)), folder).to.deep.equal([
          400,
          'invalid_parameter',
          'folder',
        ])
      expect((await make({ folder: 'hall/press2' }, other.key)).status).to.equal(201)
      const template = await liveTemplate(test)
      expect((await make({ folder: 'hall/press', template_id: template.id })).status).to.equal(201)
    })

    it('lie apart where the setting names the team', async () => {
      await open(join(root, '{team}', 'hot'))
      const other = await test.makeTeam('Another team')
      const { hot_folder: theirs } = (await make({}, other.key)).body
      const { hot_folder: ours } = (await make()).body
      await mkdir(join(root, other.id, 'hot', 'press'), { recursive: true })
      const probe = (id: string, key: string) =>
        test.json(`/v1/hot_folders/${id}/test`, { method: 'POST', key })
      expect((await probe(theirs.id, other.key)).body.writable).to.equal(true)
      expect((await probe(ours.id, test.team.key)).body.error_code).to.equal('folder_missing')
    })

    it('say what keeps Platen from writing into them', async () => {
      await open()
      const { hot_folder: hotFolder } = (await make()).body
      const path = join(root, 'press')
      const probe = async () =>
        (await test.json(`/v1/hot_folders/${hotFolder.id}/test`, { method: 'POST' })).body
      expect(await probe()).to.include({ writable: false, error_code: 'folder_missing' })
      await writeFile(path, 'a file')
      expect(await probe()).to.include({ writable: false, error_code: 'not_a_folder' })
      await rm(path)
      await symlink(tmpdir(), path)
      expect(await probe()).to.include({ writable: false, error_code: 'not_a_folder' })
      await rm(path)
      await mkdir(path)
      expect(await probe()).to.deep.include({
        ...{ writable: true, creatable: false, path },
        ...{ error_code: null, error_message: null },
      })
    })

    it('list their deliveries by render and outcome', async () => {
      await open()
      const template = await liveTemplate(test)
      const { hot_folder: hotFolder } = (await make()).body
      const render = async () =>
        (await test.json('/v1/renders', { body: { template_id: template.id, kind: 'final' } })).body.render
      const [one, two] = [await render(), await render()]
      const path = `/v1/hot_folders/${hotFolder.id}/deliveries`
      const idsOf = async (query: string) =>
        (await test.json(`${path}${query}`)).body.data.map((row: { render_id: string }) => row.render_id)
      expect(await idsOf('')).to.deep.equal([two.id, one.id])
      expect(await idsOf(`?render_id=${one.id}`)).to.deep.equal([one.id])
      expect(await idsOf('?outcome=pending&limit=1')).to.deep.equal([two.id])
      expect(await idsOf('?outcome=held')).to.deep.equal([])
      const [newest] = (await test.json(path)).body.data
      expect(await idsOf(`?starting_after=${newest.id}`)).to.deep.equal([one.id])
      expect((await test.json(`${path}/${newest.id}`)).body).to.deep.equal({ delivery: newest })
      const early = await test.json(`${path}/${newest.id}/retry`, { method: 'POST' })
      expect(refused(early)).to.deep.equal([409, 'delivery_in_progress'])
      const cursor = await test.json(`${path}?starting_after=hfd_none`)
      expect(refused(cursor)).to.deep.equal([400, 'invalid_cursor', 'starting_after'])
    })
  })
