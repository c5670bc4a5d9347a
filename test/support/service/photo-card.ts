/** A live template with fields for customers' own images, and what a customer does with it over HTTP. */

import { type PressPage, pressPage } from '../pdf/press-page.ts'
import { fields, field as textField } from '../pdf/upload-cases.ts'
import type { SendOptions, TestServer } from './open-test-server.ts'
import { uploadForm } from './sample-press.ts'
import type { Sender } from './sender.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read replies freely; what they expect is the check.
type Wire = any

export interface PhotoField {
  readonly page?: number
  readonly box: readonly [number, number, number, number]
  readonly [property: string]: unknown
}

export interface PhotoCard {
  readonly templateId: string
  readonly slug: string
  /** By the order of the fields. */
  readonly fieldIds: readonly string[]
  fill(): Promise<string>
  /** The session of a customer, and its fill. */
  customer(): Promise<{
    readonly fillId: string
    send(path: string, options?: SendOptions): ReturnType<TestServer['json']>
    /** The first page, this many px wide. */
    preview(width: number): Promise<Buffer>
  }>
  upload(fillId: string, file: Uint8Array, fieldId?: string): Promise<{ status: number; body: Wire }>
  /** The id of an upload that succeeds. */
  add(fillId: string, file: Uint8Array, fieldId?: string): Promise<string>
  place(fillId: string, values: Readonly<Record<string, unknown>>): Promise<{ status: number; body: Wire }>
  /** The print file of the finalized fill, and its render. */
  print(fillId: string): Promise<{ readonly pdf: Buffer; readonly render: Wire }>
}

/** A page of 300 x 200 pt with a text field `Name`, which an image field is made after. */
export const PHOTO_PAGE: PressPage = {
  ...fields(textField('100 140 200 160')),
  content: '0 0 0 1 k 230 150 20 10 re f',
}

let cards = 0

/** Of the fields, `source` is `upload` and images cover their box unless they say otherwise. */
export async function openPhotoCard(
  test: Sender,
  photos: readonly PhotoField[],
  pdf: Uint8Array = pressPage(PHOTO_PAGE),
): Promise<PhotoCard> {
  // The same file would be the same template.
  cards += 1
  const file = Buffer.concat([pdf, Buffer.from(`% ${cards}\n`)])
  const uploaded = await test.json('/v1/templates', { body: uploadForm(file, 'Photo card') })
  if (uploaded.status !== 200) throw new Error(JSON.stringify(uploaded.body))
  const templateId: string = uploaded.body.template.id
  const path = `/v1/templates/${templateId}`
  const { scene } = (await test.json(`${path}/scene?revision=latest`)).body
  const { id: _, ...text } = scene.fields[0]
  for (const [at, { page = 0, box, turn = 0, fit = 'fill', ...own }] of photos.entries())
    scene.fields.push({
      ...text,
      ...{ label: `Photo ${at + 1}`, source_name: `Photo ${at + 1}`, type: 'image', default_value: '' },
      ...{ required: false, max_length: null, options: null, source: 'upload' },
      placements: [
        {
          ...text.placements[0],
          ...{ page, box, turn, inset_pt: 0 },
          picture: { fit, anchor: 'center' },
        },
      ],
      ...own,
    })
  const saved = await test.json(`${path}/scene`, { method: 'PUT', body: scene })
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  const made = (await test.json(`${path}/scene?revision=latest`)).body.scene
  const fieldIds = photos.map(
    (_, at) => made.fields.find(({ label }: Wire) => label === `Photo ${at + 1}`).id as string,
  )
  const published = await test.json(`${path}/publish`, { method: 'POST' })
  if (published.status !== 200) throw new Error(JSON.stringify(published.body))
  const { slug } = published.body.template
  const upload: PhotoCard['upload'] = (fillId, file, fieldId = fieldIds[0]) => {
    const body = new FormData()
    body.set('field', fieldId ?? '')
    body.set('file', new Blob([new Uint8Array(file)]), 'IMG_0001.jpg')
    return test.json(`/v1/fills/${fillId}/pictures`, { body })
  }
  return {
    templateId,
    slug,
    fieldIds,
    upload,
    async fill() {
      const { status, body } = await test.json('/v1/fills', { body: { template_id: templateId } })
      if (status !== 201) throw new Error(JSON.stringify(body))
      return body.fill.id
    },
    async customer() {
      const opened = await test.json('/v1/embed/sessions', { body: { template_id: templateId } })
      if (opened.status !== 201) throw new Error(JSON.stringify(opened.body))
      const headers = { 'x-service-client-secret': opened.body.client_secret }
      const send = (to: string, options: SendOptions = {}) =>
        test.json(to, { ...options, key: null, headers })
      const embed_session = opened.body.embed_session.id
      const begun = await send('/v1/embed/fills', { body: { embed_session } })
      if (begun.status !== 201) throw new Error(JSON.stringify(begun.body))
      const fillId: string = begun.body.fill.id
      const preview = async (width: number) => {
        const path = `/v1/embed/fills/${fillId}/preview?page=0&w=${width}&dpr=1`
        const reply = await test.send(path, { key: null, headers })
        if (reply.status !== 200) throw new Error(await reply.text())
        return Buffer.from(await reply.arrayBuffer())
      }
      return { fillId, send, preview }
    },
    async add(fillId, file, fieldId) {
      const { status, body } = await upload(fillId, file, fieldId)
      if (status !== 201) throw new Error(JSON.stringify(body))
      return body.picture.id
    },
    place: (fillId, values) => test.json(`/v1/fills/${fillId}`, { method: 'PATCH', body: { values } }),
    async print(fillId) {
      const { status, body } = await test.json(`/v1/fills/${fillId}/finalize`, { body: {} })
      if (status !== 200 || body.render.status !== 'succeeded') throw new Error(JSON.stringify(body))
      const file = await fetch(body.render.signed_url.replace(/^https?:\/\/[^/]+/, test.url))
      return { pdf: Buffer.from(await file.arrayBuffer()), render: body.render }
    },
  }
}
