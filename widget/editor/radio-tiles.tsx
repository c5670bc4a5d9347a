/** Radio buttons as tiles: with a text, a picture or a colour. The browser's own keys work. */

export interface Tile {
  readonly value: string
  readonly label: string
  /** Said beside the label, such as why it cannot be chosen. */
  readonly note: string | null
  readonly disabled: boolean
  readonly imageUrl: string | null
  /** `#rrggbb` */
  readonly hex: string | null
}

export function RadioTiles({
  name,
  tiles,
  chosen,
  invalid,
  onChoose,
}: {
  readonly name: string
  readonly tiles: readonly Tile[]
  readonly chosen: string
  readonly invalid: boolean
  onChoose(value: string): void
}) {
  const pictures = tiles.some(({ imageUrl }) => imageUrl !== null)
  return (
    <div class={pictures ? 'tiles pictures' : 'tiles'} data-invalid={invalid}>
      {tiles.map((tile, at) => (
        <label
          key={tile.value}
          class="tile"
          data-chosen={tile.value === chosen}
          data-disabled={tile.disabled}
        >
          <input
            type="radio"
            id={at === 0 ? name : undefined}
            name={name}
            value={tile.value}
            checked={tile.value === chosen}
            disabled={tile.disabled}
            onChange={() => onChoose(tile.value)}
          />
          {tile.imageUrl === null ? null : (
            <img class="thumbnail" src={tile.imageUrl} alt="" loading="lazy" decoding="async" />
          )}
          {tile.hex === null ? null : <span class="swatch" style={{ background: tile.hex }} />}
          <span class="name">
            <bdi>{tile.label}</bdi>
            {tile.note === null ? null : <small> ({tile.note})</small>}
          </span>
        </label>
      ))}
    </div>
  )
}
