/** Hot folders over HTTP on a real disk: from an order to the file that a press takes, and back. */

import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Press } from '../../core/engine/press/press-port.ts'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { openHotFolder } from '../support/service/hot-folder.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import {
  eventsOf,
  finalize,
  type LiveTemplate,
  liveTemplate,
  makeFill,
} from '../support/service/sample-fill.ts'
import { openSamplePress } from '../support/service/sample-press.ts'

const CARD = join(import.meta.dirname, '../../examples/wedding-card.pdf')

/** A press whose templates preflight finds fault with. */
function faultyPress(): Press {
  const press = openSamplePress()
  return {
    ...press,
    async compile(...paths) {
      const findings = [
        { code: 'box_nesting', severity: 'fail', message: 'A box reaches out of its page.' },
      ] as const
      return { ...(await press.compile(...paths)), findings }
    },
  }
}

for (const database of DATABASES)
  describe(`A hot folder, on ${longOn(database)}`, () => {
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

    const open = async (press: Press | 'workers' = openSamplePress()) => {
      test = await openTestServer({ press, database, env: { HOT_FOLDERS: root } })
    }
    const order = async (template: LiveTemplate, facts: Record<string, unknown> = {}) => {
      const fill = await makeFill(test, { template_id: template.id, values: { Name: 'Ada' } })
      const body = { external_order_id: '1042', line_ref: '2', quantity: 250, ...facts }
      const finalized = await finalize(test, fill.id, body)
      expect(finalized.status, JSON.stringify(finalized.body)).to.equal(200)
      return { fill, render: finalized.body.render }
    }
    const move = (id: string, status: string) => test.json(`/v1/fills/${id}/status`, { body: { status } })
    const correct = async (renderId: string, name: string) => {
      const { status, body } = await test.json(`/v1/renders/${renderId}/retry`, {
        body: { values: { Name: name } },
      })
      expect(status, JSON.stringify(body)).to.equal(200)
      return body.render
    }

    it('gets the print file of a real template with a ticket that says what to print', async () => {
      await open('workers')
      const folder = await openHotFolder(test, root, { folder: 'indigo/in' })
      const form = new FormData()
      form.set('pdf', new Blob([new Uint8Array(await readFile(CARD))]), 'wedding-card.pdf')
      form.set('title', 'Wedding card')
      const { template } = (await test.json('/v1/templates', { body: form })).body
      await test.json(`/v1/templates/${template.id}/publish`, { method: 'POST' })
      const values = {
        'First name': 'Annabel',
        'Second name': 'Björn',
        Date: '14 June 2027',
        Place: 'Hartfield',
      }
      const colors = [
        { index: 1, key: 'navy', name: 'PANTONE 289 C', hex: '#0C2340' },
        { index: 2, key: 'gold', name: 'Gold Foil', hex: '#b08d57' },
      ]
      const substrate = { key: 'kraft', name: 'Kraft', hex: '#b08d57' }
      const fill = await makeFill(test, {
        ...{ template_id: template.id, values, colors, assignments: { Date: 2 }, substrate },
        customer_email: 'ada@example.com',
      })
      const facts = {
        external_order_id: '1042',
        line_ref: '2',
        quantity: 250,
        due_at: '2026-08-01T10:00:00Z',
      }
      const { render } = (await finalize(test, fill.id, facts)).body

      const delivery = await folder.settled(render.id)
      const name = '1042_2_250x_wedding-card.pdf'
      expect(delivery).to.include({
        ...{
          outcome: 'succeeded',
          action: 'deliver',
          attempt_number: 1,
          file_status: 'placed',
          error_code: null,
        },
        ...{
          file_name: name,
          ticket_name: '1042_2_250x_wedding-card.json',
          content_sha256: render.content_sha256,
        },
      })
      expect(await folder.files()).to.deep.equal(['1042_2_250x_wedding-card.json', name])
      expect(await folder.hidden()).to.deep.equal([])
      const bytes = await folder.read(name)
      const download = await test.send(`/v1/renders/${render.id}/download`)
      expect(bytes.equals(Buffer.from(await download.arrayBuffer()))).to.equal(true)

      const ticket = await folder.ticket('1042_2_250x_wedding-card.json')
      expect(ticket).to.deep.include({
        ...{ v: 1, object: 'print_ticket', order: '1042', line: '2', quantity: 250, cart: null },
        due_at: '2026-08-01T10:00:00.000Z',
        template: { id: template.id, title: 'Wedding card', revision: 1 },
        ...{ fill: fill.id, render: render.id, delivery: delivery.id, values, substrate },
        file: {
          name,
          ...{ size_bytes: bytes.length, output: 'pdf' },
          sha256: createHash('sha256').update(bytes).digest('hex'),
        },
        created_at: new Date(test.clock.now()).toISOString(),
      })
      expect(ticket.plates).to.deep.equal([
        { order: 1, name: 'PANTONE 289 C', kind: 'palette', personalized: true, screen_color: '#0c2340' },
        { ...ticket.plates[1], order: 2, name: 'Gold Foil', kind: 'artwork', personalized: true },
        { ...ticket.plates[2], order: 3, name: 'Letterpress Green', kind: 'artwork', personalized: false },
      ])
      expect(ticket.pages[0].trim).to.have.lengthOf(4)
      expect(ticket.pages[0].bleed[2]).to.be.above(ticket.pages[0].trim[2])
      expect(ticket.pages[0]).to.include.keys('width_pt', 'height_pt')
      expect(ticket.fonts.map((font: { name: string }) => font.name)).to.have.lengthOf.at.least(1)
      expect(ticket.preflight.status).to.equal(render.preflight_status)
      expect(JSON.stringify(ticket)).not.to.match(/ada@example|https?:|sig=/)
    })

    it('of a template goes before the one of the team, and gets final print files alone @long', async () => {
      await open()
      const [one, other] = [await liveTemplate(test), await liveTemplate(test)]
      const team = await openHotFolder(test, root, { folder: 'team', name_pattern: '{render}.pdf' })
      const own = await openHotFolder(test, root, {
        folder: 'own',
        template_id: one.id,
        name_pattern: '{order}.pdf',
      })
      const print = async (template_id: string, kind: string) =>
        (await test.json('/v1/renders', { body: { template_id, kind, external_order_id: 'A/7' } })).body
          .render
      const [mine, theirs] = [await print(one.id, 'final'), await print(other.id, 'final')]
      await own.settled(mine.id)
      await team.settled(theirs.id)
      await print(one.id, 'proof')
      await test.json('/v1/previews', { body: { template_id: one.id } })
      expect(await own.files()).to.deep.equal(['A_7.json', 'A_7.pdf'])
      expect(await team.files()).to.deep.equal([`${theirs.id}.json`, `${theirs.id}.pdf`])
      expect(await own.deliveries()).to.have.lengthOf(1)
      expect(await team.deliveries()).to.have.lengthOf(1)
      expect(await own.ticket('A_7.json')).to.deep.include({
        order: 'A/7',
        line: null,
        quantity: null,
        fill: null,
      })

      await test.json(`/v1/hot_folders/${own.id}`, { method: 'DELETE' })
      const later = await print(one.id, 'final')
      expect(await team.settled(later.id)).to.include({ outcome: 'succeeded' })
    })

    it('numbers a name that is taken, by an order or by a stranger, and overwrites nothing', async () => {
      await open()
      const template = await liveTemplate(test)
      const folder = await openHotFolder(test, root, { name_pattern: '{order}.pdf' })
      await writeFile(join(folder.path, '7.pdf'), 'a stranger')
      const first = await order(template, { external_order_id: '7' })
      expect(await folder.settled(first.render.id)).to.include({ file_name: '7-2.pdf' })
      await folder.take('7-2.pdf', '7-2.json')
      const second = await order(template, { external_order_id: '7' })
      expect(await folder.settled(second.render.id)).to.include({ file_name: '7-3.pdf' })
      expect(await folder.files()).to.deep.equal(['7-3.json', '7-3.pdf', '7.pdf'])
      expect(String(await folder.read('7.pdf'))).to.equal('a stranger')
    })

    it('tells of a print file that could not be delivered at any of eight attempts', async () => {
      await open()
      const template = await liveTemplate(test)
      const folder = await openHotFolder(test, root, {}, false)
      const { render } = await order(template)
      for (let attempt = 1; attempt < 8; attempt += 1) {
        const failed = await folder.settled(render.id, 'deliver', attempt)
        expect(failed.outcome).to.equal('failed')
        expect(await eventsOf(test, failed.id)).to.deep.equal([])
        // Brings the next one forward.
        expect((await folder.retry(failed.id)).status).to.equal(200)
      }
      const last = await folder.settled(render.id, 'deliver', 8)
      expect(last.outcome).to.equal('exhausted')
      expect(await eventsOf(test, last.id)).to.deep.equal(['hot_folder_delivery.exhausted'])
      const [event] = (await test.json('/v1/events?type=hot_folder_delivery.exhausted')).body.data
      expect(event.data.object).to.deep.include({ id: last.id, render_id: render.id, file_name: null })
    })

    it('holds back what preflight failed until somebody releases it, which is audited', async () => {
      await open(faultyPress())
      const template = await liveTemplate(test)
      const folder = await openHotFolder(test, root)
      const { render } = await order(template)
      expect(render.preflight_status).to.equal('fail')
      const held = await folder.settled(render.id)
      expect(held).to.include({ outcome: 'held', file_name: null, attempted_at: null })
      expect(await eventsOf(test, held.id)).to.deep.equal(['hot_folder_delivery.held'])
      expect(await folder.files()).to.deep.equal([])
      const replies = await Promise.all([1, 2].map(() => folder.retry(held.id)))
      expect(replies.map((one) => one.status).sort()).to.deep.equal([200, 409])
      expect(await folder.settled(render.id)).to.include({
        id: held.id,
        outcome: 'succeeded',
        trigger: 'manual',
      })
      expect(await folder.files()).to.have.lengthOf(2)
      const [ticket = ''] = await folder.files()
      expect(await folder.ticket(ticket)).to.have.nested.property('preflight.findings[0].code', 'box_nesting')
      const page = { limit: 10, startingAfter: null }
      const { items } = await test.server.ports.store.audit.list(test.team.id, { objectId: held.id }, page)
      expect(items.map((entry) => entry.action)).to.deep.equal(['hot_folder_delivery.released'])
      const again = await folder.retry(held.id)
      expect([again.status, again.body.error.code]).to.deep.equal([409, 'delivery_already_succeeded'])

      const willing = await test.json(`/v1/hot_folders/${folder.id}`, {
        method: 'PATCH',
        body: { hold_on_fail: false },
      })
      expect(willing.body.hot_folder.hold_on_fail).to.equal(false)
      const next = await order(template)
      expect(await folder.settled(next.render.id)).to.include({ outcome: 'succeeded' })
    })

    it('gives the file of a refunded order back, and says so where the press was faster', async () => {
      await open()
      const template = await liveTemplate(test)
      const folder = await openHotFolder(test, root, { name_pattern: '{order}.pdf' })
      const here = await order(template, { external_order_id: 'here' })
      const taken = await order(template, { external_order_id: 'taken' })
      for (const { render } of [here, taken]) await folder.settled(render.id)
      const bytes = await folder.read('here.pdf')
      await folder.take('taken.pdf')
      await move(here.fill.id, 'refunded')
      await move(taken.fill.id, 'canceled')
      expect(await folder.settled(here.render.id, 'withdraw')).to.include({
        ...{ outcome: 'succeeded', file_status: 'withdrawn', file_name: 'here.pdf' },
      })
      expect(await folder.settled(taken.render.id, 'withdraw')).to.include({
        ...{ outcome: 'skipped', skip_reason: 'already_taken', file_status: 'taken' },
      })
      expect(await folder.files()).to.deep.equal([])
      expect(await folder.withdrawn()).to.deep.equal(['here.json', 'here.pdf', 'taken.json'])
      expect((await folder.read('withdrawn/here.pdf')).equals(bytes)).to.equal(true)
      expect(await folder.settled(here.render.id)).to.include({
        outcome: 'succeeded',
        file_status: 'withdrawn',
      })
    })

    it('never gets what was refunded before it was delivered', async () => {
      await open(faultyPress())
      const template = await liveTemplate(test)
      const folder = await openHotFolder(test, root)
      const { fill, render } = await order(template)
      await move(fill.id, 'refunded')
      const skipped = await folder.settled(render.id)
      expect(skipped).to.include({ outcome: 'skipped', skip_reason: 'withdrawn' })
      const released = await folder.retry(skipped.id)
      expect([released.status, released.body.error.code]).to.deep.equal([422, 'delivery_skipped'])
      await correct(render.id, 'Grace')
      expect(await folder.settled(render.id)).to.include({ outcome: 'skipped', skip_reason: 'withdrawn' })
      expect(await folder.files()).to.deep.equal([])
    })

    it('gets a corrected print file in the place of the wrong one', async () => {
      await open()
      const template = await liveTemplate(test)
      const folder = await openHotFolder(test, root, { name_pattern: '{order}.pdf' })
      const { render } = await order(template)
      await folder.settled(render.id)
      const wrong = await folder.read('1042.pdf')
      const right = await correct(render.id, 'Grace')
      const second = await folder.settled(render.id)
      expect(second).to.include({ outcome: 'succeeded', file_name: '1042-2.pdf', earlier_file: 'withdrawn' })
      expect(await folder.files()).to.deep.equal(['1042-2.json', '1042-2.pdf'])
      expect(await folder.withdrawn()).to.deep.equal(['1042.json', '1042.pdf'])
      expect((await folder.read('withdrawn/1042.pdf')).equals(wrong)).to.equal(true)
      expect(await folder.ticket('1042-2.json')).to.have.nested.property('file.sha256', right.content_sha256)

      await folder.take('1042-2.pdf', '1042-2.json')
      await correct(render.id, 'Ada')
      const third = await folder.settled(render.id)
      expect(third).to.include({
        outcome: 'succeeded',
        file_name: '1042-3.pdf',
        earlier_file: 'already_taken',
      })
      expect((await folder.read('1042-3.pdf')).equals(wrong)).to.equal(true)
      expect(await folder.deliveries()).to.have.lengthOf(3)
      // Run again with the same words it is the same file.
      await correct(render.id, 'Ada')
      expect(await folder.deliveries()).to.have.lengthOf(3)
    })

    it('does not keep a corrected file waiting for a folder that is given up', async () => {
      await open()
      const template = await liveTemplate(test)
      const folder = await openHotFolder(test, root, { name_pattern: '{order}.pdf' })
      const { render } = await order(template)
      await folder.settled(render.id)
      await rm(folder.path, { recursive: true })
      await mkdir(join(root, 'other'))
      await test.json(`/v1/hot_folders/${folder.id}`, { method: 'PATCH', body: { folder: 'other' } })
      await correct(render.id, 'Grace')
      expect(await folder.settled(render.id)).to.include({
        ...{ outcome: 'succeeded', folder: 'other', earlier_file: 'already_taken' },
      })
    })

    it('waits where it is missing, and gets its file by a retry once it is there', async () => {
      await open()
      const template = await liveTemplate(test)
      const folder = await openHotFolder(test, root, { name_pattern: '{order}.pdf' }, false)
      const probe = () => test.json(`/v1/hot_folders/${folder.id}/test`, { method: 'POST' })
      expect((await probe()).body).to.deep.include({ writable: false, error_code: 'folder_missing' })
      const { render } = await order(template)
      const failed = await folder.settled(render.id, 'deliver', 1)
      expect(failed).to.include({ outcome: 'failed', error_code: 'folder_missing', attempt_number: 1 })
      expect(failed.error_message).to.match(/does not exist/)
      expect(Date.parse(failed.next_attempt_at) - test.clock.now()).to.be.within(4_000, 6_000)
      await mkdir(folder.path)
      expect((await probe()).body).to.deep.include({
        ...{ writable: true, creatable: false, path: folder.path },
        ...{ error_code: null, error_message: null },
      })
      const retried = await folder.retry(failed.id)
      expect(retried.body.delivery, JSON.stringify(retried.body)).to.include({
        attempt_number: 2,
        trigger: 'manual',
      })
      expect(await folder.settled(render.id)).to.include({ outcome: 'succeeded', attempt_number: 2 })
      expect(await folder.files()).to.deep.equal(['1042.json', '1042.pdf'])
    })

    it('is emptied of what a person asked to have erased', async () => {
      await open()
      const template = await liveTemplate(test)
      const folder = await openHotFolder(test, root, { name_pattern: '{order}.pdf' })
      const { fill, render } = await order(template)
      await folder.settled(render.id)
      await correct(render.id, 'Grace')
      await folder.settled(render.id)
      expect([await folder.files(), await folder.withdrawn()]).to.deep.equal([
        ['1042-2.json', '1042-2.pdf'],
        ['1042.json', '1042.pdf'],
      ])
      expect((await test.json(`/v1/fills/${fill.id}/erase`, { method: 'POST' })).status).to.equal(200)
      expect(await folder.settled(render.id, 'erase')).to.include({
        outcome: 'succeeded',
        file_status: 'erased',
      })
      expect([await folder.files(), await folder.withdrawn(), await folder.hidden()]).to.deep.equal([
        [],
        [],
        [],
      ])
    })
  })
