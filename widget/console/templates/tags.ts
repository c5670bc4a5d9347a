/** Tags of a template, read from its metadata as the service does. */
import { tagsOf as read } from '../../../core/service/template/tags.ts'
import type { TemplateWire } from './wire.ts'

export function tagsOf({ metadata }: Pick<TemplateWire, 'metadata'>): readonly string[] {
  return read(metadata)
}
