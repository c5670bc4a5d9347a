/** A value once it has settled, so that images are requested when typing pauses. */
import { useCallback, useEffect, useState } from 'preact/hooks'

const REST_MS = 350

/** The last value that stood for a moment; null at once. */
export function useRested<T>(value: T | null): T | null {
  const [rested, setRested] = useState<T | null>(null)
  const rest = useCallback(() => setRested(value), [value])
  useEffect(() => {
    if (value === null) {
      setRested(null)
      return
    }
    const timer = setTimeout(rest, REST_MS)
    return () => clearTimeout(timer)
  }, [value, rest])
  return value === null ? null : rested
}
