/** Previews a page of a state: its identity is known at once, and it is drawn on demand. */

import type { PixelSize } from '../../engine/layout/device.ts'
import { plateAreas } from '../../engine/preview/plate-areas.ts'
import { prepareDrawing } from '../../engine/preview/prepare.ts'
import { fittedSize } from '../../engine/preview/preview-size.ts'
import type { FillContent } from '../../engine/scene/content.ts'
import { fieldWords } from '../../engine/scene/field-words.ts'
import { fontKeys } from '../../engine/scene/font-keys.ts'
import type { Scene, ScenePage } from '../../engine/scene/scene.ts'
import { type ErrorCode, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { presentRevision } from '../template/present.ts'
import type { RevisionRecord } from '../template/template.ts'
import { pictureIdentity } from './identity.ts'
import { pictureRecord, recordPicture } from './ledger.ts'
import type { BlankPage, KeptPicture, Raster } from './raster-port.ts'

export interface PictureRequest {
  /** See identity.ts. */
  readonly scope: string
  readonly revision: RevisionRecord
  readonly content: FillContent
  readonly page: ScenePage
  readonly size: PixelSize
  /** Empty fields show their labels; false for what is ordered, which nobody fills in any more. */
  readonly labels?: boolean
  /** The language tag of these labels; missing for the labels as they are. */
  readonly locale?: string
  /** See identity.ts. */
  readonly asked?: { readonly w: number; readonly dpr: number }
  /** False for an unsaved state: its picture is not stored. */
  readonly keeps?: boolean
}

export interface Picture extends KeptPicture {
  /** Whether it was cached, drawn, or drawn together with another request. */
  readonly cache: 'hit' | 'miss' | 'shared'
}

/** A picture that may not be drawn yet. */
export interface PreparedPicture {
  /** SHA-256 of the state and the size, hex. */
  readonly identity: string
  /** The revision as it is now. */
  readonly revision: RevisionRecord
  /** Throws `renderer_not_configured`, `preview_failed`, `page_not_drawable`, `overloaded`. */
  see(): Promise<Picture>
}

export interface Previews {
  /** Reads sets and pictures; never within a transaction. Throws `renderer_not_configured`. */
  prepare(request: PictureRequest): Promise<PreparedPicture>
  /** Draws the blank pages of a revision in advance; errors appear when a customer opens the page. */
  warm(teamId: string, templateId: string, revision: number): Promise<void>
}

type Needs = Pick<Ports, 'store' | 'fonts' | 'files' | 'raster' | 'pictures' | 'clock'>

/** The pages that are drawn when a template is published, at the width that the widget asks for first. */
const WARM_PAGES = 4
const WARM_WIDTH = 880
const WARM_PIXELS = 4_000_000

/** `warmsUp`: pages of a template are drawn when it is published. */
export function createPreviews(ports: Needs, warmsUp = true): Previews {
  const { raster } = ports
  /** Previews in progress, shared by further requests for them. */
  const underWay = new Map<string, Promise<KeptPicture>>()
  return {
    async prepare(request) {
      if (raster === null) throw new ServiceError('renderer_not_configured')
      const { scope, content, page, size: pixels, asked, labels = true, locale } = request
      const revision = await presentRevision(ports.store, request.revision, content.values)
      const spoken = labels && locale !== undefined ? spokenLabels(revision.scene, locale) : []
      const named = asked === undefined ? {} : { asked }
      const identity = pictureIdentity({
        ...{ scope, revision, content, page: page.index, size: pixels, labels },
        ...named,
        spoken,
      })
      return {
        identity,
        revision,
        see: () => see(ports, raster, underWay, { ...request, revision }, identity),
      }
    },
    async warm(teamId, templateId, number) {
      if (raster === null || !warmsUp) return
      try {
        const revision = await ports.store.revisions.find(teamId, templateId, number)
        for (const { page, size: pixels } of warmPages(revision)) {
          // One by one: they queue like previews, and delay a customer by one page at most.
          await raster.warm(blankPage(revision as RevisionRecord, page, pixels))
        }
      } catch {
        // The next request reports the error; a page that is not prepared is drawn then.
      }
    },
  }
}

/** Those of the language that differ; one that the fields have no words in makes no other picture. */
function spokenLabels({ fields }: Scene, locale: string): readonly string[] {
  return fields.flatMap((field) => {
    const { label } = fieldWords(field, locale)
    return label === field.label ? [] : [field.id, label]
  })
}

function warmPages(revision: RevisionRecord | null) {
  const pages = revision?.scene.pages.slice(0, WARM_PAGES) ?? []
  const sized = pages.map((page) => ({ page, size: fittedSize(page, WARM_WIDTH) }))
  return sized.filter(({ size }) => size.widthPx * size.heightPx <= WARM_PIXELS)
}

async function see(
  ports: Needs,
  raster: Raster,
  underWay: Map<string, Promise<KeptPicture>>,
  request: PictureRequest,
  identity: string,
): Promise<Picture> {
  const { scope, keeps = true } = request
  const begun = underWay.get(identity)
  if (begun !== undefined) return { ...(await begun), cache: 'shared' }
  // Each key makes a picture that nobody has asked for before.
  const kept = keeps ? await ports.pictures.find(scope, identity) : null
  if (kept !== null) return { ...kept, cache: 'hit' }
  const meanwhile = underWay.get(identity)
  if (meanwhile !== undefined) return { ...(await meanwhile), cache: 'shared' }
  const drawing = draw(ports, raster, request).finally(() => underWay.delete(identity))
  underWay.set(identity, drawing)
  const picture = await drawing
  if (keeps) ports.pictures.store(scope, identity, picture)
  return { ...picture, cache: 'miss' }
}

async function draw(
  ports: Needs,
  raster: Raster,
  { revision, content, page, size, labels = true, locale }: PictureRequest,
): Promise<KeptPicture> {
  const { scene, plan } = revision
  const fonts = await ports.fonts.load(revision.teamId, fontKeys(scene))
  const prepared = prepareDrawing(
    {
      ...{ scene, inks: plan.inks, content, labels, proofed: plan.output !== undefined },
      ...(locale === undefined ? {} : { locale }),
    },
    page,
    size,
    fonts,
  )
  const images = await Promise.all(
    prepared.images.map(async ({ sha256, inkBytes }) =>
      inkBytes === null
        ? { sha256, bytes: await readWhole(ports, sha256) }
        : { sha256, inkPath: await ports.files.localPath(sha256), sizeBytes: inkBytes },
    ),
  )
  try {
    const png = await raster.draw(blankPage(revision, page, size), { ...prepared, images })
    return { ...size, fits: prepared.problems.length === 0, png }
  } catch (cause) {
    if (cause instanceof ServiceError && PASSED_ON.has(cause.code)) throw cause
    // Whatever the artwork did to its renderer, it is none of the request's faults.
    throw new ServiceError('preview_failed', { cause })
  }
}

const PASSED_ON: ReadonlySet<ErrorCode> = new Set([
  'preview_failed',
  'page_not_drawable',
  'overloaded',
  'shutting_down',
])

function blankPage({ teamId, plan, scene }: RevisionRecord, page: ScenePage, size: PixelSize): BlankPage {
  const areas = plateAreas(scene, page.index)
  return { teamId, bodySha256: plan.bodySha256, plan, page: page.index, ...size, areas }
}

async function readWhole({ files }: Pick<Ports, 'files'>, sha256: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of files.read(sha256)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A page of a template with values, ordered with a key: as show, with a row in the ledger once it is drawn. */
export async function previewTemplate(
  ports: Pick<Ports, 'store' | 'clock' | 'makeId'> & { readonly previews: Previews },
  request: Omit<PictureRequest, 'scope'>,
): Promise<PreparedPicture> {
  const shown = await ports.previews.prepare({ ...request, scope: request.revision.teamId })
  return {
    ...shown,
    async see() {
      const picture = await shown.see()
      if (picture.cache !== 'hit')
        await recordPicture(ports, pictureRecord(ports, request.revision, shown.identity, picture))
      return picture
    },
  }
}
