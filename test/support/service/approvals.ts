/** Customers of hosted pages who approve a photo card, come back, change it, and approve again. */
import { expect } from 'chai'
import { ramp } from '../pdf/pictures.ts'
import { pdfText } from '../rips/oracles.ts'
import type { TestServer } from './open-test-server.ts'
import { openPhotoCard } from './photo-card.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read replies freely; what they expect is the check.
type Wire = any

export type Approvals = Awaited<ReturnType<typeof openApprovals>>

/** With a live card that has a name and a photo. `origin` is the one of the service’s own pages. */
export async function openApprovals(test: TestServer, origin = new URL(test.url).origin) {
  const card = await openPhotoCard(test, [{ box: [30, 30, 174, 102] }])
  const photoId = card.fieldIds[0] ?? ''
  const fields = (await test.json(`/v1/templates/${card.templateId}/fields`)).body.data
  const nameId: string = fields.find(({ label }: Wire) => label === 'Name').id

  /** A visit of the hosted page by its token; of a new customer without one. */
  const visit = async (token: string | null = null) => {
    const own = { origin }
    const resume = token === null ? {} : { resume_token: token }
    const opened = await test.json('/v1/embed/sessions/hosted', {
      ...{ key: null, headers: own, body: { slug: card.slug, ...resume } },
    })
    expect(opened.status, JSON.stringify(opened.body)).to.equal(201)
    const headers = { ...own, 'x-service-client-secret': opened.body.client_secret }
    const send = (path: string, method: string, body?: unknown) =>
      test.json(path, { key: null, method, headers, ...(body === undefined ? {} : { body }) })
    const embed_session = opened.body.embed_session.id
    const begun = await send('/v1/embed/fills', 'POST', { embed_session })
    expect(begun.status, JSON.stringify(begun.body)).to.be.within(200, 201)
    const id: string = begun.body.fill.id
    const path = `/v1/embed/fills/${id}`
    return {
      ...{ id, begun: begun.body.fill },
      change: (body: unknown) => send(path, 'PATCH', body),
      type: (name: string) => send(path, 'PATCH', { values: { [nameId]: name } }),
      approve: () => send(`${path}/complete`, 'POST'),
      discard: () => send(`${path}/change`, 'DELETE'),
      async picture(query = '') {
        const reply = await test.send(`${path}/preview?w=300${query}`, { key: null, headers })
        expect(reply.status).to.equal(200)
        return reply.headers.get('etag')
      },
      async upload() {
        const body = new FormData()
        body.set('field', photoId)
        body.set('file', new Blob([new Uint8Array(await ramp(1200, 800).jpeg().toBuffer())]), 'a.jpg')
        const { status, body: made } = await test.json(`${path}/pictures`, { key: null, headers, body })
        expect(status, JSON.stringify(made)).to.equal(201)
        return made.picture.id as string
      },
      remove: (pictureId: string) => send(`${path}/pictures/${pictureId}`, 'DELETE'),
    }
  }
  /** A customer who has typed and approved. */
  const approved = async (name: string, more: object = {}) => {
    const first = await visit()
    await first.change({ values: { [nameId]: name }, ...more })
    const done = await first.approve()
    expect(done.status, JSON.stringify(done.body)).to.equal(200)
    return { id: first.id, token: done.body.resume_token as string, fill: done.body.fill }
  }
  const patch = (id: string, body: object) => test.json(`/v1/fills/${id}`, { method: 'PATCH', body })
  const read = async (id: string): Promise<Wire> => (await test.json(`/v1/fills/${id}`)).body.fill
  const nameOf = ({ values }: Wire): string => values[nameId]
  const finalize = (id: string, body: object = {}) => test.json(`/v1/fills/${id}/finalize`, { body })
  const textOf = async (done: { status: number; body: Wire }) => {
    expect(done.status, JSON.stringify(done.body)).to.equal(200)
    const file = await test.send(`/v1/renders/${done.body.render.id}/download`)
    return pdfText(Buffer.from(await file.arrayBuffer()))
  }
  const settings = (body: object) =>
    test
      .json('/v1/team/settings', { method: 'PATCH', body })
      .then(({ status }) => expect(status).to.equal(200))
  return { card, nameId, photoId, visit, approved, patch, read, nameOf, finalize, textOf, settings }
}
