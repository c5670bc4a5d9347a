/** The values to paste, in the order in which the other side asks for them. */
import { useState } from 'preact/hooks'
import { widgetOrigin } from '../installation.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { Notice } from '../parts/notice.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { Link } from '../router.ts'
import { useWords } from '../words.ts'
import { connectionCode } from './connection-code.ts'
import {
  finalizeSnippet,
  ownSettings,
  shopifyConfiguration,
  shopifySettings,
  type Way,
} from './connections.ts'
import { PluginDownload } from './plugin-download.tsx'
import { ShopSetup } from './shop-setup.tsx'
import type { ApplicationWire } from './wire.ts'

export interface Made {
  readonly application: ApplicationWire
  /** Of the shop. */
  readonly origin: string
  readonly apiKey: string
  readonly publishableKey: string
}

export function PasteSteps({ way, made }: { readonly way: Exclude<Way, 'shopify'>; readonly made: Made }) {
  const words = useWords('storefronts').connect
  return (
    <div class="pasting">
      <Notice kind="warn">{way === 'woocommerce' ? words.wooOnce : words.once}</Notice>
      {way === 'woocommerce' ? <WooCommerce made={made} /> : <OwnShop made={made} />}
      <section class="card">
        <h2>{words.check}</h2>
        <p>{words.checkText}</p>
        <div class="form-actions">
          <Link
            class={way === 'own' ? 'button plain' : 'button main'}
            href={`/console/storefronts/shops/${made.application.id}`}
          >
            {words.openShop}
          </Link>
          {way === 'own' ? null : (
            <Link class="button plain" href="/console/storefronts/products/new">
              {words.mapProduct}
            </Link>
          )}
        </div>
      </section>
    </div>
  )
}

function WooCommerce({ made }: { readonly made: Made }) {
  const words = useWords('storefronts').connect
  const settings = `${made.origin}/wp-admin/admin.php?page=platen`
  const widgetUrl = widgetOrigin()
  const { apiKey: secretKey, publishableKey } = made
  const code = connectionCode({ serviceUrl: location.origin, widgetUrl, secretKey, publishableKey })
  return (
    <section class="card">
      <h2>{words.paste}</h2>
      <p>{words.wooInstall}</p>
      <PluginDownload />
      <p>
        {words.wooPaste} <code class="long">{settings}</code>
      </p>
      <div class="snippets">
        <CopyField label={words.wooCode} value={code} />
      </div>
      <p class="after">{words.wooTest}</p>
      <details>
        <summary>{words.wooFields}</summary>
        <div class="snippets">
          <CopyField label={words.wooAddress} value={location.origin} />
          <CopyField label={words.wooSecret} value={made.apiKey} />
          <CopyField label={words.publishable} value={made.publishableKey} />
          {widgetUrl === null ? null : <CopyField label={words.wooWidget} value={widgetUrl} />}
        </div>
      </details>
    </section>
  )
}

function OwnShop({ made }: { readonly made: Made }) {
  const words = useWords('storefronts').connect
  const facts = { address: location.origin, apiKey: made.apiKey, publishableKey: made.publishableKey }
  return (
    <>
      <section class="card">
        <h2>{words.ownServer}</h2>
        <p>{words.ownServerText}</p>
        <div class="snippets">
          <CopyField label={words.ownSettings} value={ownSettings(facts)} multiline />
          <CopyField label={words.ownOrder} value={finalizeSnippet()} multiline />
        </div>
      </section>
      <ShopSetup application={made.application} publishableKey={made.publishableKey} />
    </>
  )
}

/** Shopify's app makes application and keys itself when it is opened; the service needs its client id. */
export function ShopifySteps() {
  const words = useWords('storefronts').connect
  const [typed, setTyped] = useState('')
  const clientId = typed.trim() === '' ? words.shopifyIdPlace : typed.trim()
  return (
    <ol class="connect-steps">
      <li class="card">
        <h2>{words.shopifyCreate}</h2>
        <p>{words.shopifyCreateText}</p>
        <div class="form">
          <TextInput label={words.shopifyId} hint={words.shopifyIdHint} value={typed} onInput={setTyped} />
        </div>
      </li>
      <li class="card">
        <h2>{words.shopifyServer}</h2>
        <p>{words.shopifyServerText}</p>
        <div class="snippets">
          <CopyField label={words.shopifySettings} value={shopifySettings(clientId)} multiline />
        </div>
      </li>
      <li class="card">
        <h2>{words.shopifyDeploy}</h2>
        <p>{words.shopifyDeployText}</p>
        <div class="snippets">
          <CopyField
            label="adapters/shopify/deploy/shopify.app.toml"
            value={shopifyConfiguration(location.origin, clientId)}
            multiline
          />
          <CopyField
            label={words.shopifyCommand}
            value="cd adapters/shopify/deploy && npm install && shopify app deploy"
          />
        </div>
      </li>
      <li class="card">
        <h2>{words.shopifyOpen}</h2>
        <p>{words.shopifyOpenText}</p>
      </li>
    </ol>
  )
}
