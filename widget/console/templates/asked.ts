/** How far a hosted page asks for something, as the service knows it. */
import type { Asked } from '../../../core/service/template/hosted.ts'

export const ASKED = ['no', 'optional', 'required'] as const satisfies readonly Asked[]

export type { Asked }
