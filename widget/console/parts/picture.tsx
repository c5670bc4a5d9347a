/** An image that the service draws on request, with its loading and error states. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { type ApiError, asApiError } from '../api-error.ts'
import { troubleText } from '../words/trouble.ts'
import { useWords } from '../words.ts'
import { Button } from './button.tsx'
import { DrawingWait } from './drawing-wait.tsx'

/** Two requests of the same content are the same picture. */
export interface PictureRequest {
  readonly method?: 'GET' | 'POST' | undefined
  readonly path: string
  readonly body?: unknown
}

export interface PictureProps {
  /** Null waits. */
  readonly request: PictureRequest | null
  readonly alt: string
  /** Of the room that it takes before it is there; px or any unit alike. */
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly class?: string | undefined
  /** With the headers of the reply. */
  onLoad?: ((headers: Headers) => void) | undefined
}

interface LoadedPicture {
  readonly key: string
  readonly url: string | null
  readonly error: ApiError | null
}

/** The last picture stays until the next one is there. */
export function Picture({ request, alt, width, height, onLoad, ...rest }: PictureProps) {
  const words = useWords('shared')
  const key = request === null ? null : JSON.stringify(request)
  const [shown, setShown] = useState<LoadedPicture | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (key === null || round < 0) return
    const giveUp = new AbortController()
    const { method = 'GET', path, body } = JSON.parse(key) as PictureRequest
    api.blob(method, path, body, { signal: giveUp.signal }).then(
      ({ blob, headers }) => {
        if (giveUp.signal.aborted) return
        setShown({ key, url: URL.createObjectURL(blob), error: null })
        onLoad?.(headers)
      },
      (thrown: unknown) => {
        const error = asApiError(thrown)
        if (error.code !== 'aborted') setShown((before) => ({ key, url: before?.url ?? null, error }))
      },
    )
    return () => giveUp.abort()
  }, [key, round])
  const url = shown?.url ?? null
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url])
  const waiting = shown === null || shown.key !== key
  const style = width === undefined || height === undefined ? {} : { aspectRatio: `${width} / ${height}` }
  return (
    <div class={`picture ${rest.class ?? ''}`.trim()} style={style} data-state={stateOf(waiting, shown)}>
      {url === null ? null : <img src={url} alt={alt} decoding="async" />}
      {waiting && url === null ? <DrawingWait what={alt} /> : null}
      {!waiting && shown?.error ? (
        <div class="picture-fault" role="status">
          <p>{troubleText(words, shown.error)}</p>
          <Button small onClick={() => setRound(round + 1)}>
            {words.again}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function stateOf(waiting: boolean, shown: LoadedPicture | null): 'waiting' | 'failed' | 'shown' {
  if (waiting) return 'waiting'
  return shown?.error ? 'failed' : 'shown'
}
