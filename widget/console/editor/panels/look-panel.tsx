/** The look of the selected text: the outline of its letters, and its opacity. */
import { Checkbox } from '../../parts/checkbox.tsx'
import { LengthInput } from '../../parts/length-input.tsx'
import { NumberInput } from '../../parts/number-input.tsx'
import { Select } from '../../parts/select.tsx'
import { useEditor } from '../context.ts'
import { Fold } from '../parts/fold.tsx'
import type { StyleWire } from '../scene-wire.ts'
import { shared } from './shared-value.ts'
import { useStyles } from './text-panel.tsx'

type StrokeWire = NonNullable<StyleWire['stroke']>

/** Points; of a common poster as well as of a label. */
const [THINNEST, WIDEST] = [0.05, 200]
const FIRST_WIDTH = 1
const OF_FIELD = ''
const SEVERAL = '?'

export function LookPanel() {
  const { state, words } = useEditor()
  const styles = useStyles()
  if (styles === null) return null
  const { all, unit, set, setEach } = styles
  const strokes = all.flatMap(({ stroke }) => (stroke == null ? [] : [stroke]))
  const isOn = strokes.length > 0
  const width = shared(strokes, ({ width_pt }) => width_pt)
  const ink = shared(strokes, (stroke) => stroke.ink ?? OF_FIELD)
  const opacity = shared(all, (style) => style.opacity ?? 1)
  const { inks } = state.scene
  const swatch = inks.find(({ name }) => name === ink)
  /** Only text that has an outline; the switch gives it to the rest. */
  const setStroke = (changes: Partial<StrokeWire>) =>
    setEach(`outline ${Object.keys(changes).join()}`, ({ stroke }) =>
      stroke == null ? {} : { stroke: { ...stroke, ...changes } },
    )
  return (
    <Fold name="look" title={words.look.title}>
      <Checkbox
        label={words.look.outline}
        checked={isOn}
        mixed={isOn && strokes.length < all.length}
        onChange={(on) =>
          setEach('outline', ({ stroke }) => ({
            stroke: on ? (stroke ?? { width_pt: FIRST_WIDTH / unit, ink: null, tint: null }) : null,
          }))
        }
      />
      {isOn ? (
        <>
          <LengthInput
            label={words.look.width}
            none={words.several}
            value={width === null ? null : width * unit}
            min={THINNEST}
            max={WIDEST}
            onChange={(points) => setStroke({ width_pt: points / unit })}
          />
          <div class="ink-select">
            <span class="swatch" style={{ background: swatch?.hex ?? 'transparent' }} aria-hidden="true" />
            <Select
              label={words.look.ink}
              value={ink ?? SEVERAL}
              options={[
                ...(ink === null ? [{ value: SEVERAL, label: words.several, disabled: true }] : []),
                { value: OF_FIELD, label: words.look.ofField },
                ...inks.map(({ name }) => ({ value: name, label: name })),
              ]}
              onChange={(next) =>
                setStroke(next === OF_FIELD ? { ink: null, tint: null } : { ink: next, tint: 1 })
              }
            />
          </div>
          <Checkbox
            label={words.look.filled}
            checked={strokes.every(({ filled }) => filled !== false)}
            mixed={shared(strokes, ({ filled }) => filled !== false) === null}
            onChange={(filled) => setStroke({ filled })}
          />
        </>
      ) : null}
      <NumberInput
        label={words.look.opacity}
        none={words.several}
        unit="%"
        min={1}
        max={100}
        value={opacity === null ? null : Math.round(opacity * 1000) / 10}
        onInput={(percent) =>
          percent !== null && percent > 0 && percent <= 100 && set({ opacity: percent / 100 })
        }
      />
    </Fold>
  )
}
