/**
 * A page drawn by the service: requested once its state has settled; the last image stays until the next one arrives.
 */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { type ApiError, asApiError } from '../api-error.ts'

export interface DrawnPage {
  /** Null before the first. */
  readonly url: string | null
  readonly waiting: boolean
  readonly error: ApiError | null
  /** False where a value of it cannot be printed. */
  readonly fits: boolean
  again(): void
}

/** Ms without a change before a picture is asked for. */
const REST_MS = 180
const AGAIN_MS = 1500
const MOST_TRIES = 2

interface DrawnPicture {
  readonly key: string
  readonly url: string | null
  readonly error: ApiError | null
  readonly fits: boolean
}

/** The customer's preview, or the print file. */
export type Drawing = 'preview' | 'press'
const PATHS: Readonly<Record<Drawing, string>> = { preview: '/v1/previews', press: '/v1/previews/press' }

/** `body` is that of either operation; null asks for nothing. */
export function useDrawnPage(
  body: Readonly<Record<string, unknown>> | null,
  drawing: Drawing = 'preview',
  restMs = REST_MS,
): DrawnPage {
  const key = body === null ? null : `${drawing} ${JSON.stringify(body)}`
  const [shown, setShown] = useState<DrawnPicture | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (key === null || round < 0) return
    const giveUp = new AbortController()
    let tries = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () =>
      api.blob('POST', PATHS[drawing], JSON.parse(key.slice(drawing.length)), { signal: giveUp.signal }).then(
        ({ blob, headers }) => {
          if (giveUp.signal.aborted) return
          const fits = headers.get('X-Service-Fit') !== 'problems'
          setShown({ key, url: URL.createObjectURL(blob), error: null, fits })
        },
        (thrown: unknown) => {
          const error = asApiError(thrown)
          if (error.code === 'aborted' || giveUp.signal.aborted) return
          // A worker that is just starting, or was lost: the next one may do better.
          if ((error.status >= 500 || error.status === 0) && tries < MOST_TRIES) {
            tries += 1
            timer = setTimeout(ask, AGAIN_MS * tries)
            return
          }
          setShown((before) => ({ key, url: before?.url ?? null, error, fits: before?.fits ?? true }))
        },
      )
    timer = setTimeout(ask, restMs)
    return () => {
      clearTimeout(timer)
      giveUp.abort()
    }
  }, [key, round, restMs])
  const url = shown?.url ?? null
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url])
  return {
    url,
    waiting: key !== null && shown?.key !== key,
    error: shown?.key === key ? (shown?.error ?? null) : null,
    fits: shown?.fits ?? true,
    again: () => setRound((count) => count + 1),
  }
}
