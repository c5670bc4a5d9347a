/** A toast: what was done, with *Undo*. It disappears by itself and is announced once. */
import { useEffect, useReducer } from 'preact/hooks'
import { Icon } from './icon.tsx'

export interface ToastAction {
  /** Such as `Undo`. */
  readonly label: string
  run(): void
}

interface Said {
  readonly id: number
  readonly text: string
  readonly kind: 'good' | 'bad'
  readonly action: ToastAction | null
}

const SHOWN_MS = 6000
/** What has a button stays long enough to be reached. */
const WITH_ACTION_MS = 12_000
const listeners = new Set<() => void>()
let said: readonly Said[] = []
let count = 0

/** For what worked, and for what failed where no place on the page is left for it. */
export function toast(text: string, kind: 'good' | 'bad' = 'good', action: ToastAction | null = null): void {
  count += 1
  const one = { id: count, text, kind, action }
  set([...said, one])
  setTimeout(() => remove(one.id), action === null ? SHOWN_MS : WITH_ACTION_MS)
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
      {said.map((one) => (
        <Toast key={one.id} {...one} onAction={() => remove(one.id)} />
      ))}
    </div>
  )
}

export function Toast({
  text,
  kind,
  action,
  onAction,
}: Omit<Said, 'id'> & {
  onAction(): void
}) {
  return (
    <div class="toast" data-kind={kind}>
      <Icon name={kind === 'bad' ? 'alert' : 'check'} small />
      <span class="toast-text">{text}</span>
      {action === null ? null : (
        <button
          type="button"
          class="button quiet small"
          onClick={() => {
            onAction()
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}

function remove(id: number): void {
  set(said.filter((one) => one.id !== id))
}

function set(next: readonly Said[]): void {
  said = next
  for (const listener of [...listeners]) listener()
}
