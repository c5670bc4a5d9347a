/** Puts a template and renders of it into the store of a test server, without setting or printing anything. */
import { createHash } from 'node:crypto'
import type { RenderRecord } from '../../../core/service/render/render.ts'
import { tailOfBytes } from '../database/records.ts'
import type { TestServer } from './open-test-server.ts'
import { SAMPLE_PDF, uploadForm } from './sample-press.ts'

/** Uploads the sample PDF; the server's press must be the sample press. Gives the wire's template. */
export async function uploadSample(test: TestServer, bytes: Uint8Array = SAMPLE_PDF, key = test.team.key) {
  const { status, body } = await test.json('/v1/templates', { body: uploadForm(bytes, 'Card'), key })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.template
}

const TAIL = Buffer.from('1 0 obj\n<<>>\nendobj\n%%EOF\n')

/** A succeeded render of the uploaded template unless `changes` say otherwise. */
export async function insertRender(
  test: TestServer,
  templateId: string,
  changes: Partial<RenderRecord> = {},
): Promise<{ render: RenderRecord; bytes: Buffer }> {
  const { ports } = test.server
  const teamId = changes.teamId ?? test.team.id
  const template = await ports.store.templates.find(teamId, templateId)
  if (template === null) throw new Error('There is no such template.')
  const chunks: Uint8Array[] = []
  for await (const chunk of ports.files.read(template.plan.bodySha256)) chunks.push(chunk)
  const bytes = Buffer.concat([...chunks, TAIL])
  const id = ports.makeId('render')
  const now = test.clock.now()
  const render: RenderRecord = {
    id,
    teamId,
    templateId,
    revision: 1,
    fillId: null,
    kind: 'final',
    status: 'succeeded',
    values: {},
    colors: null,
    assignments: {},
    substrate: null,
    externalOrderId: null,
    externalCartId: null,
    customerEmail: null,
    quantity: null,
    metadata: {},
    preflightStatus: 'pass',
    preflightNotes: '{"v":1,"findings":[]}',
    storageKey: `tail:${id}`,
    bodySha256: template.plan.bodySha256,
    sizeBytes: bytes.length,
    contentSha256: createHash('sha256').update(bytes).digest('hex'),
    output: 'pdf',
    attempt: 1,
    tries: 0,
    faults: 0,
    countedMonth: null,
    errorCode: null,
    createdAt: now,
    updatedAt: now,
    completedAt: now,
    ...changes,
  }
  await ports.store.renders.insert(render)
  if (render.status === 'succeeded') await ports.store.tails.put(teamId, id, tailOfBytes(TAIL))
  return { render, bytes }
}

/** A render without a PDF. */
export const QUEUED: Partial<RenderRecord> = {
  status: 'queued',
  preflightStatus: 'pending',
  contentSha256: null,
  sizeBytes: 0,
  completedAt: null,
}
