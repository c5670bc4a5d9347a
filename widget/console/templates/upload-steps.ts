/** The steps of an upload in their order. */
import type { UploadStep } from '../../../core/service/template/upload-steps.ts'

export const UPLOAD_STEPS = [
  'waiting',
  'opening',
  'reading',
  'checking',
  'writing',
  'saving',
] as const satisfies readonly UploadStep[]

export type { UploadStep }
