/** Position and size of the selected fields in numbers, and their alignment. */
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { LengthInput } from '../../parts/length-input.tsx'
import { NumberInput } from '../../parts/number-input.tsx'
import { Select } from '../../parts/select.tsx'
import { ALIGNINGS, type Aligning } from '../arrange.ts'
import { useEditor } from '../context.ts'
import { Fold } from '../parts/fold.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { angleOf, boundsOf, movedBy, type Placed, seenBox, sizeOf } from '../placed.ts'
import { sized, turnedTo } from '../reshape.ts'
import type { ArrangeArea } from '../scene-state.ts'
import { type PageSpot, pageSpots } from '../stage-keys.ts'

const SHAPES: Readonly<Record<Aligning, string>> = {
  left: 'M2.500 2v12M5 4.500h8M5 10.500h5',
  centre: 'M8 2v12M4 4.500h8M5.500 10.500h5',
  right: 'M13.500 2v12M3 4.500h8M6 10.500h5',
  top: 'M2 2.500h12M4.500 5v8M10.500 5v5',
  middle: 'M2 8h12M4.500 4v8M10.500 5.500v5',
  bottom: 'M2 13.500h12M4.500 3v8M10.500 6v5',
}

export function PlacePanel() {
  const { store, state, words, mayEdit } = useEditor()
  const { scene, page: index, selection } = state
  const page = scene.pages[index]
  const chosen = pageSpots(scene, index).filter(({ key }) => selection.has(key))
  const [first] = chosen
  if (page === undefined || first === undefined) return null
  const trim = seenBox(page, page.trim_box)
  const bounds = boundsOf(first.placed)
  const size = sizeOf(first.placed)
  const locked = !mayEdit || chosen.every(({ field }) => field.position_locked === true)
  const all = (change: (placed: Placed) => Placed, key: string) =>
    store.place(new Map(chosen.map((spot) => [spot.key, change(spot.placed)])), `${key} ${first.key}`)
  const moveTo = (to: { x?: number; y?: number }) =>
    all((placed) => {
      const { left, top } = boundsOf(placed)
      return movedBy(
        placed,
        to.x === undefined ? 0 : trim.left + to.x - left,
        to.y === undefined ? 0 : trim.top + to.y - top,
      )
    }, 'place')
  const shared = (value: number, of: (placed: Placed) => number) =>
    chosen.every(({ placed }) => Math.abs(of(placed) - value) < 0.01) ? value : null
  return (
    <Fold name="place" title={words.place.title} open>
      <div class="panel-grid">
        <LengthInput
          label={words.place.x}
          none={words.several}
          value={shared(bounds.left - trim.left, (placed) => boundsOf(placed).left - trim.left)}
          disabled={locked}
          onChange={(x) => moveTo({ x })}
        />
        <LengthInput
          label={words.place.y}
          none={words.several}
          value={shared(bounds.top - trim.top, (placed) => boundsOf(placed).top - trim.top)}
          disabled={locked}
          onChange={(y) => moveTo({ y })}
        />
        <LengthInput
          label={words.place.w}
          none={words.several}
          value={shared(size.width, (placed) => sizeOf(placed).width)}
          min={0}
          disabled={locked}
          onChange={(width) => all((placed) => sized(placed, { width }), 'size')}
        />
        <LengthInput
          label={words.place.h}
          none={words.several}
          value={shared(size.height, (placed) => sizeOf(placed).height)}
          min={0}
          disabled={locked}
          onChange={(height) => all((placed) => sized(placed, { height }), 'size')}
        />
        <NumberInput
          label={words.place.angle}
          none={words.several}
          unit="°"
          min={-180}
          max={180}
          value={shared(angleOf(first.placed), angleOf)}
          disabled={locked}
          onInput={(angle) => angle !== null && all((placed) => turnedTo(placed, angle), 'turn')}
        />
      </div>
      <p class="hint">{words.place.origin}</p>
      {mayEdit ? <Arrange chosen={chosen} /> : null}
    </Fold>
  )
}

function Arrange({ chosen }: { readonly chosen: readonly PageSpot[] }) {
  const { store, words, say } = useEditor()
  const alone = chosen.length === 1
  const [asked, ask] = useState<ArrangeArea>('selection')
  const to: ArrangeArea = alone ? 'trim' : asked
  const locked = chosen.every(({ field }) => field.position_locked === true)
  const spreads = to === 'trim' ? chosen.length > 1 : chosen.length > 2
  return (
    <>
      {alone ? null : (
        <Select<ArrangeArea>
          label={words.place.alignTo.label}
          value={asked}
          options={[
            { value: 'selection', label: words.place.alignTo.each },
            { value: 'trim', label: words.place.alignTo.page },
          ]}
          onChange={(area) => ask(area)}
        />
      )}
      <fieldset
        class="tool-group"
        aria-label={`${words.place.align} ${to === 'trim' ? words.place.alignTo.page : words.place.alignTo.each}`}
      >
        {ALIGNINGS.map((how) => (
          <IconButton
            key={how}
            label={words.place.alignments[how]}
            disabled={locked}
            onClick={() => store.align(how, to)}
          >
            <path d={SHAPES[how]} />
          </IconButton>
        ))}
        {spreads ? (
          <>
            <IconButton label={words.place.across} onClick={() => store.spread('across', to)}>
              <path d="M2 2v12M14 2v12M6 5h4v6H6z" />
            </IconButton>
            <IconButton label={words.place.down} onClick={() => store.spread('down', to)}>
              <path d="M2 2h12M2 14h12M5 6h6v4H5z" />
            </IconButton>
          </>
        ) : null}
      </fieldset>
      <Checkbox
        label={words.place.lock}
        checked={locked}
        mixed={!locked && chosen.some(({ field }) => field.position_locked === true)}
        onChange={(on) => {
          store.lockPosition(on)
          say(on ? words.place.lockedNow : words.place.unlocked)
        }}
      />
      <div class="row">
        {alone ? (
          <Button small title={words.place.repeatHint} onClick={() => store.repeat()}>
            {words.place.repeat}
          </Button>
        ) : null}
      </div>
    </>
  )
}
