/** Whether a hosted page asks for a detail: no, optional or required. */
import type { Asked } from '../../../core/service/template/hosted.ts'

export const ASKED = ['no', 'optional', 'required'] as const satisfies readonly Asked[]

export type { Asked }
