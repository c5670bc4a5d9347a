/** The XMLHttpRequest of a page, as far as uploads use it: it sends forms over the page's wire and says how far it is. */
import type { DOMWindow } from 'jsdom'
import type { Wire } from './wire.ts'

type Handler = ((event: unknown) => void) | null

/** Uploads that stand still when half of their bytes are sent. */
export interface Stalled {
  release(): void
}

export interface Uploads {
  readonly XMLHttpRequest: new () => object
  /** From now on, until it is released. */
  stall(): Stalled
}

export function openUploads(window: DOMWindow, wire: Wire): Uploads {
  let stalled: Promise<void> | null = null
  class UploadRequest {
    readonly upload: { onprogress: Handler } = { onprogress: null }
    onload: Handler = null
    onerror: Handler = null
    onabort: Handler = null
    onloadend: Handler = null
    responseType = 'text'
    responseText = ''
    status = 0
    #method = ''
    #url = ''
    #reply: Response | null = null
    readonly #headers: Record<string, string> = {}
    readonly #ending = new AbortController()

    open(method: string, url: string): void {
      this.#method = method
      this.#url = url
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value
    }

    getResponseHeader(name: string): string | null {
      return this.#reply?.headers.get(name) ?? null
    }

    abort(): void {
      this.#ending.abort()
    }

    send(form: FormData): void {
      void this.#run(form).finally(() => this.onloadend?.({}))
    }

    async #run(form: FormData): Promise<void> {
      try {
        const { body, total } = await ownForm(form)
        const { signal } = this.#ending
        const tell = (loaded: number) => this.upload.onprogress?.({ loaded, total, lengthComputable: true })
        tell(Math.floor(total / 2))
        if (stalled !== null) await Promise.race([stalled, abortOf(signal)])
        if (signal.aborted) return this.onabort?.({})
        tell(total)
        this.#reply = await wire.fetch(this.#url, {
          method: this.#method,
          headers: this.#headers,
          body,
          signal,
        })
        this.responseText = await this.#reply.text()
        this.status = this.#reply.status
      } catch (error) {
        if (error instanceof window.DOMException) this.onabort?.({})
        else this.onerror?.({})
        return
      }
      this.onload?.({})
    }
  }
  return {
    XMLHttpRequest: UploadRequest,
    stall() {
      const { promise, resolve } = Promise.withResolvers<void>()
      stalled = promise
      return {
        release() {
          stalled = null
          resolve()
        },
      }
    },
  }
}

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** The window's form as one of Node's, which fetch knows how to send. */
async function ownForm(form: FormData): Promise<{ readonly body: FormData; readonly total: number }> {
  const body = new FormData()
  let total = 0
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') {
      body.append(name, value)
      continue
    }
    const bytes = new Uint8Array(await value.arrayBuffer())
    total += bytes.length
    body.append(name, new File([bytes], value.name, { type: value.type }))
  }
  return { body, total }
}
