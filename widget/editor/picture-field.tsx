/** An image field: a picture of the shop's catalogue, found by its name where there are many. */
import { useState } from 'preact/hooks'
import { useEditor } from './context.ts'
import { FieldFrame, type FieldParts, fieldIds, useShownState } from './field-frame.tsx'
import { RadioTiles, type Tile } from './radio-tiles.tsx'
import type { PictureWire } from './wire.ts'

/** So many are shown at once. */
const STEP = 24

export function PictureField({ field, value }: FieldParts) {
  const { store, words, prefix } = useEditor()
  const { say, language } = words
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(STEP)
  const state = useShownState(field)
  const ids = fieldIds(prefix, field)
  const locked = store.state.locked.has(field.id)
  const pictures = (field.options ?? []) as readonly PictureWire[]
  const sought = search.trim().toLocaleLowerCase(language)
  const found =
    sought === ''
      ? pictures
      : pictures.filter(({ label }) => label.toLocaleLowerCase(language).includes(sought))
  const visible = found.slice(0, shown)
  const chosen = pictures.find(({ id }) => id === value)
  // The chosen one stays in sight, whatever is searched for.
  const list = chosen === undefined || visible.includes(chosen) ? visible : [chosen, ...visible]
  const tiles: Tile[] = list.map(({ id, label, thumbnail_url }) => ({
    value: id,
    label,
    note: null,
    disabled: locked,
    imageUrl: thumbnail_url,
    hex: null,
  }))
  const none: Tile = {
    value: '',
    label: say('none'),
    note: null,
    disabled: locked,
    imageUrl: null,
    hex: null,
  }
  return (
    <FieldFrame field={field} value={value} group={true}>
      {pictures.length > STEP ? (
        <input
          type="search"
          class="search"
          value={search}
          aria-label={say('search_pictures')}
          placeholder={say('search_pictures')}
          onInput={(event) => {
            setSearch(event.currentTarget.value)
            setShown(STEP)
          }}
        />
      ) : null}
      <RadioTiles
        name={ids.control}
        tiles={field.required ? tiles : [none, ...tiles]}
        chosen={value}
        invalid={state.trouble !== null}
        onChoose={(next) => store.edit({ values: { [field.id]: next } }, null)}
      />
      {found.length === 0 ? <p class="help">{say('no_pictures')}</p> : null}
      {found.length > shown ? (
        <button type="button" class="plain more" onClick={() => setShown(shown + STEP)}>
          {say('more_pictures')}
        </button>
      ) : null}
      {locked ? <p class="help">{say('locked')}</p> : null}
    </FieldFrame>
  )
}
