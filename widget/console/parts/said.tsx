/** Text of the service, marked as English if the page's language has no translation. */
import { type SaidBy, said } from '../words/said.ts'
import { useLanguage } from '../words.ts'

export function Said({ one, class: name }: { readonly one: SaidBy; readonly class?: string | undefined }) {
  const language = useLanguage()
  const text = said(language, one)
  return (
    <span class={name} lang={language !== 'en' && text === one.message ? 'en' : undefined}>
      {text}
    </span>
  )
}
