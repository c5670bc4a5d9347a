/** Short words on what has just been done; they go away by themselves, and are spoken once. */
import { useEffect, useReducer } from 'preact/hooks'

interface Said {
  readonly id: number
  readonly text: string
  readonly kind: 'good' | 'bad'
}

const SHOWN_MS = 6000
const listeners = new Set<() => void>()
let said: readonly Said[] = []
let count = 0

/** For what worked, and for what failed where no place on the page is left for it. */
export function toast(text: string, kind: 'good' | 'bad' = 'good'): void {
  count += 1
  const one = { id: count, text, kind }
  set([...said, one])
  setTimeout(() => set(said.filter(({ id }) => id !== one.id)), SHOWN_MS)
}

/** Stands once, in the layout. */
export function Toasts() {
  const [, redraw] = useReducer((round: number) => round + 1, 0)
  useEffect(() => {
    const listener = () => redraw(undefined)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [])
  return (
    <div class="toasts" role="status" aria-live="polite">
      {said.map(({ id, text, kind }) => (
        <p key={id} class="toast" data-kind={kind}>
          {text}
        </p>
      ))}
    </div>
  )
}

function set(next: readonly Said[]): void {
  said = next
  for (const listener of [...listeners]) listener()
}
