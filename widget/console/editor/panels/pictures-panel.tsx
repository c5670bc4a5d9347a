/** Properties of an image field: its images from the library, and their fit. */
import { useState } from 'preact/hooks'
import { PicturePicker } from '../../library/picture-picker.tsx'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { Select } from '../../parts/select.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { useEditor } from '../context.ts'
import { Fold } from '../parts/fold.tsx'
import { ANCHORS, FITS, type PictureWire } from '../scene-wire.ts'
import type { FieldPart } from './field-panel.tsx'

const USUAL: PictureWire = { fit: 'fit', anchor: 'center' }
const TAG = /^[a-z0-9][a-z0-9-]{0,39}$/

export function PicturesPanel({ field, change }: FieldPart) {
  const { store, words } = useEditor()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState(field.asset_tag ?? '')
  const picture = field.placements[0]?.picture ?? USUAL
  const put = (changes: Partial<PictureWire>) => store.replace({ picture: { ...picture, ...changes } })
  const isTag = text === '' || TAG.test(text)
  return (
    <Fold name="pictures" title={words.field.fit} open>
      {field.source === 'upload' ? null : (
        <>
          <TextInput
            label={words.field.tag}
            hint={words.field.tagHint}
            error={isTag ? null : words.field.tagWrong}
            value={text}
            maxLength={40}
            onInput={(typed) => {
              setText(typed)
              if (typed === '' || TAG.test(typed))
                change({ asset_tag: typed === '' ? null : typed, default_value: '' })
            }}
          />
          <Button small onClick={() => setOpen(true)}>
            {words.field.catalogue}
          </Button>
        </>
      )}
      <Select
        label={words.field.fit}
        value={picture.fit}
        options={FITS.map((value) => ({ value, label: words.field.fits[value] }))}
        onChange={(fit) => put({ fit })}
      />
      <Select
        label={words.field.anchor}
        value={picture.anchor}
        options={ANCHORS.map((value) => ({ value, label: words.field.anchors[value] }))}
        onChange={(anchor) => put({ anchor })}
      />
      <Checkbox
        label={words.field.oneColor}
        checked={field.one_color ?? false}
        onChange={(one_color) => change({ one_color })}
      />
      {open ? (
        <PicturePicker
          tag={field.asset_tag ?? null}
          onClose={() => setOpen(false)}
          onChoose={(asset) => {
            change({ default_value: asset.id })
            setOpen(false)
          }}
        />
      ) : null}
    </Fold>
  )
}
