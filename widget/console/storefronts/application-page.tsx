/** A shop: its settings, its publishable key, the code to paste, and a test. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Confirm, ConfirmButton } from '../parts/confirm.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Facts } from '../parts/facts.tsx'
import { Page } from '../parts/page.tsx'
import { PendingPage } from '../parts/pending-page.tsx'
import { Swatch } from '../parts/swatch.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resources.ts'
import { navigate } from '../router.ts'
import { useSession } from '../session.ts'
import { useAction } from '../use-action.ts'
import { useWords } from '../words.ts'
import { Settings } from './application-form.tsx'
import { KeyEnd } from './applications-list.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { useShopSetup } from './shop-setup.tsx'
import { TryIt } from './try-it.tsx'
import type { ApplicationWire, KeptApplicationWire } from './wire.ts'

const LIST = '/console/storefronts/shops'

export function ApplicationPage({ id }: { readonly id: string }) {
  const all = useWords('storefronts')
  const words = all.app
  const session = useSession()
  const address = `/v1/embed/applications/${encodeURIComponent(id)}`
  const found = useResource<{ embed_application: ApplicationWire }>(address)
  const shown = useResource<{ publishable_key: string | null }>(
    `/v1/console/embed_applications/${encodeURIComponent(id)}/publishable_key`,
  )
  const application = found.value?.embed_application ?? null
  const back = { href: LIST, label: words.back }
  const pending = application === null ? found : shown
  if (application === null || shown.value === null)
    return <PendingPage title={all.shops} back={back} found={pending} words={words} />
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
          <ConfirmButton
            label={words.archive}
            kind="danger"
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
          />
        ) : null
      }
    >
      <Shop
        application={application}
        publishableKey={shown.value.publishable_key}
        may={may}
        onChange={change}
        onRotate={async () => {
          const { publishable_key: key } = await change({ rotate_publishable_key: true })
          if (key !== undefined) shown.set({ publishable_key: key })
        }}
      />
    </Page>
  )
}

function Shop(props: {
  readonly application: ApplicationWire
  /** Null without one, and for one that cannot be shown again. */
  readonly publishableKey: string | null
  readonly may: boolean
  onChange(body: object): Promise<unknown>
  onRotate(): Promise<void>
}) {
  const all = useWords('storefronts')
  const words = all.app
  const { application, publishableKey, may, onChange, onRotate } = props
  const { snippet, check } = useShopSetup({ application, publishableKey })
  return (
    <div class="shop">
      <div class="shop-column">
        <ConnectionCard application={application} />
        {check}
        <section class="card" aria-labelledby="shop-settings">
          <h2 id="shop-settings">{words.settings}</h2>
          {may ? (
            <Settings
              key={application.updated_at}
              application={application}
              onSave={async (body) => {
                await onChange(body)
                toast(all.saved)
                return null
              }}
            />
          ) : (
            <ShownSettings application={application} />
          )}
        </section>
      </div>
      <div class="shop-column">
        <Key application={application} may={may} publishableKey={publishableKey} onRotate={onRotate} />
        {snippet}
      </div>
      <section class="card shop-try" aria-labelledby="shop-try">
        <h2 id="shop-try">{words.tryIt}</h2>
        <TryIt application={application} onAllow={(origins) => onChange({ allowed_origins: origins })} />
      </section>
    </div>
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
  readonly publishableKey: string | null
  onRotate(): Promise<void>
}) {
  const all = useWords('storefronts')
  const words = all.app
  const { application, may, publishableKey } = props
  const [asks, setAsks] = useState(false)
  const action = useAction()
  const hasKey = application.publishable_key_prefix !== null
  return (
    <section class="card" aria-labelledby="shop-key">
      <h2 id="shop-key">{words.keyTitle}</h2>
      {publishableKey === null ? (
        <>
          <p>
            <KeyEnd application={application} />
          </p>
          {hasKey ? <p class="dim">{words.keyHidden}</p> : null}
        </>
      ) : (
        <>
          <p class="dim">{words.keyText}</p>
          <CopyField label={words.key} value={publishableKey} />
        </>
      )}
      {may ? (
        <div class="form-actions">
          <Button
            busy={action.busy}
            onClick={() => (hasKey ? setAsks(true) : void action.run(() => props.onRotate()))}
          >
            {hasKey ? words.rotate : words.createKey}
          </Button>
        </div>
      ) : null}
      <ErrorNotice error={action.error} />
      {asks ? (
        <Confirm
          title={words.rotateTitle}
          text={words.rotateText}
          yes={words.rotateYes}
          no={all.keep}
          danger
          onYes={props.onRotate}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </section>
  )
}
