/** The press port: the worker processes in which uploaded PDFs are opened. */

import type { FormBorders } from '../artwork/form/form-borders.ts'
import type { PageArtwork } from '../artwork/read-artwork.ts'
import type { Fact } from '../finding/measure.ts'
import type { ArtworkPick, RefusedPick } from '../scene/artwork-pick.ts'
import type { Scene } from '../scene/scene.ts'
import type { FontInfo } from '../text/font.ts'
import type { CompileStep } from './compile-step.ts'
import type { Sheets } from './merge/sheets.ts'
import type { Output } from './output.ts'
import type { Plan } from './plan.ts'
import type { PrintFile, Reopened } from './reopened.ts'

/** The result of compiling an upload; the body is at the requested path. */
export interface Compiled {
  readonly plan: Plan
  /** Fields carry empty ids: who keeps ids over revisions gives them. */
  readonly scene: Scene
  readonly findings: readonly Fact[]
  /** Picks that could not become fields. */
  readonly refused?: readonly RefusedPick[]
}

export interface CompileRequest {
  /** Hears of each step as it begins. */
  readonly onStep?: (step: CompileStep) => void
  /** Runs of the artwork's text that become fields. */
  readonly picks?: readonly ArtworkPick[]
  /** Handling of borders and backgrounds of the form; the default if absent. */
  readonly borders?: FormBorders | undefined
  /** What print files are to be beside PDF; nothing if absent. */
  readonly output?: Output | null
  /** Teams take turns at the workers; who names none is one more of them. */
  readonly teamId?: string
}

/** The worker processes in which uploaded files are opened. Errors are ServiceErrors of the catalogue. */
export interface Press {
  /** `fonts` are those that fields may be set in. */
  compile(
    sourcePath: string,
    bodyPath: string,
    fonts: readonly FontInfo[],
    options?: CompileRequest,
  ): Promise<Compiled>
  /** What a page of an upload shows beside fields, where `picks` have become fields. */
  readArtwork(
    sourcePath: string,
    page: number,
    fonts: readonly FontInfo[],
    picks: readonly ArtworkPick[],
    teamId?: string,
  ): Promise<PageArtwork>
  /** What a merged PDF needs to know of a compiled body beyond its plan; read once for all its records. */
  describePages(bodyPath: string, teamId?: string): Promise<Sheets>
  /**
   * Opens a print file with a program that did not write it. A file that costs that program its life cannot be opened;
   * rejects with `overloaded` where the program cannot be had.
   */
  reopen(file: PrintFile): Promise<Reopened>
}
