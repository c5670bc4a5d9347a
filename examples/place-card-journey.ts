/** A place card with all that artwork can leave to a guest: words in sentences, a picture, any script, the foil's colour. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Platen } from './start-platen.ts'

interface SceneField {
  readonly label: string
  readonly placements: readonly { readonly style: object }[]
}
interface Scene {
  readonly inks: readonly { readonly name: string }[]
  readonly fields: readonly SceneField[]
}
interface Rendered {
  readonly render: {
    readonly id: string
    readonly signed_url: string
    readonly preflight_status: string
  }
}
interface Reported {
  readonly report: { readonly text: string }
}

/** The words are set in this where their own font has no letter for them. */
const ARABIC = {
  requested: 'NotoNaskhArabic-Regular',
  key: 'bundled:NotoNaskhArabic-Regular',
  substitute: false,
}
const ROSE = { index: 1, key: 'rose', name: 'Rose Foil', hex: '#b76e79' }

/** Leaves place-card.pdf and its preflight report in `output`; answers the path of the PDF. */
export async function placeCardJourney({ call }: Platen, output: string): Promise<string> {
  console.log('\nPlace card: placeholders, a picture, an Arabic name, another foil')
  const form = new FormData()
  form.set('title', 'Place card')
  const card = await readFile(join(import.meta.dirname, 'place-card.pdf'))
  form.set('pdf', new Blob([card], { type: 'application/pdf' }), 'place-card.pdf')
  const { template } = await call<{ template: { id: string } }>('POST', '/v1/templates', form)
  const path = `/v1/templates/${template.id}`

  const picture = new FormData()
  picture.set(
    'file',
    new Blob([await readFile(join(import.meta.dirname, 'portrait.jpg'))], { type: 'image/jpeg' }),
    'portrait.jpg',
  )
  picture.set('tags', '["guests"]')
  const { asset } = await call<{ asset: { id: string } }>('POST', '/v1/assets', picture)

  const { scene } = await call<{ scene: Scene }>('GET', `${path}/scene`)
  console.log(`  fields: ${scene.fields.map(({ label }) => label).join(', ')}`)
  const fields = scene.fields.map((field) => ({
    ...field,
    placements: field.placements.map((placement) => ({
      ...placement,
      style: { ...placement.style, fallbacks: [ARABIC] },
    })),
    ...(field.label === 'Picture' ? { asset_tag: 'guests' } : {}),
  }))
  const inks = scene.inks.map((ink) => ({ ...ink, binding: ['Gold Foil'] }))
  await call('PUT', `${path}/scene`, { ...scene, inks, fields })
  await call('POST', `${path}/publish`)
  const { render } = await call<Rendered>('POST', '/v1/renders', {
    template_id: template.id,
    kind: 'final',
    values: { Guest: 'ليلى حداد', Table: '7', Picture: asset.id },
    colors: [ROSE],
  })
  const answer = await fetch(render.signed_url)
  const pdf = join(output, 'place-card.pdf')
  await writeFile(pdf, new Uint8Array(await answer.arrayBuffer()))
  const { report } = await call<Reported>('GET', `/v1/renders/${render.id}/preflight?plates=measure`)
  await writeFile(join(output, 'place-card-preflight.txt'), report.text)
  console.log(`  preflight ${render.preflight_status}; the report is in demo-output/place-card-preflight.txt`)
  return pdf
}
