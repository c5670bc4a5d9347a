/** Previews in tests: a server that draws them, and what a picture that came over HTTP shows. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect } from 'chai'
import type { Database } from '../database/postgres.ts'
import { eventually } from '../run/eventually.ts'
import { openTestServer, type TestServer } from './open-test-server.ts'

const EXAMPLES = join(import.meta.dirname, '../../../examples')

export interface Coded {
  readonly error: { readonly code: string }
}

/** `ownWorkers` where a body is changed on disk: workers of servers before may still hold the same one open. */
export function openPreviewServer(
  database: Database,
  env: Readonly<Record<string, string>> = {},
  { ownWorkers = false }: { readonly ownWorkers?: boolean } = {},
): Promise<TestServer> {
  const limits = { RATE_LIMIT_BROWSER_PER_MINUTE: '100000', RATE_LIMIT_SESSION_PER_MINUTE: '100000' }
  return openTestServer({ press: 'workers', database, ownWorkers, env: { ...limits, ...env } })
}

/** By the test's own team unless `key` is another's. */
export async function publishExample(test: TestServer, file: string, key = test.team.key): Promise<string> {
  const form = new FormData()
  form.set('pdf', new Blob([await readFile(join(EXAMPLES, file))], { type: 'application/pdf' }), file)
  const { status, body } = await test.json('/v1/templates', { body: form, key })
  expect(status, JSON.stringify(body)).to.equal(200)
  await test.json(`/v1/templates/${body.template.id}/publish`, { method: 'POST', key })
  return body.template.id
}

export function facts({ headers }: Response) {
  return [headers.get('cache-control'), headers.get('cross-origin-resource-policy')]
}

/** The pictures in a folder, once there are so many: they are written after whoever asked for them has them. */
export async function writtenIn(folder: string, count = 1): Promise<readonly string[]> {
  return eventually(() => readdir(folder).catch(() => [] as string[]), {
    until: (names) => names.length >= count && names.every((name) => /^[0-9a-f]{64}$/.test(name)),
  })
}

export async function bytesOf(reply: Response): Promise<Uint8Array> {
  return new Uint8Array(await reply.arrayBuffer())
}

export function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other)
}

export async function pixelsOf(reply: Response) {
  const bytes = await bytesOf(reply)
  expect(reply.status, Buffer.from(bytes.subarray(0, 300)).toString()).to.equal(200)
  const image = await loadImage(bytes)
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  const at = (x: number, y: number) => [
    ...data.subarray((y * image.width + x) * 4, (y * image.width + x) * 4 + 3),
  ]
  return { bytes, width: image.width, height: image.height, data, at }
}

/** Pixels of the colour in which problems are marked. */
export function reds({ data }: { readonly data: Uint8ClampedArray }): number {
  let count = 0
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    if (red > 180 && green < 90 && blue < 90) count += 1
  }
  return count
}
