/** Stands between page and service for what the service is not asked: images of customers, and values that name them. */
import type { BrowserContext, Route } from 'playwright-core'
import sharp from 'sharp'

/** A field of 180 by 120 points that takes what customers upload, and covers its frame. */
export const UPLOADS = {
  ...{
    source: 'upload',
    min_ppi: 150,
    warn_ppi: 225,
    kinds: ['jpeg', 'png', 'webp'],
    max_bytes: 40 * 1024 * 1024,
  },
  frames: [{ fit: 'fill', anchor: 'center', width_pt: 180, height_pt: 120 }],
}

interface Kept {
  readonly id: string
  readonly field: string
  readonly width: number
  readonly height: number
  readonly file: Buffer
}

export interface OwnImagesStub {
  readonly kept: readonly Kept[]
  /** The latest value of the field. */
  value(): unknown
  /** What the next upload is answered with in place of 201. */
  answer: ((route: Route) => Promise<void>) | null
  keys: string[]
}

const FILL = /\/v1\/embed\/fills\/[^/]+$/
const PICTURES = /\/v1\/embed\/fills\/[^/]+\/pictures$/

export async function stubOwnImages(
  context: BrowserContext,
  settings: Readonly<Record<string, unknown>>,
  known: { values: Record<string, unknown>; kept: Kept[] } = { values: {}, kept: [] },
): Promise<OwnImagesStub> {
  const { kept, values } = known
  const stub: OwnImagesStub = { kept, value: () => Object.values(values)[0], answer: null, keys: [] }
  const wire = ({ id, field, width, height, file }: Kept) => ({
    ...{ id, field, kind: 'jpeg', width, height, bytes: file.length },
    preview_url: `/files/stub/${id}.jpg`,
    expires_at: null,
  })
  // Names below localhost are known to browsers alone.
  const pass = (route: Route, postData?: string) => {
    const request = route.request()
    const { host } = new URL(request.url())
    const url = request.url().replace(/\/\/[^/:]+/, '//127.0.0.1')
    return route.fetch({
      ...{ url, headers: { ...request.headers(), host } },
      ...(postData === undefined ? {} : { postData }),
    })
  }
  await context.route('**/v1/embed/fills', async (route) => {
    const reply = await pass(route)
    const body = await reply.json()
    if (body.template === undefined) return route.fulfill({ response: reply })
    for (const field of body.template.fields) if (field.type === 'image') field.upload = settings
    Object.assign(body.fill.values, values)
    await route.fulfill({ response: reply, json: body })
  })
  const forward = async (route: Route) => {
    const sent = route.request().postDataJSON()
    for (const [id, value] of Object.entries(sent?.values ?? {})) {
      const text = JSON.stringify(value)
      if (text.includes('pic_') || id in values) {
        values[id] = value
        delete sent.values[id]
      }
    }
    const reply = await pass(route, JSON.stringify(sent))
    const body = await reply.json().catch(() => null)
    if (body?.fill === undefined) return route.fulfill({ response: reply })
    Object.assign(body.fill.values, values)
    await route.fulfill({ response: reply, json: body })
  }
  await context.route(FILL, (route) =>
    route.request().method() === 'PATCH' ? forward(route) : route.fallback(),
  )
  await context.route(/\/v1\/embed\/fills\/[^/]+\/preview$/, forward)
  await context.route(PICTURES, async (route) => {
    const request = route.request()
    if (request.method() === 'GET') return route.fulfill({ json: { pictures: kept.map(wire) } })
    stub.keys.push(request.headers()['idempotency-key'] ?? '')
    if (stub.answer !== null) {
      const { answer } = stub
      stub.answer = null
      return answer(route)
    }
    const body = request.postDataBuffer() ?? Buffer.alloc(0)
    const from = body.indexOf('\r\n\r\n', body.indexOf('name="file"')) + 4
    const file = body.subarray(from, body.lastIndexOf('\r\n--'))
    const { width = 0, height = 0 } = await sharp(file).metadata()
    const field = /name="field"\r\n\r\n([^\r]+)/.exec(body.toString('latin1'))?.[1] ?? ''
    const one: Kept = { id: `pic_stub${kept.length}`, field, width, height, file }
    kept.push(one)
    await route.fulfill({ status: 201, json: { picture: wire(one) } })
  })
  await context.route('**/files/stub/*', async (route) => {
    const id = /stub\/(\w+)\.jpg/.exec(route.request().url())?.[1]
    const file = kept.find((one) => one.id === id)?.file ?? Buffer.alloc(0)
    await route.fulfill({
      contentType: 'image/jpeg',
      body: await sharp(file).resize({ width: 2048, withoutEnlargement: true }).toBuffer(),
    })
  })
  return stub
}
