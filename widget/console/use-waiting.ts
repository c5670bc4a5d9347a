/** Looks again while something is on its way. */
import { useEffect } from 'preact/hooks'
import type { Resource } from './resources.ts'

const LOOK_MS = 2000

/** Not while the page is hidden. */
export function useWaiting(resource: Pick<Resource<unknown>, 'reload'>, waiting: boolean): void {
  const { reload } = resource
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      if (!document.hidden) reload()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [waiting, reload])
}
