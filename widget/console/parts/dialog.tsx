/** A native dialog over the page: it holds the focus and returns it when it closes. */
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { useWords } from '../words.ts'

const LINES = ['text', 'email', 'password', 'url', 'date']

export interface DialogProps {
  readonly title: string
  /** It is there while it is drawn; this asks for its end (Escape, or the cross). Nothing: it cannot be closed. */
  onClose?: (() => void) | undefined
  readonly children?: ComponentChildren
  /** The buttons at its foot. */
  readonly actions?: ComponentChildren
  /** 720 px at most instead of 560; `true` takes the width there is. */
  readonly wide?: boolean | 'half' | undefined
}

/** Enter in a line of text is the main button at the foot, as in a form. */
function pressMain(event: preact.TargetedKeyboardEvent<HTMLDialogElement>): void {
  const { target, currentTarget } = event
  if (event.key !== 'Enter' || event.isComposing || event.defaultPrevented) return
  if (!(target instanceof HTMLInputElement) || !LINES.includes(target.type)) return
  if (target.form !== null || target.readOnly || !currentTarget.contains(target)) return
  const main = currentTarget.querySelector<HTMLButtonElement>('.dialog-foot .button.main:enabled')
  if (main === null) return
  event.preventDefault()
  main.click()
}

export function Dialog({ title, onClose, children, actions, wide = false }: DialogProps) {
  const words = useWords('shared')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const drawn = useRef(true)
  // `showModal` gives the focus to the input with `autofocus`, if there is one.
  useLayoutEffect(() => {
    const before = document.activeElement
    const shown = dialog.current
    shown?.showModal()
    return () => {
      drawn.current = false
      shown?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={wide === true ? 'dialog wide' : wide === 'half' ? 'dialog half' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onKeyDown={pressMain}
      onClose={() => {
        // Browsers close it at a second Escape, whatever the page says.
        if (!drawn.current) return
        if (onClose === undefined) dialog.current?.showModal()
        else onClose()
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        {onClose === undefined ? null : (
          <button type="button" class="icon-button" aria-label={words.close} onClick={onClose}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="M3 3l10 10M13 3L3 13" />
            </svg>
          </button>
        )}
      </div>
      <div class="dialog-body">{children}</div>
      {actions === undefined ? null : <div class="dialog-foot">{actions}</div>}
    </dialog>
  )
}
