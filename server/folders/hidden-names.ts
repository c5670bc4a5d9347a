/** The hidden names under which print files and tickets lie in a hot folder until they are complete. */
import type { Staged } from '../../core/service/folder/out-tray.ts'

const KINDS = ['file', 'ticket'] as const
export type HiddenKind = (typeof KINDS)[number]

export interface Hidden extends Staged {
  readonly kind: HiddenKind
  /** False while it is being written. */
  readonly whole: boolean
}

const FORM = /^\.(hfd_[0-9a-z]{26})\.(\d{1,15})\.(file|ticket)(\.part)?$/

/** Hot folders' programs pass over names that begin with a dot. */
export function hiddenName({ id, lease, kind, whole }: Hidden): string {
  return `.${id}.${lease}.${kind}${whole ? '' : '.part'}`
}

/** Null for every other name. */
export function readHiddenName(name: string): Hidden | null {
  const [, id, lease, kind, part] = FORM.exec(name) ?? []
  if (id === undefined || kind === undefined) return null
  return { id, lease: Number(lease), kind: kind as HiddenKind, whole: part === undefined }
}
