/** The page's guides: moved by pointer and keys, and removed when dragged off the sheet. */
import { useState } from 'preact/hooks'
import { phrase } from '../../words.ts'
import { type Guide, lengthOf, useEditor } from '../context.ts'
import { nudgeOf } from '../nudge.ts'
import { seenBox } from '../placed.ts'
import { useGuides } from './use-guides.ts'

export interface OwnGuidesProps {
  /** Of the sheet, points. */
  readonly width: number
  readonly height: number
  readonly scale: number
}

/** Beside the sheet by so many px, a guide that is let go is gone. */
const AWAY_PX = 6

export function OwnGuides({ width, height, scale }: OwnGuidesProps) {
  const { guides } = useGuides()
  return (
    <>
      {guides.map((guide, at) => (
        <OwnGuide key={at} guide={guide} most={guide.axis === 'x' ? width : height} scale={scale} />
      ))}
    </>
  )
}

function OwnGuide({
  guide,
  most,
  scale,
}: {
  readonly guide: Guide
  readonly most: number
  readonly scale: number
}) {
  const editor = useEditor()
  const { state, words, unit, mayEdit } = editor
  const { move, remove } = useGuides()
  const [pulled, setPulled] = useState<{ readonly from: number; readonly to: number } | null>(null)
  const page = state.scene.pages[state.page]
  if (page === undefined) return null
  const upright = guide.axis === 'x'
  const trim = seenBox(page, page.trim_box)
  const at = guide.at + (pulled === null ? 0 : (pulled.to - pulled.from) / scale)
  const text = lengthOf(editor, at - (upright ? trim.left : trim.top))
  const px = `${at * scale}px`
  return (
    <hr
      class="own-guide"
      data-axis={guide.axis}
      style={upright ? { left: px } : { top: px }}
      tabIndex={0}
      aria-orientation={upright ? 'vertical' : 'horizontal'}
      aria-label={phrase(words.guides.at, { at: text })}
      aria-valuenow={Math.round(at)}
      aria-valuemin={0}
      aria-valuemax={Math.round(most)}
      aria-valuetext={text}
      title={phrase(words.guides.at, { at: text })}
      onKeyDown={(event) => {
        const nudge = nudgeOf(event, unit)
        if (event.key === 'Delete' || event.key === 'Backspace') remove(guide)
        else if (nudge !== null)
          move(guide, Math.min(most, Math.max(0, guide.at + (upright ? nudge.x : nudge.y))))
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
      onPointerDown={(event) => {
        // What stands below would begin a selection.
        event.stopPropagation()
        if (!mayEdit) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const from = upright ? event.clientX : event.clientY
        setPulled({ from, to: from })
      }}
      onPointerMove={(event) => {
        if (pulled !== null) setPulled({ ...pulled, to: upright ? event.clientX : event.clientY })
      }}
      onPointerUp={() => {
        if (pulled === null) return
        setPulled(null)
        if (at * scale < -AWAY_PX || at * scale > most * scale + AWAY_PX) remove(guide)
        else if (pulled.to !== pulled.from) move(guide, Math.min(most, Math.max(0, at)))
      }}
      onPointerCancel={() => setPulled(null)}
    />
  )
}
