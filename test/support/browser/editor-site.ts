/** A hosted page with one of everything that the editor can show, and a shop that opens the same in its frame. */
import { crc32, deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import type { SceneDraftWire, SceneWire } from '../../../server/operations/templates/scene-schema.ts'
import type { TestServerOptions } from '../service/open-test-server.ts'
import { openShopSite, type ShopSite } from './shop-site.ts'

export interface EditorSite {
  readonly site: ShopSite
  /** The hosted page of the template. */
  readonly hosted: string
  readonly slug: string
  /** Ids of the fields, by label. */
  readonly fields: Readonly<Record<string, string>>
}

type Draft = SceneDraftWire['fields'][number]

/** Text of one line and of several, a short and a long selection, pictures, a second page, inks and papers. */
export async function openEditorSite(options: TestServerOptions = {}, title = 'Card'): Promise<EditorSite> {
  const site = await openShopSite({ env: { ROLES: 'api,press,jobs', ...options.env }, ...options })
  const { test, templateId } = site
  for (const [name, rgb] of Object.entries({ Anchor: [30, 60, 120], Rose: [190, 30, 90] } as const)) {
    const form = new FormData()
    form.set('label', name)
    form.set('file', new Blob([new Uint8Array(pngOf(rgb))], { type: 'image/png' }), `${name}.png`)
    const { status, body } = await test.json('/v1/assets', { body: form })
    if (status !== 201) throw new Error(JSON.stringify(body))
  }
  const { body } = await test.json(`/v1/templates/${templateId}/scene`)
  const scene: SceneWire = body.scene
  const [name, size] = scene.fields
  if (name === undefined || size === undefined) throw new Error('The sample has lost its fields.')
  const placement = name.placements[0]
  if (placement === undefined) throw new Error('The sample has lost its places.')
  const added = (changes: Partial<Draft>, box: [number, number, number, number]): Draft => ({
    ...{ ...name, id: null, required: false, max_length: null, default_value: '' },
    placements: [{ ...placement, box }],
    ...changes,
  })
  const choices = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ value: `v${at + 1}`, label: `Table ${at + 1}` }))
  const draft: SceneDraftWire = {
    ...scene,
    inks: [
      {
        ...(scene.inks[0] ?? { index: 1, technical: false }),
        ...{ key: 'black', name: 'Black', hex: '#000000' },
        offers: [
          { key: 'gold', name: 'Gold Foil', hex: '#b08d57' },
          { key: 'rose', name: 'Rose Foil', hex: '#c98a86' },
        ],
      },
      { index: 2, key: 'blue', name: 'PANTONE 286 C', hex: '#0033a0', technical: false },
    ],
    papers: [
      { key: 'white', name: 'White', hex: '#ffffff' },
      { key: 'cream', name: 'Cream', hex: '#f3ead6' },
    ],
    fields: [
      { ...name, ink_choice: true },
      { ...size, placements: [{ ...placement, box: [100, 130, 140, 150] }] },
      added(
        {
          label: 'Message',
          max_length: 120,
          placements: [
            {
              ...placement,
              box: [20, 60, 220, 120],
              style: { ...placement.style, wrap: true, size_pt: 12, min_size_pt: 8 },
            },
          ],
        },
        [20, 60, 220, 120],
      ),
      added({ label: 'Table', type: 'selection', options: choices(12) }, [150, 130, 240, 150]),
      added({ label: 'Motif', type: 'image', options: null }, [20, 125, 60, 165]),
    ],
  }
  const put = await test.json(`/v1/templates/${templateId}/scene`, { method: 'PUT', body: draft })
  if (put.status !== 200) throw new Error(JSON.stringify(put.body))
  await test.json(`/v1/templates/${templateId}`, { method: 'PATCH', body: { title } })
  const live = await test.json(`/v1/templates/${templateId}/publish`, { method: 'POST' })
  const listed = await test.json(`/v1/templates/${templateId}/fields`)
  const { slug } = live.body.template
  return {
    site,
    slug,
    hosted: `${site.service}/fill/${slug}`,
    fields: Object.fromEntries(
      listed.body.data.map(({ id, label }: { id: string; label: string }) => [label, id]),
    ),
  }
}

/** Waits until all that was typed is with the service. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.state[data-state="settled"]').waitFor()
}

/** A picture of one colour, 8 px square (PNG, second edition, 5 and 11). */
function pngOf([red, green, blue]: readonly [number, number, number]): Buffer {
  const side = 8
  const row = Buffer.concat([Buffer.of(0), Buffer.from(Array(side).fill([red, green, blue]).flat())])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array(side).fill(row)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
