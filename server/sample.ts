/** The samples of the first start: press PDFs of the examples, set up and published for the new team. */

import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scene } from '../core/engine/scene/scene.ts'
import type { Files } from '../core/files.ts'
import type { Service } from '../core/service.ts'
import { inDiskWords } from './files/disk-fault.ts'
import { inLanguages } from './sample-words.ts'

/** By label, which is accepted in the place of a field's id. */
const VALUES = { 'First name': 'Annabel', 'Second name': 'Frederick' }

interface SamplePicture {
  readonly fileName: string
  readonly label: string
  readonly tag: string
}
const PORTRAIT: SamplePicture = { fileName: 'portrait.jpg', label: 'Clara', tag: 'portraits' }
const LAKE: SamplePicture = { fileName: 'landscape.jpg', label: 'Lake at first light', tag: 'photos' }

/** A press PDF of the examples, and what a shop would set up for it. */
export interface Sample {
  /** Of the demo storefront, and the slug of its title. */
  readonly product: string
  readonly fileName: string
  readonly title: string
  readonly hosted: HostedDraft
  /** For the library. */
  readonly picture?: SamplePicture
  /** The field whose place the picture takes on the product's page. */
  readonly shownIn?: string
  /** The scene as it is published, made of the one that the file gives; `picture` is the picture's id. */
  readonly scene: (scene: Scene, picture: string) => Scene
}

type HostedDraft = {
  readonly description: string
  readonly askName?: 'required'
  readonly askEmail?: 'optional'
}

const NAMES = new Set(['First name', 'Second name'])
const PAPERS = [
  { key: 'cotton', name: 'Cotton', hex: '#fbf8f1' },
  { key: 'blush', name: 'Blush', hex: '#f3ded8' },
]

export const WEDDING: Sample = {
  product: 'wedding-card',
  fileName: 'wedding-card.pdf',
  title: 'Wedding card',
  hosted: {
    description: 'Letterpress in green, your names in gold foil.',
    askName: 'required',
    askEmail: 'optional',
  },
  scene: (scene) => ({
    ...scene,
    papers: PAPERS,
    inks: scene.inks.map((ink) =>
      ink.name === 'Letterpress Green'
        ? {
            ...ink,
            binding: [ink.name],
            offers: [{ key: 'indigo', name: 'Letterpress Indigo', hex: '#2f3e6e' }],
          }
        : ink,
    ),
    fields: scene.fields.map((field) =>
      NAMES.has(field.label) ? { ...field, ink: 'Gold Foil', group: 'names' } : field,
    ),
  }),
}

/** Addresses and a number that are kept for examples and belong to nobody; the website stays empty, to be seen so. */
const DETAILS: Readonly<Record<string, string>> = {
  Phone: '020 7946 0018',
  'E-mail': 'clara@winter.example',
  Slogan: 'Quiet houses, well made',
}

/** Published after the first, which is there as soon as can be. */
export const OTHER_SAMPLES: readonly Sample[] = [
  {
    product: 'business-card',
    fileName: 'business-card.pdf',
    title: 'Business card',
    hosted: { description: 'Two sides, your portrait in colour, rings in copper foil on midnight blue.' },
    picture: PORTRAIT,
    scene: (scene, portrait) => ({
      ...scene,
      fields: scene.fields.map((field) =>
        field.type === 'image'
          ? { ...field, assetTag: PORTRAIT.tag, defaultValue: portrait }
          : { ...field, defaultValue: DETAILS[field.label] ?? field.defaultValue },
      ),
    }),
  },
  {
    product: 'craft-label',
    fileName: 'craft-label.pdf',
    title: 'Craft label',
    hosted: { description: 'A rounded label for small batches, with batch number, date and weight.' },
    scene: (scene) => ({ ...scene, papers: [{ key: 'white', name: 'White', hex: '#ffffff' }, KRAFT] }),
  },
  {
    product: 'photo-card',
    fileName: 'photo-card.pdf',
    title: 'Photo card',
    hosted: { description: 'Your own photo to the edges, your greeting in gold foil.' },
    picture: LAKE,
    shownIn: 'Photo',
    // Who has no photo at hand tries the card with the one of the library.
    scene: (scene) => ({
      ...scene,
      fields: scene.fields.map((field) =>
        field.ownPictures == null
          ? field
          : { ...field, assetTag: LAKE.tag, ownPictures: { ...field.ownPictures, source: 'both' } },
      ),
    }),
  },
]

const KRAFT = { key: 'kraft', name: 'Kraft', hex: '#c6a678' }

type Received = Pick<Files, 'temporaryPath' | 'discard'>
type Templates = Pick<Service['templates'], 'upload' | 'change' | 'publish' | 'saveScene' | 'savedScene'>

/** Gives the id of the published template. Rejects as an upload and its publishing do. */
export async function publishSample(
  files: Received,
  templates: Templates,
  teamId: string,
  { fileName, title, hosted, scene: changed }: Sample = WEDDING,
  picture = '',
): Promise<string> {
  return received(files, fileName, async (file) => {
    const { template } = await templates.upload({ teamId, upload: { ...file, fileName, title } })
    const { id } = template
    const { revision } = await templates.savedScene(teamId, id, template.latestRevision)
    await templates.saveScene({ teamId, id, draft: inLanguages(changed(revision.scene, picture)) })
    await templates.change({ teamId, id, changes: { hosted } })
    await templates.publish({ teamId, id })
    return id
  })
}

/** A picture to choose from, for a sample that has a place for one; gives its id. */
export async function keepPicture(
  files: Received,
  assets: Pick<Service['assets'], 'upload'>,
  teamId: string,
  { fileName, label, tag }: SamplePicture,
): Promise<string> {
  return received(files, fileName, async ({ temporaryPath, sha256 }) => {
    const upload = { temporaryPath, sha256, fileName, name: null, label, tags: [tag], metadata: null }
    return (await assets.upload({ teamId, upload })).asset.id
  })
}

/** A file of the examples as if it had been sent. */
async function received<T>(
  files: Received,
  fileName: string,
  use: (file: { temporaryPath: string; sha256: string; sizeBytes: number }) => Promise<T>,
): Promise<T> {
  const bytes = await readFile(join(import.meta.dirname, '../examples', fileName))
  const temporaryPath = files.temporaryPath()
  try {
    await inDiskWords(() => writeFile(temporaryPath, bytes, { flag: 'wx', mode: 0o600 }))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return await use({ temporaryPath, sha256, sizeBytes: bytes.length })
  } finally {
    await files.discard(temporaryPath)
  }
}

/** The command that renders the sample, to be pasted into a shell. */
export function renderCommand(baseUrl: string, key: string, templateId: string): string {
  return [
    `curl ${baseUrl}/v1/renders \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify({ template_id: templateId, values: VALUES })}'`,
  ].join('\n')
}
