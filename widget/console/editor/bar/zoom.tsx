/** The zoom, in per cent of the printed size. */
import { useEffect, useRef } from 'preact/hooks'
import { Menu } from '../../parts/menu.tsx'
import { phrase } from '../../words.ts'
import { useEditor } from '../context.ts'
import { IconButton } from '../parts/icon-button.tsx'

const NEAREST = 0.1
const FARTHEST = 12
const STEP = 1.25
/** A CSS px is 1/96 inch, a point 1/72. */
const PX_OF_PRINT = 96 / 72
const STEPS = [0.5, 1, 2, 4] as const

export function Zoom() {
  const { look, setLook, words, tag } = useEditor()
  const now = look.zoom ?? look.fit
  const to = (zoom: number | null) =>
    setLook({ zoom: zoom === null ? null : Math.min(FARTHEST, Math.max(NEAREST, zoom)) })
  const percent = (share: number) => share.toLocaleString(tag, { style: 'percent', maximumFractionDigits: 0 })
  useZoomKeys(now, to)
  const shown = percent(now / PX_OF_PRINT)
  return (
    <fieldset class="bar-group bar-zoom" aria-label={words.zoom.label}>
      <IconButton label={words.zoom.out} keys="Ctrl + −" onClick={() => to(now / STEP)}>
        <path d="M3 8h10" />
      </IconButton>
      <Menu
        small
        label={phrase(words.zoom.at, { percent: shown })}
        items={[
          { label: words.zoom.fit, checked: look.zoom === null, onSelect: () => to(null) },
          null,
          ...STEPS.map((share) => ({
            label: percent(share),
            checked: look.zoom !== null && Math.abs(look.zoom - share * PX_OF_PRINT) < 1e-6,
            onSelect: () => to(share * PX_OF_PRINT),
          })),
        ]}
      >
        <span class="tool-text">{shown}</span>
      </Menu>
      <IconButton label={words.zoom.in} keys="Ctrl + +" onClick={() => to(now * STEP)}>
        <path d="M3 8h10M8 3v10" />
      </IconButton>
    </fieldset>
  )
}

/** Ctrl with +, − and 0, and with the wheel over the page; they would zoom the console itself otherwise. */
function useZoomKeys(now: number, to: (zoom: number | null) => void): void {
  const latest = useRef({ now, to })
  latest.current = { now, to }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const { now, to } = latest.current
      if (event.key === '+' || event.key === '=') to(now * STEP)
      else if (event.key === '-') to(now / STEP)
      else if (event.key === '0') to(null)
      else return
      event.preventDefault()
    }
    const onWheel = (event: WheelEvent) => {
      const over = event.target instanceof Element && event.target.closest('.stage') !== null
      if (!(event.ctrlKey || event.metaKey) || !over) return
      event.preventDefault()
      latest.current.to(latest.current.now * Math.exp(-Math.max(-50, Math.min(50, event.deltaY)) / 200))
    }
    addEventListener('keydown', onKeyDown)
    addEventListener('wheel', onWheel, { passive: false })
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('wheel', onWheel)
    }
  }, [])
}
