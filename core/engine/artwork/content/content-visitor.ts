/** The visitor of interpreted content: what it is asked, and what it receives (marks, text, painted objects, tones). */
import type { PDFDict, PDFObject, PDFStream } from '@cantoo/pdf-lib'
import type { InlineImage, Operand, Operation } from '../../pdf/content.ts'
import type { Layer } from '../../pdf/read-layers.ts'
import type { ContentPath } from './content-path.ts'
import type { ContentRun } from './content-run.ts'
import type { ExtState } from './read-ext-state.ts'

export type Role = 'fill' | 'stroke'

/** A colour as an operator states it. */
export interface StatedColor {
  /** By name, its bytes as characters; null where the space that is set stays. */
  readonly space: string | null
  /** Null for the initial colour of the space. */
  readonly components: readonly number[] | null
  /** The name of a pattern. */
  readonly pattern: string | null
}

/** Marked content, as it begins. */
export interface BegunMarked {
  readonly tag: string | null
  /** The operand that is its property list, or names it. */
  readonly list: Operand | undefined
  readonly layer: Layer
}

/**
 * A look at content. The interpreter knows operators and keeps the graphics state, in which colours are what the
 * visitor made of them (`C`). Hidden layers are told as well: `run.hidden` says so.
 */
export interface ContentVisitor<C> {
  /** False once the limits of the whole reading are reached: the walk ends. */
  spend(operations: number): boolean
  layerOf(layer: PDFObject | null): Layer
  /** What a colour becomes in the state; `run.state` has the one before it. */
  color(run: ContentRun<C>, role: Role, stated: StatedColor, operation: Operation): C
  /** After the state has taken over what the dictionary sets; null for a name that the resources lack. */
  setExtState?(run: ContentRun<C>, dict: PDFDict | null, stated: ExtState | null, name: string | null): void
  /** A path that has points; `path.clips` says whether it becomes a clip, which it does after this. */
  paintPath(run: ContentRun<C>, path: ContentPath, roles: readonly Role[], evenOdd: boolean): void
  beginText?(run: ContentRun<C>): void
  endText?(run: ContentRun<C>, operation: Operation): void
  /** Strings and numbers as TJ has them. Returns how far the pen moves, unscaled; 0 where places are not needed. */
  showText(run: ContentRun<C>, items: readonly Operand[], operation: Operation): number
  paintImage(run: ContentRun<C>, image: PDFStream, name: string): void
  paintForm(run: ContentRun<C>, form: PDFStream, name: string, operation: Operation): void
  /** What is neither image nor form, or not there. */
  paintOther?(run: ContentRun<C>, object: PDFObject | null, name: string | null): void
  paintInlineImage(run: ContentRun<C>, image: InlineImage): void
  paintShading(run: ContentRun<C>, shading: PDFDict | null, name: string | null): void
  beginMarked?(run: ContentRun<C>, marked: BegunMarked): void
  endMarked?(run: ContentRun<C>): void
  /** After the last operation. */
  end?(run: ContentRun<C>): void
}

/** For a visitor that looks for something else. */
export const NOTHING_PAINTED = {
  paintPath() {},
  paintImage() {},
  paintForm() {},
  paintInlineImage() {},
  paintShading() {},
}
