/** How far an upload can have come. */
import { COMPILE_STEPS } from '../../engine/press/compile-step.ts'

/** `waiting` for a press worker, the steps of compiling, and `saving` the result. */
export const UPLOAD_STEPS = ['waiting', ...COMPILE_STEPS, 'saving'] as const
export type UploadStep = (typeof UPLOAD_STEPS)[number]

export const UPLOAD_STATUSES = ['running', 'succeeded', 'failed'] as const
export type UploadStatus = (typeof UPLOAD_STATUSES)[number]
