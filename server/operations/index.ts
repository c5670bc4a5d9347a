/** The interface: every operation, in the order of the specification. */
import type { AnyOperation } from '../http/operation.ts'
import { downloadRender, readSignedRender } from './files.ts'
import { createRender, listRenders, retrieveRender, retryRender } from './renders.ts'
import { listTemplateFields, retrieveScene, saveScene } from './scenes.ts'
import { describeInterface } from './system.ts'
import {
  archiveTemplate,
  changeTemplate,
  listTemplates,
  pauseTemplate,
  publishTemplate,
  restoreTemplate,
  retrieveTemplate,
  uploadTemplate,
} from './templates.ts'

export const OPERATIONS: readonly AnyOperation[] = [
  listTemplates,
  uploadTemplate,
  retrieveTemplate,
  listTemplateFields,
  publishTemplate,
  changeTemplate,
  retrieveScene,
  saveScene,
  pauseTemplate,
  archiveTemplate,
  restoreTemplate,

  listRenders,
  createRender,
  retrieveRender,
  downloadRender,
  retryRender,

  readSignedRender,
  describeInterface,
]
