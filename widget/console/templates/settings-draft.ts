/** The settings of a template while they are edited, and the changes. */
import type { Asked } from './asked.ts'
import type { ProfileName, TemplateWire } from './wire.ts'

export interface Note {
  readonly name: string
  readonly value: string
}

export interface Draft {
  readonly title: string
  readonly slug: string
  readonly profile: ProfileName
  readonly description: string
  readonly askName: Asked
  readonly askEmail: Asked
  readonly noindex: boolean
  readonly accent: string | null
  readonly metadata: readonly Note[]
}

export type NoteFault = 'empty' | 'twice' | null

export function draftOf({ title, slug, profile, hosted, metadata }: TemplateWire): Draft {
  return {
    title,
    slug,
    profile,
    description: hosted.description ?? '',
    askName: hosted.ask_name,
    askEmail: hosted.ask_email,
    noindex: hosted.noindex,
    accent: hosted.accent_color,
    metadata: Object.entries(metadata).map(([name, value]) => ({ name, value })),
  }
}

export function isChanged(draft: Draft, template: TemplateWire): boolean {
  return JSON.stringify(draft) !== JSON.stringify(draftOf(template))
}

/** As the end of a link can be. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text.trim())
}

/** Only what has changed: what somebody else has set meanwhile stays. */
export function wireOf(draft: Draft, template: TemplateWire): Readonly<Record<string, unknown>> {
  const before = draftOf(template)
  const differs = (name: keyof Draft) => JSON.stringify(draft[name]) !== JSON.stringify(before[name])
  const hosted = {
    ...(differs('description') ? { description: cleanDescription(draft.description) } : {}),
    ...(differs('askName') ? { ask_name: draft.askName } : {}),
    ...(differs('askEmail') ? { ask_email: draft.askEmail } : {}),
    ...(differs('noindex') ? { noindex: draft.noindex } : {}),
    ...(differs('accent') ? { accent_color: draft.accent } : {}),
  }
  return {
    ...(differs('title') ? { title: draft.title.trim() } : {}),
    ...(differs('slug') ? { slug: draft.slug.trim() } : {}),
    ...(differs('profile') ? { profile: draft.profile } : {}),
    ...(Object.keys(hosted).length > 0 ? { hosted } : {}),
    ...(differs('metadata')
      ? { metadata: Object.fromEntries(draft.metadata.map(({ name, value }) => [name.trim(), value])) }
      : {}),
  }
}

export function faultsOf({ title, metadata }: Draft): {
  readonly title: boolean
  readonly metadata: readonly NoteFault[]
} {
  const names = metadata.map(({ name }) => name.trim())
  const fault = (name: string, at: number): NoteFault => {
    if (name === '') return 'empty'
    return names.indexOf(name) < at ? 'twice' : null
  }
  return { title: title.trim() === '', metadata: names.map(fault) }
}

/** One line: the service takes no line breaks and no empty words. */
function cleanDescription(text: string): string | null {
  const clean = text.replace(/[\p{C}\s]+/gu, ' ').trim()
  return clean === '' ? null : clean
}
