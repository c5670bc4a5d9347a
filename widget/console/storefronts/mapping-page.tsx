/** A product mapping: create, change and remove it, with initial values and locked fields. */
import { api } from '../api.ts'
import { TemplateSelect } from '../orders/template-select.tsx'
import { valueFaults } from '../orders/value-faults.ts'
import { ValueFields } from '../orders/value-fields.tsx'
import type { FieldWire } from '../orders/wire.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import { ConfirmButton } from '../parts/confirm.tsx'
import { RecordForm, useRecordForm } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { PendingPage } from '../parts/pending-page.tsx'
import { Select } from '../parts/select.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { toast } from '../parts/toast.tsx'
import { useList, useResource } from '../resources.ts'
import { navigate } from '../router.ts'
import { useSession } from '../session.ts'
import { phrase, useWords } from '../words.ts'
import type { ApplicationWire, MappingWire } from './wire.ts'

const LIST = '/console/storefronts'

/** Null makes a new one. */
export function MappingPage({ id }: { readonly id: string | null }) {
  const words = useWords('storefronts')
  const address = id === null ? null : `/v1/product_mappings/${encodeURIComponent(id)}`
  const found = useResource<{ product_mapping: MappingWire }>(address)
  const back = { href: LIST, label: words.products }
  if (id === null)
    return (
      <Page title={words.mapping.newTitle} back={back}>
        <MappingForm mapping={null} />
      </Page>
    )
  const mapping = found.value?.product_mapping ?? null
  if (mapping === null)
    return <PendingPage title={words.products} back={back} found={found} words={words.mapping} />
  return (
    <Page
      title={phrase(words.mapping.changeTitle, { product: mapping.external_product_id })}
      back={back}
      actions={<Archive mapping={mapping} />}
    >
      <MappingForm key={mapping.updated_at} mapping={mapping} />
    </Page>
  )
}

function Archive({ mapping }: { readonly mapping: MappingWire }) {
  const words = useWords('storefronts')
  const session = useSession()
  if (!session.may('product_mappings:write')) return null
  return (
    <ConfirmButton
      label={words.mapping.archive}
      kind="danger"
      title={words.mapping.archiveTitle}
      text={words.mapping.archiveText}
      yes={words.mapping.archiveYes}
      no={words.keep}
      danger
      onYes={async () => {
        await api.del(`/v1/product_mappings/${mapping.id}`)
        toast(words.mapping.archived)
        navigate(LIST)
      }}
    />
  )
}

interface Draft {
  readonly product: string
  readonly variant: string
  readonly template: string
  readonly shop: string
  readonly values: Readonly<Record<string, string>>
  readonly locked: readonly string[]
}

function draftOf(mapping: MappingWire | null): Draft {
  return {
    product: mapping?.external_product_id ?? '',
    variant: mapping?.external_variant_id ?? '',
    template: mapping?.template_id ?? '',
    shop: mapping?.embed_application_id ?? '',
    values: mapping?.options.default_values ?? {},
    locked: mapping?.options.locked_field_ids ?? [],
  }
}

function MappingForm({ mapping }: { readonly mapping: MappingWire | null }) {
  const words = useWords('storefronts')
  const session = useSession()
  const form = useRecordForm(draftOf(mapping), ['external_product_id'], async (typed) => {
    const options = {
      default_values: Object.fromEntries(Object.entries(typed.values).filter(([, value]) => value !== '')),
      locked_field_ids: typed.locked,
    }
    const body = { template_id: typed.template, embed_application_id: typed.shop || null, options }
    if (mapping === null)
      await api.post('/v1/product_mappings', {
        ...body,
        external_product_id: typed.product.trim(),
        external_variant_id: typed.variant.trim() || null,
      })
    else await api.patch(`/v1/product_mappings/${mapping.id}`, body)
    toast(words.saved)
    return LIST
  })
  const { draft, set } = form
  const shops = useList<ApplicationWire>('/v1/embed/applications', { limit: 100 })
  const fields = useResource<{ data: readonly FieldWire[] }>(
    draft.template === '' ? null : `/v1/templates/${encodeURIComponent(draft.template)}/fields`,
  )
  const may = session.may('product_mappings:write')
  const faults = valueFaults(form.error)
  return (
    <RecordForm
      form={form}
      save={may ? (mapping === null ? words.mapping.add : words.save) : null}
      others={<Button onClick={() => navigate(LIST)}>{mapping === null ? words.keep : words.cancel}</Button>}
    >
      {may ? null : <p class="dim">{words.readOnly}</p>}
      <TextInput
        {...form.input('product', 'external_product_id')}
        label={words.mapping.product}
        hint={words.mapping.productHint}
        readOnly={mapping !== null}
        required
        maxLength={255}
      />
      <TextInput
        {...form.input('variant')}
        label={words.mapping.variant}
        hint={words.mapping.variantHint}
        readOnly={mapping !== null}
        maxLength={255}
      />
      <TemplateSelect
        label={words.mapping.template}
        value={draft.template}
        none={words.mapping.pick}
        more={words.more}
        required
        disabled={!may}
        onChange={(template) => set({ template, values: {}, locked: [] })}
      />
      <Select
        label={words.mapping.shop}
        hint={words.mapping.anyShopHint}
        value={draft.shop}
        disabled={!may}
        options={[
          { value: '', label: words.mapping.anyShop },
          ...shops.items.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(shop) => set({ shop })}
      />
      {fields.value === null || fields.value.data.length === 0 ? null : (
        <fieldset class="choices">
          <legend>{words.mapping.defaults}</legend>
          <p class="hint">{words.mapping.defaultsHint}</p>
          {fields.value.data.map((field) => (
            <div class="card" key={field.id}>
              <ValueFields
                fields={[{ ...field, required: false }]}
                values={draft.values}
                faults={faults}
                none={words.mapping.own}
                onChange={(id, value) => set({ values: { ...draft.values, [id]: value } })}
              />
              <Checkbox
                label={words.mapping.locked}
                checked={draft.locked.includes(field.id)}
                disabled={!may}
                onChange={(on) =>
                  set({
                    locked: on ? [...draft.locked, field.id] : draft.locked.filter((one) => one !== field.id),
                  })
                }
              />
            </div>
          ))}
        </fieldset>
      )}
    </RecordForm>
  )
}
