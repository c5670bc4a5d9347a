/** Unsaved entries, also stored in the frame's own storage, so that closing loses nothing. */
import type { Content } from './content.ts'
import type { Start } from './transport.ts'

export interface Draft {
  /** The fill that the session has turned out to be of; the draft of a session that the shop's server opened is the fill's. */
  about(fillId: string): void
  /** Only that of this fill, if one is named; else the last one, whatever fill it was typed for. */
  read(fillId?: string): Content | null
  write(content: Content, fillId: string | null): void
  remove(): void
}

const PREFIX = 'platen:draft:'
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Where the browser blocks storage in frames, nothing is kept and nothing fails. Drafts of a week ago are removed.
 */
export function openDraft(start: Start): Draft {
  let key = PREFIX + draftName(start)
  const storage = openStorage()
  if (storage !== null) sweep(storage)
  return {
    about(fillId) {
      // That session may end and another one of the same fill be opened.
      if (start.kind === 'session') key = PREFIX + hash(fillId)
    },
    read(fillId) {
      const kept = storage === null ? null : parse(storage.getItem(key))
      if (kept === null || kept.at < Date.now() - KEPT_MS) return null
      return fillId === undefined || kept.fillId === fillId ? kept.content : null
    },
    write(content, fillId) {
      try {
        storage?.setItem(key, JSON.stringify({ at: Date.now(), content, fillId }))
      } catch {
        // It is full; the service has what was typed as soon as it can be reached.
      }
    },
    remove() {
      storage?.removeItem(key)
    },
  }
}

function openStorage(): Storage | null {
  try {
    const storage = window.localStorage
    const probe = `${PREFIX}probe`
    storage.setItem(probe, '')
    storage.removeItem(probe)
    return storage
  } catch {
    return null
  }
}

function sweep(storage: Storage): void {
  for (const key of Object.keys(storage).filter((one) => one.startsWith(PREFIX))) {
    const kept = parse(storage.getItem(key))
    if (kept === null || kept.at < Date.now() - KEPT_MS) storage.removeItem(key)
  }
}

interface KeptDraft {
  readonly at: number
  readonly fillId: string | null
  readonly content: Content
}

function parse(text: string | null): KeptDraft | null {
  if (text === null) return null
  try {
    const { at, content, fillId } = JSON.parse(text)
    const { values, colors, assignments, substrate } = content
    const isMap = (value: unknown) => typeof value === 'object' && value !== null
    if (typeof at !== 'number' || !isMap(values) || !isMap(assignments)) return null
    const texts = Object.entries(values).filter((entry) => typeof entry[1] === 'string')
    return {
      at,
      fillId: typeof fillId === 'string' ? fillId : null,
      content: {
        values: Object.fromEntries(texts) as Record<string, string>,
        colors: colors ?? null,
        assignments: assignments as Record<string, number>,
        substrate: substrate ?? null,
      },
    }
  } catch {
    return null
  }
}

/** Says which product or cart line it is without holding a secret or a token. */
export function draftName(start: Start): string {
  switch (start.kind) {
    case 'guest':
      return hash(
        [start.publishableKey, start.productId, start.variantId, start.cartId, start.resumeToken].join('\n'),
      )
    case 'session':
      return hash(start.sessionId)
    case 'hosted':
      return hash([start.slug, start.resumeToken].join('\n'))
  }
}

/** FNV-1a (32 bits) from two starts: enough to tell the drafts of one browser apart. */
function hash(text: string): string {
  const from = (start: number) => {
    let state = start
    for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193)
    return (state >>> 0).toString(36)
  }
  return `${from(0x811c9dc5)}-${from(0x01000193)}`
}
