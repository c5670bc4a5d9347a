/** A webhook: its settings, its secret, a test event, and what was sent to it. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { asApiError } from '../api-error.ts'
import { useFormat } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Facts } from '../parts/facts.tsx'
import { Menu } from '../parts/menu.tsx'
import { Page } from '../parts/page.tsx'
import { PendingPage } from '../parts/pending-page.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resources.ts'
import { navigate } from '../router.ts'
import { useSession } from '../session.ts'
import { useAction } from '../use-action.ts'
import { useSaid } from '../words/said.ts'
import { phrase, useWords } from '../words.ts'
import { Deliveries } from './deliveries.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { VerifyCard } from './verify-card.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { EndpointState } from './webhooks-list.tsx'
import type { EndpointWire } from './wire.ts'

const LIST = '/console/developers/webhooks'

interface OneWire {
  readonly webhook_endpoint: EndpointWire
  readonly signing_secret?: string | null
}

export function NewWebhook() {
  const words = useWords('developers').hook
  const [made, setMade] = useState<OneWire | null>(null)
  return (
    <Page title={words.newTitle} back={{ href: LIST, label: words.back }}>
      <WebhookForm
        endpoint={null}
        onSave={async (body) => setMade(await api.post<OneWire>('/v1/webhook_endpoints', body))}
      />
      {made === null ? null : (
        <Secret
          secret={made.signing_secret ?? ''}
          onDone={() => navigate(`${LIST}/${made.webhook_endpoint.id}`)}
        />
      )}
    </Page>
  )
}

function Secret({ secret, onDone }: { readonly secret: string; onDone(): void }) {
  const words = useWords('developers').hook
  return (
    <SecretDialog
      title={words.secretTitle}
      text={words.secretText}
      label={words.secretTitle}
      secret={secret}
      done={words.secretDone}
      onDone={onDone}
    />
  )
}

export function WebhookPage({ id }: { readonly id: string }) {
  const all = useWords('developers')
  const words = all.hook
  const session = useSession()
  const [round, setRound] = useState(0)
  const test = useAction()
  const address = `/v1/webhook_endpoints/${encodeURIComponent(id)}`
  const found = useResource<OneWire>(address)
  const endpoint = found.value?.webhook_endpoint ?? null
  const back = { href: LIST, label: words.back }
  if (endpoint === null) return <PendingPage title={all.webhooks} back={back} found={found} words={words} />
  const may = session.may('webhook_endpoints:write')
  return (
    <Page
      title={endpoint.url}
      heading={<bdi>{endpoint.url}</bdi>}
      back={back}
      wide
      actions={
        may ? (
          <>
            <Button
              busy={test.busy}
              onClick={() =>
                void test.run(async () => {
                  await api.post(`${address}/test`)
                  toast(words.tested)
                  setRound((count) => count + 1)
                })
              }
            >
              {words.test}
            </Button>
            <Change endpoint={endpoint} address={address} onChanged={found.set} />
          </>
        ) : null
      }
    >
      <ErrorNotice error={test.error} />
      <div class="section">
        <EndpointState endpoint={endpoint} />
      </div>
      <Deliveries address={address} round={round} />
      <VerifyCard />
      <section class="card" aria-labelledby="hook-settings">
        <h2 id="hook-settings">{words.settings}</h2>
        {may ? (
          <WebhookForm
            key={endpoint.updated_at}
            endpoint={endpoint}
            onSave={async (body) => {
              found.set(await api.patch<OneWire>(address, body))
              toast(all.saved)
            }}
          />
        ) : (
          <Shown endpoint={endpoint} />
        )}
      </section>
    </Page>
  )
}

function Shown({ endpoint }: { readonly endpoint: EndpointWire }) {
  const all = useWords('developers')
  const words = all.hook
  return (
    <>
      <p class="dim">{all.readOnly}</p>
      <Facts
        facts={[
          [
            words.events,
            endpoint.enabled_events.includes('*') ? words.allEvents : endpoint.enabled_events.join(', '),
          ],
          [words.style, words.styles[endpoint.payload_style]],
          endpoint.description === '' ? null : [words.description, <bdi key="d">{endpoint.description}</bdi>],
        ]}
      />
    </>
  )
}

function Change(props: {
  readonly endpoint: EndpointWire
  readonly address: string
  onChanged(one: OneWire): void
}) {
  const all = useWords('developers')
  const words = all.hook
  const format = useFormat()
  const say = useSaid()
  const [asked, setAsked] = useState<'rotate' | 'disable' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const { endpoint, address, onChanged } = props
  const { previous_secret_expires_at: until } = endpoint
  const enable = async () => {
    onChanged(await api.patch<OneWire>(address, { status: 'enabled' }))
    toast(all.saved)
  }
  return (
    <>
      <Menu
        label={all.actions}
        items={[
          { label: words.rotate, onSelect: () => setAsked('rotate') },
          endpoint.status === 'enabled'
            ? { label: words.disable, danger: true, onSelect: () => setAsked('disable') }
            : {
                label: words.enable,
                onSelect: () =>
                  void enable().catch((thrown: unknown) => toast(say(asApiError(thrown)), 'bad')),
              },
        ]}
      />
      {asked === 'disable' ? (
        <Confirm
          title={words.disableTitle}
          text={words.disableText}
          yes={words.disableYes}
          no={all.cancel}
          danger
          onYes={async () => onChanged(await api.del<OneWire>(address))}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'rotate' ? (
        <Confirm
          title={words.rotateTitle}
          text={words.rotateText}
          yes={words.rotateYes}
          no={all.cancel}
          onYes={async () => {
            const made = await api.patch<OneWire>(address, { rotate_secret: true, force: until !== null })
            onChanged(made)
            setSecret(made.signing_secret ?? null)
          }}
          onClose={() => setAsked(null)}
        >
          {until === null ? null : (
            <p class="dim">{phrase(words.previousUntil, { when: format.time(until) })}</p>
          )}
        </Confirm>
      ) : null}
      {secret === null ? null : <Secret secret={secret} onDone={() => setSecret(null)} />}
    </>
  )
}
