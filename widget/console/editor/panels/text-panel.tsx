/** The text of the selected placements: font, size, ink, alignment, and the behaviour of text that is too long. */

import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { LengthInput } from '../../parts/length-input.tsx'
import { NumberInput } from '../../parts/number-input.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { phrase } from '../../words.ts'
import { ALIGN_SHAPES, VERTICAL_SHAPES } from '../canvas/align-shapes.ts'
import { useEditor } from '../context.ts'
import { FontPicker, StyleSelect } from '../fonts/font-picker.tsx'
import { useFamilies } from '../fonts/use-fonts.ts'
import { Fold } from '../parts/fold.tsx'
import { Segments } from '../parts/segments.tsx'
import { findSpot } from '../scene-edit.ts'
import { ALIGNS, type StyleWire, VERTICAL_ALIGNS } from '../scene-wire.ts'
import type { FieldsPart } from './field-panel.tsx'
import { InkSelect } from './ink-select.tsx'
import { shared } from './shared-value.ts'

/** The first selected place, the styles of all, and what changes them. */
export function useStyles() {
  const { store, state } = useEditor()
  const keys = [...state.selection]
  const spots = keys.flatMap((key) => findSpot(state.scene, key) ?? [])
  const [spot] = spots
  if (spot === undefined) return null
  const of = keys.join(' ')
  return {
    key: spot.key,
    placement: spot.placement,
    style: spot.placement.style,
    all: spots.map(({ placement }) => placement.style),
    unit: state.scene.pages[spot.placement.page]?.user_unit ?? 1,
    set: (changes: Partial<StyleWire>) => store.restyle(changes, `${Object.keys(changes).join()} ${of}`),
    /** Changes each style by what it has; `what` names the change for undoing. */
    setEach: (what: string, change: (style: StyleWire) => Partial<StyleWire>) =>
      store.restyle(change, `${what} ${of}`),
    place: (inset_pt: number) => store.replace({ inset_pt }, `inset ${of}`),
  }
}

export function TextPanel({ fields, change }: FieldsPart) {
  const { store, words } = useEditor()
  const families = useFamilies()
  const styles = useStyles()
  if (styles === null) return null
  const { placement, style, all, unit, set } = styles
  const size = shared(all, ({ size_pt }) => size_pt)
  const tracking = shared(all, (one) => one.tracking)
  const chosen = shared(all, ({ font }) => font.key) === null ? null : style.font
  return (
    <Fold name="text" title={words.text.title} open>
      <div class="font-row">
        <FontPicker
          label={words.text.font}
          families={families}
          chosen={chosen}
          none={words.several}
          onChoose={(font) => set({ font })}
        />
      </div>
      <StyleSelect
        label={words.text.style}
        families={families}
        chosen={chosen}
        onChoose={(font) => set({ font })}
      />
      {style.font.substitute ? (
        <p class="hint warn">{phrase(words.text.missing, { name: style.font.requested })}</p>
      ) : null}
      <div class="panel-grid">
        <NumberInput
          label={words.text.size}
          none={words.several}
          unit="pt"
          min={1}
          max={1000}
          step={0.5}
          value={size === null ? null : round(size * unit)}
          disabled={style.auto_size}
          onInput={(next) => next !== null && next > 0 && set({ size_pt: next / unit })}
        />
        <NumberInput
          label={words.text.tracking}
          none={words.several}
          unit="em"
          min={-1}
          max={10}
          step={0.01}
          value={tracking}
          onInput={(next) => next !== null && Math.abs(next) <= 10 && set({ tracking: Math.max(-1, next) })}
        />
      </div>
      <InkSelect fields={fields} change={change} />
      <div class="align-row">
        <Segments
          label={words.text.align}
          value={shared(all, ({ align }) => align)}
          options={ALIGNS.map((value) => ({
            value,
            label: words.text.aligns[value],
            path: ALIGN_SHAPES[value],
          }))}
          onChange={(align) => set({ align })}
        />
        <Segments
          label={words.text.vertical}
          value={shared(all, ({ vertical_align }) => vertical_align)}
          options={VERTICAL_ALIGNS.map((value) => ({
            value,
            label: words.text.verticals[value],
            path: VERTICAL_SHAPES[value],
          }))}
          onChange={(vertical_align) => {
            set({ vertical_align })
            // A baseline of the artwork holds only for the alignment that it was read with.
            if (placement.baseline_pt != null) store.replace({ baseline_pt: null })
          }}
        />
      </div>
      <Checkbox
        label={words.text.autoSize}
        checked={style.auto_size}
        mixed={all.some(({ auto_size }) => auto_size !== style.auto_size)}
        onChange={(auto_size) => set({ auto_size })}
      />
    </Fold>
  )
}

/** What happens to text that is longer than its field. */
export function FitPanel() {
  const { words } = useEditor()
  const styles = useStyles()
  if (styles === null) return null
  const { key, placement, style, unit, set, place } = styles
  return (
    <Fold name="fit" title={words.text.fit}>
      <div class="panel-grid">
        <NumberInput
          label={words.text.minSize}
          unit="pt"
          min={1}
          max={round(style.size_pt * unit)}
          step={0.5}
          value={round(style.min_size_pt * unit)}
          onInput={(size) =>
            size !== null && size > 0 && set({ min_size_pt: Math.min(size / unit, style.size_pt) })
          }
        />
        <NumberInput
          label={words.text.minTracking}
          unit="em"
          min={-1}
          max={0}
          step={0.01}
          value={style.min_tracking}
          onInput={(tracking) =>
            tracking !== null && set({ min_tracking: Math.min(0, Math.max(-1, tracking)) })
          }
        />
      </div>
      <Checkbox
        label={words.text.wrap}
        checked={style.wrap}
        onChange={(wrap) => set({ wrap, ...(wrap ? { comb: null } : { max_lines: null }) })}
      />
      <div class="panel-grid">
        {style.wrap ? (
          <>
            <NumberInput
              label={words.text.maxLines}
              min={1}
              max={1000}
              value={style.max_lines}
              onInput={(lines) => set({ max_lines: lines === null ? null : Math.max(1, Math.round(lines)) })}
            />
            <NumberInput
              label={words.text.leading}
              unit="×"
              min={0.5}
              max={20}
              step={0.05}
              value={style.leading}
              onInput={(leading) =>
                leading !== null && leading > 0 && set({ leading: Math.min(20, leading) })
              }
            />
          </>
        ) : (
          <NumberInput
            label={words.text.comb}
            min={1}
            max={1000}
            value={style.comb}
            onInput={(comb) => set({ comb: comb === null ? null : Math.max(1, Math.round(comb)) })}
          />
        )}
        <LengthInput
          label={words.text.inset}
          value={placement.inset_pt * unit}
          min={0}
          onChange={(points) => place(points / unit)}
        />
      </div>
      <Fallbacks style={style} set={set} />
      <Features key={key} style={style} set={set} />
    </Fold>
  )
}

interface StylePart {
  readonly style: StyleWire
  set(changes: Partial<StyleWire>): void
}

/** Applied on blur, because a comma being typed is not a feature yet. */
function Features({ style, set }: StylePart) {
  const { words } = useEditor()
  const [text, setText] = useState(style.features.join(', '))
  return (
    <TextInput
      label={words.text.features}
      hint={words.text.featuresHint}
      value={text}
      onInput={setText}
      onBlur={() => {
        const list = text.split(',').map((one) => one.trim().slice(0, 40))
        const features = list.filter((one) => one !== '').slice(0, 50)
        setText(features.join(', '))
        if (features.join() !== style.features.join()) set({ features })
      }}
    />
  )
}

const round = (value: number): number => Math.round(value * 100) / 100

function Fallbacks({ style, set }: StylePart) {
  const { words } = useEditor()
  const families = useFamilies()
  const chosen = style.fallbacks ?? []
  const taken = new Set([style.font.key, ...chosen.map(({ key }) => key)])
  return (
    <div class="fallbacks">
      {chosen.map((font, at) => (
        <p class="row" key={`${font.key} ${String(at)}`}>
          <bdi>{font.requested}</bdi>
          <Button
            small
            kind="quiet"
            aria-label={phrase(words.text.removeFallback, { name: font.requested })}
            onClick={() => set({ fallbacks: chosen.filter((_, index) => index !== at) })}
          >
            ×
          </Button>
        </p>
      ))}
      <div class="font-row">
        <FontPicker
          label={words.text.fallbacks}
          families={families
            .map((family) => ({ ...family, faces: family.faces.filter(({ font }) => !taken.has(font.key)) }))
            .filter(({ faces }) => faces.length > 0)}
          chosen={null}
          none={chosen.length === 0 ? words.text.noFallback : words.text.addFallback}
          onChoose={(font) => chosen.length < 10 && set({ fallbacks: [...chosen, font] })}
        />
      </div>
    </div>
  )
}
