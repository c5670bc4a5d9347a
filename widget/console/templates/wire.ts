/** Wire types of templates, their preflight, revisions and uploads. */
import type * as Api from '../../../types/api.d.ts'
import type { AsSent } from '../../as-sent.ts'

export type TemplateWire = AsSent<Api.Template>
export type TemplateStatus = TemplateWire['status']
export type ProfileName = TemplateWire['profile']
export type HostedWire = TemplateWire['hosted']
export type SceneSummaryWire = AsSent<Api.SceneSummary>
export type RevisionWire = AsSent<Api.TemplateRevision>
export type UploadWire = AsSent<Api.TemplateUpload>
export const PROFILES = [
  'sheetfed',
  'packaging',
  'flexo',
  'digital',
  'large_format',
] as const satisfies readonly ProfileName[]

/** Of a first upload, of newer artwork, or of a comparison with it. */
export type UploadReply = AsSent<Api.Operations['uploadTemplate']['reply']> &
  Partial<AsSent<Api.Operations['replaceArtwork']['reply'] & Api.Operations['checkArtwork']['reply']>>
export type ArtworkCheckWire = AsSent<Api.ArtworkCheck>
