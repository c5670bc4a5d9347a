/** The interface: every operation, in the order of the specification. */
import type { AnyOperation } from '../http/operation.ts'
import { FILE_OPERATIONS } from './files.ts'
import { RENDER_OPERATIONS } from './renders.ts'
import { SYSTEM_OPERATIONS } from './system.ts'
import { TEMPLATE_OPERATIONS } from './templates.ts'

export const OPERATIONS: readonly AnyOperation[] = [
  ...TEMPLATE_OPERATIONS,
  ...RENDER_OPERATIONS,
  ...FILE_OPERATIONS,
  ...SYSTEM_OPERATIONS,
]
