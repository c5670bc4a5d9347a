/** Asks before the user leaves a form with unsaved changes, and leaves by itself after a save. */
import { useEffect, useState } from 'preact/hooks'
import { navigate, useBlocker } from './router.ts'

/** What it gives goes to a path without asking. */
export function useLeave(unsaved: boolean): (to: string) => void {
  const [to, setTo] = useState<string | null>(null)
  useBlocker(unsaved && to === null)
  // After the effect above, which has taken note that nothing is unsaved any more.
  useEffect(() => {
    if (to !== null) navigate(to)
  }, [to])
  return setTo
}
