/** Connects a shop: creates application, origins and keys in one step, and shows the values to paste. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import { useAction } from '../use-action.ts'
import { phrase, useWords } from '../words.ts'
import { type Made, PasteSteps, ShopifySteps } from './connect-steps.tsx'
import { completedOrigin, KEY_NOTE, originOf, SCOPES, WAY_NOTE, WAYS, type Way } from './connections.ts'
import { ScopeList } from './scope-list.tsx'
import type { KeptApplicationWire } from './wire.ts'

const LIST = '/console/storefronts/shops'

export function ConnectPage({ way }: { readonly way: string }) {
  const all = useWords('storefronts')
  const words = all.connect
  const session = useSession()
  const chosen = WAYS.find((one) => one === way) ?? null
  const may = session.may('embed_applications:write') && session.may(null)
  if (chosen === null)
    return (
      <Page title={words.title} lead={words.text} back={{ href: LIST, label: all.app.back }}>
        {may ? null : <Notice kind="warn">{words.owner}</Notice>}
        <ul class="ways">
          {WAYS.map((one) => (
            <li key={one} class="card">
              <h2>{words.ways[one].name}</h2>
              <p>{words.ways[one].text}</p>
              <Link class="button main" href={`${LIST}/connect/${one}`}>
                {words.ways[one].title}
              </Link>
            </li>
          ))}
        </ul>
      </Page>
    )
  const back = { href: `${LIST}/connect`, label: words.back }
  return (
    <Page title={words.ways[chosen].title} lead={words.ways[chosen].lead} back={back} wide>
      {chosen === 'shopify' ? <ShopifySteps /> : may ? <Connect way={chosen} /> : null}
      {chosen === 'shopify' || may ? null : <Notice kind="warn">{words.owner}</Notice>}
    </Page>
  )
}

function Connect({ way }: { readonly way: Exclude<Way, 'shopify'> }) {
  const words = useWords('storefronts').connect
  const action = useAction()
  const [name, setName] = useState('')
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const [kept, setKept] = useState<KeptApplicationWire | null>(null)
  const [made, setMade] = useState<Made | null>(null)
  const connect = async () => {
    const origin = originOf(typed)
    if (origin === null) return
    const shopName = name.trim() === '' ? new URL(origin).host : name.trim()
    // A second try goes on with the application of the first.
    const application =
      kept ??
      (await api.post<KeptApplicationWire>('/v1/embed/applications', {
        name: shopName,
        allowed_origins: [origin],
        create_publishable_key: true,
        metadata: { [WAY_NOTE]: way },
      }))
    setKept(application)
    const key = await api.post<{ key: string; api_key: { id: string } }>('/v1/api_keys', {
      type: 'restricted',
      name: shopName.slice(0, 100),
      scopes: SCOPES[way],
    })
    const publishableKey = application.publishable_key ?? ''
    setMade({ origin, apiKey: key.key, publishableKey, application: application.embed_application })
    const metadata = { [WAY_NOTE]: way, [KEY_NOTE]: key.api_key.id }
    await api.patch(`/v1/embed/applications/${encodeURIComponent(application.embed_application.id)}`, {
      metadata,
    })
  }
  const completed = completedOrigin(typed)
  if (made !== null) return <PasteSteps way={way} made={made} />
  return (
    <form
      class="form card"
      onSubmit={(event) => {
        event.preventDefault()
        const isWrong = originOf(typed) === null
        setWrong(isWrong)
        if (!isWrong) void action.run(connect)
      }}
    >
      <TextInput
        label={words.address}
        hint={completed === null ? words.addressHint : phrase(words.addressCompleted, { origin: completed })}
        error={wrong ? words.addressWrong : null}
        value={typed}
        required
        onInput={(value) => {
          setTyped(value)
          setWrong(false)
        }}
      />
      <TextInput
        label={words.name}
        hint={phrase(words.nameHint, { example: words.ways[way].name })}
        value={name}
        maxLength={100}
        onInput={setName}
      />
      <fieldset class="choices">
        <legend>{words.permissions}</legend>
        <p class="dim">{words.permissionsText}</p>
        <ScopeList scopes={SCOPES[way]} />
      </fieldset>
      <ErrorNotice error={action.error} />
      <div class="form-actions">
        <Button kind="main" type="submit" busy={action.busy}>
          {words.create}
        </Button>
      </div>
    </form>
  )
}
