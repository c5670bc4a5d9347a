/** The error of a request in words, with its request id. */
import type { ApiError } from '../api-error.ts'
import { troubleText } from '../words/trouble.ts'
import { phrase, useWords } from '../words.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

export interface ErrorNoticeProps {
  readonly error: ApiError | null
  readonly onRetry?: (() => void) | undefined
}

/** Nothing without an error, or for a canceled request. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  const words = useWords('shared')
  if (error === null || error.code === 'aborted') return null
  const again = onRetry === undefined ? undefined : <Button onClick={onRetry}>{words.again}</Button>
  return (
    <Notice kind="bad" {...(again === undefined ? {} : { action: again })}>
      <p>{troubleText(words, error)}</p>
      {error.requestId === null || error.status < 500 ? null : (
        <p class="hint">{phrase(words.requestId, { id: error.requestId })}</p>
      )}
    </Notice>
  )
}
