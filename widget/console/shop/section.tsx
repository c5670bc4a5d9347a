/** The shop's settings: its branding for customers, and the review of designs. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { sendsMail } from '../installation.ts'
import type { AssetWire } from '../library/library.ts'
import { PicturePicker } from '../library/picture-picker.tsx'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Form } from '../parts/form.tsx'
import { Loading } from '../parts/loading.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resources.ts'
import { useSession } from '../session.ts'
import { useAction } from '../use-action.ts'
import { useWords } from '../words.ts'
import { ApprovalMail } from './approval-mail.tsx'
import { DefaultsSettings } from './defaults-form.tsx'
import { ReviewSettings } from './review-form.tsx'
import './shop.css'

interface BrandingWire {
  readonly display_name: string | null
  readonly logo_asset_id: string | null
  readonly logo_url: string | null
  readonly contact: string | null
  readonly accent_color: string | null
  readonly closing: string | null
  readonly terms_url: string | null
  readonly privacy_url: string | null
}

const TEXTS = ['display_name', 'contact', 'accent_color', 'closing', 'terms_url', 'privacy_url'] as const
type TextName = (typeof TEXTS)[number]
type Draft = Readonly<Record<TextName, string>>

const PATH = '/v1/team/branding'

export function Section(_props: { readonly path: string }) {
  const words = useWords('shop')
  const session = useSession()
  return (
    <Page title={words.title} lead={words.lead}>
      {session.may(null) ? (
        <div class="card-grid">
          <Branding />
          <DefaultsSettings />
          <ReviewSettings />
          {sendsMail() ? <ApprovalMail /> : null}
        </div>
      ) : (
        <Notice>
          <p>{words.ownersOnly}</p>
        </Notice>
      )}
    </Page>
  )
}

function Branding() {
  const found = useResource<{ readonly branding: BrandingWire }>(PATH)
  if (found.value === null)
    return found.error === null ? <Loading /> : <ErrorNotice error={found.error} onRetry={found.reload} />
  return <BrandingForm branding={found.value.branding} />
}

function draftOf(branding: BrandingWire): Draft {
  return Object.fromEntries(TEXTS.map((name) => [name, branding[name] ?? ''])) as Draft
}

function BrandingForm({ branding }: { readonly branding: BrandingWire }) {
  const words = useWords('shop')
  const shared = useWords('shared')
  const [draft, setDraft] = useState(draftOf(branding))
  const [logo, setLogo] = useState({ id: branding.logo_asset_id, url: branding.logo_url })
  const action = useAction()
  const { busy, error } = action
  const set = (name: TextName) => (value: string) => setDraft({ ...draft, [name]: value })
  const faultOf = (name: TextName) => (error?.param === name ? words.faults[faultName(name)] : null)
  const save = async () => {
    const texts = Object.fromEntries(TEXTS.map((name) => [name, draft[name].trim() || null]))
    const reply = await api.patch<{ branding: BrandingWire }>(PATH, { ...texts, logo_asset_id: logo.id })
    setDraft(draftOf(reply.branding))
    toast(words.saved)
  }
  const known = TEXTS.some((name) => error?.param === name)
  return (
    <Form action={action} noValidate onSend={save}>
      <h2>{words.appearance}</h2>
      {known ? null : <ErrorNotice error={error} />}
      <TextInput
        label={words.name}
        hint={words.nameHint}
        value={draft.display_name}
        onInput={set('display_name')}
        error={faultOf('display_name')}
        maxLength={100}
        autocomplete="organization"
      />
      <Logo logo={logo} onChange={setLogo} />
      <TextInput
        label={words.contact}
        hint={words.contactHint}
        value={draft.contact}
        onInput={set('contact')}
        error={faultOf('contact')}
        maxLength={200}
      />
      <TextInput
        label={words.accent}
        hint={words.accentHint}
        value={draft.accent_color}
        onInput={set('accent_color')}
        error={faultOf('accent_color')}
        placeholder="#1f4e79"
        maxLength={7}
        dir="ltr"
      />
      <TextArea
        label={words.closing}
        hint={words.closingHint}
        value={draft.closing}
        onInput={set('closing')}
        error={faultOf('closing')}
        maxLength={500}
      />
      <TextInput
        label={words.terms}
        type="url"
        value={draft.terms_url}
        onInput={set('terms_url')}
        error={faultOf('terms_url')}
        maxLength={500}
        dir="ltr"
      />
      <TextInput
        label={words.privacy}
        type="url"
        value={draft.privacy_url}
        onInput={set('privacy_url')}
        error={faultOf('privacy_url')}
        maxLength={500}
        dir="ltr"
      />
      <Button kind="main" type="submit" busy={busy}>
        {shared.save}
      </Button>
    </Form>
  )
}

function faultName(name: TextName): 'color' | 'link' | 'text' {
  if (name === 'accent_color') return 'color'
  return name.endsWith('_url') ? 'link' : 'text'
}

interface LogoState {
  readonly id: string | null
  readonly url: string | null
}

function Logo({ logo, onChange }: { readonly logo: LogoState; onChange(logo: LogoState): void }) {
  const words = useWords('shop')
  const [picking, setPicking] = useState(false)
  return (
    <fieldset class="shop-logo">
      <legend>{words.logo}</legend>
      {logo.url === null ? <p class="hint">{words.logoHint}</p> : <img src={logo.url} alt={words.logo} />}
      <p class="actions">
        <Button onClick={() => setPicking(true)}>{words.chooseLogo}</Button>
        {logo.id === null ? null : (
          <Button onClick={() => onChange({ id: null, url: null })}>{words.removeLogo}</Button>
        )}
      </p>
      {picking ? (
        <PicturePicker
          tag={null}
          onClose={() => setPicking(false)}
          onChoose={({ id, thumbnail_url }: AssetWire) => {
            onChange({ id, url: thumbnail_url })
            setPicking(false)
          }}
        />
      ) : null}
    </fieldset>
  )
}
