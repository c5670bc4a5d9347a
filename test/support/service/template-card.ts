/** A template of plain artwork with fields, made through the API and read back from it. */
import { expect } from 'chai'
import { testStyle } from '../engine/scene.ts'
import { plainArtwork } from '../pdf/plain-artwork.ts'
import type { TestServer } from './open-test-server.ts'

type JsonBody = Awaited<ReturnType<TestServer['json']>>['body']

export type CardBox = readonly [left: number, bottom: number, right: number, top: number]

export interface TemplateCard {
  readonly id: string
  /** Ids of the fields, in the order of their boxes. */
  readonly fields: readonly string[]
  /** As the newest revision has it. */
  scene(): Promise<JsonBody>
}

let made = 0

/**
 * A line of text in each box, with the labels `Field 1`, `Field 2` and so on. The trim is from 8.504 to 249.449 by 8.504
 * to 164.409 points.
 */
export async function makeCard(
  test: TestServer,
  title: string,
  boxes: readonly CardBox[],
): Promise<TemplateCard> {
  const form = new FormData()
  made += 1
  // Another file each time: the same one again would be the template that is there already.
  const file = new Uint8Array(await plainArtwork(1, `${title} ${made}`))
  form.set('pdf', new Blob([file], { type: 'application/pdf' }), `${title}.pdf`)
  form.set('title', title)
  const uploaded = await test.json('/v1/templates', { body: form })
  expect(uploaded.status, JSON.stringify(uploaded.body)).to.equal(200)
  const { id } = uploaded.body.template
  const address = `/v1/templates/${id}/scene`
  const scene = async () => (await test.json(`${address}?revision=latest`)).body.scene
  const style = Object.fromEntries(
    Object.entries(testStyle({ sizePt: 9, minSizePt: 4 })).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )
  const fields = boxes.map((box, at) => ({
    ...{ id: null, label: `Field ${at + 1}`, source_name: '', type: 'text', default_value: 'Text' },
    ...{
      required: false,
      max_length: null,
      options: null,
      ink: null,
      tint: 1,
      overprint: false,
      slot: 'above',
    },
    placements: [{ page: 0, box, turn: 0, inset_pt: 1, style, option: null, mark: null }],
  }))
  const put = await test.json(address, { method: 'PUT', body: { ...(await scene()), fields } })
  expect(put.status, JSON.stringify(put.body)).to.equal(200)
  const saved: readonly { id: string }[] = put.body.scene.fields
  return { id, fields: saved.map((field) => field.id), scene }
}

/** Saves the card with other fields. */
export async function changeFields(
  test: TestServer,
  card: TemplateCard,
  change: (field: object, at: number) => object,
): Promise<void> {
  const scene = await card.scene()
  const { status, body } = await test.json(`/v1/templates/${card.id}/scene`, {
    method: 'PUT',
    body: { ...scene, fields: scene.fields.map(change) },
  })
  expect(status, JSON.stringify(body)).to.equal(200)
}
