/** The catalogue of images by tag, with a drop zone. */
import { useState } from 'preact/hooks'
import { Checkbox } from '../parts/checkbox.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { phrase, useWords } from '../words.ts'
import type { AssetUploadReply, AssetWire } from './library.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { PictureGrid, usePictures } from './picture-grid.tsx'
import { isTag } from './tags.ts'
import { UploadFile } from './upload-file.tsx'

const MOST_BYTES = 40 * 2 ** 20

export function PicturesPanel({ writes }: { readonly writes: boolean }) {
  const words = useWords('library')
  const [tag, setTag] = useState('')
  const [archived, setArchived] = useState(false)
  const [opened, setOpened] = useState<AssetWire | null>(null)
  const list = usePictures(isTag(tag) ? tag : null, archived)
  const isBare = tag === '' && !archived
  const empty = isBare
    ? words.picture.emptyText
    : archived
      ? words.picture.emptyArchive
      : words.picture.emptyTag
  return (
    <div class="stack">
      <p class="hint">{words.picture.text}</p>
      {writes ? (
        <UploadFile<AssetUploadReply>
          path="/v1/assets"
          label={words.picture.drop}
          button={words.picture.choose}
          hint={words.picture.hint}
          accept="image/png,image/jpeg,image/webp"
          mostBytes={MOST_BYTES}
          words={words.picture}
          faults={{ invalid_image: words.picture.invalid, image_too_complex: words.picture.tooComplex }}
          said={({ asset, deduplicated, restored }) =>
            phrase(
              restored ? words.picture.restored : deduplicated ? words.picture.known : words.picture.added,
              { name: asset.name },
            )
          }
          onDone={({ asset }) => {
            list.reload()
            setOpened(asset)
          }}
        />
      ) : null}
      <div class="row picture-filter">
        <TextInput
          label={words.picture.tag}
          type="search"
          maxLength={40}
          error={tag !== '' && !isTag(tag) ? words.picture.tagHint : null}
          value={tag}
          onInput={(typed) => setTag(typed.trim().toLowerCase())}
        />
        <Checkbox label={words.picture.archivedOnes} checked={archived} onChange={setArchived} />
      </div>
      <PictureGrid list={list} label={words.pictures} verb={words.picture.edit} onOpen={setOpened} />
      {!list.loading && list.error === null && list.items.length === 0 ? (
        <EmptyState title={isBare ? words.picture.emptyTitle : words.pictures} text={empty} />
      ) : null}
      {opened === null ? null : (
        <PictureDialog
          asset={opened}
          writes={writes}
          onClose={() => setOpened(null)}
          onChanged={() => {
            setOpened(null)
            list.reload()
          }}
        />
      )}
    </div>
  )
}
