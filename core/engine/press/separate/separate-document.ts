/** Converts the artwork of a document to process colours by the output profile, once for all its print files. */
import { PDFDict, type PDFDocument, PDFName, PDFRawStream, type PDFRef } from '@cantoo/pdf-lib'
import type { Finding } from '../../finding/finding.ts'
import { contentsOf, joinContent, MAX_CONTENT_BYTES } from '../../pdf/page-contents.ts'
import { arrayEntry, dictEntry, entry, resolve } from '../../pdf/read-object.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import { decodeStream } from '../../pdf/read-stream.ts'
import type { ConvertTools } from './press-colors.ts'
import { createObjectSeparation } from './separate-objects.ts'
import { CONVERTED_KINDS, createSeparator, type Separator } from './separator.ts'

export interface DocumentSeparation {
  readonly separator: Separator
  readonly findings: readonly Finding[]
}

/**
 * RGB, Lab and calibrated colours become process inks by the profile, black and grays of them the black plate alone;
 * gray and CMYK lose their profiles and keep their numbers; separations stay. `appearances` are forms that tails paint.
 * Soft masks stay too: they are opacity, not ink.
 */
export async function separateDocument(
  { context }: PDFDocument,
  pages: readonly WalkedPage[],
  appearances: readonly PDFRef[],
  tools: ConvertTools,
  profile: string,
): Promise<DocumentSeparation> {
  const separator = createSeparator(tools)
  const objects = createObjectSeparation(context, separator)
  for (const page of pages) {
    const { dict, attributes } = page
    objects.group(dict)
    const stated = resolve(dict, attributes.get('Resources'))
    const pieces = contentsOf(page).parts.map(({ stream }) => decodeStream(stream, MAX_CONTENT_BYTES))
    const resources = stated instanceof PDFDict ? stated : null
    // Content that cannot be read is a finding of its own.
    const known = pieces.filter((piece) => piece !== null)
    const content = joinContent(known)
    const rewritten = await objects.content(content, resources)
    if (rewritten !== content && known.length === pieces.length)
      dict.set(PDFName.of('Contents'), context.register(context.flateStream(rewritten)))
    for (const annotation of arrayEntry(dict, 'Annots') ?? [])
      if (annotation instanceof PDFDict) {
        const drawn = dictEntry(annotation, 'AP')
        const normal = drawn === null ? null : entry(drawn, 'N')
        if (normal instanceof PDFRawStream) await objects.form(normal)
      }
    for (const { form } of page.appearances ?? []) if (form instanceof PDFRawStream) await objects.form(form)
  }
  for (const ref of appearances) {
    const form = context.lookup(ref)
    if (form instanceof PDFRawStream) await objects.form(form)
  }
  objects.finish()
  return { separator, findings: findingsOf(separator, profile) }
}

/** Colours that the press cannot print as they are. */
function outsideOf({ colors, images, farthest }: Separator['gamut']): readonly Finding[] {
  if (farthest === null || colors + images === 0) return []
  const params = { colors, images, distance: farthest.distance }
  return [{ code: 'color_out_of_gamut', severity: 'info', found: farthest.color, params }]
}

function findingsOf({ counts, left, gamut }: Separator, profile: string): readonly Finding[] {
  const converted = CONVERTED_KINDS.filter((kind) => counts[kind] > 0)
  return [
    ...(converted.length === 0
      ? [
          {
            code: 'color_converted',
            severity: 'info',
            says: 'color_converted.nothing',
            found: profile,
          } as const,
        ]
      : [{ code: 'color_converted', severity: 'info', found: profile, params: { ...counts } } as const]),
    ...outsideOf(gamut),
    ...(left.images === 0
      ? []
      : [{ code: 'color_not_converted', severity: 'warn', found: left.images } as const]),
  ]
}
