/** The proof of a design: a PDF of its previews, by a signed link. */
import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import sharp from 'sharp'
import { fittedSize } from '../../../core/engine/preview/preview-size.ts'
import { type ProofPage, proofFile } from '../../../core/engine/preview/proof-file.ts'
import type { ScenePage } from '../../../core/engine/scene/scene.ts'
import { seenTrim } from '../../../core/engine/scene/seen-place.ts'
import type { PreparedPicture } from '../../../core/service/preview/previews.ts'
import { drawnPdf, operation } from '../../http/operation.ts'
import { contentDisposition } from '../renders/filename.ts'
import { closed, ID_PARAM } from '../schema.ts'
import { PART, SIGNED } from '../signed.ts'
import { timeWire } from '../time-wire.ts'
import { DRAWING_ERRORS, PASSING } from './picture-reply.ts'

/** Decision: the first pages of a long document; a proof is drawn while somebody waits. */
const MOST_PAGES = 20
/** Read by eye at arm's length; small type stays legible when it is enlarged. */
const DPI = 200
const WIDEST = 2560
const QUALITY = 88
/** As many characters of the id as lists and the end of the editor show. */
const REFERENCE = 8

export const readSignedProof = operation({
  ...SIGNED,
  id: 'readSignedProof',
  path: '/files/proofs/{id}.pdf',
  summary: 'Download the proof of a fill by its signed link',
  params: ID_PARAM,
  query: Type.Object({ rev: PART, sig: PART }, closed()),
  replies: { 200: drawnPdf },
  errors: ['signed_url_invalid', 'signed_url_expired', ...DRAWING_ERRORS],
  async handle({ links, service }, _caller, { params, query }, reply) {
    const { fill, template } = await links.checkProof(params.id, query)
    const revision = await service.fills.revision(fill)
    const pages = revision.scene.pages.slice(0, MOST_PAGES)
    const shown = await Promise.all(
      pages.map((page) =>
        service.previews.fill({
          ...{ scope: fill.id, revision, content: fill, page, labels: false },
          size: fittedSize(page, Math.min(WIDEST, (page.widthPt / 72) * DPI)),
        }),
      ),
    )
    const reference = fill.id.slice(-REFERENCE)
    const facts = { title: template.title, reference, day: timeWire(fill.updatedAt).slice(0, 10) }
    const state = JSON.stringify([facts, shown.map(({ identity }) => identity)])
    const name = contentDisposition('inline', `${template.title}-${reference}`)
    return reply(
      200,
      {
        etag: createHash('sha256').update(state).digest('hex'),
        async draw() {
          const drawn: ProofPage[] = []
          // One after the other: a proof of many pages leaves room for who types meanwhile.
          for (const [at, page] of pages.entries()) {
            const picture = shown[at]
            if (picture !== undefined) drawn.push(await proofPage(page, picture))
          }
          return { bytes: await proofFile(drawn, facts), headers: {} }
        },
      },
      { 'Cache-Control': PASSING, 'Content-Disposition': name },
    )
  },
})

async function proofPage(page: ScenePage, picture: PreparedPicture): Promise<ProofPage> {
  const { png, widthPx, heightPx } = await picture.see()
  const trim = seenTrim(page)
  const [left, top] = [Math.round(trim.left * widthPx), Math.round(trim.top * heightPx)]
  const width = Math.max(1, Math.min(widthPx - left, Math.round(trim.width * widthPx)))
  const height = Math.max(1, Math.min(heightPx - top, Math.round(trim.height * heightPx)))
  const jpeg = await sharp(png)
    .extract({ left, top, width, height })
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer()
  return { jpeg, widthPt: page.widthPt * trim.width, heightPt: page.heightPt * trim.height }
}
