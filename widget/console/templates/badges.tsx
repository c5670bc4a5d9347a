/** The status of a template and of its artwork, in a word. */
import type { PreflightStatus } from '../../../core/engine/finding/finding.ts'
import type { Tone } from '../parts/badge.tsx'
import { State } from '../parts/state.tsx'
import { useWords } from '../words.ts'
import type { TemplateWire } from './wire.ts'

const STATUS_TONES: Readonly<Record<TemplateWire['status'], Tone>> = {
  draft: 'neutral',
  live: 'good',
  paused: 'warn',
  archived: 'neutral',
}
const PREFLIGHT_TONES: Readonly<Record<PreflightStatus, Tone>> = {
  pass: 'good',
  warn: 'warn',
  fail: 'bad',
  pending: 'busy',
}

export function StatusBadge({ template }: { readonly template: TemplateWire }) {
  const words = useWords('templates')
  return <State kind={STATUS_TONES[template.status]} label={words.status[template.status]} />
}

/** Beside the status: what was changed since it was published. */
export function UnpublishedBadge({ template }: { readonly template: TemplateWire }) {
  const words = useWords('templates')
  return hasUnpublished(template) ? <State kind="busy" label={words.unpublished} /> : null
}

export function PreflightBadge({ status }: { readonly status: PreflightStatus }) {
  const words = useWords('templates')
  return <State kind={PREFLIGHT_TONES[status]} label={words.preflight[status]} />
}

/** A newer revision than the published one waits. */
export function hasUnpublished({
  live_revision: live,
  latest_revision: latest,
  status,
}: TemplateWire): boolean {
  return status !== 'archived' && live !== null && live < latest
}
