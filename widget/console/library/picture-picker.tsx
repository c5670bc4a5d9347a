/** The catalogue in a dialog, to choose an image or to view it. */
import { useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { useWords } from '../words.ts'
import './library.css'
import type { AssetWire } from './library.ts'
import { PictureGrid, usePictures } from './picture-grid.tsx'
import { isTag } from './tags.ts'

export interface PicturePickerProps {
  /** The part of the catalogue that is shown first; null for all. */
  readonly tag: string | null
  onClose(): void
  onChoose?: ((asset: AssetWire) => void) | undefined
}

export function PicturePicker({ tag: first, onClose, onChoose }: PicturePickerProps) {
  const words = useWords('library')
  const [tag, setTag] = useState(first ?? '')
  const list = usePictures(isTag(tag) ? tag : null, false)
  return (
    <Dialog title={words.picture.pickTitle} onClose={onClose} wide>
      <div class="stack">
        <TextInput
          label={words.picture.tag}
          type="search"
          maxLength={40}
          value={tag}
          onInput={(typed) => setTag(typed.trim().toLowerCase())}
        />
        <PictureGrid
          list={list}
          label={words.pictures}
          verb={words.picture.pick}
          onOpen={(asset) => onChoose?.(asset)}
        />
        {!list.loading && list.error === null && list.items.length === 0 ? (
          <p>{tag === '' ? words.picture.emptyTitle : words.picture.emptyTag}</p>
        ) : null}
      </div>
    </Dialog>
  )
}
