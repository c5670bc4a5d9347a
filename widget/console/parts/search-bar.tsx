/** The filters of a list: a search text, further filters, and a reset. */
import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { Link } from '../router.ts'
import { useWords } from '../words.ts'
import { Button } from './button.tsx'
import { TextInput } from './text-input.tsx'

export interface SearchBarProps {
  readonly label: string
  readonly hint?: string | undefined
  /** The text that the list is narrowed by now; empty for none. */
  readonly sought: string
  /** The page of the whole list; null where nothing narrows it. */
  readonly whole: string | null
  /** One of the further filters narrows the list: a phone shows them at once, else behind a button. */
  readonly filtered?: boolean | undefined
  onSearch(text: string): void
  /** Further filters. */
  readonly children?: ComponentChildren
}

export function SearchBar({
  label,
  hint,
  sought,
  whole,
  filtered = false,
  onSearch,
  children,
}: SearchBarProps) {
  const words = useWords('shared')
  const id = useId()
  const [open, setOpen] = useState(filtered)
  return (
    <form
      class="search-bar"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(String(new FormData(event.currentTarget).get('q') ?? '').trim())
      }}
    >
      <SearchText key={sought} label={label} hint={hint} sought={sought} />
      <Button type="submit">{words.find}</Button>
      {children === undefined ? null : (
        <>
          <button
            type="button"
            class="button plain filters-button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {words.filters}
          </button>
          <div class="filters" id={id} data-open={open || undefined}>
            {children}
          </div>
        </>
      )}
      {whole === null ? null : (
        <Link class="button plain" href={whole}>
          {words.all}
        </Link>
      )}
    </form>
  )
}

/** Keeps what is being typed; another search from outside makes it anew. */
function SearchText({ label, hint, sought }: Pick<SearchBarProps, 'label' | 'hint' | 'sought'>) {
  const [text, setText] = useState(sought)
  return (
    <TextInput
      label={label}
      hint={hint}
      type="search"
      name="q"
      value={text}
      onInput={setText}
      maxLength={255}
      dir="auto"
    />
  )
}
