/** An image field: the customer's image, an image of the shop's catalogue with a search, or both. */
import { useEffect, useState } from 'preact/hooks'
import { useEditor } from './context.ts'
import { FieldFrame, type FieldParts, fieldIds, useShownState } from './field-frame.tsx'
import { hasCatalogue, takesUploads } from './own/image-rules.ts'
import type { OwnImage } from './own/own-image.tsx'
import { RadioTiles, type Tile } from './radio-tiles.tsx'
import type { PictureWire } from './wire.ts'

/** So many are shown at once. */
const STEP = 24

export function PictureField({ field, value }: FieldParts) {
  if (!takesUploads(field)) return <CataloguePicture field={field} value={value} />
  const spare = hasCatalogue(field) && (field.options ?? []).length > 0
  return (
    <FieldFrame field={field} value={value} group={true}>
      <LaterOwnImage field={field} value={value} spare={spare} />
      {spare ? <Catalogue field={field} value={value} /> : null}
    </FieldFrame>
  )
}

function CataloguePicture({ field, value }: FieldParts) {
  return (
    <FieldFrame field={field} value={value} group={true}>
      <Catalogue field={field} value={value} />
    </FieldFrame>
  )
}

/** A phone loads cropping only where there is something to crop. */
function LaterOwnImage(parts: Parameters<typeof OwnImage>[0]) {
  const { words } = useEditor()
  const { say } = words
  const [Loaded, setLoaded] = useState<typeof OwnImage | 'failed' | null>(null)
  const load = () => {
    setLoaded(null)
    import('./own/own-image.tsx').then(
      (part) => setLoaded(() => part.OwnImage),
      () => setLoaded('failed'),
    )
  }
  useEffect(load, [])
  if (Loaded === null) return <p class="help own-loading">{say('opening')}</p>
  if (Loaded !== 'failed') return <Loaded {...parts} />
  return (
    <p class="trouble">
      {say('fault_no_network')}{' '}
      <button type="button" class="link" onClick={load}>
        {say('try_again')}
      </button>
    </p>
  )
}

function Catalogue({ field, value }: FieldParts) {
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
    <>
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
    </>
  )
}
