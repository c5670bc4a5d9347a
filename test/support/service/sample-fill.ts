/** Fills of the sample template over HTTP, for tests of what happens to them. */
import type { TestServer } from './open-test-server.ts'
import { SAMPLE_PDF } from './sample-press.ts'
import { uploadSample } from './sample-render.ts'

export interface LiveTemplate {
  readonly id: string
  /** Ids of the fields Name (text, required, at most 40) and Size (`s` or `m`). */
  readonly name: string
  readonly size: string
}

let uploads = 0

/** Publishes a template of its own: another one at every call. */
export async function liveTemplate(test: TestServer, key = test.team.key): Promise<LiveTemplate> {
  uploads += 1
  const template = await uploadSample(test, Buffer.concat([SAMPLE_PDF, Buffer.from(`% ${uploads}\n`)]), key)
  await test.json(`/v1/templates/${template.id}/publish`, { method: 'POST', key })
  const { body } = await test.json(`/v1/templates/${template.id}/fields`, { key })
  const idOf = (label: string): string =>
    body.data.find((field: { label: string }) => field.label === label).id
  return { id: template.id, name: idOf('Name'), size: idOf('Size') }
}

/** Makes a fill and gives the wire's; throws unless it was made. */
export async function makeFill(test: TestServer, body: Record<string, unknown>, key = test.team.key) {
  const reply = await test.json('/v1/fills', { body, key })
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return reply.body.fill
}

export function finalize(test: TestServer, id: string, body: Record<string, unknown> = {}) {
  return test.json(`/v1/fills/${id}/finalize`, { body })
}

/** The types of the events of an object, oldest first. */
export async function eventsOf(test: TestServer, objectId: string): Promise<readonly string[]> {
  const page = { limit: 100, startingAfter: null }
  const { items } = await test.server.ports.store.events.list(test.team.id, { objectId }, page)
  return items.map((event) => event.type).reverse()
}
