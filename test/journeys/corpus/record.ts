/** What a run over a folder of PDFs notes of each file: how the service answered, and what its judges found. */
import type { Rip } from '../../support/rips/oracles.ts'

/** What the service did not do, or could not; `reason` says why a worker of it died. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly reason?: string
  readonly message: string
}

/** The code of a file that this machine does not let us read; the service never saw it. */
export const UNREADABLE = 'unreadable'

/** What the print files of a template are called here: with empty values, and as a proof with words in its fields. */
export type PrintFile = 'press' | 'proof'

export const STAGES = [
  'upload',
  'scene',
  'render',
  'previews',
  'qpdf',
  'pages',
  'gs',
  'mutool',
  'pictures',
] as const
export type Stage = (typeof STAGES)[number]

export interface QpdfVerdict {
  readonly kind: 'qpdf'
  readonly of: 'upload' | PrintFile
  /** 0 clean, 3 warnings, 2 errors. */
  readonly status: number
  readonly report: string
}

export interface PagesVerdict {
  readonly kind: 'pages'
  readonly of: PrintFile
  readonly qpdf: number
  readonly mutool: number
}

export interface PlatesVerdict {
  readonly kind: 'plates'
  readonly rip: Rip
  /** 1 is the first page. */
  readonly page: number
  /** `undrawable` where the RIP fails on the upload itself, `unprintable` where it fails on the press file alone. */
  readonly outcome: 'same' | 'differs' | 'undrawable' | 'unprintable' | 'late'
  readonly pixels: number
  /** The largest difference of a pixel, 255 for a solid that is missing. */
  readonly most: number
  readonly says: string
}

export interface PreviewVerdict {
  readonly kind: 'preview'
  readonly page: number
  /** The engine that the preview is nearest to; null where none draws the page. */
  readonly engine: Rip | null
  /** Mean absolute difference, of 255. */
  readonly distance: number
  /** Share of the page, in percent, that plainly looks otherwise. */
  readonly far: number
}

export type Verdict = QpdfVerdict | PagesVerdict | PlatesVerdict | PreviewVerdict

export interface FileRecord {
  /** Path below the folder. */
  readonly file: string
  readonly bytes: number
  readonly refusal: Refusal | null
  readonly template: {
    readonly pages: number
    readonly fields: number
    /** Codes of its findings. */
    readonly findings: readonly string[]
  } | null
  /** Null for one that was made, and where there is no template. */
  readonly renders: Readonly<Record<PrintFile, Refusal | 'made' | null>>
  readonly undrawn: readonly { readonly page: number; readonly refusal: Refusal }[]
  readonly verdicts: readonly Verdict[]
  /** The service ended, or gave no answer in time. */
  readonly deaths: readonly string[]
  /** Why its judges came to no end. */
  readonly unjudged: string | null
  /** What the service wrote to its log as an error. */
  readonly complaints: readonly string[]
  readonly ms: Readonly<Partial<Record<Stage, number>>>
}
