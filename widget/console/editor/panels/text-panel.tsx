/** How the text of the selected places is set: font, size, what happens when it is too long, alignment. */

import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { LengthInput } from '../../parts/length-input.tsx'
import { NumberInput } from '../../parts/number-input.tsx'
import { Select } from '../../parts/select.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { phrase } from '../../words.ts'
import { useEditor } from '../context.ts'
import { type FontWire, readAll } from '../editor-api.ts'
import { findSpot } from '../scene-edit.ts'
import { ALIGNS, type FontChoiceWire, type StyleWire, VERTICAL_ALIGNS } from '../scene-wire.ts'

export function TextPanel() {
  const { store, state, words } = useEditor()
  const fonts = useFonts()
  const [key = ''] = state.selection
  const spot = findSpot(state.scene, key)
  if (spot === null) return null
  const { style, inset_pt } = spot.placement
  const keys = [...state.selection].join(' ')
  const set = (changes: Partial<StyleWire>) =>
    store.restyle(changes, `${Object.keys(changes).join()} ${keys}`)
  const unit = state.scene.pages[spot.placement.page]?.user_unit ?? 1
  return (
    <>
      <section class="panel" aria-labelledby="text-title">
        <h3 id="text-title">{words.text.title}</h3>
        <FontSelect
          label={words.text.font}
          fonts={fonts}
          chosen={style.font}
          onChoose={(font) => set({ font })}
        />
        {style.font.substitute ? (
          <p class="hint warn">{phrase(words.text.missing, { name: style.font.requested })}</p>
        ) : null}
        <div class="panel-grid">
          <NumberInput
            label={words.text.size}
            unit="pt"
            min={1}
            max={1000}
            step={0.5}
            value={round(style.size_pt * unit)}
            disabled={style.auto_size}
            onInput={(size) => size !== null && size > 0 && set({ size_pt: size / unit })}
          />
          <Select
            label={words.text.align}
            value={style.align}
            options={ALIGNS.map((value) => ({ value, label: words.text.aligns[value] }))}
            onChange={(align) => set({ align })}
          />
          <NumberInput
            label={words.text.tracking}
            unit="em"
            min={-1}
            max={10}
            step={0.01}
            value={style.tracking}
            onInput={(tracking) =>
              tracking !== null && Math.abs(tracking) <= 10 && set({ tracking: Math.max(-1, tracking) })
            }
          />
          <Select
            label={words.text.vertical}
            value={style.vertical_align}
            options={VERTICAL_ALIGNS.map((value) => ({ value, label: words.text.verticals[value] }))}
            onChange={(vertical_align) => {
              set({ vertical_align })
              // A baseline of the artwork holds only for the alignment that it was read with.
              if (spot.placement.baseline_pt != null) store.replace({ baseline_pt: null })
            }}
          />
        </div>
        <Checkbox
          label={words.text.autoSize}
          checked={style.auto_size}
          onChange={(auto_size) => set({ auto_size })}
        />
      </section>
      <section class="panel" aria-labelledby="fit-title">
        <h3 id="fit-title">{words.text.fit}</h3>
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
                onInput={(lines) =>
                  set({ max_lines: lines === null ? null : Math.max(1, Math.round(lines)) })
                }
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
            value={inset_pt * unit}
            min={0}
            onChange={(points) => store.replace({ inset_pt: points / unit }, `inset ${keys}`)}
          />
        </div>
        <Fallbacks style={style} fonts={fonts} set={set} />
        <Features key={key} style={style} set={set} />
      </section>
    </>
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

interface FontSelectProps {
  readonly label: string
  readonly fonts: readonly FontWire[]
  readonly chosen: FontChoiceWire | null
  /** Label for no chosen font. */
  readonly none?: string
  onChoose(font: FontChoiceWire): void
}

function FontSelect({ label, fonts, chosen, none, onChoose }: FontSelectProps) {
  const known = fonts.some(({ key }) => key === chosen?.key)
  const own = chosen === null || known ? [] : [{ value: chosen.key, label: chosen.requested }]
  const options = fonts.map((font) => ({ value: font.key, label: nameOf(font) }))
  return (
    <Select
      label={label}
      value={chosen?.key ?? ''}
      options={[...(none === undefined ? [] : [{ value: '', label: none }]), ...own, ...options]}
      onChange={(key) => {
        const font = fonts.find((one) => one.key === key)
        if (font !== undefined) onChoose({ requested: font.post_script_name, key, substitute: false })
      }}
    />
  )
}

function nameOf({ full_name, post_script_name, family, bold, italic }: FontWire): string {
  if (full_name !== null) return full_name
  const style = post_script_name.split('-')[1] ?? [bold ? 'Bold' : '', italic ? 'Italic' : ''].join('')
  return style === '' || style === 'Regular' ? family : `${family} ${style}`
}

function Fallbacks({ style, fonts, set }: StylePart & { readonly fonts: readonly FontWire[] }) {
  const { words } = useEditor()
  const chosen = style.fallbacks ?? []
  return (
    <div class="stack">
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
      <FontSelect
        label={words.text.fallbacks}
        fonts={fonts.filter(({ key }) => key !== style.font.key && !chosen.some((one) => one.key === key))}
        chosen={null}
        none={chosen.length === 0 ? words.text.noFallback : words.text.addFallback}
        onChoose={(font) => chosen.length < 10 && set({ fallbacks: [...chosen, font] })}
      />
    </div>
  )
}

let loaded: Promise<readonly FontWire[]> | null = null

/** The fonts of the team and the bundled ones, by their names; read once for as long as the editor is open. */
function useFonts(): readonly FontWire[] {
  const [fonts, setFonts] = useState<readonly FontWire[]>([])
  useEffect(() => {
    let wanted = true
    loaded ??= readAll<FontWire>('/v1/fonts')
    loaded.then(
      (list) => wanted && setFonts([...list].sort((a, b) => nameOf(a).localeCompare(nameOf(b)))),
      () => {
        loaded = null
      },
    )
    return () => {
      wanted = false
    }
  }, [])
  return fonts
}

/** So that fonts which were uploaded meanwhile are there the next time. */
export function forgetFonts(): void {
  loaded = null
}
