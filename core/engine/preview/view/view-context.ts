/** The state of making one view of a page: the document, the wanted plates, and the parts already made. */

import { type PDFContext, type PDFDict, type PDFObject, PDFRef, type PDFStream } from '@cantoo/pdf-lib'
import { ServiceError } from '../../../errors.ts'
import type { InlineImage } from '../../pdf/content.ts'
import { readSpace } from '../../pdf/space/read-space.ts'
import type { ColorSpace } from '../../pdf/space/space.ts'
import type { ReducedImage } from '../reduce-image.ts'
import { type KnownInks, namesOf, type ViewPlates } from './view-inks.ts'
import type { ViewState } from './view-state.ts'

/** What a slot is filled with, by its object number in the body; a slot that is not named stays empty. */
export type SlotContents = ReadonlyMap<number, string>

export interface ViewContext {
  readonly context: PDFContext
  /** Any dictionary of the document, for look-ups. */
  readonly owner: PDFDict
  readonly plates: ViewPlates
  readonly known: KnownInks
  readonly slots: SlotContents
  /** Forms, patterns and fonts whose content is being rewritten: what paints itself again paints nothing. */
  readonly above: Set<PDFObject>
  /** By the object and the state that it takes over. */
  readonly made: Map<PDFObject, Map<string, PDFObject>>
  /** Decoded content, which all views of a page share. */
  readonly content: (stream: PDFStream) => Uint8Array | null
  /** An image of very many pixels made smaller; null while it is not yet, undefined for any other. */
  reduced(image: PDFStream): ReducedImage | null | undefined
  /** Resources for content that is rewritten, from those that it had. */
  parts(resources: PDFDict | null): ContentParts
  /** Known inks that something is painted in. */
  readonly used: Set<string>
  readonly facts: { mixes: boolean }
  add(object: PDFObject): PDFRef
  space(object: PDFObject | null): ColorSpace | null
  idOf(space: ColorSpace): number
  uses(space: ColorSpace): void
  mixes(): void
  /** Throws `preview_failed` where the page has more operations than a page can have. */
  spend(operations: number): void
}

export interface ViewContextInput {
  readonly partsOf: (view: ViewContext, resources: PDFDict | null) => ContentParts
  readonly context: PDFContext
  readonly owner: PDFDict
  readonly plates: ViewPlates
  readonly known: KnownInks
  readonly slots: SlotContents
  readonly content: (stream: PDFStream) => Uint8Array | null
  readonly reduced: ViewContext['reduced']
}

const MOST_OPERATIONS = 4_000_000

export function createViewContext(input: ViewContextInput): ViewContext & { discard(): void } {
  const { context, owner, known, partsOf } = input
  const added: PDFRef[] = []
  const firstFree = context.largestObjectNumber
  const spaces = new Map<PDFObject, ColorSpace | null>()
  const ids = new Map<ColorSpace, number>()
  const used = new Set<string>()
  const facts = { mixes: false }
  let operations = 0
  const view: ViewContext = {
    ...input,
    parts: (resources) => partsOf(view, resources),
    above: new Set(),
    made: new Map(),
    used,
    facts,
    add(object) {
      if (object instanceof PDFRef) return object
      const ref = context.register(object)
      added.push(ref)
      return ref
    },
    space(object) {
      if (object === null) return null
      const found = spaces.get(object)
      if (found !== undefined) return found
      const space = readSpace(owner, object)
      spaces.set(object, space)
      return space
    },
    idOf(space) {
      const id = ids.get(space) ?? ids.size
      ids.set(space, id)
      return id
    },
    uses(space) {
      for (const name of namesOf(space) ?? []) if (known.has(name)) used.add(name)
    },
    mixes() {
      facts.mixes = true
    },
    spend(count) {
      operations += count
      if (operations > MOST_OPERATIONS)
        throw new ServiceError('preview_failed', { cause: new Error(`Over ${MOST_OPERATIONS} operations.`) })
    },
  }
  return {
    ...view,
    /** The document is as it was before. */
    discard() {
      for (const ref of added) context.delete(ref)
      context.largestObjectNumber = firstFree
    },
  }
}

export interface FoundSpace {
  /** Of a Pattern space the one below it. */
  readonly space: ColorSpace | null
  readonly pattern: boolean
  readonly device: boolean
}

/** What is painted under a name: its samples' space, `stencil` for one in the present colour, none for a form. */
export interface NamedPaint {
  /** As it stands in the rewritten content. */
  readonly name: string
  readonly space: ColorSpace | 'stencil' | null | undefined
}

export interface ContentParts {
  readonly plates: ViewPlates
  readonly known: KnownInks
  spend(operations: number): void
  mixes(): void
  uses(space: ColorSpace): void
  space(name: string): FoundSpace
  pattern(name: string): string
  /** The space of stencil patterns coloured with so many components. */
  stencilSpace(components: number): string
  /** An operator that sets a blend mode. */
  blend(mode: 'Darken' | 'Normal'): string
  xObject(name: string, state: ViewState): NamedPaint | null
  inlineImage(image: InlineImage): NamedPaint
  shading(name: string): NamedPaint | null
  extState(name: string | null): PDFDict | null
  font(name: string | null): void
  /** The new resources. */
  finish(): PDFDict
}
