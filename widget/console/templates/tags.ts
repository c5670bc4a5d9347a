/** Tags of a template, as the service reads them off its metadata. */
import { tagsOf as read } from '../../../core/service/template/tags.ts'
import type { TemplateWire } from './wire.ts'

export function tagsOf({ metadata }: Pick<TemplateWire, 'metadata'>): readonly string[] {
  return read(metadata)
}
