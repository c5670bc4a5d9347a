/** A thumbnail in a row: loaded when it scrolls into view, a few at a time. */

import { useEffect, useRef, useState } from 'preact/hooks'
import { observeSight } from '../../browser-apis.ts'
import { api } from '../api.ts'
import { asApiError } from '../api-error.ts'

export interface SmallPictureProps {
  /** Null where there is none. */
  readonly path: string | null
}

/** Pages are drawn for everybody: a long list must not keep the others' pictures waiting. */
const AT_ONCE = 2
const MOST_TRIES = 5
const AGAIN_MS = 2000

/** Decoration beside a name: where it cannot be drawn its place stays empty. */
export function SmallPicture({ path }: SmallPictureProps) {
  const place = useRef<HTMLSpanElement>(null)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const seen = place.current
    setUrl(null)
    if (seen === null || path === null) return
    const giveUp = new AbortController()
    let made: string | null = null
    const end = observeSight(seen, () => {
      void inTurn(giveUp.signal, () => load(path, giveUp.signal)).then((blob) => {
        if (blob === null || giveUp.signal.aborted) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      })
    })
    return () => {
      end()
      giveUp.abort()
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [path])
  return (
    <span
      class="thumbnail"
      ref={place}
      data-state={url === null ? (path === null ? 'none' : 'waiting') : 'shown'}
    >
      {url === null ? null : <img src={url} alt="" decoding="async" />}
    </span>
  )
}

/** Null where there is none to be had; a busy service is asked again. */
async function load(path: string, signal: AbortSignal): Promise<Blob | null> {
  for (let tries = 0; tries < MOST_TRIES && !signal.aborted; tries += 1) {
    try {
      return (await api.blob('GET', path, undefined, { signal })).blob
    } catch (thrown) {
      const error = asApiError(thrown)
      if (error.code !== 'overloaded') return null
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 0) * 1000 || AGAIN_MS))
    }
  }
  return null
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(signal: AbortSignal, work: () => Promise<T | null>): Promise<T | null> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return signal.aborted ? null : await work()
  } finally {
    // The turn goes to the next one, or is free.
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
