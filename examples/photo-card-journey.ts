/** A photo card as a customer makes one: their own photo uploaded, cropped, seen in the preview, and printed. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Platen } from './start-platen.ts'

/** Thousandths of the photo: the lake and the mountains, without the sky above. */
const CROP = { x: 60, y: 170, width: 880, height: 634 }

interface Fields {
  readonly data: readonly { readonly id: string; readonly label: string }[]
}
interface Uploaded {
  readonly picture: { readonly id: string; readonly width: number; readonly height: number }
}
interface Finalized {
  readonly render: {
    readonly id: string
    readonly signed_url: string
    readonly preflight_status: string
  }
}

/** Leaves press-photo.pdf and preview-photo-card.png in `output`; answers the path of the PDF. */
export async function photoCardJourney({ call }: Platen, output: string): Promise<string> {
  console.log("\nPhoto card: the customer's own photo, cropped, and a greeting in gold foil")
  const read = (name: string) => readFile(join(import.meta.dirname, name))
  const form = new FormData()
  form.set('title', 'Photo card')
  form.set('pdf', new Blob([await read('photo-card.pdf')], { type: 'application/pdf' }), 'photo-card.pdf')
  const { template } = await call<{ template: { id: string } }>('POST', '/v1/templates', form)
  await call('POST', `/v1/templates/${template.id}/publish`)
  const { data: fields } = await call<Fields>('GET', `/v1/templates/${template.id}/fields`)
  const photo = fields.find(({ label }) => label === 'Photo')
  if (photo === undefined) throw new Error('The card has no field for a photo.')

  const { fill } = await call<{ fill: { id: string } }>('POST', '/v1/fills', { template_id: template.id })
  const upload = new FormData()
  upload.set('field', photo.id)
  upload.set('file', new Blob([await read('landscape.jpg')], { type: 'image/jpeg' }), 'landscape.jpg')
  const { picture } = await call<Uploaded>('POST', `/v1/fills/${fill.id}/pictures`, upload)
  console.log(`  the photo is uploaded: ${picture.width} x ${picture.height} px`)
  const values = {
    [photo.id]: { picture: picture.id, crop: CROP },
    Greeting: 'Wish you were here',
    'Line below': 'With love from the lake',
  }
  const changed = await call<{ fill: { preview_url: string } }>('PATCH', `/v1/fills/${fill.id}`, { values })
  const preview = await fetch(changed.fill.preview_url)
  if (!preview.ok) throw new Error(`The preview was answered with ${preview.status}.`)
  await writeFile(join(output, 'preview-photo-card.png'), new Uint8Array(await preview.arrayBuffer()))
  const { render } = await call<Finalized>('POST', `/v1/fills/${fill.id}/finalize`, {})
  const answer = await fetch(render.signed_url)
  const pdf = join(output, 'press-photo.pdf')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  await writeFile(pdf, bytes)
  console.log(
    `  preflight ${render.preflight_status}; ${(bytes.length / 1000).toFixed(1)} kB in demo-output/press-photo.pdf`,
  )
  return pdf
}
