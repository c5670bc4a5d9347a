/** A card with fields in the template editor: made through the interface, opened in the browser, read back as it is kept. */
import { expect } from 'chai'
import type { Locator, Page } from 'playwright-core'
import { testStyle } from '../engine/scene.ts'
import { plainArtwork } from '../pdf/plain-artwork.ts'
import type { TestServer } from '../service/open-test-server.ts'
import { type ConsoleSite, drawn } from './console-site.ts'

type JsonBody = Awaited<ReturnType<TestServer['json']>>['body']

export type CardBox = readonly [left: number, bottom: number, right: number, top: number]

/** A placement as the interface gives it. */
export interface KeptPlace {
  readonly box: CardBox
  readonly turn: number
  readonly frame: { readonly matrix: readonly number[] } | null
}

export interface EditorCard {
  readonly id: string
  /** Ids of the fields, in the order of their boxes. */
  readonly fields: readonly string[]
  open(page: Page): Promise<void>
  /** The box of a field on the page; its label is `Field 1`, `Field 2` and so on. */
  spot(page: Page, number: number): Locator
  /** Px for each point. */
  scale(page: Page): Promise<number>
  /** Saves by the button, and gives the places that the service then holds. */
  save(page: Page): Promise<readonly KeptPlace[]>
  scene(): Promise<JsonBody>
}

let made = 0

/** A template of plain artwork (trim 8.504 to 249.449 by 8.504 to 164.409 points) with a line of text in each box. */
export async function editorCard(
  site: ConsoleSite,
  title: string,
  boxes: readonly CardBox[],
): Promise<EditorCard> {
  const form = new FormData()
  made += 1
  // Another file each time: the same one again would be the template that is there already.
  const file = new Uint8Array(await plainArtwork(1, `${title} ${made}`))
  form.set('pdf', new Blob([file], { type: 'application/pdf' }), `${title}.pdf`)
  form.set('title', title)
  const uploaded = await site.test.json('/v1/templates', { body: form })
  expect(uploaded.status, JSON.stringify(uploaded.body)).to.equal(200)
  const { id } = uploaded.body.template
  const address = `/v1/templates/${id}/scene`
  const scene = async () => (await site.test.json(`${address}?revision=latest`)).body.scene
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
  const put = await site.test.json(address, { method: 'PUT', body: { ...(await scene()), fields } })
  expect(put.status, JSON.stringify(put.body)).to.equal(200)
  const saved: readonly { id: string }[] = put.body.scene.fields
  return {
    id,
    fields: saved.map((field) => field.id),
    async open(page) {
      await page.goto(`${site.service}/console/templates/${id}/edit`)
      await page.locator('.sheet').waitFor()
      // The sheet hears the pointer only then.
      await drawn(page)
    },
    spot: (page, number) => page.locator('.spot').nth(number - 1),
    async scale(page) {
      const [{ width_pt: points }] = (await scene()).pages
      return ((await page.locator('.sheet').boundingBox())?.width ?? 0) / points
    },
    async save(page) {
      await page.getByRole('button', { name: /^(Save|Speichern)$/ }).click()
      await page.getByText(/^(Revision \d+, saved|Stand \d+, gespeichert)$/).waitFor()
      return (await scene()).fields.map((field: { placements: readonly KeptPlace[] }) => field.placements[0])
    },
    scene,
  }
}

/** Presses in the middle of an element and lets go so many px beside it, with keys held down all the while. */
export async function pull(
  page: Page,
  from: Locator,
  by: readonly [x: number, y: number],
  keys: readonly string[] = [],
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
  const box = await from.boundingBox()
  if (box === null) throw new Error('What is to be pulled is not seen.')
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (const key of keys) await page.keyboard.down(key)
  await page.mouse.move(x + by[0] / 2, y + by[1] / 2, { steps: 3 })
  await page.mouse.move(x + by[0], y + by[1], { steps: 3 })
  await meanwhile()
  await page.mouse.up()
  for (const key of keys) await page.keyboard.up(key)
}
