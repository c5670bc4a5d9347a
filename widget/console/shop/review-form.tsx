/** The review settings of the shop: which designs wait for review, and the forbidden words. */
import { useState } from 'preact/hooks'
import type * as Api from '../../../types/api.d.ts'
import type { AsSent } from '../../as-sent.ts'
import { api } from '../api.ts'
import { asApiError } from '../api-error.ts'
import { namedLanguages } from '../languages.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Form } from '../parts/form.tsx'
import { Loading } from '../parts/loading.tsx'
import { Select } from '../parts/select.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resources.ts'
import { useAction } from '../use-action.ts'
import { useSaid } from '../words/said.ts'
import { phrase, useLanguage, useWords } from '../words.ts'

type SettingsWire = AsSent<Api.TeamSettings>

const PATH = '/v1/team/settings'
const MODES = ['none', 'pictures', 'all'] as const
const REPLIES = ['word', 'vague'] as const

export function ReviewSettings() {
  const found = useResource<{ readonly settings: SettingsWire }>(PATH)
  if (found.value === null)
    return found.error === null ? <Loading /> : <ErrorNotice error={found.error} onRetry={found.reload} />
  return <ReviewForm settings={found.value.settings} />
}

/** One text for each language, a word in each line. */
type Lists = Readonly<Record<string, string>>

function listsOf({ forbidden_words: lists }: SettingsWire): Lists {
  return Object.fromEntries(Object.entries(lists).map(([language, words]) => [language, words.join('\n')]))
}

function wordsIn(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function ReviewForm({ settings }: { readonly settings: SettingsWire }) {
  const words = useWords('shop').review
  const say = useSaid()
  const inLanguage = useLanguage()
  const [mode, setMode] = useState(settings.review)
  const [reply, setReply] = useState(settings.forbidden_word_reply)
  const [lists, setLists] = useState(listsOf(settings))
  const [language, setLanguage] = useState(Object.keys(settings.forbidden_words)[0] ?? inLanguage)
  const action = useAction()
  const { busy, error } = action
  const text = lists[language] ?? ''
  const save = async () => {
    try {
      const reached = await api.patch<{ settings: SettingsWire }>(PATH, {
        review: mode,
        forbidden_words: Object.fromEntries(Object.entries(lists).map(([name, one]) => [name, wordsIn(one)])),
        forbidden_word_reply: reply,
      })
      setLists(listsOf(reached.settings))
      toast(words.saved)
    } catch (thrown) {
      const [, at] = asApiError(thrown).param?.split('.') ?? []
      if (at !== undefined) setLanguage(at)
      throw thrown
    }
  }
  const isOfWords = error?.param?.startsWith('forbidden_words') === true
  const count = wordsIn(text).length
  return (
    <Form class="form whole" action={action} noValidate onSend={save}>
      <h2>{words.title}</h2>
      {isOfWords ? null : <ErrorNotice error={error} />}
      <Select
        label={words.mode}
        hint={words.modeHint}
        value={mode}
        options={MODES.map((one) => ({ value: one, label: words.modes[one] }))}
        onChange={(one) => setMode(one)}
      />
      <h3>{words.wordsTitle}</h3>
      <p class="hint">{words.wordsText}</p>
      <Select
        label={words.language}
        value={language}
        options={languageOptions(inLanguage, lists, language, (name, many) =>
          many === 0 ? name : `${name} (${phrase(words.count, { count: many })})`,
        )}
        onChange={setLanguage}
      />
      <TextArea
        label={words.words}
        hint={`${words.wordsHint} ${phrase(words.count, { count })}`}
        value={text}
        onInput={(changed) => setLists({ ...lists, [language]: changed })}
        error={isOfWords && error !== null ? say(error) : null}
        rows={6}
        dir="auto"
      />
      <Select
        label={words.reply}
        value={reply}
        options={REPLIES.map((one) => ({ value: one, label: words.replies[one] }))}
        onChange={(one) => setReply(one)}
      />
      <Button kind="main" type="submit" busy={busy}>
        {words.save}
      </Button>
    </Form>
  )
}

/** By their names in the language of the console; those with a list say how many words it has. */
function languageOptions(
  inLanguage: string,
  lists: Lists,
  chosen: string,
  labelOf: (name: string, count: number) => string,
) {
  return namedLanguages(inLanguage, [...Object.keys(lists), chosen]).map(({ tag, name }) => ({
    value: tag,
    label: labelOf(name, wordsIn(lists[tag] ?? '').length),
  }))
}
