/** A shop: its settings, its publishable key, the code to paste, and a test. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Facts } from '../parts/facts.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { PendingPage } from '../parts/pending-page.tsx'
import { Select } from '../parts/select.tsx'
import { Swatch } from '../parts/swatch.tsx'
import { toast } from '../parts/toast.tsx'
import { useList, useResource } from '../resources.ts'
import { navigate } from '../router.ts'
import { useSession } from '../session.ts'
import { useWords } from '../words.ts'
import { Settings } from './application-form.tsx'
import { KeyEnd } from './applications-list.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { wayOf } from './connections.ts'
import { forgetNewKey, keepNewKey, newKeyOf } from './new-key.ts'
import { buttonSnippet, KEY_PLACE, listenerSnippet, policySnippet, scriptSnippet } from './snippet.ts'
import { TryIt } from './try-it.tsx'
import type { ApplicationWire, KeptApplicationWire, MappingWire } from './wire.ts'

const LIST = '/console/storefronts/shops'

export function ApplicationPage({ id }: { readonly id: string }) {
  const all = useWords('storefronts')
  const words = all.app
  const session = useSession()
  const [asks, setAsks] = useState(false)
  const address = `/v1/embed/applications/${encodeURIComponent(id)}`
  const found = useResource<{ embed_application: ApplicationWire }>(address)
  const application = found.value?.embed_application ?? null
  const back = { href: LIST, label: words.back }
  if (application === null) return <PendingPage title={all.shops} back={back} found={found} words={words} />
  const may = session.may('embed_applications:write')
  const change = async (body: object) => {
    const kept = await api.patch<KeptApplicationWire>(address, body)
    found.set(kept)
    return kept
  }
  return (
    <Page
      title={application.name}
      heading={<bdi>{application.name}</bdi>}
      back={back}
      wide
      actions={
        may ? (
          <Button kind="danger" onClick={() => setAsks(true)}>
            {words.archive}
          </Button>
        ) : null
      }
    >
      <div class="shop">
        <div class="shop-column">
          <ConnectionCard application={application} />
          <Key
            application={application}
            may={may}
            onRotate={() => change({ rotate_publishable_key: true })}
          />
          {/* The plugin and the app put it there themselves. */}
          {[null, 'own'].includes(wayOf(application.metadata)) ? (
            <Snippets application={application} />
          ) : null}
        </div>
        <div class="shop-column">
          <section class="card" aria-labelledby="shop-settings">
            <h2 id="shop-settings">{words.settings}</h2>
            {may ? (
              <Settings
                key={application.updated_at}
                application={application}
                onSave={async (body) => {
                  await change(body)
                  toast(all.saved)
                  return null
                }}
              />
            ) : (
              <ShownSettings application={application} />
            )}
          </section>
        </div>
        <section class="card shop-try" aria-labelledby="shop-try">
          <h2 id="shop-try">{words.tryIt}</h2>
          <TryIt application={application} onAllow={(origins) => change({ allowed_origins: origins })} />
        </section>
      </div>
      {asks ? (
        <Confirm
          title={words.archiveTitle}
          text={words.archiveText}
          yes={words.archiveYes}
          no={all.keep}
          danger
          onYes={async () => {
            await api.del(address)
            toast(words.archived)
            navigate(LIST)
          }}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </Page>
  )
}

function ShownSettings({ application }: { readonly application: ApplicationWire }) {
  const all = useWords('storefronts')
  const words = all.app
  const { accent_color: accent, allowed_origins: origins } = application
  return (
    <>
      <p class="dim">{all.readOnly}</p>
      <Facts
        facts={[
          [
            words.origins,
            <span class="two-lines" key="origins">
              {origins.map((origin) => (
                <bdi key={origin}>{origin}</bdi>
              ))}
            </span>,
          ],
          accent === null ? null : [words.accent, <Swatch key="accent" hex={accent} label={accent} />],
          [words.life, `${String(application.session_ttl_seconds / 3600)} ${words.hours}`],
        ]}
      />
    </>
  )
}

function Key(props: {
  readonly application: ApplicationWire
  readonly may: boolean
  onRotate(): Promise<KeptApplicationWire>
}) {
  const all = useWords('storefronts')
  const words = all.app
  const { application, may } = props
  const [asks, setAsks] = useState(false)
  const [fresh, setFresh] = useState(() => newKeyOf(application.id))
  // It is not shown again later.
  useEffect(() => () => forgetNewKey(), [])
  return (
    <section class="card" aria-labelledby="shop-key">
      <h2 id="shop-key">{words.keyTitle}</h2>
      {fresh === null ? (
        <p>
          <KeyEnd application={application} />
        </p>
      ) : (
        <>
          <Notice kind="warn">{words.keyText}</Notice>
          <CopyField label={words.key} value={fresh} />
        </>
      )}
      {may ? (
        <div class="form-actions">
          <Button onClick={() => setAsks(true)}>{words.rotate}</Button>
        </div>
      ) : null}
      {asks ? (
        <Confirm
          title={words.rotateTitle}
          text={words.rotateText}
          yes={words.rotateYes}
          no={all.keep}
          danger={application.publishable_key_last4 !== null}
          onYes={async () => {
            const { publishable_key: key } = await props.onRotate()
            if (key === undefined) return
            keepNewKey(application.id, key)
            setFresh(key)
          }}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </section>
  )
}

function Snippets({ application }: { readonly application: ApplicationWire }) {
  const words = useWords('storefronts').app
  const mappings = useList<MappingWire>('/v1/product_mappings', { limit: 50 })
  const [chosen, setChosen] = useState('')
  const fitting = mappings.items.filter(
    ({ embed_application_id: of }) => of === null || of === application.id,
  )
  const mapping = fitting.find(({ id }) => id === chosen) ?? fitting[0]
  const address = location.origin
  const known = newKeyOf(application.id)
  return (
    <section class="card" aria-labelledby="shop-snippet">
      <h2 id="shop-snippet">{words.snippet}</h2>
      <p>{words.snippetText}</p>
      <div class="form wide-form">
        {fitting.length < 2 ? null : (
          <Select
            label={words.snippetProduct}
            value={mapping?.id ?? ''}
            options={fitting.map((one) => ({
              value: one.id,
              label: [one.external_product_id, one.external_variant_id].filter(Boolean).join(' / '),
            }))}
            onChange={setChosen}
          />
        )}
      </div>
      <div class="snippets">
        <CopyField label={words.snippetScript} value={scriptSnippet({ address })} multiline />
        <CopyField
          label={words.snippetHtml}
          value={buttonSnippet({
            address,
            key: known ?? KEY_PLACE,
            product: mapping?.external_product_id ?? words.snippetNoProduct,
            variant: mapping?.external_variant_id ?? null,
            label: words.snippetButton,
          })}
          multiline
        />
        {known === null ? <p class="hint">{words.keyPlace}</p> : null}
        <CopyField label={words.snippetListen} value={listenerSnippet({ address })} multiline />
        <CopyField label={words.snippetPolicy} value={policySnippet({ address })} />
      </div>
    </section>
  )
}
