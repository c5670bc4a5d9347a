/** What a shop pastes into its pages, filled in, and the check whether it works. */
import { useState } from 'preact/hooks'
import { CopyField } from '../parts/copy-field.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { useList } from '../resources.ts'
import { useWords } from '../words.ts'
import { wayOf } from './connections.ts'
import { ProductPicker } from './product-picker.tsx'
import { ShopCheck } from './shop-check.tsx'
import { buttonSnippet, KEY_PLACE, listenerSnippet, policySnippet, scriptSnippet } from './snippet.ts'
import type { ApplicationWire, MappingWire } from './wire.ts'
import './shop.css'

export interface ShopSetupProps {
  readonly application: ApplicationWire
  /** Null without one, and for one that cannot be shown again. */
  readonly publishableKey: string | null
}

/** The two stand apart on the page, and share the product and the key. */
export function useShopSetup({ application, publishableKey }: ShopSetupProps) {
  const words = useWords('storefronts').setup
  const list = useList<MappingWire>('/v1/product_mappings', { limit: 50 })
  const [chosen, setChosen] = useState('')
  const [typed, setTyped] = useState('')
  const mappings = list.items.filter(({ embed_application_id: of }) => of === null || of === application.id)
  const mapping = mappings.find(({ id }) => id === chosen) ?? mappings[0] ?? null
  const key = publishableKey ?? typed.trim()
  // The plugin and the app put the button there themselves.
  const pastes = [null, 'own'].includes(wayOf(application.metadata))
  const snippet = (
    <section class="card shop-setup" aria-labelledby="shop-snippet">
      <h2 id="shop-snippet">{pastes ? words.snippetTitle : words.productTitle}</h2>
      <p>{pastes ? words.snippetText : words.productText}</p>
      <ProductPicker list={list} mappings={mappings} mapping={mapping} onPick={setChosen} />
      {publishableKey !== null ? null : (
        <TextInput label={words.key} hint={words.keyHint} value={typed} maxLength={100} onInput={setTyped} />
      )}
      {pastes ? <Snippets keyText={key === '' ? KEY_PLACE : key} mapping={mapping} /> : null}
    </section>
  )
  const check = <ShopCheck application={application} mapping={mapping} keyText={key} />
  return { snippet, check }
}

export function ShopSetup(props: ShopSetupProps) {
  const { snippet, check } = useShopSetup(props)
  return (
    <>
      {snippet}
      {check}
    </>
  )
}

function Snippets({ keyText, mapping }: { readonly keyText: string; readonly mapping: MappingWire | null }) {
  const words = useWords('storefronts').app
  const address = location.origin
  return (
    <div class="snippets">
      <CopyField label={words.snippetScript} value={scriptSnippet({ address })} multiline />
      <CopyField
        label={words.snippetHtml}
        value={buttonSnippet({
          address,
          key: keyText,
          product: mapping?.external_product_id ?? words.snippetNoProduct,
          variant: mapping?.external_variant_id ?? null,
          label: words.snippetButton,
        })}
        multiline
      />
      {keyText === KEY_PLACE ? <p class="hint">{words.keyPlace}</p> : null}
      <CopyField label={words.snippetListen} value={listenerSnippet({ address })} multiline />
      <CopyField label={words.snippetPolicy} value={policySnippet({ address })} />
    </div>
  )
}
