/** The session of a design until its approval: kept for a reload, and shared by the tabs of a browser. */
import { openChannel } from './browser-apis.ts'
import type { SentPatch } from './editor/content.ts'
import { draftName } from './editor/draft.ts'
import type { Start } from './editor/transport.ts'

export interface KeptSession {
  readonly id: string
  readonly secret: string
}

export interface SharedSession {
  /** Null before the first change, and where the browser keeps nothing. */
  read(): KeptSession | null
  /** The service has stored a change of this session; other tabs are notified. */
  keep(session: KeptSession, patch: SentPatch): void
  /** It is approved or over. */
  forget(): void
  /** Changes of another tab, in the session of this id. */
  listen(hear: (sessionId: string, patch: SentPatch) => void): void
  close(): void
}

const PREFIX = 'platen:session:'

/** Decision: a session that the shop's server opened is the shop's to open again. */
export function openSharedSession(start: Start): SharedSession {
  const name = start.kind === 'session' ? null : PREFIX + draftName(start)
  const storage = name === null ? null : openStorage(name)
  const channel = name === null || typeof window === 'undefined' ? null : openChannel(name)
  return {
    read: () => parse(name === null ? null : (storage?.getItem(name) ?? null)),
    keep({ id, secret }, patch) {
      if (name === null) return
      try {
        storage?.setItem(name, JSON.stringify({ id, secret }))
      } catch {
        // Full: what was typed is with the service, and a reload begins with a copy of it.
      }
      channel?.postMessage({ id, patch })
    },
    forget() {
      if (name !== null) storage?.removeItem(name)
    },
    listen(hear) {
      channel?.addEventListener('message', ({ data }: MessageEvent<{ id: string; patch: SentPatch }>) =>
        hear(data.id, data.patch),
      )
    },
    close: () => channel?.close(),
  }
}

/** Asking for it throws where a browser blocks it. */
function openStorage(name: string): Storage | null {
  try {
    window.localStorage.getItem(name)
    return window.localStorage
  } catch {
    return null
  }
}

function parse(text: string | null): KeptSession | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<KeptSession> | null
    const { id, secret } = kept ?? {}
    return typeof id === 'string' && typeof secret === 'string' ? { id, secret } : null
  } catch {
    return null
  }
}
