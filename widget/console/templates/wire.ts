/** Templates, their preflight, revisions and uploads, as the service sends them. */
import type { PreflightStatus, Severity } from '../../../core/engine/finding/finding.ts'
import type { Asked } from '../../../core/service/template/hosted.ts'
import type { UploadStatus, UploadStep } from '../../../core/service/template/upload-steps.ts'

export type TemplateStatus = 'draft' | 'paused' | 'live' | 'archived'
export const PROFILES = ['sheetfed', 'packaging', 'flexo', 'digital', 'large_format'] as const
export type ProfileName = (typeof PROFILES)[number]

export interface HostedWire {
  readonly description: string | null
  readonly ask_name: Asked
  readonly ask_email: Asked
  readonly noindex: boolean
  readonly accent_color: string | null
}

export interface TemplateWire {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly status: TemplateStatus
  readonly page_count: number
  readonly page_width_pt: number
  readonly page_height_pt: number
  readonly pages: readonly {
    readonly index: number
    readonly width_pt: number
    readonly height_pt: number
    readonly bleed: boolean
  }[]
  readonly latest_revision: number
  readonly live_revision: number | null
  readonly field_count: number
  readonly source_sha256: string
  readonly size_bytes: number
  readonly profile: ProfileName
  readonly form_borders: 'remove' | 'keep'
  readonly preflight_status: PreflightStatus
  readonly findings: readonly { readonly severity: Severity }[]
  readonly hosted: HostedWire
  readonly hosted_url: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly created_at: string
  readonly updated_at: string
  readonly published_at: string | null
  readonly archived_at: string | null
}

export interface SceneSummaryWire {
  readonly revision: number
  readonly field_count: number
  readonly inks: readonly {
    readonly index: number
    readonly name: string
    readonly hex: string
    readonly technical: boolean
  }[]
}

export interface RevisionWire {
  readonly revision: number
  readonly created_at: string
  readonly actor: string | null
  readonly actor_name: string | null
  readonly cause: string | null
  readonly restored_revision: number | null
  readonly live: boolean
  readonly latest: boolean
  /** Labels of the first of many; the counts are of all. */
  readonly changes: {
    readonly added: readonly string[]
    readonly removed: readonly string[]
    readonly changed: readonly string[]
    readonly counts: { readonly added: number; readonly removed: number; readonly changed: number }
    readonly inks: boolean
    readonly papers: boolean
    readonly text_output: boolean
  } | null
}

export interface UploadWire {
  readonly id: string
  readonly status: UploadStatus
  readonly step: UploadStep
  readonly template_id: string | null
  readonly error: { readonly code: string; readonly message: string } | null
}

export interface UploadReply {
  readonly template: TemplateWire
  readonly scene: SceneSummaryWire
  readonly deduplicated?: true
  readonly restored?: true
  readonly refreshed?: true
  /** Of newer artwork alone. */
  readonly revision?: number
  readonly left_out?: readonly { readonly id: string; readonly label: string }[]
  readonly added?: readonly { readonly id: string; readonly label: string }[]
}
