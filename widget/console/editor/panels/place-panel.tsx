/** Position and size of the selected fields in numbers, and their alignment. */
import { Button } from '../../parts/button.tsx'
import { LengthInput } from '../../parts/length-input.tsx'
import { NumberInput } from '../../parts/number-input.tsx'
import { ALIGNINGS, type Aligning } from '../arrange.ts'
import { useEditor } from '../context.ts'
import { angleOf, boundsOf, movedBy, type Placed, seenBox, sizeOf } from '../placed.ts'
import { sized, turnedTo } from '../reshape.ts'
import { pageSpots } from '../stage-keys.ts'
import { IconButton } from '../toolbar.tsx'

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
  const alone = chosen.length === 1
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
    <section class="panel" aria-labelledby="place-title">
      <h3 id="place-title">{words.place.title}</h3>
      <div class="panel-grid">
        <LengthInput
          label={words.place.x}
          value={shared(bounds.left - trim.left, (placed) => boundsOf(placed).left - trim.left)}
          disabled={!mayEdit}
          onChange={(x) => moveTo({ x })}
        />
        <LengthInput
          label={words.place.y}
          value={shared(bounds.top - trim.top, (placed) => boundsOf(placed).top - trim.top)}
          disabled={!mayEdit}
          onChange={(y) => moveTo({ y })}
        />
        <LengthInput
          label={words.place.w}
          value={shared(size.width, (placed) => sizeOf(placed).width)}
          min={0}
          disabled={!mayEdit}
          onChange={(width) => all((placed) => sized(placed, { width }), 'size')}
        />
        <LengthInput
          label={words.place.h}
          value={shared(size.height, (placed) => sizeOf(placed).height)}
          min={0}
          disabled={!mayEdit}
          onChange={(height) => all((placed) => sized(placed, { height }), 'size')}
        />
        <NumberInput
          label={words.place.angle}
          unit="°"
          min={-180}
          max={180}
          value={shared(angleOf(first.placed), angleOf)}
          disabled={!mayEdit}
          onInput={(angle) => angle !== null && all((placed) => turnedTo(placed, angle), 'turn')}
        />
      </div>
      <p class="hint">{words.place.origin}</p>
      {mayEdit ? (
        <>
          <fieldset
            class="tool-group"
            aria-label={`${words.place.align} ${alone ? words.place.alignTo.page : words.place.alignTo.each}`}
          >
            {ALIGNINGS.map((how) => (
              <IconButton key={how} label={words.place.alignments[how]} onClick={() => store.align(how)}>
                <path d={SHAPES[how]} />
              </IconButton>
            ))}
            {chosen.length < 3 ? null : (
              <>
                <IconButton label={words.place.across} onClick={() => store.spread('across')}>
                  <path d="M2 2v12M14 2v12M6 5h4v6H6z" />
                </IconButton>
                <IconButton label={words.place.down} onClick={() => store.spread('down')}>
                  <path d="M2 2h12M2 14h12M5 6h6v4H5z" />
                </IconButton>
              </>
            )}
          </fieldset>
          <div class="row">
            <Button small onClick={() => store.duplicate()}>
              {words.place.duplicate}
            </Button>
            {alone ? (
              <Button small title={words.place.repeatHint} onClick={() => store.repeat()}>
                {words.place.repeat}
              </Button>
            ) : null}
            <Button small kind="danger" onClick={() => store.remove()}>
              {words.place.remove}
            </Button>
          </div>
        </>
      ) : null}
    </section>
  )
}
