/** One ink of the palette: its name and colour, its alternatives, and the plates of the artwork that follow it. */

import { useEffect, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { phrase } from '../words.ts'
import { useEditor } from './context.ts'
import {
  boundInk,
  changedInk,
  formOf,
  movedInk,
  renamedInk,
  usesOf,
  withOffers,
  withoutInk,
} from './inks-edit.ts'
import { MixFields } from './mix-fields.tsx'
import { ColorInput, Offers } from './offers.tsx'
import { IconButton } from './parts/icon-button.tsx'
import type { InkWire } from './scene-wire.ts'

export interface InkCardProps {
  readonly ink: InkWire
  /** Its place in the palette, from 0. */
  readonly at: number
  readonly open: boolean
  onToggle(): void
  onMoved(to: number | null): void
}

export function InkCard({ ink, at, open, onToggle, onMoved }: InkCardProps) {
  const { store, state, words } = useEditor()
  const { scene, separations } = state
  const [name, setName] = useState(ink.name)
  useEffect(() => setName(ink.name), [ink.name])
  const isMix = formOf(ink) !== 'separation'
  const uses = usesOf(scene, at)
  const rename = () => {
    if (name.trim() === '') setName(ink.name)
    else if (name !== ink.name) store.edit((before) => renamedInk(before, at, name.trim()))
  }
  const move = (by: number) => {
    store.edit((before) => movedInk(before, at, by))
    onMoved(at + by)
  }
  return (
    <li class="ink" data-open={open || undefined}>
      <div class="ink-head">
        <ColorInput
          label={`${words.inks.hex}, ${ink.name}`}
          value={ink.hex}
          disabled={isMix || ink.lab !== undefined}
          onChange={(hex) => store.edit((before) => changedInk(before, at, { hex }), `hex ${ink.key}`)}
        />
        <button type="button" class="ink-name" aria-expanded={open} onClick={onToggle}>
          <bdi>{ink.name}</bdi>
          <span class="field-facts">{phrase(words.inks.uses, { count: uses })}</span>
        </button>
      </div>
      {open ? (
        <div class="ink-body stack">
          {/* The name of a plate is taken up when it is left: each letter would be another plate. */}
          <TextInput
            label={isMix ? words.inks.mixName : words.inks.name}
            value={name}
            maxLength={64}
            onInput={setName}
            onBlur={rename}
          />
          <MixFields ink={ink} at={at} />
          <Checkbox
            label={words.inks.technical}
            checked={ink.technical}
            onChange={(technical) => store.edit((before) => changedInk(before, at, { technical }))}
          />
          <h4>{words.inks.offers}</h4>
          <Offers
            list={ink.offers ?? []}
            add={words.inks.addOffer}
            first={words.inks.newName}
            hex={ink.hex}
            change={(offers) => store.edit((before) => withOffers(before, at, offers), `offers ${ink.key}`)}
          />
          <h4>{words.inks.binding}</h4>
          {isMix ? (
            <p class="hint">{words.inks.mixNotBound}</p>
          ) : separations.length === 0 ? (
            <p class="hint">{words.inks.noSeparations}</p>
          ) : (
            <>
              <p class="hint">{words.inks.bindingHint}</p>
              {separations.map(({ name: separation, bindable, reason }) =>
                bindable ? (
                  <Checkbox
                    key={separation}
                    label={separation}
                    checked={ink.binding?.includes(separation) ?? false}
                    onChange={(bound) => store.edit((before) => boundInk(before, at, separation, bound))}
                  />
                ) : (
                  <p class="hint" key={separation}>
                    {phrase(words.inks.cannotBind, { name: separation, why: reason ?? '' })}
                  </p>
                ),
              )}
            </>
          )}
          <div class="row">
            <IconButton label={words.inks.up} disabled={at === 0} onClick={() => move(-1)}>
              <path d="M3 10l5-5 5 5" />
            </IconButton>
            <IconButton
              label={words.inks.down}
              disabled={at === scene.inks.length - 1}
              onClick={() => move(1)}
            >
              <path d="M3 6l5 5 5-5" />
            </IconButton>
            <Button
              small
              kind="danger"
              disabled={scene.inks.length < 2}
              onClick={() => {
                store.edit((before) => withoutInk(before, at))
                onMoved(null)
              }}
            >
              {words.inks.remove}
            </Button>
          </div>
        </div>
      ) : null}
    </li>
  )
}
