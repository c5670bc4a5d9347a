/** What applies to all orders and templates of the shop: order numbers, languages of hosted pages, output of templates. */
import { useState } from 'preact/hooks'
import type * as Api from '../../../types/api.d.ts'
import type { AsSent } from '../../as-sent.ts'
import { api } from '../api.ts'
import { namedLanguages } from '../languages.ts'
import type { ProfileWire } from '../library/library.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { NumberInput } from '../parts/number-input.tsx'
import { Select } from '../parts/select.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { toast } from '../parts/toast.tsx'
import { useList, useResource } from '../resources.ts'
import { useAction } from '../use-action.ts'
import { phrase, useLanguage, useWords } from '../words.ts'

type SettingsWire = AsSent<Api.TeamSettings>
type Tag = SettingsWire['customer_languages'][number]

const PATH = '/v1/team/settings'
/** That hosted pages speak. */
const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pl',
  'pt',
  'ja',
  'ar',
] as const satisfies readonly Tag[]
const LARGEST = 999_999_999
const PLAIN = ''

export function DefaultsSettings() {
  const found = useResource<{ readonly settings: SettingsWire }>(PATH)
  if (found.value === null)
    return found.error === null ? <Loading /> : <ErrorNotice error={found.error} onRetry={found.reload} />
  return <DefaultsForm settings={found.value.settings} />
}

function DefaultsForm({ settings }: { readonly settings: SettingsWire }) {
  const words = useWords('shop').defaults
  const action = useAction()
  const [numbers, setNumbers] = useState(settings.order_prefix !== null)
  const [prefix, setPrefix] = useState(settings.order_prefix ?? '')
  const [next, setNext] = useState<number | null>(settings.next_order_number)
  const [least, setLeast] = useState(settings.next_order_number)
  const [languages, setLanguages] = useState<readonly Tag[]>(settings.customer_languages)
  const [profile, setProfile] = useState(settings.default_output_profile ?? PLAIN)
  const { param } = action.error ?? {}
  const save = async () => {
    const { settings: saved } = await api.patch<{ settings: SettingsWire }>(PATH, {
      order_prefix: numbers ? prefix.trim() : null,
      // A customer may have ordered meanwhile: what was not changed is not sent.
      ...(next === null || next === least ? {} : { next_order_number: next }),
      customer_languages: languages,
      default_output_profile: profile === PLAIN ? null : profile,
    })
    setNext(saved.next_order_number)
    setLeast(saved.next_order_number)
    toast(words.saved)
  }
  const isOwn = param === 'order_prefix' || param === 'next_order_number'
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void action.run(save)
      }}
    >
      <h2>{words.title}</h2>
      {isOwn ? null : <ErrorNotice error={action.error} />}
      <Checkbox label={words.numbers} hint={words.numbersHint} checked={numbers} onChange={setNumbers} />
      {numbers ? (
        <>
          <TextInput
            label={words.prefix}
            hint={words.prefixHint}
            error={param === 'order_prefix' ? words.prefixFault : null}
            value={prefix}
            maxLength={20}
            placeholder="R-"
            dir="ltr"
            onInput={setPrefix}
          />
          <NumberInput
            label={words.next}
            hint={phrase(words.nextHint, { number: `${prefix.trim()}${String(next ?? least)}` })}
            error={param === 'next_order_number' ? phrase(words.nextFault, { least }) : null}
            value={next}
            min={least}
            max={LARGEST}
            step={1}
            onInput={setNext}
          />
        </>
      ) : null}
      <Languages chosen={languages} onChange={setLanguages} />
      <Output profile={profile} onChange={setProfile} />
      <Button kind="main" type="submit" busy={action.busy}>
        {words.save}
      </Button>
    </form>
  )
}

function Languages(props: { readonly chosen: readonly Tag[]; onChange(chosen: readonly Tag[]): void }) {
  const words = useWords('shop').defaults
  const inLanguage = useLanguage()
  const { chosen, onChange } = props
  const named = namedLanguages(inLanguage, [], LANGUAGES)
  const nameOf = (tag: string) => named.find((one) => one.tag === tag)?.name ?? tag
  return (
    <>
      <fieldset class="choices">
        <legend>{words.languages}</legend>
        <p class="hint">{words.languagesHint}</p>
        <div class="shop-languages">
          {named.map(({ tag, name }) => (
            <Checkbox
              key={tag}
              label={name}
              checked={chosen.some((one) => one === tag)}
              onChange={(on) => {
                const own = LANGUAGES.filter((one) => one === tag)
                onChange(on ? [...chosen, ...own] : chosen.filter((one) => one !== tag))
              }}
            />
          ))}
        </div>
      </fieldset>
      {chosen.length < 2 ? null : (
        <Select<Tag>
          label={words.fallback}
          hint={words.fallbackHint}
          value={chosen[0] ?? 'en'}
          options={chosen.map((tag) => ({ value: tag, label: nameOf(tag) }))}
          onChange={(first) => onChange([first, ...chosen.filter((one) => one !== first)])}
        />
      )}
    </>
  )
}

function Output({ profile, onChange }: { readonly profile: string; onChange(profile: string): void }) {
  const words = useWords('shop').defaults
  const list = useList<ProfileWire>('/v1/profiles', { limit: 100 })
  const isListed = profile === PLAIN || list.items.some(({ id }) => id === profile)
  return (
    <Select
      label={words.output}
      hint={words.outputHint}
      value={profile}
      options={[
        { value: PLAIN, label: words.plain },
        ...list.items.map(({ id, name }) => ({ value: id, label: phrase(words.pdfx, { condition: name }) })),
        // While the list loads, and of an archived profile.
        ...(isListed ? [] : [{ value: profile, label: phrase(words.pdfx, { condition: profile }) }]),
      ]}
      onChange={onChange}
    />
  )
}
