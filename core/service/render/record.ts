/** The record of a new render: its request and its result. */

import type { PaletteInk, Substrate } from '../../engine/ink/palette.ts'
import type { PreflightReport } from '../../engine/preflight/render/preflight.ts'
import type { OutputFormat } from '../../engine/press/output.ts'
import type { Assignments } from '../../engine/scene/assignment.ts'
import type { Values } from '../../engine/scene/values.ts'
import type { Ports } from '../../ports.ts'
import type { RevisionRecord } from '../template/template.ts'
import type { Composed } from './compose.ts'
import type { RenderRecord } from './render.ts'
import type { StoredTail } from './tail-parts.ts'

export interface RenderRequest {
  readonly templateId: string
  /** Null for the published revision, or the newest of a template that was never published. */
  readonly revision: number | null
  readonly kind: 'final' | 'proof'
  readonly values: Values
  readonly colors: readonly PaletteInk[] | null
  readonly assignments: Assignments
  readonly substrate: Substrate | null
  readonly externalOrderId: string | null
  readonly externalCartId: string | null
  readonly customerEmail: string | null
  /** Copies of a record of a batch; null or absent where its fill has them, or nothing says. */
  readonly quantity?: number | null
  readonly metadata: Readonly<Record<string, string>>
  /** What the print file has to be; null or absent for what it becomes. */
  readonly output?: OutputFormat | null
  /** What has to have become of its colours; null or absent for what the template makes of them. */
  readonly convert?: 'cmyk' | null
  /** The finalized fill; null for a render on demand. */
  readonly fillId?: string
}

export interface ComposedFile {
  readonly composed: Composed
  readonly contentSha256: string
  readonly stored: StoredTail
}

/** For a render that starts or stops waiting. */
export const UNTRIED = { tries: 0, faults: 0 } as const

/** A fault of the machinery; with a report where there was a file, which had to be given up. */
export interface Fault {
  readonly kind: 'fault'
  readonly cause: unknown
  readonly preflight?: PreflightReport
}

/** The result of composing; `waiting` if no press is available. */
export type RenderOutcome =
  | ({ readonly kind: 'composed' } & ComposedFile)
  | { readonly kind: 'waiting' }
  | Fault

/** A new render may also be held, until staff approve its fill. */
export type FirstOutcome = RenderOutcome | { readonly kind: 'held' }

/** The record of what was made; a render that the machinery failed to make can be retried, and does not count. */
export function recordOf(
  ports: Pick<Ports, 'clock' | 'makeId'>,
  teamId: string,
  request: RenderRequest,
  revision: RevisionRecord,
  outcome: FirstOutcome,
  countedMonth: string | null,
): RenderRecord {
  const now = ports.clock.now()
  const id = ports.makeId('render')
  const common = {
    id,
    teamId,
    templateId: revision.templateId,
    revision: revision.revision,
    fillId: request.fillId ?? null,
    kind: request.kind,
    colors: request.colors,
    assignments: request.assignments,
    substrate: request.substrate,
    externalOrderId: request.externalOrderId,
    externalCartId: request.externalCartId,
    customerEmail: request.customerEmail,
    quantity: request.quantity ?? null,
    metadata: request.metadata,
    bodySha256: revision.plan.bodySha256,
    ...UNTRIED,
    countedMonth,
    createdAt: now,
    updatedAt: now,
  } as const
  if (outcome.kind === 'composed')
    return { ...common, attempt: 1, ...succeeded(id, revision, outcome), completedAt: now }
  const without = { ...common, ...withoutPdf(id), values: request.values }
  if (outcome.kind === 'waiting' || outcome.kind === 'held') {
    const preflightNotes = outcome.kind === 'held' ? HELD_NOTES : WAITING_NOTES
    return { ...without, status: 'queued', attempt: 0, preflightNotes, completedAt: null }
  }
  return { ...without, ...failedBy(outcome), attempt: 1, completedAt: now }
}

const note = (message: string) => JSON.stringify({ v: 1, message })
export const WAITING_NOTES = note('The print file is created as soon as a renderer is available.')
export const HELD_NOTES = note('The print file is created as soon as the design is approved.')
export const FAILED_NOTES = note('The print file could not be created. Retry the render.')

/** Fields of every render without a PDF, not yet or no longer. */
export function withoutPdf(id: string) {
  return {
    preflightStatus: 'pending',
    storageKey: `pending:${id}`,
    sizeBytes: 0,
    contentSha256: null,
    output: null,
    errorCode: null,
  } as const
}

/** Fields of a failed render, beside withoutPdf. */
export function failedBy({ preflight }: Fault) {
  return {
    status: 'failed',
    preflightStatus: preflight?.status ?? 'pending',
    preflightNotes: preflight?.notes ?? FAILED_NOTES,
    errorCode: 'render_failed',
  } as const
}

/** Fields of a composed render. */
export function succeeded(id: string, { plan }: RevisionRecord, { composed, contentSha256 }: ComposedFile) {
  return {
    status: 'succeeded',
    values: composed.values,
    preflightStatus: composed.preflight.status,
    preflightNotes: composed.preflight.notes,
    storageKey: `tail:${id}`,
    bodySha256: plan.bodySha256,
    sizeBytes: plan.bodyBytes + composed.tail.sizeBytes,
    contentSha256,
    output: composed.output,
    errorCode: null,
  } as const
}
