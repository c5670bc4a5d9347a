/** The bar over the selection: font, size, ink, alignment, and actions on the selection. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { NumberInput } from '../../parts/number-input.tsx'
import { phrase } from '../../words.ts'
import { overlaps, type Rect, union } from '../affine.ts'
import { useEditor } from '../context.ts'
import { FontPicker } from '../fonts/font-picker.tsx'
import { useFamilies } from '../fonts/use-fonts.ts'
import { InkSelect } from '../panels/ink-select.tsx'
import { shared } from '../panels/shared-value.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { Segments } from '../parts/segments.tsx'
import { boundsOf } from '../placed.ts'
import { ALIGNS } from '../scene-wire.ts'
import type { PageSpot } from '../stage-keys.ts'
import { ALIGN_SHAPES } from './align-shapes.ts'
import { RULER_PX } from './rulers.tsx'
import type { SheetPlace } from './use-sheet-place.ts'

export interface SelectionBarProps {
  readonly spots: readonly PageSpot[]
  readonly place: SheetPlace
  readonly scale: number
}

export function SelectionBar({ spots, place, scale }: SelectionBarProps) {
  const { state, words, mayEdit } = useEditor()
  const bar = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<{ readonly left: number; readonly top: number } | null>(null)
  const chosen = spots.filter(({ key }) => state.selection.has(key))
  const shown = mayEdit && chosen.length > 0 && state.tool === 'select'
  const facts = chosen.map(
    ({ key, placed }) => `${key} ${placed.matrix.join()} ${placed.width} ${placed.height}`,
  )
  useLayoutEffect(() => {
    const box = bar.current?.getBoundingClientRect()
    if (!shown || box === undefined) return
    const onScreen = ({ placed }: PageSpot): Rect => {
      const { left, top, right, bottom } = boundsOf(placed)
      return {
        left: place.left + left * scale,
        top: place.top + top * scale,
        right: place.left + right * scale,
        bottom: place.top + bottom * scale,
      }
    }
    const others = spots.filter(({ key }) => !state.selection.has(key)).map(onScreen)
    const bounds = union(chosen.map(onScreen))
    if (bounds !== null) setAt(spotFor({ width: box.width, height: box.height }, bounds, others, place))
  }, [shown, facts.join(), place, scale, spots])
  if (!shown) return null
  return (
    <div
      class="selection-bar"
      role="toolbar"
      aria-label={phrase(words.selected, { count: chosen.length })}
      ref={bar}
      data-placed={at !== null || undefined}
      style={at === null ? {} : { left: `${at.left}px`, top: `${at.top}px` }}
    >
      {chosen.every(({ field }) => field.type !== 'image') ? <TextTools chosen={chosen} /> : null}
      <CommonTools chosen={chosen} />
    </div>
  )
}

/** Between the bar and the selection: its label and its handles stand there. */
const GAP_PX = 30
const EDGE_PX = 8
const NARROW_PX = 600

/** Above the selection, else below it, where it lies over no other field; else at the upper edge. */
function spotFor(
  bar: { readonly width: number; readonly height: number },
  bounds: Rect,
  others: readonly Rect[],
  room: SheetPlace,
): { readonly left: number; readonly top: number } {
  const middle = (bounds.left + bounds.right - bar.width) / 2
  const left = Math.max(RULER_PX + EDGE_PX, Math.min(middle, room.roomWidth - bar.width - EDGE_PX))
  const least = RULER_PX + EDGE_PX
  // Under a finger the page is narrow: there the bar has its place below it.
  if (room.roomWidth < NARROW_PX) return { left: EDGE_PX, top: room.roomHeight - bar.height - EDGE_PX }
  const places = [bounds.top - GAP_PX - bar.height, bounds.bottom + GAP_PX + 14]
  const top = places.find((one) => {
    const rect = { left, top: one, right: left + bar.width, bottom: one + bar.height }
    return (
      one >= least &&
      one + bar.height <= room.roomHeight - EDGE_PX &&
      !others.some((other) => overlaps(rect, other))
    )
  })
  return { left, top: top ?? least }
}

function TextTools({ chosen }: { readonly chosen: readonly PageSpot[] }) {
  const { store, state, words } = useEditor()
  const families = useFamilies()
  const keys = [...state.selection].join(' ')
  const styles = chosen.map(({ placement }) => placement.style)
  const fonts = shared(styles, ({ font }) => font.key)
  const unit = state.scene.pages[state.page]?.user_unit ?? 1
  const size = shared(styles, ({ size_pt }) => size_pt)
  const fields = chosen.map(({ field }) => field)
  return (
    <>
      <FontPicker
        label={words.text.font}
        families={families}
        chosen={fonts === null ? null : (styles[0]?.font ?? null)}
        none={words.several}
        onChoose={(font) => store.restyle({ font })}
      />
      <div class="bar-size">
        <NumberInput
          label={words.text.size}
          hideLabel
          none={words.several}
          unit="pt"
          min={1}
          max={1000}
          step={0.5}
          value={size === null ? null : Math.round(size * unit * 100) / 100}
          disabled={styles.some(({ auto_size }) => auto_size)}
          onInput={(next) =>
            next !== null && next > 0 && store.restyle({ size_pt: next / unit }, `size_pt ${keys}`)
          }
        />
      </div>
      <InkSelect fields={fields} hideLabel change={(changes) => store.change(changes)} />
      <Segments
        label={words.text.align}
        value={shared(styles, ({ align }) => align)}
        options={ALIGNS.map((value) => ({
          value,
          label: words.text.aligns[value],
          path: ALIGN_SHAPES[value],
        }))}
        onChange={(align) => store.restyle({ align })}
      />
      <span class="bar-line" aria-hidden="true" />
    </>
  )
}

function CommonTools({ chosen }: { readonly chosen: readonly PageSpot[] }) {
  const { store, words, say } = useEditor()
  const locked = chosen.every(({ field }) => field.position_locked === true)
  return (
    <>
      <IconButton label={words.place.duplicate} keys="Ctrl + D" onClick={() => store.duplicate()}>
        <path d="M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3" />
      </IconButton>
      <IconButton
        label={words.place.lock}
        keys="Ctrl + Shift + L"
        pressed={locked}
        onClick={() => {
          store.lockPosition(!locked)
          say(locked ? words.place.unlocked : words.place.lockedNow)
        }}
      >
        <path d={locked ? LOCKED : UNLOCKED} />
      </IconButton>
      <IconButton label={words.place.remove} keys="Del" danger onClick={() => store.remove()}>
        <path d="M2.500 4.500h11M6 4.500v-2h4v2M4 4.500l.7 9h6.600l.7-9" />
      </IconButton>
    </>
  )
}

const LOCKED = 'M4 7.500h8v6H4zM5.500 7.500V5a2.500 2.500 0 015 0v2.500'
const UNLOCKED = 'M4 7.500h8v6H4zM5.500 7.500V4.500a2.500 2.500 0 014.900-.7'
