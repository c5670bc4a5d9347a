/** Archives of print files: what is in them, who gets none, and that they are read no faster than they are taken. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createArchives } from '../../server/files/archive.ts'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { needsPhp } from '../support/programs/php.ts'
import { needs, qpdfCheck } from '../support/rips/oracles.ts'
import { eventually } from '../support/run/eventually.ts'
import type { TestServer } from '../support/service/open-test-server.ts'
import { openPreviewServer, publishExample } from '../support/service/previewing.ts'

for (const database of DATABASES)
  describe(`Archives of print files, on ${longOn(database)}`, () => {
    let test: TestServer
    let card: string
    const fills: string[] = []

    before(async function () {
      needsDatabase(this, database)
      test = await openPreviewServer(database)
      card = await publishExample(test, 'wedding-card.pdf')
      for (const [at, name] of ['Annabel', 'Ada', 'Grace'].entries()) {
        const made = await test.json('/v1/fills', {
          body: { template_id: card, values: { 'First name': name }, quantity: at + 1 },
        })
        fills.push(made.body.fill.id)
      }
      // Two lines of one order have one name, but for a number.
      for (const id of fills.slice(0, 2)) {
        const { status, body } = await test.json(`/v1/fills/${id}/finalize`, {
          body: { external_order_id: 'A/17', quantity: 2 },
        })
        expect(status, JSON.stringify(body)).to.equal(200)
      }
    })
    after(() => test?.close())

    const make = async (fillIds: readonly string[], key?: string) =>
      (await test.json(`/v1/exports?fill_ids=${fillIds.join(',')}`, key === undefined ? {} : { key })).body
    const local = (url: string) => url.replace(/^https?:\/\/[^/]+/, test.url)

    it('hold each print file with a ticket that tells of it @long', async function () {
      needs(this, 'qpdf')
      needsPhp(this, 'unzip')
      const absent = 'fil_01kq3f8w2bx6mt4v9y0hzd5s7e'
      const made = (await make([...fills, absent])).export
      expect(made).to.include({ object: 'export', jobs: 2 })
      expect(made.skipped).to.deep.equal([
        { id: fills[2], reason: 'not_finalized' },
        { id: absent, reason: 'not_found' },
      ])
      const reply = await fetch(local(made.download_url))
      expect(reply.status).to.equal(200)
      expect(reply.headers.get('content-type')).to.equal('application/zip')
      expect(reply.headers.get('content-disposition')).to.match(
        /^attachment; filename=print-files-[\d-]+\.zip$/,
      )
      const folder = await mkdtemp(join(tmpdir(), 'platen-export-'))
      try {
        await writeFile(join(folder, 'all.zip'), Buffer.from(await reply.arrayBuffer()))
        const { status } = spawnSync('unzip', ['-q', join(folder, 'all.zip'), '-d', join(folder, 'out')])
        expect(status).to.equal(0)
        const names = (await readdir(join(folder, 'out'))).sort()
        expect(names).to.have.length(4)
        expect(names.filter((name) => /^A_17_/.test(name))).to.have.length(4)
        for (const name of names.filter((one) => one.endsWith('.pdf'))) {
          const pdf = await readFile(join(folder, 'out', name))
          const ticket = JSON.parse(
            await readFile(join(folder, 'out', name.replace('.pdf', '.json')), 'utf8'),
          )
          expect(qpdfCheck(pdf).status).to.equal(0)
          expect(ticket).to.deep.include({
            object: 'print_ticket',
            delivery: null,
            order: 'A/17',
            quantity: 2,
          })
          expect(ticket.file).to.deep.equal({
            name,
            size_bytes: pdf.length,
            sha256: createHash('sha256').update(pdf).digest('hex'),
            output: 'pdf',
          })
          expect(ticket.plates.map((plate: { name: string }) => plate.name)).to.include('Letterpress Green')
          const [page] = ticket.coverage.pages
          expect(page.plates.map((plate: { name: string }) => plate.name)).to.include('Gold Foil')
          expect(ticket.pages[0]).to.have.keys([
            ...['width_pt', 'height_pt', 'trim', 'trim_stated', 'bleed', 'rotate', 'user_unit'],
          ])
          expect(ticket.template.revision).to.equal(1)
          expect(ticket.fonts).to.not.have.length(0)
          expect(['Annabel', 'Ada']).to.include(ticket.values['First name'])
        }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })

    it('are for who has the link, as it was made, for ten minutes', async () => {
      const { download_url: url } = (await make(fills)).export
      const head = await fetch(local(url), { method: 'HEAD' })
      expect([head.status, head.headers.get('content-type')]).to.deep.equal([200, 'application/zip'])
      const other = await test.makeTeam('Another team')
      const theirs = (await make(fills, other.key)).export
      expect(theirs).to.include({ jobs: 0, download_url: null })
      expect(theirs.skipped.map((one: { reason: string }) => one.reason)).to.deep.equal(
        Array(3).fill('not_found'),
      )
      const { body } = await test.json(`/v1/fills/${fills[0]}`)
      const fewer = url.replace(/([?&]r=)[^&]+/, `$1${body.last_render.id}`)
      for (const wrong of [
        fewer,
        url.replace('exports/', 'exports/0'),
        url.replace(/sig=./, (sig: string) => (sig === 'sig=A' ? 'sig=B' : 'sig=A')),
      ]) {
        const reply = await fetch(local(wrong))
        expect(reply.status, wrong).to.equal(403)
        await reply.arrayBuffer()
      }
      const now = test.clock.now()
      test.clock.advance(601_000)
      const late = await fetch(local(url))
      expect(((await late.json()) as { error: { code: string } }).error.code).to.equal('signed_url_expired')
      test.clock.set(now)
    })

    it('leave out what was erased since', async () => {
      const { download_url: url } = (await make(fills.slice(0, 1))).export
      const erased = await test.json(`/v1/fills/${fills[0]}/erase`, { method: 'POST' })
      expect(erased.status, JSON.stringify(erased.body)).to.equal(200)
      const made = (await make(fills.slice(0, 2))).export
      expect(made).to.include({ jobs: 1 })
      expect(made.skipped).to.deep.equal([{ id: fills[0], reason: 'erased' }])
      expect((await fetch(local(url))).status).to.equal(404)
    })
  })

describe('An archive in the making', () => {
  const chunk = new Uint8Array(64 * 1024).fill(7)

  /** Says how much of it was asked for. */
  function endless(limit: number) {
    const state = { read: 0, closed: false }
    async function* bytes() {
      try {
        for (; state.read < limit; state.read += chunk.length) yield chunk
      } finally {
        state.closed = true
      }
    }
    return { state, entry: { name: 'a.pdf', isText: false, madeAt: 0, read: bytes } }
  }

  it('is read no faster than it is taken, and lets go of its file when nobody takes it any more', async () => {
    const archives = createArchives(1)
    const { state, entry } = endless(1 << 30)
    const stream = archives.open('one', [entry])
    for await (const _ of stream) if (state.read > chunk.length) break
    expect(state.read).to.be.lessThan(4 << 20)
    await eventually(async () => state.closed && stream.destroyed)
  })

  it('is one of few of its team at once', async () => {
    const archives = createArchives(2)
    const open = [
      archives.open('one', [endless(1 << 20).entry]),
      archives.open('one', [endless(1 << 20).entry]),
    ]
    expect(() => archives.open('one', []))
      .to.throw()
      .with.property('code', 'overloaded')
    for (const stream of open) stream.destroy()
    await eventually(async () => open.every(({ closed }) => closed))
    archives.open('one', []).destroy()
  })

  it('of a team that reads none is never refused, whatever other teams read', async () => {
    const archives = createArchives(2, 3)
    const open = ['one', 'one', 'two'].map((team) => archives.open(team, [endless(1 << 20).entry]))
    for (const team of ['one', 'two'])
      expect(() => archives.open(team, []), team)
        .to.throw()
        .with.property('code', 'overloaded')
    open.push(archives.open('three', [endless(1 << 20).entry]))
    for (const stream of open) stream.destroy()
    await eventually(async () => open.every(({ closed }) => closed))
    archives.open('two', []).destroy()
  })

  it('breaks off where a file cannot be read', async () => {
    const faulty = {
      ...endless(0).entry,
      async *read() {
        yield chunk
        throw new Error('The disk is gone.')
      },
    }
    const stream = createArchives().open('one', [faulty])
    let failed: unknown = null
    try {
      for await (const _ of stream);
    } catch (error) {
      failed = error
    }
    expect(failed).to.be.instanceOf(Error)
  })
})
