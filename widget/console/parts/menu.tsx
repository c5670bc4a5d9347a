/** A menu button (WAI-ARIA). */
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface MenuItem {
  readonly label: string
  onSelect(): void
  readonly danger?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** Of a group of which one is chosen. */
  readonly checked?: boolean | undefined
}

export interface MenuProps {
  /** What the button says, or what is said of it where it shows a picture. */
  readonly label: string
  readonly items: readonly (MenuItem | null)[]
  /** In the place of the label. */
  readonly children?: ComponentChildren
  readonly small?: boolean | undefined
}

const GAP_PX = 4
const EDGE_PX = 8

/** A null among the items is a line between them. */
export function Menu({ label, items, children, small = false }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Fixed on the window: the box of a table that scrolls sideways would cut it off.
  useLayoutEffect(() => {
    if (!open) return
    // It goes with its button: a page still rolls a little when a click has brought the button into sight.
    const follow = () => {
      if (button.current !== null && list.current !== null) place(list.current, button.current)
    }
    follow()
    // Before anything else is pressed: what is pressed next is meant for an item.
    choices(list.current)[0]?.focus({ preventScroll: true })
    addEventListener('scroll', follow, true)
    addEventListener('resize', follow)
    return () => {
      removeEventListener('scroll', follow, true)
      removeEventListener('resize', follow)
    }
  }, [open])
  useEffect(() => {
    if (!open) return
    const away = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', away)
    document.addEventListener('focusin', away)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('focusin', away)
    }
  }, [open])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    if (event.key === 'Tab') setOpen(false)
    const all = choices(list.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    all[(to + all.length) % all.length]?.focus()
  }
  return (
    <div class="menu" ref={root}>
      <button
        type="button"
        ref={button}
        class={`button quiet menu-button${small ? ' small' : ''}`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={children === undefined ? undefined : label}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || open) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children ?? label}
      </button>
      {open ? (
        <div
          class="menu-list"
          role="menu"
          id={id}
          aria-label={label}
          ref={list}
          tabIndex={-1}
          onKeyDown={move}
        >
          {items.map((item, at) =>
            item === null ? (
              <hr key={`line-${String(at)}`} />
            ) : (
              <Choice key={item.label} item={item} onChosen={close} />
            ),
          )}
        </div>
      ) : null}
    </div>
  )
}

/** Under the button, or above it where there is no room, with the ends of both in line. */
function place(list: HTMLElement, button: HTMLElement): void {
  const box = button.getBoundingClientRect()
  const { width, height } = list.getBoundingClientRect()
  const below = box.bottom + GAP_PX
  const top = below + height > innerHeight ? Math.max(GAP_PX, box.top - height - GAP_PX) : below
  const left = Math.max(EDGE_PX, Math.min(box.right - width, innerWidth - width - EDGE_PX))
  list.style.top = `${top}px`
  list.style.left = `${left}px`
}

function Choice({ item, onChosen }: { readonly item: MenuItem; onChosen(): void }) {
  const facts = {
    type: 'button',
    class: 'menu-item',
    'data-danger': item.danger || undefined,
    disabled: item.disabled,
    tabIndex: -1,
    onClick() {
      onChosen()
      item.onSelect()
    },
  } as const
  return item.checked === undefined ? (
    <button {...facts} role="menuitem">
      {item.label}
    </button>
  ) : (
    <button {...facts} role="menuitemradio" aria-checked={item.checked}>
      {item.label}
    </button>
  )
}

function choices(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('.menu-item:not(:disabled)') ?? [])]
}
