/** An action started by a button: one at a time, with its error kept for display. */
import { useState } from 'preact/hooks'
import { type ApiError, asApiError } from './api-error.ts'

export interface Action {
  readonly busy: boolean
  readonly error: ApiError | null
  /** True where it was done. A second call while the first is under way does nothing. */
  run(work: () => Promise<void>): Promise<boolean>
  clear(): void
}

export function useAction(): Action {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  return {
    busy,
    error,
    async run(work) {
      if (busy) return false
      setBusy(true)
      setError(null)
      try {
        await work()
        return true
      } catch (thrown) {
        const fault = asApiError(thrown)
        if (fault.code !== 'aborted') setError(fault)
        return false
      } finally {
        setBusy(false)
      }
    },
    clear: () => setError(null),
  }
}
