/** An image of the library: the image, its properties, its name, and archiving. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useFormat } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Notice } from '../parts/notice.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { toast } from '../parts/toast.tsx'
import { lengthText, useUnit } from '../units.ts'
import { useAction } from '../use-action.ts'
import { messageOf, phrase, useLanguage, useWords } from '../words.ts'
import type { AssetWire } from './library.ts'
import { isTag, readTags } from './tags.ts'

/** Pixels an inch that print shops ask for; a point is 1/72 inch. */
const PRINT_PPI = 300

export interface PictureDialogProps {
  readonly asset: AssetWire
  readonly writes: boolean
  onClose(): void
  onChanged(): void
}

export function PictureDialog({ asset, writes, onClose, onChanged }: PictureDialogProps) {
  const words = useWords('library')
  const shared = useWords('shared')
  const [name, setName] = useState(asset.name)
  const [label, setLabel] = useState(asset.label)
  const [tagText, setTagText] = useState(asset.tags.join(' '))
  const [tried, setTried] = useState(false)
  const [sure, setSure] = useState(false)
  const action = useAction()
  const { busy, error } = action
  const isArchived = asset.archived_at !== null
  const readOnly = !writes || isArchived
  const tags = readTags(tagText)
  const wrong = tags.find((tag) => !isTag(tag))
  const call = (work: () => Promise<unknown>, said: string) =>
    action.run(async () => {
      await work()
      toast(said)
      onChanged()
    })
  const save = () => {
    setTried(true)
    if (name.trim() === '' || label.trim() === '' || wrong !== undefined) return
    const body = { name: name.trim(), label: label.trim(), tags }
    void call(() => api.patch(`/v1/assets/${asset.id}`, body), words.picture.saved)
  }
  return (
    <Dialog
      title={asset.name}
      onClose={busy ? undefined : onClose}
      wide
      actions={
        readOnly ? (
          <Button onClick={onClose}>{shared.close}</Button>
        ) : (
          <>
            <Button
              kind="danger"
              onClick={() => {
                if (!sure) setSure(true)
                else
                  void call(
                    () => api.del(`/v1/assets/${asset.id}`),
                    phrase(words.picture.archived, { name: asset.name }),
                  )
              }}
            >
              {words.picture.archive}
            </Button>
            <Button kind="main" busy={busy} onClick={save}>
              {words.picture.save}
            </Button>
          </>
        )
      }
    >
      <div class="picture-detail">
        <figure>
          <img src={asset.url} alt={asset.label} width={asset.width} height={asset.height} />
          <figcaption class="hint">
            <PictureFacts asset={asset} />
          </figcaption>
        </figure>
        <div class="stack">
          {isArchived ? (
            <Notice>
              <p>{words.picture.archivedNote}</p>
            </Notice>
          ) : null}
          {sure ? (
            <Notice kind="warn">
              <p>{words.picture.archiveText}</p>
            </Notice>
          ) : null}
          <ErrorNotice error={error} />
          <TextInput
            label={words.picture.name}
            hint={words.picture.nameHint}
            error={tried && name.trim() === '' ? words.picture.missing : null}
            maxLength={200}
            dir="auto"
            readOnly={readOnly}
            value={name}
            onInput={setName}
          />
          <TextInput
            label={words.picture.label}
            hint={words.picture.labelHint}
            error={tried && label.trim() === '' ? words.picture.missing : null}
            maxLength={200}
            dir="auto"
            readOnly={readOnly}
            value={label}
            onInput={setLabel}
          />
          <TextInput
            label={words.picture.tags}
            hint={words.picture.tagsHint}
            error={tried && wrong !== undefined ? phrase(words.picture.tagsWrong, { tag: wrong }) : null}
            readOnly={readOnly}
            value={tagText}
            onInput={setTagText}
          />
        </div>
      </div>
    </Dialog>
  )
}

function PictureFacts({ asset }: { readonly asset: AssetWire }) {
  const words = useWords('library')
  const format = useFormat()
  const unit = useUnit()
  const language = useLanguage()
  const printed = (px: number) => lengthText((px / PRINT_PPI) * 72, unit, language)
  const facts = [
    phrase(words.picture.pixels, { width: asset.width, height: asset.height }),
    phrase(words.picture.printed, { width: printed(asset.width), height: printed(asset.height) }),
    messageOf(words.picture.kinds, asset.color_kind) ?? asset.color_kind,
    asset.alpha ? words.picture.alpha : '',
    format.bytes(asset.size_bytes),
  ]
  return <>{facts.filter((fact) => fact !== '').join(' · ')}</>
}
