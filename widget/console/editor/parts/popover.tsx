/** A button that opens a small panel beside it; Escape or a click elsewhere closes it. */

import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { observeSize } from '../../../browser-apis.ts'

export interface PopoverProps {
  /** What the button is called, where its content does not say it. */
  readonly label: string
  /** Of the button. */
  readonly button: ComponentChildren
  readonly kind?: string | undefined
  readonly disabled?: boolean | undefined
  /** `close` gives the focus back to the button. */
  children(close: () => void): ComponentChildren
}

const GAP_PX = 4
const EDGE_PX = 8

export function Popover({ label, button, kind = 'tool worded', disabled = false, children }: PopoverProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!open) return
    // Above everything, whatever the panel around its button is laid out in. Browsers before 2024 lack it, and show the
    // panel where it stands.
    panel.current?.showPopover?.()
    const follow = () => {
      if (opener.current !== null && panel.current !== null) place(panel.current, opener.current)
    }
    follow()
    const end = observeSize(panel.current === null ? [] : [panel.current], follow)
    addEventListener('scroll', follow, true)
    addEventListener('resize', follow)
    return () => {
      end()
      removeEventListener('scroll', follow, true)
      removeEventListener('resize', follow)
    }
  }, [open])
  useEffect(() => {
    if (!open) return
    panel.current?.querySelector<HTMLElement>('input, button, select, [tabindex="0"]')?.focus()
    const away = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close()
    }
    // Wherever the focus is: a button that has gone leaves it nowhere.
    document.addEventListener('keydown', onEscape, true)
    document.addEventListener('pointerdown', away)
    document.addEventListener('focusin', away)
    return () => {
      document.removeEventListener('keydown', onEscape, true)
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('focusin', away)
    }
  }, [open])
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <div class="popover" ref={root}>
      <button
        type="button"
        ref={opener}
        class={kind}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        disabled={disabled}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open ? (
        <div class="popover-panel" ref={panel} id={id} role="dialog" aria-label={label} popover="manual">
          {children(close)}
        </div>
      ) : null}
    </div>
  )
}

/** Under the button, or above it where there is more room, and always within the window. */
function place(panel: HTMLElement, button: HTMLElement): void {
  const box = button.getBoundingClientRect()
  const { width, height } = panel.getBoundingClientRect()
  const below = box.bottom + GAP_PX
  const fits = below + height <= innerHeight - EDGE_PX
  const top = fits ? below : Math.max(EDGE_PX, box.top - height - GAP_PX)
  const left = Math.max(EDGE_PX, Math.min(box.left, innerWidth - width - EDGE_PX))
  panel.style.top = `${top}px`
  panel.style.left = `${left}px`
}
