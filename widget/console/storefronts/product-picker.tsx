/** Picks the product of a shop's button: one that is mapped, or a template that becomes one. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { TemplateSelect } from '../orders/template-select.tsx'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Select } from '../parts/select.tsx'
import { SmallPicture } from '../parts/small-picture.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { toast } from '../parts/toast.tsx'
import type { List } from '../resources.ts'
import { useSession } from '../session.ts'
import { thumbnailPath } from '../templates/pictures.ts'
import { useAction } from '../use-action.ts'
import { useWords } from '../words.ts'
import type { MappingWire } from './wire.ts'

/** No id looks like it. */
const NEW = '+'

export interface ProductPickerProps {
  readonly list: List<MappingWire>
  /** Those that the shop can open. */
  readonly mappings: readonly MappingWire[]
  readonly mapping: MappingWire | null
  onPick(id: string): void
}

export function ProductPicker({ list, mappings, mapping, onPick }: ProductPickerProps) {
  const words = useWords('storefronts').setup
  const session = useSession()
  const writes = session.may('product_mappings:write')
  const [adds, setAdds] = useState(false)
  const isNew = writes && (adds || mapping === null)
  if (list.loading) return null
  return (
    <div class="form">
      <div class="picked">
        <SmallPicture path={isNew || mapping === null ? null : thumbnailPath(mapping.template_id, null)} />
        {mappings.length === 0 ? null : (
          <Select
            label={words.product}
            value={isNew ? NEW : (mapping?.id ?? '')}
            options={[
              ...mappings.map((one) => ({ value: one.id, label: nameOf(one) })),
              ...(writes ? [{ value: NEW, label: words.another }] : []),
            ]}
            onChange={(id) => {
              setAdds(id === NEW)
              if (id !== NEW) onPick(id)
            }}
          />
        )}
      </div>
      {isNew ? (
        <NewProduct
          onMade={(made) => {
            setAdds(false)
            list.reload()
            onPick(made.id)
          }}
        />
      ) : mappings.length === 0 ? (
        <p class="dim">{words.none}</p>
      ) : null}
    </div>
  )
}

function nameOf(mapping: MappingWire): string {
  const { external_product_id: product, external_variant_id: variant, template_title: title } = mapping
  return `${title} – ${[product, variant].filter(Boolean).join(' / ')}`
}

/** Takes the template and the number of the product, and maps it. */
function NewProduct({ onMade }: { onMade(mapping: MappingWire): void }) {
  const all = useWords('storefronts')
  const words = all.setup
  const action = useAction()
  const [template, setTemplate] = useState('')
  const [product, setProduct] = useState('')
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void action.run(async () => {
          const made = await api.post<{ product_mapping: MappingWire }>('/v1/product_mappings', {
            template_id: template,
            external_product_id: product.trim(),
          })
          toast(words.mapped)
          onMade(made.product_mapping)
        })
      }}
    >
      <TemplateSelect
        label={words.template}
        value={template}
        none={all.mapping.pick}
        more={all.more}
        live
        required
        onChange={setTemplate}
      />
      <TextInput
        label={all.mapping.product}
        hint={all.mapping.productHint}
        value={product}
        required
        maxLength={255}
        onInput={setProduct}
      />
      <ErrorNotice error={action.error} />
      <div class="form-actions">
        <Button type="submit" busy={action.busy} disabled={template === '' || product.trim() === ''}>
          {all.mapping.add}
        </Button>
      </div>
    </form>
  )
}
