/** A collapsible section of properties; this browser remembers its state. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { readPreference, savePreference } from '../../preferences.ts'

export interface FoldProps {
  /** Names it in the browser's storage. */
  readonly name: string
  readonly title: string
  /** Where nobody has opened or closed it yet. */
  readonly open?: boolean | undefined
  readonly children?: ComponentChildren
}

export function Fold({ name, title, open = false, children }: FoldProps) {
  const key = `fold-${name}`
  const [shown, setShown] = useState(() => (readPreference(key) ?? (open ? 'open' : 'closed')) === 'open')
  return (
    <details
      class="fold"
      data-fold={name}
      open={shown}
      onToggle={(event) => {
        const next = event.currentTarget.open
        if (next === shown) return
        setShown(next)
        savePreference(key, next === open ? null : next ? 'open' : 'closed')
      }}
    >
      <summary>
        <h3>{title}</h3>
      </summary>
      {shown ? <div class="fold-body">{children}</div> : null}
    </details>
  )
}
